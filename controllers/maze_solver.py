"""Solve a micromouse maze with the left hand on the wall; the mission ends the run at the goal.

One formula steers. `near` says how much wall is at the left and in front: too little, and the robot
bends left, round the wall's end; too much, and it bends right, at a wall ahead even on the spot.
"""

from wsusim import Controller

CRUISE = 16  # pulses per 10 ms: 128 mm/s. Contacts begin at about 26
TARGET = 500  # `near` when the wall on the left is some 20 mm away
CLOSE = 600  # a sensor that sees more has something within 20 mm
SOFTNESS = 300  # the smaller, the sharper the steering
SHARPEST_LEFT = -0.55  # goes round the end of a wall in a circle of 48 mm
TURN_DEG = 135


class MazeSolver(Controller):
    def run(self):
        self.dark = self.sensors.proximities
        self.find_wall()
        while self.active:
            self.follow_wall()
            self.sleep(0.02)

    def look(self):
        """Return how far each sensor is above its lowest reading: a Khepera II never reads 0."""
        readings = self.sensors.proximities
        self.dark = [min(pair) for pair in zip(self.dark, readings)]
        return [reading - dark for reading, dark in zip(readings, self.dark)]

    def find_wall(self):
        """Go to the corner behind on the left: the path along the left wall starts there."""
        way = round(TURN_DEG / 360 * 3.1416 * self.motors.wheel_base_mm / 0.08)
        self.motors.move_to(-way, way)
        while self.active and not self.motors.is_on_target:
            self.look()
            self.sleep(0.02)
        self.motors.set_speeds(CRUISE / 2, CRUISE / 2)
        while self.active and max(self.look()[1:5]) < CLOSE:
            self.sleep(0.02)
        self.motors.set_speeds(CRUISE / 2, -CRUISE / 2)
        while self.active and self.look()[0] < max(self.look()[1:6]):  # until it is on the left
            self.sleep(0.02)

    def follow_wall(self):
        """Choose the wheel speeds from what the sensors see."""
        left, left_45, front_left, front_right, right_45, right = self.look()[:6]
        near = left + left_45 + 2 * (front_left + front_right)
        target = max(TARGET, right_45 + right)  # keep to the middle where it is narrow
        turn = max(SHARPEST_LEFT, min(1, (near - target) / SOFTNESS))
        ahead = min(1, 1 - turn)  # the harder it turns right, the slower it goes
        self.motors.set_speeds(CRUISE * (ahead + turn), CRUISE * (ahead - turn))
