"""Strangers' programs in a run: copies in folders of their own, kept in by sandbox and fence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from wsusim.control.source_file import find_file, split_spec
from wsusim.errors import ControllerLoadError
from wsusim.hosting.fence import Fence
from wsusim.hosting.host import HostSettings
from wsusim.hosting.locked_fork_server import kept_in
from wsusim.model.text import whole_text
from wsusim.recording.header import ControllerSource
from wsusim.runs.heavy_imports import heavy_imports
from wsusim.runs.recorded.record import controller_source
from wsusim.runs.recorded.rerun import lay_out
from wsusim.runs.report import RunError, RunReport
from wsusim.shipped import shipped_folder

MOST_DATA_BYTES = 16 << 20
"""Of the files that lie beside a program: half of what it may have on the disk in a sandbox."""

_PROGRAMS = (".py", ".pyc", ".ipynb", ".zip", ".mcap")
"""Endings of files that are no data of a program: others' programs, packed ones, recordings."""


@dataclass(frozen=True, slots=True)
class KeptPrograms:
    """Programs that are ready for a run.

    Attributes:
        specs: The copies, as a request names controllers.
        settings: For their hosts.
        homes: The name of each robot's folder in messages for people.
    """

    specs: tuple[str, ...]
    settings: HostSettings
    homes: Mapping[Path, str]

    def error(self, error: RunError) -> RunError:
        """Return an error that names files as people know them, not as they were copied."""
        return RunError(
            file=None if error.file is None else self.named(error.file),
            line=error.line,
            message=self.named(error.message),
            hints=tuple(map(self.named, error.hints)),
            text=self.named(error.text),
            controller=self.named(error.controller),
        )

    def report(self, report: RunReport) -> RunReport:
        """Return a report that names files as people know them."""
        robots = (
            replace(
                robot,
                controller=None if robot.controller is None else self.named(robot.controller),
                error=None if robot.error is None else self.error(robot.error),
            )
            for robot in report.robots
        )
        error = None if report.error is None else self.error(report.error)
        return replace(report, robots=tuple(robots), error=error)

    def load_error(self, error: ControllerLoadError) -> ControllerLoadError:
        """Return an error of loading that names files as people know them."""
        file = None if error.file is None else self.named(error.file)
        return ControllerLoadError(self.named(str(error)), file, error.line)

    def named(self, text: str) -> str:
        """Return text that names files as people know them."""
        for copy, home in self.homes.items():
            for end in ("/", "\\"):
                text = text.replace(f"{copy}{end}", f"{home}{end}" if home else "")
            text = text.replace(str(copy), home or ".")
        above = {copy.parent for copy in self.homes}
        for folder in above:
            text = text.replace(str(folder), ".")
        return text


@contextmanager
def kept_programs(
    programs: Sequence[ControllerSource],
    settings: HostSettings = HostSettings(),  # noqa: B008 - frozen
    *,
    is_sandboxed: bool,
    is_checked: bool = True,
    homes: Sequence[str] = (),
) -> Iterator[KeptPrograms]:
    """Copy programs for a run; the copies are removed at its end.

    Args:
        programs: One for each robot.
        settings: What else their hosts need to know.
        is_sandboxed: Whether the system locks them in.
        is_checked: See ``Fence``.
        homes: The name of each one's folder for people; none: they are named without it.
    """
    loads = heavy_imports([program.files for program in programs])
    with kept_in(loads, is_sandboxed=is_sandboxed) as kept:
        specs = lay_out(kept.folder, programs)
        folders = [kept.folder / str(program.robot) for program in programs]
        yield KeptPrograms(
            specs,
            replace(
                settings,
                fence=Fence(kept.folder, is_checked, is_strict=is_checked or is_sandboxed),
                fork_server=kept.fork_server,
            ),
            dict(zip(folders, homes or [""] * len(folders), strict=True)),
        )


def program_with_data(robot: int, spec: str) -> ControllerSource:
    """Return a person's program with the data beside it, but without other programs.

    Raises:
        ControllerLoadError: It can't be found or read.
    """
    name, _ = split_spec(spec)
    file = find_file(name)
    source = controller_source(robot, spec)
    if source is not None and file.parent == shipped_folder("controllers"):
        return source
    if source is None:
        raise ControllerLoadError(f"{spec} can't be read. Give a controller's file.")
    return replace(source, files={**_data_beside(file), **source.files})


def _data_beside(file: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    left = MOST_DATA_BYTES
    for place in sorted(file.parent.iterdir()):
        if place.is_symlink() or not place.is_file() or place.suffix.lower() in _PROGRAMS:
            continue
        try:
            if place.stat().st_size <= left:
                found[whole_text(place.name)] = content = place.read_bytes()
                left -= len(content)
        except OSError:
            continue  # not readable for the person who plays
    return found
