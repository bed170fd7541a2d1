"""A new lesson, made from a maze and a program: the teacher writes the rest into it."""

from __future__ import annotations

import json
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.formats.atomic import free_name, write_whole
from wsusim.formats.folder_names import folder_name
from wsusim.formats.maze_file import world_to_text
from wsusim.lessons.lesson_entry import program_name
from wsusim.lessons.lesson_files import LESSON
from wsusim.model.world import World
from wsusim.recording.program_files import program_files

STARTER = '''"""{title}."""

from wsusim import Controller


class MyRobot(Controller):
    def run(self):
        while self.active:
            # Your program goes here.
            self.sleep(0.05)
'''

TEXT = """# {title}

Say here what the robot is to do.

## 1. Run the program as it is

Press **Start**, then **Run**. What does the robot do?

## 2. Your task

Change the program so that ...
"""

NOTES = """# {title}: notes for the teacher

## Aims

## Time

| minutes | what |
|---|---|
| 45 | |

## Usual mistakes
"""

TOML = """title = {title}
description = "One sentence for the start page."
level = 1          # 1 first steps, 2 sense and act, 3 control, 4 plan and cooperate, 5 research
minutes = 45

mazes = ["maze.json"]
seeds = "1-10"
time_limit_s = {limit:g}

file = "{program}"
hints = [
    "A question that leads on.",
    "Nearly the answer.",
]
locked = ["maze"]

{counts}"""

GOAL = """[[counts]]
what = "goal"
name = "The robot reaches the goal"
points = 5
"""

CAPS = """[[counts]]
what = "caps"
name = "Caps delivered"
points = 5
full_count = {count}
"""

DISTANCE = """[[counts]]
what = "distance"
name = "The robot drives a metre"
points = 5
full_m = 1
"""

USUAL_LIMIT_S = 60.0


def new_lesson(parent: Path, title: str, world: World, program: Path | None) -> Path:
    """Write a lesson's folder and return it, without replacing existing files.

    Args:
        parent: Where to make the folder.
        title: Of the lesson; the folder is named after it.
        world: Its maze.
        program: What solves it, with the modules beside it; ``None``: nothing yet.

    Raises:
        BadInput: It can't be written.
    """
    folder = free_name(parent / (folder_name(title.casefold().replace(" ", "-")) or "lesson"))
    name = program_name(title)
    limit_s = world.mission.time_limit_s or USUAL_LIMIT_S
    files = {
        LESSON: TOML.format(
            title=json.dumps(title, ensure_ascii=False),
            limit=limit_s,
            program=name,
            counts=_counts(world),
        ),
        "text.md": TEXT.format(title=title),
        "notes.md": NOTES.format(title=title),
        "starter.py": STARTER.format(title=title),
        "maze.json": world_to_text(world),
    }
    content = {file: text.encode() for file, text in files.items()}
    try:
        if program is not None:
            for file, own in program_files(program).items():
                place = name if file == program.name else file
                content[f"solution/{place}"] = own
        for file, data in content.items():
            place_of = folder / file
            place_of.parent.mkdir(parents=True, exist_ok=True)
            write_whole(place_of, data)
    except OSError as error:
        raise BadInput(
            f"The lesson can't be written into {folder} ({error.strerror}). Choose another folder."
        ) from None
    return folder


def _counts(world: World) -> str:
    if world.mission.kind == "reach_goal":
        return GOAL
    if world.mission.kind == "deliver_caps":
        return CAPS.format(count=world.mission.caps_to_deliver or len(world.caps))
    return DISTANCE
