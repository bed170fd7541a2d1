"""Finds where an edited program orders something else than the recorded one, on the same answers.

Only up to the first such moment would a real robot have seen what is on the tape: from there on it
would have been somewhere else. Later differences are reported all the same, as they often have the
same cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from wsusim.backends.sent_orders import subject_of
from wsusim.backends.tape.rows import ORDER, Step
from wsusim.errors import BadInput
from wsusim.model.commands import Annotation, Command
from wsusim.model.inputs import row_of, value_of
from wsusim.model.units import ticks_to_seconds
from wsusim.recording.contents import check_contents
from wsusim.recording.integrity import check_integrity
from wsusim.recording.reader import Recording
from wsusim.runs.recorded.on_tape import (
    NO_TAPE,
    Place,
    TriedOnTape,
    has_tape,
    run_edited,
    run_recorded,
    said_of,
    steps_of,
)
from wsusim.runs.recorded.record import controller_source

SHORT_TICKS = 2
"""A difference that is over so soon is one of the clock, and not told."""

FROM_THERE = (
    "From the first of them on, a real robot would have been somewhere else and would have seen "
    "other things; what comes later only holds for the recorded answers."
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A stretch of time in which different orders would have been in force.

    Attributes:
        tick: When it begins.
        until_tick: When both programs agree again, or order something else.
        old: What the recorded program had ordered.
        new: What the edited one would have ordered.
        old_place: Line of the recorded program; ``None``: nothing was ordered yet.
        new_place: Likewise.
        reading: What the edited program had read last.
    """

    tick: int
    until_tick: int
    old: str
    new: str
    old_place: Place | None
    new_place: Place | None
    reading: str

    @property
    def text(self) -> str:
        """The moment in one line for people."""
        where = "" if self.new_place is None else f" ({self.new_place[0]}, line {self.new_place[1]}"
        where += f"; read: {self.reading})" if where and self.reading else ")" if where else ""
        seconds = ticks_to_seconds(self.tick)
        return f"{seconds:9.2f} s  {self.old}  ->  {self.new}{where}"


@dataclass(frozen=True, slots=True)
class Edited:
    """The result of the comparison.

    Attributes:
        moments: Where the orders differ, in the order of time.
        end_tick: Up to where the edited program ran.
        is_true: Whether the recorded program does on the tape what was recorded.
        remarks: What else people should know, a sentence each.
    """

    moments: tuple[Moment, ...]
    end_tick: int
    is_true: bool
    remarks: tuple[str, ...]


def try_edited(
    path: str,
    spec: str,
    *,
    is_sandboxed: bool,
    on_share: Callable[[float], object] = lambda share: None,
) -> Edited:
    """Run an edited program on the tape of a real run.

    Args:
        path: The recording.
        spec: The program: ``file.py`` or ``file.py:Class``.
        is_sandboxed: Whether the system locks both programs in (Linux).
        on_share: Called now and then with how much is done, 0 to 1.

    Raises:
        BadInput: There is no tape, or one of the programs can't be loaded.
    """
    source = controller_source(0, spec)
    if source is None:
        raise BadInput(f"{spec} can't be read. Give the edited program's file.")
    with Recording(path) as recording:
        check_integrity(recording)
        check_contents(recording)
        header = recording.header
        if header.real_robot is None:
            raise BadInput(
                f"{recording.name} is a simulated run: there is no need for a tape, as the world "
                "can be done again. Run your edited program: run PROGRAM --from FILE@0"
            )
        if not has_tape(header):
            raise BadInput(f"{recording.name} is a run of a real robot. {NO_TAPE}")
        steps = steps_of(recording)
        recorded = run_recorded(
            recording,
            steps,
            is_sandboxed=is_sandboxed,
            on_share=lambda share: on_share(0.5 * share),
        )
        tried = run_edited(
            recording,
            steps,
            source,
            is_sandboxed=is_sandboxed,
            on_share=lambda share: on_share(0.5 + 0.5 * share),
        )
    remarks = _remarks(tried)
    is_true = recorded.difference is None
    if not is_true:
        remarks.append(
            "The recorded program itself doesn't do what was recorded, so differences may not come "
            "from your changes: see replay FILE --verify"
        )
    old = [(tick, order, place) for tick, order, place in recorded.orders] if is_true else None
    moments = differing(old or _orders_of(steps), tried.orders, tried.end_tick)
    if moments:
        remarks.append(FROM_THERE)
    return Edited(tuple(moments), tried.end_tick, is_true, tuple(remarks))


def _remarks(tried: TriedOnTape) -> list[str]:
    remarks = []
    if tried.missing is not None:
        name = tried.missing.name.lower().replace("_", " ")
        remarks.append(
            f"At {ticks_to_seconds(tried.end_tick):.2f} s your program asked for {name}, which the "
            "robot was never asked for in that run: it was followed up to there."
        )
    elif tried.report.error is not None:
        remarks.append(
            f"Your program failed at {ticks_to_seconds(tried.end_tick):.2f} s: "
            f"{tried.report.error.text}"
        )
    return remarks


def _orders_of(steps: Iterable[Step]) -> list[tuple[int, Command, Place | None]]:
    return [
        (step.tick, value_of(step.order), None)  # type: ignore[misc]
        for step in steps
        if step.what == ORDER and not step.trouble
    ]


_New = tuple[int, Command, Place | None, str]


def differing(
    old: Sequence[tuple[int, Command, Place | None]], new: Sequence[_New], end_tick: int
) -> list[Moment]:
    """Return when the orders in force differ: speeds, targets, lamps, gripper, each by itself.

    Args:
        old: Tick, order and line of the recorded program.
        new: The same of the edited program, with what it had read.
        end_tick: What is in force then stays so.
    """
    given = [(tick, order, place, "") for tick, order, place in old]
    about = dict.fromkeys(
        subject_of(order) for _, order, *_ in (*given, *new) if not isinstance(order, Annotation)
    )
    moments: list[Moment] = []
    for subject in about:
        olds, news = (_changes(orders, subject, end_tick) for orders in (given, new))
        moments += _apart(olds, news, end_tick)
    return sorted(moments, key=lambda moment: moment.tick)


def _changes(orders: Iterable[_New], subject: object, end_tick: int) -> dict[int, _New]:
    """Return the last order about something in each tick."""
    return {
        order[0]: order
        for order in orders
        if not isinstance(order[1], Annotation)
        and subject_of(order[1]) == subject
        and order[0] <= end_tick
    }


def _apart(olds: dict[int, _New], news: dict[int, _New], end_tick: int) -> Iterable[Moment]:
    was: _New | None = None
    now: _New | None = None
    begun: tuple[int, _New | None, _New | None] | None = None
    for tick in [*sorted({*olds, *news}), end_tick]:
        is_end = tick == end_tick
        was, now = olds.get(tick, was), news.get(tick, now)
        pair = _order(was), _order(now)
        if begun is not None and (is_end or pair != (_order(begun[1]), _order(begun[2]))):
            if tick - begun[0] > SHORT_TICKS:
                yield _moment(begun, tick)
            begun = None
        if begun is None and pair[0] != pair[1] and not is_end:
            begun = (tick, was, now)


def _order(given: _New | None) -> Command | None:
    return None if given is None else given[1]


def _moment(begun: tuple[int, _New | None, _New | None], until_tick: int) -> Moment:
    tick, was, now = begun
    return Moment(
        tick,
        until_tick,
        _said(was),
        _said(now),
        None if was is None else was[2],
        None if now is None else now[2],
        "" if now is None else now[3],
    )


def _said(given: _New | None) -> str:
    return "no order" if given is None else said_of(row_of(given[1]))
