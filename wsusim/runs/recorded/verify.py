"""Verifies a recording: repeats its run, compares, and finds why it may differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal

from wsusim.errors import WsusimError
from wsusim.hosting.fence import SCRATCH_ONLY
from wsusim.recording.claims import first_false_claim
from wsusim.recording.computer import ARITHMETIC, of_the_computer, this_computer
from wsusim.recording.contents import check_contents
from wsusim.recording.difference import Difference, shown
from wsusim.recording.eye_pictures import first_false_picture
from wsusim.recording.header import RunHeader, Versions
from wsusim.recording.integrity import check_integrity
from wsusim.recording.reader import (
    BadRecording,
    Recording,
    UnfinishedRecording,
    is_recording,
)
from wsusim.runs.recorded.again import Comparing, drive_again, run_again
from wsusim.runs.recorded.by_clock import BY_THE_CLOCK, fairly
from wsusim.runs.recorded.closing import closing_difference, closing_difference_by_hand
from wsusim.runs.recorded.on_tape import (
    NO_TAPE,
    contradiction,
    has_tape,
    of_its_own,
    run_recorded,
    steps_of,
)
from wsusim.runs.recorded.record import controller_source
from wsusim.runs.recorded.resume import has_hand

Finding = Literal[
    "identical",
    "differs",
    "damaged",
    "other_controller",
    "other_version",
    "cannot_run",
    "ended_by_clock",
    "nothing_compared",
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What ``replay --verify`` found.

    Attributes:
        finding: In one word. ``damaged``: the file was changed. ``other_controller``,
            ``other_version``: it differs, and this is why, most likely. ``cannot_run``,
            ``ended_by_clock``, ``nothing_compared``: it is unknown whether it is true.
        ticks: How many ticks were compared.
        difference: The first thing that differs.
        remarks: What else people should know, a sentence each.
        is_taped: It was the run of a real robot: its program was run again on what the robot had
            answered, as the robot's own world can't be repeated.
        place: File and line of a program that did something else.
    """

    finding: Finding
    ticks: int = 0
    difference: Difference | None = None
    remarks: tuple[str, ...] = field(default=())
    is_taped: bool = False
    place: tuple[str, int] | None = None

    @property
    def is_identical(self) -> bool:
        """Whether the recording is true."""
        return self.finding == "identical"


def verify(
    path: Path,
    *,
    controllers: tuple[str, ...] = (),
    on_share: Callable[[float], object] | None = None,
    is_sandboxed: bool = False,
) -> Verdict:
    """Repeat a recorded run and compare.

    Its programs run in processes of their own, on copies in a scratch folder, the only place in
    which they may change files: they can't change the comparison, and in a sandbox nothing of the
    user's.

    Args:
        path: The recording.
        controllers: Run these instead of the recorded programs.
        on_share: Called now and then with how much of the run was repeated, 0 to 1.
        is_sandboxed: Whether the system locks the programs in (Linux).

    Raises:
        UnfinishedRecording: It must be repaired first.
        BadRecording: It is no recording.
    """
    try:
        with Recording(path) as recording:
            check_integrity(recording)
            check_contents(recording)
            return _verify(recording, controllers, on_share or (lambda _share: None), is_sandboxed)
    except UnfinishedRecording:
        raise
    except BadRecording as error:
        if not is_recording(path):
            raise
        return Verdict("damaged", remarks=(str(error),))


def _real_run_text(address: str) -> str:
    """Return why a recording of a real run without a tape can't be verified."""
    return (
        f"This is a run of a real robot ({address}). {NO_TAPE} The file itself is fine: you can "
        "use replay, info and export on it."
    )


_OWN = (
    "The program uses {uses}. What it hears there is not in the recording, so it may come out "
    "otherwise each time."
)


_EMULATED_TEXT = (
    "This is a run of emulated robots: programs drove them over serial ports, and those programs "
    "are not in the file, so the run can't be repeated. The file itself is fine: you can use "
    "replay, info and export on it."
)


_HAND_AND_CONTROLLERS = (
    "Someone moved things or drove a robot by hand during this run. That can only be repeated "
    "together with the recorded commands, so another controller can't be compared with it. Leave "
    "--controller out, or record a run without any help by hand."
)

_WAS_CHARGED = (
    "This run counted the time its controller spent computing (--decision measured). That time is "
    "never quite the same twice, so the run can't be repeated exactly."
)

