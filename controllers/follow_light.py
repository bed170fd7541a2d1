"""Go from lamp to lamp: drive to the one ahead, then turn left until another comes into view.

A light sensor reads about 500 in the dark and about 50 beside a lamp. Run it in a maze with lamps:
python main.py run follow_light --maze beacons
"""

from wsusim import Controller

DARK = 500
FAINT = 494  # both front sensors read less when a lamp stands ahead
REACHED = 120  # light this bright: the lamp is right in front of the robot


class FollowLight(Controller):
    def run(self):
        toward = self.sensors.toward
        self.left, self.ahead, self.right = toward(45), toward(0), toward(-45)
        self.go_to_lamp()
        while self.active:
            self.say("I have reached a lamp.")
            self.turn_until(lamp_ahead=False)
            self.turn_until(lamp_ahead=True)
            self.sleep(0.7)  # it came into view at the side: keep turning until it is ahead
            self.go_to_lamp()

    def go_to_lamp(self):
        """Drive towards the light until it is very bright."""
        while self.active and self.ahead.ambient > REACHED:
            turn = self.wall_turn() or self.light_turn()
            self.motors.set_speeds_mm_s(64 - turn, 64 + turn)
            self.sleep(0.02)

    def light_turn(self):
        """Return how hard to turn left (-48 to 48 mm/s): to the side where it is brighter."""
        left = DARK - min(DARK, self.left.ambient)
        right = DARK - min(DARK, self.right.ambient)
        return 48 * (left - right) / (left + right + 1)

    def wall_turn(self):
        """Return how hard to turn left away from a wall; 0 when there is none."""
        seen = [eye.proximity for eye in (self.left, self.ahead, self.right)]
        if max(seen) < self.sensors.far:
            return 0
        return -64 if seen[0] > seen[2] else 64

    def turn_until(self, lamp_ahead):
        """Turn left on the spot until a lamp is ahead, or until none is."""
        self.motors.set_speeds_mm_s(-32, 32)
        while self.active and self.sees_lamp() != lamp_ahead:
            self.sleep(0.02)

    def sees_lamp(self):
        """Return whether there is light ahead."""
        return all(sensor.ambient < FAINT for sensor in self.ahead.sensors)
