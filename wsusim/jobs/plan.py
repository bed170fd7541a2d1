"""A plan: all combinations of controllers, mazes, seeds and figures, and the table of the runs."""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, ValidationError

from wsusim.control.class_finder import look_into
from wsusim.control.parameters import unknown_names
from wsusim.control.source_file import find_file, split_spec
from wsusim.errors import BadInput
from wsusim.formats.entries import Entry
from wsusim.formats.entry_file import line_of, read_toml
from wsusim.formats.problems import explain
from wsusim.jobs.isolated import Limits
from wsusim.jobs.run_table import OWN_COLUMNS, SUFFIXES
from wsusim.jobs.setting import SettingEntry, Text, Texts, check_labels
from wsusim.jobs.sweep_run import SweepRun
from wsusim.model.limits import Limit, number, refusal, whole
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.recording.header import ControllerSource
from wsusim.recording.program_files import imported_names, program_files
from wsusim.version import __version__

MOST_RUNS = 10_000_000

Figure = bool | int | float | str


def _figures(value: object) -> list[Figure]:
    found: list[Figure] = value if isinstance(value, list) else [value]  # type: ignore[list-item]
    if not found or not all(isinstance(one, bool | int | float | str) for one in found):
        raise refusal("a number or text, or a list of them such as [5, 10, 15]")
    if any(found.count(one) > 1 for one in found):
        raise refusal("a list in which nothing is repeated")
    return found


Figures = Annotated[list[Figure], BeforeValidator(_figures)]
TableName = Annotated[
    str,
    Limit(
        f"the name of a file that ends in {' or '.join(SUFFIXES)}",
        lambda value: isinstance(value, str) and Path(value).suffix in SUFFIXES,
    ),
]


class VaryEntry(Entry):
    """What the runs are tried with, beside controllers, mazes and seeds; as in ``SettingEntry``."""

    robot: Figures | None = None
    profile: Figures | None = None
    sensor_model: Figures | None = None
    timing: Figures | None = None
    ideal: Figures | None = None
    time_limit_s: Figures | None = None


class PlanLimitsEntry(Entry):
    """What a controller may use in a run; see ``isolated.Limits``."""

    patience_s: Annotated[float, number(0.2, 3600)] = 5.0
    compute_s: Annotated[float, number(0.5, 1_000_000)] = 600.0
    memory_mb: Annotated[int, whole(256, 1_000_000)] = 1024


