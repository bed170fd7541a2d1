"""Plans, and what is told when one can't be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.errors import BadInput
from wsusim.jobs.plan import Plan, load_plan
from wsusim.shipped import shipped_folder

HEAD = 'controllers = ["wall_follower", "maze_solver"]\nmazes = ["rooms", "island"]\n'


def plan(tmp_path: Path, text: str) -> Plan:
    """Return a plan."""
    file = tmp_path / "plan.toml"
    file.write_text(text)
    return load_plan(file)


def test_everything_is_tried_with_everything(tmp_path: Path) -> None:
    """Controllers by mazes by seeds by parameters by what is varied, each once."""
    made = plan(
        tmp_path,
        f'{HEAD}seeds = "1-3"\n[parameters]\nCLOSE = [1, 2]\n[vary]\nsensor_model = [1, 2]\n',
    )

    assert len(made.runs) == 2 * 2 * 3 * 2 * 2
    assert len({run.key for run in made.runs}) == len(made.runs)
    assert made.columns == ("sensor_model", "CLOSE")


def test_a_key_stands_for_everything_that_decides_a_run(tmp_path: Path) -> None:
    """The same plan gives the same keys, and a change in a controller others."""
    (tmp_path / "robot.py").write_text("A = 1")
    text = 'controllers = "robot.py"\nmazes = "rooms"\n'
    first, again = plan(tmp_path, text).runs[0].key, plan(tmp_path, text).runs[0].key
    (tmp_path / "robot.py").write_text("A = 2")

    assert (first == again, first == plan(tmp_path, text).runs[0].key) == (True, False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            f'{HEAD}seeds = "1-{"9" * 4301}"\n',
            "plan.toml, line 3: seeds is '1-999999999999999...999999999999999999', but it",
        ),
        (
            f'controllers = "wall_follower"\nmazes = {[f"m{k}" for k in range(1001)]}\n',
            "plan.toml, line 2: mazes is ['m0', 'm1', 'm2', 'm3', 'm4', 'm5', ...], but it",
        ),
        ('mazes = "rooms"\n', "plan.toml: the file has no 'controllers'. Add it."),
        (
            f'{HEAD}table = "x.xls"\n',
            "plan.toml, line 3: table is 'x.xls', but it must be the name of a file that ends in",
        ),
        (f"{HEAD}[parameters]\nseed = [1]\n", "plan.toml, line 4: the table has a column 'seed'"),
        (f"{HEAD}[parameters]\nA = []\n", "plan.toml, line 4: parameters.A is [], but it must be"),
        (
            f"{HEAD}[vary]\nsensor_model = [3]\n",
            "plan.toml: [vary] asks for something that a run can't have: sensor_model is 3, but it",
        ),
        ('controllers = "nobody.py"\nmazes = "rooms"\n', "plan.toml: There is no file nobody.py."),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, told: str) -> None:
    """What, the value, what is allowed and the line."""
    with pytest.raises(BadInput) as caught:
        plan(tmp_path, text)

    assert str(caught.value).replace(str(tmp_path / "plan.toml"), "plan.toml").startswith(told)


def test_the_template_can_be_used() -> None:
    """The plan that comes with wsusim is a good one."""
    made = load_plan(shipped_folder("templates") / "plans" / "wall_distance.toml")

    assert len(made.runs) == 100


def test_two_controllers_of_one_name_are_told_by_their_files(tmp_path: Path) -> None:
    """It is seen at once which of them must be renamed."""
    for folder in ("ann", "ben"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "robot.py").write_text("A = 1")

    told = r"ann/robot\.py and ben/robot\.py would both be called 'robot'"
    with pytest.raises(BadInput, match=told):
        plan(tmp_path, 'controllers = ["ann/robot.py", "ben/robot.py"]\nmazes = "rooms"\n')


def test_a_file_of_several_controllers_is_refused_at_the_start(tmp_path: Path) -> None:
    """Before there are 120 rows that say that nothing could be loaded."""
    with pytest.raises(BadInput, match=r'3 controllers\. Say which one: "braitenberg:Vehicle2a"'):
        plan(tmp_path, 'controllers = "braitenberg"\nmazes = "rooms"\n')

    assert plan(tmp_path, 'controllers = "braitenberg:Vehicle2a"\nmazes = "rooms"\n').runs


def test_a_parameter_that_a_program_lacks_is_refused_at_the_start(tmp_path: Path) -> None:
    """Before there are a hundred rows that say that nothing could be loaded."""
    (tmp_path / "robot.py").write_text("SPEED = 5")
    text = 'controllers = ["wall_follower", "robot.py"]\nmazes = "rooms"\n[parameters]\n'

    with pytest.raises(BadInput, match=r"\[parameters\] has 'BESIDE', but robot\.py has no such"):
        plan(tmp_path, f"{text}BESIDE = [1, 2]\n")


def test_a_parameter_may_stand_in_what_a_program_imports(tmp_path: Path) -> None:
    """A parameter may be in a file beside the program, or in an installed package."""
    (tmp_path / "figures.py").write_text("LIMIT = 5")
    (tmp_path / "near.py").write_text("from figures import *")
    (tmp_path / "far.py").write_text("from school_robots import *")
    text = 'controllers = ["near.py", "far.py"]\nmazes = "rooms"\n[parameters]\nLIMIT = [1]\n'

    assert len(plan(tmp_path, text).runs) == 2
