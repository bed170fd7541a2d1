"""The soccer field: a pitch for Kheperas, a golf ball, and the robots' places at kick-off."""

from __future__ import annotations

import math

from wsusim.model.geometry import Pose
from wsusim.model.world import (
    GOLF_BALL_G,
    GOLF_BALL_MM,
    Arena,
    ArenaCamera,
    Ball,
    GoalRegion,
    Mission,
    RobotStart,
    World,
)

LENGTH_MM, WIDTH_MM = 1050.0, 680.0
"""A tenth of FIFA's pitch for international matches, 105 m by 68 m, in decimetres (Laws of the
Game, law 1)."""

GOAL_MM, GOAL_DEPTH_MM = 240.0, 80.0
"""Guess: four robots wide, and deep enough that the ball stays in."""

CORNER_MM = 70.0
"""Cut off, so that no ball is lost in a corner (guess)."""

BALL_INSIDE_MM = 14.0
"""So far behind the line the middle of the ball must be (guess)."""

MOST_PLAYERS = 5
"""In a team."""

TEAMS = ("blue", "yellow")
"""Colours of the robots that play from the left and from the right."""

PLACES = ((-150.0, 0.0), (-465.0, 0.0), (-250.0, 150.0), (-250.0, -150.0), (-370.0, 60.0))
"""Of the left team's players at kick-off, from the centre spot: striker, goalkeeper, others."""

GAME_S = 120.0


def soccer_field(players: int = 2, game_s: float = GAME_S) -> World:
    """Return a field with two teams of one to five; the left team's robots come first."""
    left, right = GOAL_DEPTH_MM, GOAL_DEPTH_MM + LENGTH_MM
    low, high = 0.5 * (WIDTH_MM - GOAL_MM), 0.5 * (WIDTH_MM + GOAL_MM)
    middle = Pose(0.5 * (left + right), 0.5 * WIDTH_MM)
    half = (
        (right - CORNER_MM, 0.0),
        (right, CORNER_MM),
        (right, low),
        (right + GOAL_DEPTH_MM, low),
        (right + GOAL_DEPTH_MM, high),
        (right, high),
        (right, WIDTH_MM - CORNER_MM),
        (right - CORNER_MM, WIDTH_MM),
    )
    outline = (*half, *((2.0 * middle.x_mm - x, WIDTH_MM - y) for x, y in half))
    depth = GOAL_DEPTH_MM - BALL_INSIDE_MM
    goals = [
        GoalRegion(number, Pose(x, middle.y_mm), depth, GOAL_MM)
        for number, x in ((2, 0.5 * depth), (3, right + GOAL_DEPTH_MM - 0.5 * depth))
    ]
    robots: list[RobotStart] = []
    for team, colour in enumerate(TEAMS):
        frame = Pose(middle.x_mm, middle.y_mm, math.pi * team)
        for place in PLACES[:players]:
            x_mm, y_mm = (round(value, 6) for value in frame.place(place))
            pose = Pose(x_mm, y_mm, frame.heading_rad)
            robots.append(RobotStart(4 + len(robots), pose, colour=colour))
    ball = Ball(1, middle.x_mm, middle.y_mm, GOLF_BALL_MM, mass_g=GOLF_BALL_G, colour="orange")
    return World(
        name="soccer",
        arena=Arena(outline),
        balls=(ball,),
        robots=tuple(robots),
        goals=tuple(goals),
        mission=Mission("soccer", time_limit_s=game_s),
        next_id=4 + len(robots),
        description=(
            "Soccer for two teams, blue from the left and yellow from the right. The orange ball "
            "belongs in the other team's goal."
        ),
        arena_camera=ArenaCamera(242, 136),
    )
