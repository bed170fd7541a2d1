"""The programs that one can begin with."""

from __future__ import annotations

from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.programs.new_controller import ready_controllers, templates
from wsusim.programs.ready_programs import ready_programs


def test_every_ready_controller_says_what_it_does_on_which_robots_and_mazes() -> None:
    """And the mazes are there."""
    whole = [program for program in ready_programs() if not program.is_template]
    assert [program.path for program in whole] == list(ready_controllers())
    assert all(program.does.endswith(".") and program.robots for program in whole)
    mazes = {name for program in whole for name in program.mazes}
    assert mazes <= built_in_mazes().keys()
    assert all(program.mazes for program in whole)


def test_templates_come_first_with_a_sentence() -> None:
    """The simplest one at the top."""
    begun = [program for program in ready_programs() if program.is_template]
    assert [program.path for program in begun] == list(templates())
    assert ready_programs()[: len(begun)] == tuple(begun)
    assert all(program.does for program in begun)
