"""The colours of an arena in all pictures of it, for light and for dark surroundings.

Colour-blind people can tell them apart; robots have the same ones in both (``model.colours``).
"""

from __future__ import annotations

from dataclasses import dataclass

from wsusim.model import colours


@dataclass(frozen=True, slots=True)
class Palette:
    """One colour for each part of an arena, as ``#rrggbb``; the light ones by default."""

    outside: str = "#dfe3e9"
    floor: str = "#fdfdfb"
    grid_fine: str = "#eceef1"
    grid_coarse: str = "#dadee5"
    wall: str = "#5b6472"
    wall_edge: str = "#3d4450"
    light_glow: str = "#f5b301"
    light_foot: str = "#ffe08a"
    cap: str = "#d8443c"
    cap_edge: str = "#8f241f"
    block: str = "#c9a26b"
    block_edge: str = "#7a5c31"
    ball: str = "#f4f4f0"
    ball_edge: str = "#4a5160"
    goal: str = colours.GREEN
    goal_floor: str = "#d5efe6"
    """A goal region where it can't be see-through: its colour, thin, over the floor."""
    robot_body: str = "#2c3342"
    robot_edge: str = "#141922"
    robot_part: str = "#8d97a8"
    note_paper: str = "#fff6cf"
    note_text: str = "#4f4520"


LIGHT = Palette()

DARK = Palette(
    outside="#15181d",
    floor="#262b34",
    grid_fine="#2c323c",
    grid_coarse="#39404c",
    wall="#9aa5b8",
    wall_edge="#c4ccda",
    light_glow="#ffc83d",
    light_foot="#ffe9ad",
    cap="#ef6a60",
    cap_edge="#ffb0a8",
    block_edge="#e0c493",
    ball="#e9e9e4",
    ball_edge="#9aa3b2",
    goal="#2fc498",
    goal_floor="#275445",
    robot_body="#10141b",
    robot_edge="#aab4c6",
    note_paper="#4b4526",
    note_text="#fff0b8",
)
