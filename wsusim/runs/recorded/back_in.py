"""The way back into the programs of a recorded run: it is repeated, unseen, with a debugger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from wsusim.control.source_file import split_spec
from wsusim.errors import BadInput
from wsusim.recording.compare import end_tick
from wsusim.recording.header import ControllerSource, RunHeader
from wsusim.recording.reader import Recording
from wsusim.runs.debugged import REAL_HAS_NO_PAST, DebuggedRun, run_again
from wsusim.runs.recorded.rerun import lay_out, recorded_programs, request_of
from wsusim.runs.recorded.resume import has_hand

_EMULATED = (
    "In this run, programs drove the robots over serial ports. They are not in the recording, so "
    "there is nothing to stop in."
)
_RESUMED = (
    "This run began in the middle of another one. Open the recording of that one to stop in its "
    "program."
)
_HAND = (
    "Someone moved things or drove a robot by hand in this run, so its programs can't be run again "
    "in the same way. Record a run without any help by hand."
)
_DIFFERS = (
    "The program doesn't do again what was recorded, so what you see in it may not be what it "
    "thought then. That happens with threads of its own, the computer's clock, random generators "
    "without a seed, and files that have changed."
)


@dataclass(frozen=True, slots=True)
class BackIn:
    """A repeated recorded run.

    Attributes:
        debugged: Its programs, and the way back into them.
        remark: What a person should know, a sentence; empty: nothing.
        originals: The original place of each file that is only a copy.
    """

    debugged: DebuggedRun
    remark: str
    originals: Mapping[str, str]


def back_in(path: Path, folder: Path) -> BackIn:
    """Repeat a recorded run.

    Its programs run where they are, if they are still the recorded ones; otherwise copies do.

    Args:
        path: The recording.
        folder: For the copies; they must stay as long as the result is used.

    Raises:
        BadInput: It can't be repeated.
    """
    with Recording(path) as recording:
        header = recording.header
        if header.real_robot is not None:
            raise BadInput(REAL_HAS_NO_PAST)
        if header.emulated_ports:
            raise BadInput(_EMULATED)
        if has_hand(recording):
            raise BadInput(_HAND)
        until_tick = end_tick(recording)
        recorded = (recording.summary or {}).get("trace_sha256")
    specs, originals = _laid_out(header, folder)
    request = request_of(header, specs)
    request = replace(  # the maze as it was, which need not be a file any more
        request,
        maze=header.world,
        starts=(),
        robot_kind=None,
        sensor_model=None,
        profile=None if request.baud is None else request.profile,
    )
    debugged, report = run_again(request, until_tick)
    is_other = bool(recorded) and recorded != report.trace_sha256
    if header.first_tick and (is_other or not recorded):
        # What went on from a moment with its programs' memory does the same from the beginning;
        # what was resumed without it does not.
        raise BadInput(_RESUMED)
    return BackIn(debugged, _DIFFERS if is_other else "", originals)


def _laid_out(header: RunHeader, folder: Path) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the programs to run, and the original of each copy among their files."""
    sources = recorded_programs(header)
    given = header.options.get("controllers", ())
    copies = lay_out(folder, sources)
    specs: list[str] = []
    originals: dict[str, str] = {}
    for spec, source, copy in zip(given, sources, copies, strict=True):
        if _is_unchanged(str(spec), source):
            specs.append(str(spec))
            continue
        specs.append(copy)
        was_in, is_in = Path(split_spec(str(spec))[0]).parent, Path(split_spec(copy)[0]).parent
        originals |= {str((is_in / name).resolve()): str(was_in / name) for name in source.files}
    return tuple(specs), originals


def _is_unchanged(spec: str, source: ControllerSource) -> bool:
    """Return whether a program, with the files beside it, is still as recorded."""
    file = Path(split_spec(spec)[0])
    try:
        return all(
            (file.parent / name).read_bytes() == content for name, content in source.files.items()
        )
    except OSError:
        return False
