"""Runs a program on what a real robot answered: the recorded one, or an edited one.

The recorded program must do on the tape what it did on the robot, call by call: then the recording
is what happened, as far as a program can tell. Another program is asked what it would have done.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from wsusim.backends.contract import RobotInfo
from wsusim.backends.tape.exact import Departure, ExactTape
from wsusim.backends.tape.loose import Answer, LooseTape
from wsusim.backends.tape.rows import ORDER, READ, Step
from wsusim.errors import ControllerLoadError
from wsusim.hosting.students_line import number_of_file, place_of
from wsusim.interrupts import INTERRUPTS
from wsusim.model.commands import Command
from wsusim.model.inputs import value_of
from wsusim.model.interventions import MadeSafe, ObjectMoved, RobotMoved
from wsusim.model.readings import Quantity
from wsusim.model.units import ticks_to_seconds
from wsusim.recording.compare import end_tick
from wsusim.recording.contents import inputs, readings, tape
from wsusim.recording.difference import Difference, shown
from wsusim.recording.header import TOLD, ControllerSource, RunHeader
from wsusim.recording.reader import BadRecording, Recording
from wsusim.recording.typed import BAD_VALUES
from wsusim.runs.kept_programs import kept_programs
from wsusim.runs.observer import RunObserver
from wsusim.runs.recorded.by_clock import fairly, was_ended_by_clock
from wsusim.runs.recorded.closing import PrintsCompared, place_of_error
from wsusim.runs.recorded.rerun import request_of
from wsusim.runs.report import RunReport
from wsusim.runs.run import Run
from wsusim.runs.sources.taped import TapedRobot

NO_TAPE = (
    "It was recorded by a wsusim that did not yet keep all that a program asks and hears, so the "
    "program can't be run again on it. Runs of a real robot that are recorded now can."
)

Place = tuple[str, int]
"""File, by its name in the program's folder, and line."""


@dataclass(frozen=True, slots=True)
class OnTape:
    """What a program did on a tape.

    Attributes:
        difference: The first thing that the recorded program did differently.
        place: Where that is in the program.
        steps: How many of its calls were the recorded ones.
        orders: What it ordered: tick, order, and where that is in the program.
        report: How it ended.
        is_cut: The clock has ended it, and had not when it was recorded.
        remarks: What else people should know.
    """

    difference: Difference | None
    place: Place | None
    steps: int
    orders: Sequence[tuple[int, Command, Place | None]]
    report: RunReport
    is_cut: bool = False
    remarks: list[str] = field(default_factory=list)


def has_tape(header: RunHeader) -> bool:
    """Return whether a real run was recorded with all that its program asked and was told."""
    return TOLD in header.options


def info_of(recording: Recording) -> RobotInfo:
    """Return what the program was told about its robot; raises ``BadRecording`` for nonsense."""
    try:
        told = dict(recording.header.options[TOLD])
        return RobotInfo(**told | {"start_pose": tuple(told["start_pose"])})
    except BAD_VALUES as error:
        raise recording.nonsense("what the program was told of its robot", error) from error


def contradiction(recording: Recording, steps: Sequence[Step]) -> Difference | None:
    """Return where the tape and the rest of the recording disagree: one of them was changed."""
    answers = [one for one in readings(recording) if one.is_asked_by_controller]
    heard = [step for step in steps if step.what == READ and not step.trouble]
    for step, answer in zip(heard, answers, strict=False):
        names = step.asked[0], answer.quantity.name
        if step.answer != answer.values or names[0] != names[1]:
            return Difference(
                step.tick,
                f"answer {names[0].lower()}",
                shown(list(step.answer)),
                f"{shown(list(answer.values))} among the readings",
            )
    given = [
        (tick, value)
        for tick, _, value in inputs(recording)
        if not isinstance(value, MadeSafe | RobotMoved | ObjectMoved)
    ]
    ordered = [step for step in steps if step.what == ORDER and not step.trouble]
    for step, (_, value) in zip(ordered, given, strict=False):
        if value_of(step.order) != value:
            return Difference(
                step.tick, "order", said_of(step.order), f"{value} among the commands"
            )
    return None


