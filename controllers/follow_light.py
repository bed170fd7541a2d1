"""Go from lamp to lamp: drive to the one ahead, then turn left until another comes into view.

A light sensor reads about 500 in the dark and about 50 beside a lamp. Run it in a maze with lamps:
python main.py run follow_light --maze beacons
"""

from wsusim import Controller

DARK = 500
FAINT = 494  # both front sensors read less when a lamp stands ahead
REACHED = 120  # light this bright: the lamp is right in front of the robot
NEAR = 150  # turn away from a wall this near


class FollowLight(Controller):
    def run(self):
        self.go_to_lamp()
        while self.active:
            self.say("I have reached a lamp.")
            self.turn_until(lamp_ahead=False)
            self.turn_until(lamp_ahead=True)
            self.sleep(0.7)  # it came into view at the side: keep turning until it is ahead
            self.go_to_lamp()

    def go_to_lamp(self):
        """Drive towards the light until it is very bright."""
        while self.active and min(self.sensors.ambients[2:4]) > REACHED:
            turn = self.wall_turn() or self.light_turn()
            self.motors.set_speeds(8 - turn, 8 + turn)
            self.sleep(0.02)

    def light_turn(self):
        """Return how hard to turn left (-6 to 6): to the side where it is brighter."""
        left = DARK - min(DARK, self.sensors.left_45.ambient)
        right = DARK - min(DARK, self.sensors.right_45.ambient)
        return 6 * (left - right) / (left + right + 1)

    def wall_turn(self):
        """Return how hard to turn left away from a wall; 0 when there is none."""
        near = self.sensors.proximities
        left, right = max(near[0:3]), max(near[3:6])
        if max(left, right) < NEAR:
            return 0
        return -8 if left > right else 8

    def turn_until(self, lamp_ahead):
        """Turn left on the spot until a lamp is ahead, or until none is."""
        self.motors.set_speeds(-4, 4)
        while self.active and self.sees_lamp() != lamp_ahead:
            self.sleep(0.02)

    def sees_lamp(self):
        """Tell whether there is light ahead."""
        return max(self.sensors.front_left.ambient, self.sensors.front_right.ambient) < FAINT
