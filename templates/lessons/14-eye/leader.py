"""The robot to follow: it drives a winding way, slowly."""

from wsusim import Controller


class Leader(Controller):
    def run(self):
        bend = 1 if self.start_pose.y_mm < 500 else -1  # to the side that has more room
        self.motors.set_speeds(5, 5)
        self.sleep(2)
        while self.active:
            for seconds, turn in ((9, 0.9 * bend), (3, 0), (5, -0.9 * bend), (3, 0)):
                self.wind(seconds, turn)

    def wind(self, seconds, turn):
        end = self.time + seconds
        while self.active and self.time < end:
            near_left = max(self.sensors.proximities[0:3])
            near_right = max(self.sensors.proximities[3:6])
            if max(near_left, near_right) > 300:
                side = -2.5 if near_left > near_right else 2.5
                self.motors.set_speeds(3 - side, 3 + side)
            else:
                self.motors.set_speeds(5 - turn, 5 + turn)
            self.sleep(0.05)
