"""Solve a micromouse maze with the left hand on the wall; the mission ends the run at the goal.

One formula steers. `near` says how much wall is at the left and in front: too little, and the robot
bends left, round the wall's end; too much, and it bends right, at a wall ahead even on the spot.
"""

from wsusim import Controller

CRUISE = 128  # mm/s. A Khepera touches the walls from about 210 on
TARGET = 5 / 3  # `near` when the wall on the left is some 20 mm away; 1: what the robot calls near
CLOSE = 2  # in the same unit: a sensor that sees more has something within 20 mm
SOFTNESS = 1  # the smaller, the sharper the steering
SHARPEST_LEFT = -0.55  # goes round the end of a wall in a circle of 48 mm
TURN_DEG = 135


class MazeSolver(Controller):
    def run(self):
        self.directions = [self.sensors.toward(deg).numbers for deg in (90, 45, 0, -45, -90)]
        self.cruise = min(CRUISE, 0.6 * self.motors.top_speed_mm_s)  # the outer wheel is faster
        self.dark = self.sensors.proximities
        self.find_wall()
        while self.active:
            self.follow_wall()
            self.sleep(0.02)

    def look(self, most=max):
        """Return how far each direction is above its lowest reading: a Khepera II never reads 0."""
        readings = self.sensors.proximities
        self.dark = [min(pair) for pair in zip(self.dark, readings)]
        above = [reading - dark for reading, dark in zip(readings, self.dark)]
        return [most(above[number] for number in numbers) for numbers in self.directions]

    def find_wall(self):
        """Go to the corner behind on the left: the path along the left wall starts there."""
        way_mm = TURN_DEG / 360 * 3.1416 * self.motors.wheel_base_mm
        self.motors.move_to(-way_mm / self.motors.pulse_mm, way_mm / self.motors.pulse_mm)
        while self.active and not self.motors.is_on_target:
            self.look()
            self.sleep(0.02)
        self.motors.set_speeds_mm_s(self.cruise / 2, self.cruise / 2)
        while self.active and max(self.look()[1:4]) < CLOSE * self.sensors.near:
            self.sleep(0.02)
        self.motors.set_speeds_mm_s(self.cruise / 2, -self.cruise / 2)
        while self.active and self.look()[0] < max(self.look()[1:]):  # until it is on the left
            self.sleep(0.02)

    def follow_wall(self):
        """Choose the wheel speeds from what the sensors see."""
        left, left_45, ahead, right_45, right = self.look(sum)
        near = left + left_45 + 2 * ahead
        target = max(TARGET * self.sensors.near, right_45 + right)  # keep to the middle
        turn = max(SHARPEST_LEFT, min(1, (near - target) / (SOFTNESS * self.sensors.near)))
        speed = self.cruise * min(1, 1 - turn)  # the harder it turns right, the slower it goes
        self.motors.set_speeds_mm_s(speed + self.cruise * turn, speed - self.cruise * turn)
