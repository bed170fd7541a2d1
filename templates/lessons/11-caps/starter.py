"""Fetch the cap. Right now the robot drives up to it and pushes it away."""

from wsusim import Controller

SEEN = 100  # a front sensor that reads more sees the cap


class Caps(Controller):
    def run(self):
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

    def carry_home(self):
        """Turn round, drive back, and put the cap down."""

    def use_jaws(self, move):
        """Lower the arm, close or open the jaws, raise the arm."""
        self.motors.stop()
        for order in (self.gripper.lower_arm, move, self.gripper.raise_arm):
            order()
            self.sleep(1.2)
