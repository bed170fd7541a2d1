"""An assignment: what a class has to do, where, how often, and what counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from wsusim.control.source_file import find_file, split_spec
from wsusim.errors import BadInput
from wsusim.formats.entries import Entry
from wsusim.formats.entry_file import line_of, read_toml
from wsusim.formats.problems import listed
from wsusim.grading.criteria import CriterionEntry
from wsusim.grading.predicates import check_predicate
from wsusim.jobs.isolated import Limits
from wsusim.jobs.setting import SettingEntry, Texts, check_labels
from wsusim.model.limits import Limit, choice, line, number, paragraph, whole
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.recording.header import ControllerSource
from wsusim.recording.program_files import program_files
from wsusim.runs.request import RunRequest

KEPT = ("all", "failed", "none")
"""Which recordings are kept."""


def _names_a_program(value: object) -> bool:
    """Return whether a value is ``file.py`` or ``file.py:Class``, in the student's folder."""
    if not isinstance(value, str):
        return False
    name, _, class_name = value.partition(":")
    is_class = class_name.isidentifier() or ":" not in value
    return name.lower().endswith(".py") and not set(name) & set("/\\") and is_class


ProgramName = Annotated[
    str,
    Limit('the name of a Python file, such as "robot.py" or "robot.py:Explorer"', _names_a_program),
]


class LimitsEntry(Entry):
    """What a controller may use in a run; see ``jobs.isolated.Limits``."""

    patience_s: Annotated[float, number(0.2, 600)] = 2.0
    compute_s: Annotated[float, number(0.5, 3600)] = 10.0
    memory_mb: Annotated[int, whole(256, 65_536)] = 512
    give_up_after: Annotated[int, whole(0, 1000)] = 2
    """A controller that has hung in so many seeds of a maze in a row is not tried in the others of
    that maze; 0: it is."""


class AssignmentEntry(SettingEntry):
    """The whole file."""

    title: Annotated[str, line(100)]
    description: Annotated[str, paragraph(2000)] = ""
    file: ProgramName | None = None
    """Name of the program within each student's folder."""
    robots: Annotated[int, whole(1, 100)] = 1
    """So many robots of the maze, from the first, are driven by the program, each by its own."""
    others: Texts = ()
    """Programs beside the file, or built-in ones, that drive the robots after those."""
    profiles: Texts = ()
    """Each run is done with each of these measured robots; instead of ``profile``."""
    failed_runs_count: bool = False
    """Whether a run whose controller failed keeps the points that it had earned."""
    recordings: Annotated[str, choice(KEPT)] = "all"
    sample_s: Annotated[float, number(0.01, 10)] = 0.1
    """Time between the samples of a recording."""
    limits: LimitsEntry = LimitsEntry()
    counts: Annotated[list[CriterionEntry], Field(min_length=1, max_length=30)]


@dataclass(frozen=True, slots=True)
class Assignment:
    """An assignment, with everything that it names.

    Attributes:
        file: The TOML file.
        entry: Its contents.
        requests: The run of each maze, by the maze's name.
        sources: The teacher's own checks, by the names of their files.
        companions: The programs of the robots after the student's.
        is_sandboxed: Whether programs are locked in by the system.
    """

    file: Path
    entry: AssignmentEntry
    requests: dict[str, RunRequest]
    sources: dict[str, str]
    companions: tuple[ControllerSource, ...] = ()
    is_sandboxed: bool = False

    @property
    def files(self) -> set[Path]:
        """The teacher's own files, which may be among the students' work."""
        entry = self.entry
        names = [self.file.name, *self.sources, *entry.mazes, *entry.others, entry.profile or ""]
        names += entry.profiles
        files = (self.file.parent / name for name in names)
        return {file.resolve() for file in files if file.is_file()} | {self.file.resolve()}

    @property
    def points(self) -> float:
        """What a run can earn at most."""
        return sum(criterion.points for criterion in self.entry.counts)

    @property
    def limits(self) -> Limits:
        """What a controller may use."""
        own = self.entry.limits
        return Limits(own.patience_s, own.compute_s, own.memory_mb, self.is_sandboxed)

    @property
    def sample_ticks(self) -> int | None:
        """Ticks between two samples of a recording; ``None``: nothing is recorded."""
        if self.entry.recordings == "none":
            return None
        return max(1, round(self.entry.sample_s * TICKS_PER_SECOND))

    @property
    def runs(self) -> int:
        """How many runs a student's program does."""
        return len(self.requests) * len(self.entry.seeds)

    def only(self, maze: str | None, seed: int | None) -> Assignment:
        """Return the same with only one maze or one seed.

        Raises:
            BadInput: It has no such maze or seed.
        """
        requests, seeds = self.requests, self.entry.seeds
        if maze is not None:
            if maze not in requests:
                raise BadInput(
                    f"The assignment has no maze {maze!r}. Its mazes are: {', '.join(requests)}."
                )
            requests = {maze: requests[maze]}
        if seed is not None:
            if seed not in seeds:
                known = ", ".join(map(str, seeds[:20]))
                raise BadInput(f"The assignment has no seed {seed}. Its seeds are: {known}.")
            seeds = (seed,)
        return replace(
            self, requests=requests, entry=self.entry.model_copy(update={"seeds": seeds})
        )