def run_recorded(
    recording: Recording,
    steps: Sequence[Step],
    *,
    is_sandboxed: bool,
    on_share: Callable[[float], object] = lambda share: None,
) -> OnTape:
    """Run the recorded program on its tape; once more, alone, if the clock has ended it.

    Raises:
        ControllerLoadError: It can no longer be loaded.
    """
    return fairly(
        lambda: _run_recorded(recording, steps, is_sandboxed=is_sandboxed, on_share=on_share),
        lambda done: done.is_cut,
    )


def _run_recorded(
    recording: Recording,
    steps: Sequence[Step],
    *,
    is_sandboxed: bool,
    on_share: Callable[[float], object],
) -> OnTape:
    source = recording.header.controllers[0]
    orders: list[tuple[int, Command, int]] = []
    exact = ExactTape(
        steps, info_of(recording), lambda tick, order, line: orders.append((tick, order, line))
    )
    prints = PrintsCompared()
    report, by_clock = _driven(recording, source, exact, [_Prints(prints)], is_sandboxed, on_share)
    exact.end()
    files = _files(source)
    departure = exact.departure
    was_cut = recording.summary is None or bool(recording.repair_notes)
    remarks = []
    if departure is not None and departure.was is None and was_cut:
        departure = None  # the tape was cut off, and the program went on
        remarks.append("The recording was cut off, so the program was compared up to there.")
    difference = None if departure is None else _difference(departure)
    place = None if departure is None else place_of(departure.line, files)
    if difference is None:
        difference = _end_difference(recording, report, steps)
        remarks += prints.remarks(recording)
    return OnTape(
        difference,
        place,
        exact.at,
        [(tick, order, place_of(line, files)) for tick, order, line in orders],
        report,
        by_clock
        and not was_ended_by_clock(recording)
        and (departure is None or departure.asked is None),
        remarks,
    )


class _Prints(RunObserver):
    """Collects a program's prints."""

    def __init__(self, prints: PrintsCompared) -> None:
        self._prints = prints

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Keep a piece."""
        self._prints.printed(tick, robot, text)


@dataclass(frozen=True, slots=True)
class TriedOnTape:
    """What another program would have ordered.

    Attributes:
        orders: Tick, order, where that is in the program, and what it had read last.
        report: How it ended.
        missing: What it asked for although the robot had never been asked.
        end_tick: Up to where it ran.
        is_cut: The clock has ended it.
    """

    orders: Sequence[tuple[int, Command, Place | None, str]]
    report: RunReport
    missing: Quantity | None
    end_tick: int
    is_cut: bool


def run_edited(
    recording: Recording,
    steps: Sequence[Step],
    source: ControllerSource,
    *,
    is_sandboxed: bool,
    on_share: Callable[[float], object] = lambda share: None,
) -> TriedOnTape:
    """Run another program on a tape; raises ``ControllerLoadError`` if it can't be loaded."""
    return fairly(
        lambda: _run_edited(recording, steps, source, is_sandboxed, on_share),
        lambda done: done.is_cut,
    )


def _run_edited(
    recording: Recording,
    steps: Sequence[Step],
    source: ControllerSource,
    is_sandboxed: bool,
    on_share: Callable[[float], object],
) -> TriedOnTape:
    orders: list[tuple[int, Command, int, str]] = []
    answers: dict[Quantity, list[Answer]] = {}
    for one in readings(recording):
        answers.setdefault(one.quantity, []).append(Answer(one.tick, one.values))

    def keep(tick: int, order: Command, line: int) -> None:
        orders.append((tick, order, line, read_last(loose)))

    loose = LooseTape(steps, answers, info_of(recording), keep)
    report, by_clock = _driven(recording, source, loose, [], is_sandboxed, on_share)
    files = _files(source)
    return TriedOnTape(
        [(tick, order, place_of(line, files), read) for tick, order, line, read in orders],
        report,
        loose.missing,
        loose.told,
        by_clock,
    )


def read_last(tape: LooseTape) -> str:
    """Return the last answer that a program got, for people."""
    if tape.last_reading is None:
        return ""
    quantity, values = tape.last_reading
    return f"{quantity.name.lower()} {', '.join(map(str, values))}"


def steps_of(recording: Recording) -> list[Step]:
    """Return the tape; raises ``BadRecording`` if there is none or it makes no sense."""
    steps = list(tape(recording))
    if not recording.header.controllers:
        raise BadRecording(f"{recording.name} doesn't contain the program of its robot.")
    return steps