_WAS_LEFT_BEHIND = (
    "In this run a controller took too long or too much memory, and was stopped or left behind, so "
    "it can't be repeated exactly."
)


_LAST_ORDERS = (
    "At its very end the recording holds orders or words that did not come this time: {first}. A "
    "program that is being stopped may give other ones each time, but don't rely on them."
)

_FROM_REAL = (
    "It says that it began where a real robot was ({origin}). That is another recording's, and was "
    "not checked."
)

_MENDED = (
    "It has been repaired, and parts of it were lost. What other programs see of it, such as "
    "drawings, could not all be checked."
)


def _unchecked(recording: Recording) -> list[str]:
    """Return a sentence for each claim of the recording that can't be checked."""
    origin = recording.header.options.get("simulated_from")
    is_mended = recording.repair_notes.get("bad_chunks", "0") != "0"
    told = [_FROM_REAL.format(origin=shown(str(origin)))] if origin else []
    return [*told, _MENDED] if is_mended else told


def _verify(
    recording: Recording,
    controllers: tuple[str, ...],
    on_share: Callable[[float], object],
    is_sandboxed: bool,
) -> Verdict:
    header = recording.header
    false_claim = first_false_claim(recording)
    if header.real_robot is not None:
        if has_tape(header):
            return _verify_tape(
                recording, controllers, false_claim, on_share, is_sandboxed=is_sandboxed
            )
        return _not_run_again(_real_run_text(header.real_robot), false_claim)
    if header.emulated_ports:
        return _not_run_again(_EMULATED_TEXT, false_claim)
    remarks = _version_remarks(header)
    others = _other_controllers(header, controllers)
    remarks += others
    is_moved = has_hand(recording)
    if is_moved and controllers:
        return Verdict("nothing_compared", remarks=(*remarks, _HAND_AND_CONTROLLERS))
    comparing = Comparing(recording, on_share)
    closing: Difference | None
    if is_moved:
        remarks.append(
            "Someone moved things or drove a robot by hand during this run, so its recorded "
            "commands were used instead of running the controllers. The controllers were not "
            "verified."
        )
        simulation = drive_again(recording, comparing)
        closing = closing_difference_by_hand(recording, simulation)
    else:
        try:
            again = fairly(
                lambda: run_again(recording, on_share, controllers, is_sandboxed=is_sandboxed),
                lambda again: again.is_cut,
            )
        except WsusimError as error:
            return Verdict("cannot_run", remarks=(*remarks, str(error)))
        report, comparing = again.report, again.comparing
        if again.is_cut and false_claim is None:
            return Verdict("ended_by_clock", remarks=(*remarks, BY_THE_CLOCK))
        if report.error is not None and SCRATCH_ONLY in report.error.message:
            remarks.append(report.error.message)
        closing = closing_difference(
            recording, report, is_renamed=bool(controllers)
        ) or comparing.prints.difference(recording)
        if not header.first_tick:
            remarks += comparing.prints.remarks(recording)
            remarks += comparing.prints.remarks_on_notices(recording)
    comparison = comparing.comparison
    difference = (
        comparison.first_difference or false_claim or closing or _picture_difference(recording)
    )
    is_repeatable = (recording.summary or {}).get("is_reproducible") is not False
    if not is_repeatable and not is_moved:
        remarks.append(_WAS_CHARGED if header.options.get("decision_factor") else _WAS_LEFT_BEHIND)
    if comparison.last_orders:
        remarks.append(_LAST_ORDERS.format(first=comparison.last_orders[0]))
    remarks += _unchecked(recording)
    if comparison.missing_ticks:
        remarks.append(
            f"{comparison.missing_ticks} ticks are missing in the recording: it was cut off, "
            "damaged or changed, or the disk was too slow."
        )
    if difference is None and not comparison.compared_ticks:
        remarks.append("The recording holds no tick after its start.")
        return Verdict("nothing_compared", remarks=tuple(remarks))
    if difference is None:
        return Verdict("identical", comparison.compared_ticks, None, tuple(remarks))
    finding: Finding = "differs"
    if others:
        finding = "other_controller"
    elif header.versions != Versions.current() or header.arithmetic != ARITHMETIC:
        finding = "other_version"
    remarks += _computer_remarks(header)
    return Verdict(finding, comparison.compared_ticks, difference, tuple(remarks))


