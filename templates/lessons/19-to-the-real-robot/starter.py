"""Drive to the wall, fast, and stop in time. On a real serial line, this program is too slow."""

from wsusim import Controller

FAST = 25  # 200 mm/s
NEAR = 200


class ToTheRealRobot(Controller):
    def run(self):
        while self.active and self.is_free():
            self.motors.set_speeds(FAST, FAST)
            self.show()
        self.motors.stop()

    def is_free(self):
        """Look whether there is no wall ahead."""
        return max(self.sensors.proximities[1:5]) < NEAR

    def show(self):
        """Blink, and tell all that the robot knows."""
        self.leds.frontal.toggle()
        self.leds.lateral.toggle()
        light = min(self.sensors.ambients)
        pulses = self.motors.left_position + self.motors.right_position
        speed = self.motors.left_speed + self.motors.right_speed
        self.say(f"{light} {pulses} {speed}, readings {self.sensors.age:.3f} s old")
        self.sleep(0.2)
