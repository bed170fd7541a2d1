"""Two robots at a crossing, both with this program. Right now neither tells the other anything."""

from wsusim import Controller

SPEED = 8


class Radio(Controller):
    def run(self):
        self.is_first = self.start_pose.heading_deg == 0  # it comes from the left
        self.sleep(self.random.uniform(1, 6))  # the others can't know when
        if self.is_first:
            self.cross_first()
        else:
            self.cross_second()

    def cross_first(self):
        """The robot with right of way: it needn't wait, but the other one wants to know."""
        self.drive_to(850)
        self.motors.stop()

    def cross_second(self):
        """The robot that gives way."""
        self.drive_to(850)
        self.motors.stop()

    def drive_to(self, goal_mm):
        """Drive along the road until the robot is at this x (or y), in the middle of the road."""
        while self.active and not self.has_passed(goal_mm):
            turn = (self.sensors.right.proximity - self.sensors.left.proximity) / 300
            self.motors.set_speeds(SPEED - turn, SPEED + turn)
            self.sleep(0.02)

    def has_passed(self, goal_mm):
        """Return whether the robot is at this x (or y) or beyond, by its wheels' counters."""
        start_mm = self.start_pose.x_mm if self.is_first else self.start_pose.y_mm
        pulses = (self.motors.left_position + self.motors.right_position) / 2
        return start_mm + pulses * self.motors.pulse_mm >= goal_mm
