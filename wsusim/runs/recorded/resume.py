"""Begins a run at a moment of a recording instead of at a maze's start."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.model.inputs import Input
from wsusim.model.interventions import KeysHeld, MadeSafe, ObjectMoved, RobotMoved
from wsusim.model.text import counted
from wsusim.model.units import seconds_to_ticks, ticks_to_seconds
from wsusim.recording.contents import inputs
from wsusim.recording.header import ControllerSource, RunHeader
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.restore import simulation_at
from wsusim.runs.recorded.record import controller_source
from wsusim.runs.request import DEFAULT_TIME_LIMIT_S, Moment, RunRequest
from wsusim.runs.staging import stage


@dataclass(frozen=True, slots=True)
class Resumption:
    """How a run goes on from a moment of a recording.

    Attributes:
        request: What to run.
        simulation: Where to begin.
        earlier: The earlier inputs of the simulation.
        is_replayed: The programs are the recorded ones: they run from the recording's beginning,
            and so reach the state of that moment by themselves.
        notice: What people must know about it, a sentence or two.
    """

    request: RunRequest
    simulation: Simulation
    earlier: list[tuple[int, int, Input]]
    is_replayed: bool
    notice: str = ""


def resume(moment: Moment, request: RunRequest) -> Resumption:
    """Return the run that goes on from ``moment`` with the controllers of ``request``.

    Maze, seed, robots, noise and timing are those of the recording. If all controllers are exactly
    the recorded ones, they are run from the beginning, since they may remember what happened;
    others start afresh at that moment, and robots without one stop there.

    Raises:
        BadInput: The recording can't be used, or does not reach that far.
    """
    with Recording(moment.file) as recording:
        header = recording.header
        if header.real_robot is not None:
            return _branch(recording, moment, request)
        if header.emulated_ports:
            raise BadInput(
                f"{moment.file.name} is a run of emulated robots: the programs that drove them "
                "are not in it, so no run can start in the middle of it. Choose a recording made "
                "with run --record."
            )
        request = _recorded_request(header, request)
        if request.time_s is not None and seconds_to_ticks(request.time_s) <= moment.tick:
            raise BadInput(
                f"The run should end at {request.time_s:g} s, but it starts at "
                f"{ticks_to_seconds(moment.tick):g} s. Give a later --time."
            )
        is_replayed = _are_recorded_ones(header, request.controllers) and not has_hand(recording)
        Player(recording).check_tick(moment.tick)
        start_tick = header.first_tick if is_replayed else moment.tick
        simulation, earlier = begin_at(recording, start_tick, request.driven)
    return Resumption(request, simulation, earlier, is_replayed)


def _branch(recording: Recording, moment: Moment, request: RunRequest) -> Resumption:
    """Return a simulated run that begins where a real robot should have been.

    Its pose is computed from the counters of the wheels. The robot stands still, and the program
    starts
    again: what the real robot would have seen next is unknown.
    """
    header = recording.header
    player = Player(recording)
    player.check_tick(moment.tick)
    pose = player.at(moment.tick).robots[0].pose
    at_s = ticks_to_seconds(moment.tick)
    origin = f"{recording.name} at {at_s:.2f} s ({header.real_robot})"
    limit_s = header.world.mission.time_limit_s
    branched = replace(
        request,
        maze=header.world,
        seed=header.seed,
        starts=(pose,),
        begin_at=None,
        simulated_from=origin,
        time_s=request.time_s or limit_s or DEFAULT_TIME_LIMIT_S,
    )
    profile = "" if request.profile else " With --profile it would be like your measured robot."
    notice = (
        f"From here on it is simulated. It begins where the real robot's wheel counters put it at "
        f"{at_s:.2f} s, stands still, and the program starts from scratch.{profile}"
    )
    simulation = Simulation(stage(branched), seed=branched.seed, ideal=branched.is_ideal)
    return Resumption(branched, simulation, [], is_replayed=False, notice=notice)


def begin_at(
    recording: Recording, tick: int, driven: Container[int]
) -> tuple[Simulation, list[tuple[int, int, Input]]]:
    """Return a simulation at ``tick`` and its inputs so far; robots not ``driven`` stand still."""
    simulation, earlier = simulation_at(recording, tick)
    for robot in range(simulation.robot_count):
        if robot not in driven:
            simulation.make_safe(robot)
            earlier.append((tick, robot, MadeSafe()))
    return simulation, earlier


def has_hand(recording: Recording) -> bool:
    """Return whether a person moved something, or drove a robot that had no controller."""
    driven = {source.robot for source in recording.header.controllers}
    specs = recording.header.options.get("controllers", ())
    count = len(specs)
    return any(spec == "" for spec in specs) or any(
        isinstance(value, RobotMoved | ObjectMoved | KeysHeld)
        or (robot >= count and robot not in driven and not isinstance(value, MadeSafe))
        for _, robot, value in inputs(recording)
    )


def _recorded_request(header: RunHeader, request: RunRequest) -> RunRequest:
    """Return the request with what the recording decides."""
    robots = len(header.world.robots)
    if len(request.controllers) > robots:
        raise BadInput(
            f"The recording has {counted(robots, 'robot')}, but there are "
            f"{len(request.controllers)} controllers. Leave some out."
        )
    options = header.options
    return replace(
        request,
        maze=str(options.get("maze", header.world.name)),
        seed=header.seed,
        is_ideal=header.is_ideal,
        baud=options.get("baud"),
        decision_factor=options.get("decision_factor"),
        profile=options.get("profile"),
        sensor_model=options.get("sensor_model"),
        allowed=tuple(options.get("allowed", ())),
        time_s=options.get("time_s") if request.time_s is None else request.time_s,
    )


def _are_recorded_ones(header: RunHeader, controllers: tuple[str, ...]) -> bool:
    """Return whether these are the recorded programs, to the letter."""
    given = [controller_source(robot, spec) for robot, spec in enumerate(controllers)]
    return [source and _identity(source) for source in given] == [
        _identity(source) for source in header.controllers
    ]


def _identity(source: ControllerSource) -> tuple[str, str, str]:
    return (source.class_name, source.main, source.sha256)
