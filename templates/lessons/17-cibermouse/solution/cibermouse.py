"""Find the lamp and come home. The way back is the way there, crumb by crumb."""

import math

from wsusim import Controller

SEEN = 450  # a light sensor that reads less sees the lamp
AT_LAMP = 90  # so little it reads close to the lamp
CRUMB_MM = 40  # from one crumb to the next
NEAR = 250  # something is in the way


class Cibermouse(Controller):
    def run(self):
        self.x_mm, self.y_mm, heading_deg = self.start_pose
        self.heading = math.radians(heading_deg)
        self.left = self.motors.left_position
        self.right = self.motors.right_position
        self.crumbs = [(self.x_mm, self.y_mm)]  # places on the way

        self.find_lamp()
        self.leds.frontal.on()  # "I am on the target"
        self.sleep(1)
        self.go_home()
        self.leds.frontal.off()

    def find_lamp(self):
        """Drive to where it is brighter, and round what is in the way."""
        while self.active and min(self.sensors.ambients[1:5]) > AT_LAMP:
            left_45, front_left, front_right, right_45 = self.sensors.proximities[1:5]
            if max(left_45, front_left, front_right, right_45) > NEAR:
                way = 1 if left_45 + front_left < right_45 + front_right else -1
                self.avoid(way)
            else:
                self.motors.set_speeds(*self.towards_light())
            self.reckon()
            self.sleep(0.02)
        self.motors.stop()

    def towards_light(self):
        """Return the speeds that turn the robot to the lamp: a small number is a bright light."""
        ambients = self.sensors.ambients
        if min(ambients) > SEEN:
            return 8, 8
        turn = (sum(ambients[3:6]) - sum(ambients[0:3])) / 150  # above 0: brighter on the left
        if min(ambients[6:8]) < min(ambients[0:6]):
            turn = 6 if turn > 0 else -6  # it is behind
        turn = max(-6, min(6, turn))
        return 8 - turn, 8 + turn

    def avoid(self, way):
        """Turn away from a wall and drive along it for a moment; way: 1 left, -1 right."""
        while self.active and max(self.sensors.proximities[1:5]) > NEAR / 2:
            self.motors.set_speeds(-4 * way, 4 * way)
            self.reckon()
            self.sleep(0.02)
        self.motors.set_speeds(8, 8)
        for _ in range(60):
            if max(self.sensors.proximities[1:5]) > NEAR:
                break
            self.reckon()
            self.sleep(0.02)

    def go_home(self):
        """Drive from crumb to crumb, the newest first."""
        for x_mm, y_mm in list(reversed(self.crumbs)):
            self.go_to(x_mm, y_mm)
        self.motors.stop()

    def go_to(self, x_mm, y_mm):
        """Turn to a point and drive there (lesson 8)."""
        while self.active and math.hypot(x_mm - self.x_mm, y_mm - self.y_mm) > 10:
            wanted = math.atan2(y_mm - self.y_mm, x_mm - self.x_mm)
            turn = math.remainder(wanted - self.heading, 2 * math.pi)
            if abs(turn) > 0.5:
                speed = 4 if turn > 0 else -4
                self.motors.set_speeds(-speed, speed)
            else:
                self.motors.set_speeds(8 - 8 * turn, 8 + 8 * turn)
            self.reckon()
            self.sleep(0.02)

    def reckon(self):
        """Work out where the robot has got to since last time (lesson 8)."""
        left, right = self.motors.left_position, self.motors.right_position
        left_mm = (left - self.left) * self.motors.pulse_mm
        right_mm = (right - self.right) * self.motors.pulse_mm
        self.left, self.right = left, right
        self.heading += (right_mm - left_mm) / self.motors.wheel_base_mm
        self.x_mm += (left_mm + right_mm) / 2 * math.cos(self.heading)
        self.y_mm += (left_mm + right_mm) / 2 * math.sin(self.heading)
        if math.dist(self.crumbs[-1], (self.x_mm, self.y_mm)) > CRUMB_MM:
            self.crumbs.append((self.x_mm, self.y_mm))
            self.draw.dots(self.crumbs, colour="orange")
