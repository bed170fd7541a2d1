"""Two robots that talk by radio: one leads, the other dances the mirror image of its steps.

Run both:  python main.py run radio_dance:Leader radio_dance:Mirror --maze field
"""

from wsusim import Controller

BEAT_S = 0.1  # the leader tells its speeds this often


class Leader(Controller):
    """Drives, keeps clear of walls, and tells its speeds in mm/s: "48,16"."""

    period = BEAT_S

    def setup(self):
        self.beat = 0

    def step(self):
        self.beat += 1
        left, right = (48, 48) if self.beat % 40 < 25 else (40, 8)
        if self.sees(45, 0):
            left, right = 32, -32
        elif self.sees(-45):
            left, right = -32, 32
        self.motors.set_speeds_mm_s(left, right)
        self.radio.send(f"{left},{right}")

    def sees(self, *bearings):
        """Return whether there is something near in one of these directions."""
        readings = [self.sensors.toward(bearing).proximity for bearing in bearings]
        return max(readings) > self.sensors.near


class Mirror(Controller):
    """Listens, and drives the same with left and right exchanged."""

    def run(self):
        heard_s, step = 0.0, None
        while self.active:
            message = self.radio.receive()
            if message is not None:
                left, right = message.split(",")
                self.motors.set_speeds_mm_s(int(right), int(left))
                if message != step:
                    self.say(f"robot {message.sender} says {message}")
                heard_s, step = self.time, message
            elif self.time - heard_s > 0.5:  # five messages missing: out of range, or the end
                self.motors.stop()
            self.sleep(0.02)
