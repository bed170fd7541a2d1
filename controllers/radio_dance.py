"""Two robots that talk by radio: one leads, the other dances the mirror image of its steps.

Run both:  python main.py run radio_dance:Leader radio_dance:Mirror --maze field
"""

from wsusim import Controller

BEAT_S = 0.1  # the leader tells its speeds this often
NEAR = 300  # something is in the way


class Leader(Controller):
    """Drives, keeps clear of walls, and tells its speeds: "6,2"."""

    period = BEAT_S

    def setup(self):
        self.beat = 0

    def step(self):
        self.beat += 1
        left, right = (6, 6) if self.beat % 40 < 25 else (5, 1)
        if max(self.sensors.proximities[0:3]) > NEAR:
            left, right = 4, -4
        elif max(self.sensors.proximities[3:6]) > NEAR:
            left, right = -4, 4
        self.motors.set_speeds(left, right)
        self.radio.send(f"{left},{right}")


class Mirror(Controller):
    """Listens, and drives the same with left and right exchanged."""

    def run(self):
        heard_s, step = 0.0, None
        while self.active:
            message = self.radio.receive()
            if message is not None:
                left, right = message.split(",")
                self.motors.set_speeds(int(right), int(left))
                if message != step:
                    self.say(f"robot {message.sender} says {message}")
                heard_s, step = self.time, message
            elif self.time - heard_s > 0.5:  # five messages missing: out of range, or the end
                self.motors.stop()
            self.sleep(0.02)
