"""Fetch the cap: search, grip, carry."""

from wsusim import Controller

SEEN = 100  # a front sensor that reads more sees the cap
CLOSE = 1800  # both front sensors together: between the jaws


class Caps(Controller):
    def run(self):
        self.gripper.open()
        self.search()
        self.grip()
        self.carry_home()

    def search(self):
        """Drive ahead until there is something to see."""
        self.motors.set_speeds(6, 6)
        while self.active and max(self.sensors.proximities[1:5]) < SEEN:
            self.sleep(0.02)

    def grip(self):
        """Creep up to the cap and take it."""
        while self.active and self.ahead() < CLOSE:
            left = sum(self.sensors.proximities[1:3])
            right = sum(self.sensors.proximities[3:5])
            turn = (left - right) / (left + right + 1)  # -1 all on the right ... 1 all on the left
            self.motors.set_speeds(2 - 4 * turn, 2 + 4 * turn)
            self.sleep(0.02)
        self.use_jaws(self.gripper.close)
        if not self.gripper.object_present:
            self.say("I missed it!")

    def ahead(self):
        return self.sensors.front_left.proximity + self.sensors.front_right.proximity

    def carry_home(self):
        """Turn round, drive back, and put the cap down."""
        pulses = (self.motors.left_position + self.motors.right_position) / 2
        self.motors.turn_deg(180)
        self.motors.drive_mm(pulses * self.motors.pulse_mm + 60)
        self.use_jaws(self.gripper.open)
        self.motors.drive_mm(-60)

    def use_jaws(self, move):
        """Lower the arm, close or open the jaws, raise the arm."""
        self.motors.stop()
        for order in (self.gripper.lower_arm, move, self.gripper.raise_arm):
            order()
            self.sleep(1.2)
