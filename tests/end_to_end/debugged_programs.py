"""Programs to be stopped, stepped through and looked into: each makes that hard in its own way."""

from __future__ import annotations

from pathlib import Path

from tests.walker_program import IMPORT, walker

READY = ("wall_follower", "avoid_obstacles", "odometry_square", "any_robot")

OWN = {
    "walker": IMPORT + walker("self.sensors[2].proximity", 100),
    "stepper": '''
from wsusim import Controller

LIMIT = 150


class Memory:
    """What it has seen."""

    def __init__(self):
        self.seen = []

    def __del__(self):
        Memory.gone = True

    def __repr__(self):
        self.seen.append("looked")
        return "memory"


class Stepper(Controller):
    period = 0.05

    def __init__(self):
        super().__init__()
        self.count = 0

    def setup(self):
        self.memory = Memory()

    def step(self):
        self.count += 1
        self.memory.seen.append(max(self.sensors.proximities))
        if self.count % 20 == 0:
            self.memory = Memory()
        error = LIMIT - self.sensors[1].proximity
        self.plot(error=error)
        self.motors.set_speeds(6 + error // 100, 6 - len(self.memory.seen) % 3)
        if self.count % 10 == 0:
            print("count", self.count)
''',
    "deep": """
import random

import deep_rules
from wsusim import Controller


class Deep(Controller):
    def run(self):
        wobble = lambda x: (
            x * random.choice([-1, 1]))
        for number in range(60):
            left, right = deep_rules.speeds(list(self.sensors.proximities), number)
            try:
                left += deep_rules.down(number % 5) // (number % 4)
            except ZeroDivisionError:
                right += wobble(1)
            finally:
                self.last = left, right
            self.motors.set_speeds(left, right)
            self.sleep(0.05 + 0.01 * self.random.randrange(3))
""",
    "catcher": """
from wsusim import Controller


class Catcher(Controller):
    def run(self):
        self.words = {"left", "right", "ahead", "back"}
        self.caught = 0
        while True:
            for word in self.words:
                try:
                    self.motors.set_speeds(3 + len(word), 8 - len(word))
                    self.sleep(0.07)
                    if self.sensors.front_left.proximity > 80:
                        raise ValueError(word)
                except BaseException:
                    self.caught += 1
                    if not self.active:
                        return
                    with open(__file__) as file:
                        self.size = len(file.read())
""",
    "failing": """
from wsusim import Controller


class Failing(Controller):
    def run(self):
        rounds = 12
        while rounds >= 0:
            self.motors.set_speeds(40 // rounds, 5)
            rounds -= 1
            self.sleep(0.1)
""",
}
"""Their texts by name."""

_IMPORTED = {
    "deep_rules": '''
"""What is imported."""


def down(n):
    if n:
        return n + down(n - 1)
    return 0


def speeds(readings, number):
    near = [one for one in readings if one > 90]
    while len(near) > 3:
        near.pop()
    return 7 - len(near), 7 + (number % 3 if near else 0)
''',
}


def write_programs(folder: Path) -> dict[str, Path]:
    """Write them into a folder; return where each is, the ready ones among them."""
    for name, text in {**OWN, **_IMPORTED}.items():
        (folder / f"{name}.py").write_text(text.lstrip(), encoding="utf-8")
    ready = Path(__file__).parents[2] / "controllers"
    own = {name: (folder / f"{name}.py").resolve() for name in OWN}
    return own | {name: (ready / f"{name}.py").resolve() for name in READY}
