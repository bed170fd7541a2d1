"""What could follow: our words, signatures and descriptions, through jedi."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.programs.completing import Completer

HEAD = "from wsusim import Controller\n\nclass A(Controller):\n    def run(self):\n"
LINE = 5


@pytest.fixture(scope="module")
def completer() -> Completer:
    """Return one that all tests of this file share: its first answer takes long."""
    return Completer()


def names(completer: Completer, code: str, path: Path = Path("robot.py")) -> list[str]:
    """Return what could follow a line of ``run``."""
    line = f"        {code}"
    found = completer.complete(HEAD + line, LINE, len(line), path)
    return [one["name"] for one in found]


def test_after_self_come_the_robots_words_and_none_of_a_threads(completer: Completer) -> None:
    """What a beginner needs stands there, ``daemon`` and ``join`` do not."""
    found = names(completer, "self.")
    assert {"motors", "sensors", "sleep", "active", "say"} <= set(found)
    assert not {"daemon", "join", "isDaemon", "bind", "native_id"} & set(found)
    first_private = next((n for n, name in enumerate(found) if name.startswith("_")), len(found))
    assert found.index("sensors") < first_private


def test_parts_and_loops_over_them_are_known(completer: Completer) -> None:
    """Types lead on."""
    assert "set_speeds" in names(completer, "self.motors.set_")
    assert "proximity" in names(completer, "self.sensors[2].")
    assert "proximity" in names(completer, "self.sensors.front_left.")


def test_a_call_is_told_with_the_parameter_that_comes_next(completer: Completer) -> None:
    """The second parameter after the comma."""
    line = "        self.motors.set_speeds(3, "
    found = completer.signature(HEAD + line, LINE, len(line), Path("robot.py"))
    assert found["name"] == "set_speeds"
    assert [one.partition(":")[0] for one in found["parameters"]] == ["left", "right"]
    assert found["index"] == 1


def test_proposals_are_described_even_where_python_has_no_words(completer: Completer) -> None:
    """``motors`` is a name without a docstring of its own."""
    names(completer, "self.")
    assert completer.describe("motors") == "The two wheels."
    assert "Wait in the robot's time" in completer.describe("sleep")
    assert completer.describe("no such thing") == ""


def test_the_students_own_modules_are_known(completer: Completer, tmp_path: Path) -> None:
    """The folder of the file is the project."""
    (tmp_path / "helping.py").write_text("def find_gap(readings):\n    'Find it.'\n")
    text = "import helping\nhelping.fi"
    found = completer.complete(text, 2, len("helping.fi"), tmp_path / "robot.py")
    assert [one["name"] for one in found] == ["find_gap"]
    place = completer.definition("import helping\nhelping.find_gap", 2, 12, tmp_path / "robot.py")
    assert place == {"path": str(tmp_path / "helping.py"), "line": 1}
