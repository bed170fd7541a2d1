"""A class of students whose programs do everything that a program can do wrong."""

from __future__ import annotations

import textwrap
from pathlib import Path

HEAD = "from wsusim import Controller\n\n\n"

GOOD = """
    class Driver(Controller):
        def run(self):
            while self.active:
                front = max(self.sensors.proximities[1:5])
                if front > {near}:
                    self.motors.set_speeds({turn}, -{turn})
                else:
                    self.motors.set_speeds({speed}, {speed})
                self.sleep(0.02)
"""
"""Well behaved; with three figures."""

HOSTILE = {
    "endless_loop": ("unresponsive", """
        class Robot(Controller):
            def run(self):
                self.motors.set_speeds(5, 5)
                while True:
                    pass
    """),
    "endless_at_import": ("unresponsive", """
        while True:
            pass
    """),
    "leaves": ("error", """
        import os
        class Robot(Controller):
            def run(self):
                self.sleep(1)
                os._exit(0)
    """),
    "exits": ("finished", """
        class Robot(Controller):
            def run(self):
                self.motors.set_speeds(5, 5)
                self.sleep(1)
                raise SystemExit
    """),
    "exception": ("error", """
        class Robot(Controller):
            def run(self):
                self.sleep(1)
                1 / 0
    """),
    "syntax": ("not_loaded", """
        class Robot(Controller)
            def run(self):
                pass
    """),
    "import_error": ("not_loaded", """
        import no_such_package
        class Robot(Controller):
            def run(self):
                pass
    """),
    "no_controller": ("not_loaded", """
        print("hello")
    """),
    "flood": ("time", """
        class Robot(Controller):
            def run(self):
                while self.active:
                    for number in range(200):
                        print("x" * 100, number)
                    self.sleep(0.1)
    """),
    "flood_without_end": ("unresponsive", """
        class Robot(Controller):
            def run(self):
                while True:
                    print("x" * 1000)
    """),
    "memory": ("error", """
        class Robot(Controller):
            def run(self):
                self.sleep(0.1)
                hoard = []
                while True:
                    hoard.append(bytearray(10_000_000))
    """),
    "threads": ("finished", """
        import threading
        def forever():
            while True:
                pass
        class Robot(Controller):
            def run(self):
                for _ in range(3):
                    threading.Thread(target=forever).start()
                self.sleep(0.2)
    """),
    "files": ("error", """
        from pathlib import Path
        class Robot(Controller):
            def run(self):
                Path("notes.txt").write_text("mine")
                self.sleep(0.1)
                Path("../../../harm.txt").resolve().write_text("harm")
    """),
    "reads_others": ("error", """
        class Robot(Controller):
            def run(self):
                self.sleep(0.1)
                open({secret!r}).read()
    """),
    "path_and_environment": ("time", """
        import os, sys
        sys.path[:] = []
        os.environ.clear()
        class Robot(Controller):
            def run(self):
                while self.active:
                    self.sleep(0.1)
    """),
    "kills": ("error", """
        import os, signal
        class Robot(Controller):
            def run(self):
                self.sleep(0.1)
                os.kill(os.getppid(), signal.SIGKILL)
    """),
    "forks": ("error", """
        import os
        class Robot(Controller):
            def run(self):
                self.sleep(0.1)
                while True:
                    os.fork()
    """),
    "starts_programs": ("error", """
        import subprocess
        class Robot(Controller):
            def run(self):
                self.sleep(0.1)
                subprocess.run(["sleep", "1000"])
    """),
    "crashes": ("error", """
        import ctypes
        class Robot(Controller):
            def run(self):
                self.sleep(0.1)
                ctypes.string_at(0)
    """),
    "slow": ("slow", """
        class Robot(Controller):
            def run(self):
                while self.active:
                    sum(range(3_000_000))
                    self.sleep(0.02)
    """),
    "stubborn": ("time", """
        class Robot(Controller):
            def run(self):
                while True:
                    try:
                        self.sleep(0.1)
                    except BaseException:
                        pass
    """),
    "remembers": ("finished", """
        import pathlib
        class Robot(Controller):
            def run(self):
                file = pathlib.Path("count.txt")
                count = int(file.read_text()) if file.exists() else 0
                file.write_text(str(count + 1))
                self.motors.set_speeds(5 + count, 5)
                self.sleep(0.2)
    """),
}  # fmt: skip
"""By name: the right verdict in an empty maze without a goal, and the program."""


def write_class(folder: Path, good: int, secret: Path) -> dict[str, str]:
    """Write a class: so many students who behave well, and all the others; return the verdicts."""
    right = {}
    for number in range(good):
        figures = {
            "near": 300 + 20 * (number % 20),
            "turn": 2 + number % 5,
            "speed": 4 + number % 9,
        }
        name = f"student_{number:02d}"
        (folder / f"{name}.py").write_text(HEAD + textwrap.dedent(GOOD.format(**figures)))
        right[name] = "time"
    for name, (verdict, source) in HOSTILE.items():
        text = source.replace("{secret!r}", repr(str(secret)))
        (folder / f"{name}.py").write_text(HEAD + textwrap.dedent(text))
        right[name] = verdict
    return right