class PlanEntry(SettingEntry):
    """The whole file."""

    controllers: Texts
    table: TableName = "results.csv"
    recordings: Text | None = None
    """Folder for recordings; left out: none are kept."""
    sample_s: Annotated[float, number(0.01, 10)] = 0.1
    parameters: dict[str, Figures] = {}  # noqa: RUF012 - pydantic copies it
    """Figures of the controllers, by their names in class or file."""
    vary: VaryEntry = VaryEntry()
    limits: PlanLimitsEntry = PlanLimitsEntry()


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan with everything that it names.

    Attributes:
        file: The TOML file.
        entry: Its contents.
        runs: All runs, in the table's order; each has a key of its own.
        columns: Names of the parameters and of what is varied.
    """

    file: Path
    entry: PlanEntry
    runs: tuple[SweepRun, ...]
    columns: tuple[str, ...]

    @property
    def table(self) -> Path:
        """The file for the table."""
        return self.file.parent / self.entry.table

    @property
    def recordings(self) -> Path | None:
        """Folder for recordings."""
        return None if self.entry.recordings is None else self.file.parent / self.entry.recordings


def load_plan(file: Path) -> Plan:
    """Read a plan and everything that it names.

    Raises:
        BadInput: Something in it is invalid; the message says what, where, and what is allowed.
    """
    entry = read_toml(file, PlanEntry, "a plan")
    text = file.read_text(encoding="utf-8-sig")
    folder = file.absolute().parent
    varied = {name: values for name, values in entry.vary if values is not None}
    for name in entry.parameters:
        if name in varied or name in OWN_COLUMNS:
            raise BadInput(
                f"{file}, line {line_of(text, ('parameters', name))}: the table has a column "
                f"{name!r} of its own. Rename the parameter in your controller."
            )
    try:
        check_labels(entry.mazes)
        _check_names(entry.controllers)
        programs = {_label(name): _program(name, folder) for name in entry.controllers}
        _check_parameters(entry.parameters, programs.values())
        runs = tuple(_runs(entry, folder, programs, varied))
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from error
    return Plan(file.absolute(), entry, runs, (*varied, *entry.parameters))


def _runs(
    entry: PlanEntry,
    folder: Path,
    programs: dict[str, ControllerSource],
    varied: dict[str, list[Figure]],
) -> Iterator[SweepRun]:
    count = len(programs) * len(entry.mazes) * len(entry.seeds)
    for values in (*varied.values(), *entry.parameters.values()):
        count *= len(values)
    if count > MOST_RUNS:
        raise BadInput(f"The plan has {count:,} runs, but at most {MOST_RUNS:,} fit into a table.")
    limits = Limits(entry.limits.patience_s, entry.limits.compute_s, entry.limits.memory_mb)
    sample_ticks = max(1, round(entry.sample_s * TICKS_PER_SECOND))
    settings = [
        (setting, dict(_with(entry, setting).requests(folder))) for setting in _each(varied)
    ]
    for label, program in programs.items():
        for maze in next(iter(settings))[1]:
            for setting, requests in settings:
                for parameters in _each(entry.parameters):
                    request = replace(requests[maze], parameters=parameters)
                    figures = setting | parameters
                    about = _digest([label, program.sha256, sorted(program.files), maze,
                                     repr(request), figures, __version__])  # fmt: skip
                    for seed in entry.seeds:
                        yield SweepRun(
                            key=f"{about}-{seed}",
                            controller=label,
                            maze=maze,
                            figures=figures,
                            program=program,
                            request=replace(request, seed=seed),
                            limits=limits,
                            sample_ticks=None if entry.recordings is None else sample_ticks,
                        )


def _with(entry: PlanEntry, setting: dict[str, Figure]) -> SettingEntry:
    """Return the plan's setting with other values, checked as those of the file are."""
    own = {name: getattr(entry, name) for name in SettingEntry.model_fields}
    own |= {"mazes": list(entry.mazes), "seeds": list(entry.seeds)}
    try:
        return SettingEntry.model_validate(own | setting)
    except ValidationError as error:
        told = " ".join(explain(error, SettingEntry))
        raise BadInput(f"[vary] asks for something that a run can't have: {told}") from error


def _each(choices: dict[str, list[Figure]]) -> list[dict[str, Any]]:
    """Return every combination of values."""
    return [
        dict(zip(choices, values, strict=True)) for values in itertools.product(*choices.values())
    ]


def _label(name: str) -> str:
    """Return the name of a controller in the table."""
    file, class_name = split_spec(name)
    return Path(file).stem if class_name is None else f"{Path(file).stem}:{class_name}"


def _check_names(controllers: tuple[str, ...]) -> None:
    """Raise ``BadInput`` if two controllers would have the same name in the table."""
    first: dict[str, str] = {}
    for name in controllers:
        label = _label(name)
        if label in first:
            raise BadInput(
                f"{first[label]} and {name} would both be called {label!r} in the table. Rename "
                "one of the files, or leave one of them out."
            )
        first[label] = name


def _check_choice(name: str, file: Path) -> None:
    """Raise ``BadInput`` if a file has several controllers and none is named."""
    found = look_into(file).classes
    if len(found) > 1:
        names = " or ".join(f'"{name}:{one.name}"' for one in found)
        raise BadInput(f"{name} has {len(found)} controllers. Say which one: {names}.")


def _program(name: str, folder: Path) -> ControllerSource:
    file_name, class_name = split_spec(name)
    beside = folder / file_name
    file = find_file(str(beside) if beside.is_file() else file_name)
    if class_name is None:
        _check_choice(name, file)
    return ControllerSource(0, class_name or "", file.name, program_files(file))


def _check_parameters(names: Iterable[str], programs: Iterable[ControllerSource]) -> None:
    """Raise ``BadInput`` if a program has no such parameter, so that none of its runs can load.

    A program that imports from elsewhere may have it from there: its runs will show that.
    """
    for program in programs:
        imported = set().union(*map(imported_names, program.files.values()))
        beside = {Path(file).parts[0].removesuffix(".py") for file in program.files}
        tops = {name.partition(".")[0] for name in imported}
        if tops - beside - sys.stdlib_module_names:
            continue
        for name in unknown_names(names, program.files.values()):
            raise BadInput(
                f"[parameters] has {name!r}, but {program.main} has no such name. A parameter is a "
                f"name in its class or at the top of its file, such as {name} = 5."
            )


def _digest(values: list[Any]) -> str:
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()[:16]
