"""Bring caps to the goal: drive through the room in lanes, and fetch whatever is in the way."""

from math import atan2, cos, dist, pi, remainder, sin

from wsusim import Controller


class CapCollector(Controller):
    def run(self):
        self.x_mm, self.y_mm, self.heading, self.driven_mm, self.seen = 100, 609.6, 0, 0, [0]
        self.dark = self.sensors.proximities[1:5]  # in the open; a Khepera II never reads 0
        door_mm = (560, 610)  # in the middle of the gap between the rooms of the maze `caps`
        lanes = [(70 + 76 * (k // 2), 1120 if k % 4 in (1, 2) else 100) for k in range(14)]
        heaps = [(x_mm, y_mm) for x_mm in (740, 810, 880) for y_mm in range(450, 800, 80)]
        while self.active and lanes and heaps:  # the last place in a list is next
            if self.drive_to(*lanes[-1], looking=True):
                lanes.pop()
            elif self.grab_cap():
                lanes += [(self.x_mm, self.y_mm), door_mm]  # to come back here
                self.drive_to(*door_mm)
                self.drive_to(*heaps.pop())
                self.use_jaws(self.gripper.open)
                self.drive(-6, 0, seconds=1.2)

    def drive_to(self, x_mm, y_mm, looking=False):
        """Drive to a place; return whether it got there. Away from walls, it sees only caps."""
        while self.active and dist((x_mm, y_mm), (self.x_mm, self.y_mm)) > 5:
            if looking and max(self.seen) > 130:  # 20 mm away
                return False
            error = remainder(atan2(y_mm - self.y_mm, x_mm - self.x_mm) - self.heading, 2 * pi)
            self.drive(10 if abs(error) < 0.3 else 0, max(-5, min(5, 20 * error)))
        return True

    def drive(self, ahead, turn, seconds=0.02):
        """Drive, turning left by this much; find out where that led, and what can be seen there."""
        self.motors.set_speeds(ahead - turn, ahead + turn)
        self.sleep(seconds)
        left_mm, right_mm = 0.08 * self.motors.left_position, 0.08 * self.motors.right_position
        self.heading = (right_mm - left_mm) / self.motors.wheel_base_mm
        way_mm = (left_mm + right_mm) / 2 - self.driven_mm
        self.driven_mm += way_mm
        self.x_mm += way_mm * cos(self.heading)
        self.y_mm += way_mm * sin(self.heading)
        self.seen = [max(0, a - b) for a, b in zip(self.sensors.proximities[1:5], self.dark)]

    def grab_cap(self):
        """Creep up to the cap ahead and grab it; return whether it is between the jaws."""
        self.gripper.open()
        while self.active and sum(self.seen[1:3]) < 1800:
            turn = (sum(self.seen[:2]) - sum(self.seen[2:])) / (sum(self.seen) + 1)
            self.drive(2 - 2 * abs(turn), 3 * turn)
        self.use_jaws(self.gripper.close)
        return self.gripper.object_present

    def use_jaws(self, move):
        """Lower the arm, close or open the jaws, raise the arm."""
        for order in (self.gripper.lower_arm, move, self.gripper.raise_arm):
            order()
            self.drive(0, 0, seconds=1.2)