_NAMES = ("robot", "profile", "profiles", "timing")
"""What else an assignment names beside its mazes: an error of it quotes it."""


def load_assignment(
    file: Path, model: type[AssignmentEntry] = AssignmentEntry, wanted: str = "an assignment"
) -> Assignment:
    """Read an assignment and everything that it names.

    Args:
        file: The TOML file; the files that it names are beside it.
        model: What it may say: an assignment, or more than one.
        wanted: What it is called in messages.

    Raises:
        BadInput: Something in it is invalid; the message says what, where, and what is allowed.
    """
    entry = read_toml(file, model, wanted)
    text = file.read_text(encoding="utf-8-sig")
    told = [
        f"line {line_of(text, ('counts', index, field))}: counts[{index}]: {sentence}"
        for index, criterion in enumerate(entry.counts)
        for field, sentence in criterion.problems()
    ]
    if told:
        raise BadInput(listed(str(file), told))
    check_labels(entry.mazes)
    folder = file.absolute().parent
    sources = _sources(file, entry, text)
    if entry.profiles and entry.profile is not None:
        where = f"{file}, line {line_of(text, ('profiles',))}"
        raise BadInput(f"{where}: there are profile and profiles. Leave one of them out.")
    try:
        companions = tuple(_companions(entry, folder))
    except BadInput as error:
        raise BadInput(f"{file}, line {line_of(text, ('others',))}: {error}") from error
    try:
        requests = dict(_requests(entry, folder))
    except BadInput as error:
        named = (name for name in _NAMES if name in entry.model_fields_set)
        field = next((name for name in named if _is_in(getattr(entry, name), error)), "mazes")
        raise BadInput(f"{file}, line {line_of(text, (field,))}: {error}") from error
    return Assignment(file.absolute(), entry, requests, sources, companions)


def _is_in(named: object, error: BadInput) -> bool:
    """Return whether an error concerns what a field names, or one of several names in it."""
    names = named if isinstance(named, tuple) else (named,)
    return any(str(name) in str(error) for name in names)


def _requests(entry: AssignmentEntry, folder: Path) -> Iterator[tuple[str, RunRequest]]:
    """Yield the runs by maze, or by maze and robot where several robots are named."""
    robots = entry.robots + len(entry.others)
    if not entry.profiles:
        yield from entry.requests(folder, robots)
    for profile in entry.profiles:
        of_profile = entry.model_copy(update={"profile": profile})
        for maze, request in of_profile.requests(folder, robots):
            yield f"{maze}@{Path(profile).stem}", request


def _companions(entry: AssignmentEntry, folder: Path) -> Iterator[ControllerSource]:
    for robot, spec in enumerate(entry.others, start=entry.robots):
        name, class_name = split_spec(spec)
        beside = folder / name
        file = find_file(str(beside) if beside.is_file() else name)
        yield ControllerSource(robot, class_name or "", file.name, program_files(file))


def _sources(file: Path, entry: AssignmentEntry, text: str) -> dict[str, str]:
    """Return the files of the teacher's own checks, each of which can be loaded."""
    sources: dict[str, str] = {}
    for index, criterion in enumerate(entry.counts):
        if criterion.predicate is None:
            continue
        where = f"{file}, line {line_of(text, ('counts', index, 'predicate'))}"
        name, _, function = criterion.predicate.partition(":")
        if not function:
            raise BadInput(
                f"{where}: predicate is {criterion.predicate!r}, but it must name a file and a "
                'function in it, such as "checks.py:is_calm".'
            )
        try:
            sources[name] = (file.absolute().parent / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "it is not text in UTF-8"
            raise BadInput(
                f"{where}: the file {name} can't be read: {why}. It must be beside the assignment."
            ) from error
        try:
            check_predicate(criterion.predicate, sources)
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from error
    return sources