def _driven(
    recording: Recording,
    source: ControllerSource,
    tape: ExactTape | LooseTape,
    observers: Iterable[RunObserver],
    is_sandboxed: bool,
    on_share: Callable[[float], object],
) -> tuple[RunReport, bool]:
    """Return how a program on a tape ended, and whether it was by the clock."""
    header = recording.header
    with kept_programs([source], is_sandboxed=is_sandboxed, is_checked=False) as kept:
        until_s = max(0.01, ticks_to_seconds(end_tick(recording)))
        request = request_of(header, kept.specs, until_s=until_s)
        request = replace(request, is_sandboxed=is_sandboxed, real_robot=None)
        robot = TapedRobot(request, header.world, tape, kept.settings, on_share)
        try:
            with INTERRUPTS.held_back():  # a run that was broken off proves nothing
                run = Run(request, observers, source=robot)
                return kept.report(run.execute()), run.clock_tick is not None
        except ControllerLoadError as error:
            raise kept.load_error(error) from None


def _files(source: ControllerSource) -> dict[int, str]:
    return {number_of_file(name): name for name in source.files}


def _difference(departure: Departure) -> Difference:
    was, asked = departure.was, departure.asked
    is_order = any(step is not None and step.what == ORDER for step in (was, asked))
    return Difference(
        departure.tick,
        "order" if is_order else "call",
        "the end of the program" if was is None else said_of_step(was),
        "the end of the program" if asked is None else said_of_step(asked),
    )


def _end_difference(
    recording: Recording, report: RunReport, steps: Sequence[Step]
) -> Difference | None:
    """Return how the program's end differs; a run that was stopped ends with its tape."""
    summary = recording.summary
    if summary is None:
        return None
    was, now = place_of_error(summary.get("error")), place_of_error(report.to_json().get("error"))
    tick = steps[-1].tick if steps else 0
    is_ended_from_outside = summary.get("outcome") == "unresponsive"
    if was == now or is_ended_from_outside:
        return None
    return Difference(tick, "error of the program", shown(was), shown(now))


def said_of_step(step: Step) -> str:
    """Return what a program asks with a step, for people."""
    match step.what:
        case "order":
            return said_of(step.order)
        case "read":
            return f"reads {step.asked[0].lower().replace('_', ' ')}"
        case "sleep":
            return f"waits until {ticks_to_seconds(step.asked[0]):.2f} s"
        case "clock":
            return "looks at the clock"
        case "line":
            return "asks how slow the line is"
        case "look":
            return "asks for a picture"
        case _:
            return "is told to stop"


def said_of(order: Sequence[object]) -> str:
    """Return an order, for people: its name and values."""
    name, *values = order
    return f"{name}({', '.join(map(repr, values))})"


_CLOCKS = {"time", "datetime", "timeit", "sched"}
_THREADS = {"threading", "multiprocessing", "concurrent", "asyncio", "queue", "_thread"}
_WORLD = {"socket", "requests", "urllib", "http", "serial", "subprocess", "secrets", "uuid"}
_SLEEP_ONLY = {"sleep"}


def of_its_own(files: Iterable[bytes]) -> list[str]:
    """Return what a program can observe besides its robot: clocks, threads, the world outside."""
    found: dict[str, None] = {}
    for content in files:
        try:
            tree = ast.parse(content)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for node in ast.walk(tree):
            for what in _heard(node):
                found[what] = None
    return list(found)


def _heard(node: ast.AST) -> list[str]:
    modules: list[str] = []
    match node:
        case ast.Import(names=names):
            modules = [alias.name.partition(".")[0] for alias in names]
            if "time" in modules:
                modules.remove("time")  # only for sleep, maybe; its clocks are seen where called
        case ast.ImportFrom(module=str(name), names=names):
            top = name.partition(".")[0]
            if top != "time" or any(alias.name not in _SLEEP_ONLY for alias in names):
                modules = [top]
        case ast.Attribute(value=ast.Name(id="time"), attr=attribute):
            modules = [] if attribute in _SLEEP_ONLY else ["time"]
        case ast.Attribute(value=ast.Name(id="os"), attr="urandom"):
            modules = ["secrets"]
        case _:
            pass
    kinds = (
        (_CLOCKS, "a clock of the computer"),
        (_THREADS, "threads or processes of its own"),
        (_WORLD, "something outside (a network, a port, the computer's own random numbers)"),
    )
    return [what for names, what in kinds for module in modules if module in names]
