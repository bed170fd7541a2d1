"""Objects in words, for names of edits and messages: ``wall``, ``3 caps``, ``4 objects``."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QCoreApplication

from wsusim.editor.objects import ObjectKind, WorldObject, kind_of
from wsusim.model.robot_kind import RobotKind
from wsusim.model.world import Mission, RobotStart, World
from wsusim.robots import ROBOT_KINDS

translate = QCoreApplication.translate

USUAL_KIND = "khepera1"
"""Robots of this kind need no other name than their number."""


def kind_name(kind: ObjectKind) -> str:
    """Return the name of one object of a kind."""
    return {
        ObjectKind.WALL: translate("Objects", "wall"),
        ObjectKind.LIGHT: translate("Objects", "light"),
        ObjectKind.CAP: translate("Objects", "cap"),
        ObjectKind.BALL: translate("Objects", "ball"),
        ObjectKind.CYLINDER: translate("Objects", "cylinder"),
        ObjectKind.BOX: translate("Objects", "box"),
        ObjectKind.ROBOT: translate("Objects", "robot"),
        ObjectKind.GOAL: translate("Objects", "goal region"),
        ObjectKind.NOTE: translate("Objects", "note"),
        ObjectKind.PICTURE: translate("Objects", "floor picture"),
    }[kind]


def kind_names(kind: ObjectKind, count: int) -> str:
    """Return a number of objects of a kind, more than one."""
    pattern = {
        ObjectKind.WALL: translate("Objects", "{count} walls"),
        ObjectKind.LIGHT: translate("Objects", "{count} lights"),
        ObjectKind.CAP: translate("Objects", "{count} caps"),
        ObjectKind.BALL: translate("Objects", "{count} balls"),
        ObjectKind.CYLINDER: translate("Objects", "{count} cylinders"),
        ObjectKind.BOX: translate("Objects", "{count} boxes"),
        ObjectKind.ROBOT: translate("Objects", "{count} robots"),
        ObjectKind.GOAL: translate("Objects", "{count} goal regions"),
        ObjectKind.NOTE: translate("Objects", "{count} notes"),
        ObjectKind.PICTURE: translate("Objects", "{count} floor pictures"),
    }[kind]
    return pattern.format(count=count)


def phrase(things: Collection[WorldObject]) -> str:
    """Return a phrase for these objects together."""
    kinds = {kind_of(thing) for thing in things}
    if len(kinds) != 1:
        return translate("Objects", "{count} objects").format(count=len(things))
    kind = kinds.pop()
    return kind_name(kind) if len(things) == 1 else kind_names(kind, len(things))


def title(words: str) -> str:
    """Return words with a capital first letter."""
    return words[:1].upper() + words[1:]


def robot_name(number: int) -> str:
    """Return the name of a robot, counted from 0 here and from 1 for people."""
    return translate("Run", "Robot {number}").format(number=number + 1)


def robot_label(world: World, number: int) -> str:
    """Return a robot's name with that of its kind, unless it is the usual one."""
    name = robot_name(number)
    kind = ROBOT_KINDS.get(world.robots[number].kind) if number < len(world.robots) else None
    if kind is None or kind.name == USUAL_KIND:
        return name
    return translate("Run", "{robot}: {kind}").format(robot=name, kind=kind.title)


def selection_phrase(world: World, things: Sequence[WorldObject]) -> str:
    """Return what is selected; a single robot by its own name."""
    if len(things) == 1 and isinstance(things[0], RobotStart):
        numbers = {robot.id: number for number, robot in enumerate(world.robots)}
        return robot_label(world, numbers[things[0].id])
    return title(phrase(things))


def mission_phrase(mission: Mission) -> str:
    """Return the task of a maze, and its time limit."""
    task = {
        "free": translate("Mission", "no task: drive freely"),
        "reach_goal": translate("Mission", "task: reach the goal"),
        "deliver_caps": translate("Mission", "task: bring the caps into the goal"),
        "soccer": translate("Mission", "task: get the ball into the other team's goal"),
    }[mission.kind]
    if mission.time_limit_s is None:
        return task
    words = translate("Mission", "{task}, within {seconds:g} s")
    return words.format(task=task, seconds=mission.time_limit_s)


def mistake(error: Exception) -> str:
    """Return the message for a failure of wsusim itself."""
    text = translate(
        "Run",
        "Something went wrong in wsusim itself: {error}. The terminal has the details.",
    )
    return text.format(error=repr(error))


def sensor_names(kind: RobotKind) -> tuple[str, ...]:
    """Return the names of a robot's sensors, by their numbers."""
    known = {
        "left": translate("Sensors", "left"),
        "left_45": translate("Sensors", "left 45°"),
        "front_left": translate("Sensors", "front left"),
        "front_right": translate("Sensors", "front right"),
        "right_45": translate("Sensors", "right 45°"),
        "right": translate("Sensors", "right"),
        "back_right": translate("Sensors", "back right"),
        "back_left": translate("Sensors", "back left"),
        "front": translate("Sensors", "front"),
    }
    return tuple(known.get(mount.name) or mount.name.replace("_", " ") for mount in kind.sensors)
