"""The small program that debuggers are tried with: it drives until something is near, and turns."""

from __future__ import annotations

IMPORT = "from wsusim import Controller\n\n"


def walker(near: str, limit: float, *, speed: int = 8, while_: str = "self.active") -> str:
    """Return its class, without the import.

    Args:
        near: What it looks at, an expression.
        limit: It turns when that is more.
        speed: Of both wheels, in between.
        while_: How long it goes on.
    """
    return f"""
class Walker(Controller):
    def run(self):
        self.turns = 0
        self.motors.set_speeds({speed}, {speed})
        while {while_}:
            near = {near}
            if near > {limit}:
                self.turn(near)
            self.sleep(0.1)

    def turn(self, near):
        self.turns += 1
        speed = 5
        self.motors.set_speeds(speed, -speed)
        self.sleep(0.2)
        self.motors.set_speeds({speed}, {speed})
"""