def _verify_tape(
    recording: Recording,
    controllers: tuple[str, ...],
    false_claim: Difference | None,
    on_share: Callable[[float], object],
    *,
    is_sandboxed: bool,
) -> Verdict:
    """Run the program of a real run again on the recorded answers."""
    header = recording.header
    if controllers:
        return Verdict("nothing_compared", remarks=(_USE_EDITED,), is_taped=True)
    remarks = _version_remarks(header)
    steps = steps_of(recording)
    changed = contradiction(recording, steps)
    if changed is not None:
        return Verdict("differs", difference=changed, remarks=(_CHANGED,), is_taped=True)
    if not steps:
        return Verdict("nothing_compared", remarks=("The recording holds no call of the program.",))
    try:
        done = run_recorded(recording, steps, is_sandboxed=is_sandboxed, on_share=on_share)
    except WsusimError as error:
        return Verdict("cannot_run", remarks=(*remarks, str(error)), is_taped=True)
    remarks += done.remarks
    if done.is_cut and false_claim is None:
        return Verdict("ended_by_clock", remarks=(*remarks, BY_THE_CLOCK), is_taped=True)
    uses = of_its_own(header.controllers[0].files.values())
    difference = false_claim or done.difference
    if uses:
        remarks.append(_OWN.format(uses=" and ".join(uses)))
    if difference is None:
        ticks = steps[-1].tick
        return Verdict("identical", ticks, None, tuple(remarks), is_taped=True)
    is_other = header.versions != Versions.current() or header.arithmetic != ARITHMETIC
    remarks += _computer_remarks(header)
    return Verdict(
        "other_version" if is_other else "differs",
        difference.tick,
        difference,
        tuple(remarks),
        is_taped=True,
        place=done.place if difference is done.difference else None,
    )


_CHANGED = (
    "A recording holds twice what a robot answers and is told, and here the two disagree: the "
    "file was changed after it was written."
)
_USE_EDITED = (
    "Another program on a real robot would have seen other things, so there is nothing to compare "
    "tick by tick. To see where it would have given other orders: replay FILE --edited PROGRAM"
)


def _not_run_again(why: str, false_claim: Difference | None) -> Verdict:
    """Return the verdict on a run that can't be repeated, whose parts may contradict each other."""
    if false_claim is None:
        return Verdict("cannot_run", remarks=(why,))
    return Verdict("differs", difference=false_claim, remarks=(why,))


_OTHER_ARITHMETIC = (
    "It was made when sines, logarithms and the like were those of the computer, and their last "
    "digit was another one on another computer. That may be the difference: the wsusim that made "
    "it may find it identical, on a computer like the one on which it was made."
)


def _computer_remarks(header: RunHeader) -> list[str]:
    """Return why a run may have a different outcome here than on another computer."""
    if header.arithmetic < ARITHMETIC:
        return [_OTHER_ARITHMETIC]
    files = (content for source in header.controllers for content in source.files.values())
    used = sorted({name for content in files for name in of_the_computer(content)})
    if header.computer == this_computer() or not used:
        return []
    return [
        f"The program calculates with {' and '.join(used)}, whose last digit may be another one on "
        f"another computer. It was recorded on: {header.computer}. This is: {this_computer()}."
    ]


def _version_remarks(header: RunHeader) -> list[str]:
    """Return a sentence for each program that has another version now."""
    now = Versions.current()
    return [
        f"It was made with {field.name} {getattr(header.versions, field.name)}; "
        f"this is {getattr(now, field.name)}."
        for field in fields(Versions)
        if getattr(header.versions, field.name) != getattr(now, field.name)
    ]


def _other_controllers(header: RunHeader, controllers: tuple[str, ...]) -> list[str]:
    """Return a sentence for each given controller that is not the recorded one."""
    recorded = {source.robot: source.text_sha256 for source in header.controllers}
    remarks = []
    for robot, spec in enumerate(controllers):
        source = controller_source(robot, spec)
        if source is None or source.text_sha256 != recorded.get(robot):
            remarks.append(
                f"{spec} is not the program that drove robot {robot + 1} in the recording."
            )
    return remarks


def _picture_difference(recording: Recording) -> Difference | None:
    """Return the first picture that is not what its camera saw, if pictures were recorded."""
    false = first_false_picture(recording)
    if false is None:
        return None
    return Difference(false.tick, f"picture of {false.topic}", "one picture", "another one")
