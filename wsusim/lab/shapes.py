"""The shapes of the lab's answers to pages and programs.

Scripts of the pages are checked against these (``tests.typescript``). Times are seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from wsusim.lab.job import Kind, State
from wsusim.model.commands import Value

Stage = Literal["waiting", "running", "done"]
"""Of a check, or of a look at a moment of a run."""

Room = Literal["ok", "low", "full"]
"""Whether there is any on a disk."""


class ToldRules(TypedDict):
    """What a teacher can change."""

    mazes: list[str]
    time_limit_s: float
    hours: str
    simulations: int
    most_open: int
    recordings_mb: int
    keep_days: int


class ToldRobot(TypedDict):
    """A robot of the lab."""

    title: str
    is_ready: bool
    is_busy: bool
    is_going_home: bool
    trouble: str
    is_ours: bool
    """Whether programs of this course may drive it."""


class ToldRobots(TypedDict):
    """Whether robots stand."""

    is_halted: bool
    halted_by: str
    driving: list[str]


class ToldState(TypedDict):
    """What anyone may know about the lab as it is now; ``compiled`` is null once it can run."""

    notice: str
    is_halted: bool
    is_open: bool
    waiting: int
    compiled: int | None
    rules: ToldRules
    robots: list[ToldRobot]


class ToldCourse(TypedDict):
    """A course that a person is in."""

    id: int
    title: str
    is_closed: bool


class ToldMe(ToldState, ToldRules):
    """Who a person is, and what this lab is, in the course that they want to see."""

    name: str
    is_teacher: bool
    is_lab_teacher: bool
    may_halt: bool
    course: int | None
    courses: list[ToldCourse]
    partner: str
    csrf: str
    maze: str
    has_camera: bool
    is_sandboxed: bool


class ToldJob(TypedDict):
    """A job in brief."""

    id: int
    owner: str
    partner: str
    course: int | None
    name: str
    kind: Kind
    state: State
    maze: str
    pace: Literal["live", "fast"]
    seed: int
    time_s: float
    robot: str | None
    made_s: float
    started_s: float | None
    ended_s: float | None
    text: str
    verdict: str
    line: int | None
    place: int | None
    wait_s: int | None
    held: str
    tick: int | None
    awaits_start: bool
    put_back: list[int]
    has_camera: bool
    has_video: bool
    has_drive: bool
    is_compared: bool
    can_watch: bool
    recordings: list[Literal["simulation", "robot"]]


class ToldWholeJob(ToldJob):
    """A job with its program and what it has printed."""

    report: dict[str, Any] | None
    file: str
    source: str
    modules: Mapping[str, str]
    printed: list[str]


class ToldDisk(TypedDict):
    """How full the disk is."""

    free_mb: int
    total_mb: int
    state: Room
    text: str


class ToldLastRun(TypedDict):
    """A person's last run."""

    id: int
    name: str
    kind: Kind
    state: State
    text: str
    made_s: float
    ended_s: float | None


class ToldProgress(TypedDict):
    """A person's progress."""

    last_run: ToldLastRun | None
    failures: int


class ToldPerson(ToldProgress):
    """A member of a course, as a teacher sees them."""

    handed_in: int
    name: str
    partner: str
    is_teacher: bool
    is_lab_teacher: bool
    is_here: bool
    is_shared: bool
    seen_s: float | None
    is_revoked: bool
    recordings_mb: float


class ToldAuditEntry(TypedDict):
    """What a person has done."""

    at_s: float
    who: str
    what: str
    about: str


class ToldLab(ToldState):
    """All that a teacher is told of a course."""

    halted_by: str
    maze: str
    maze_choice: list[str]
    most_simulations: int
    disk: ToldDisk
    camera_trouble: str | None
    jobs: list[ToldJob]
    assignment_count: int
    people: list[ToldPerson]
    audit: list[ToldAuditEntry]


class ToldPlot(TypedDict):
    """Curves that are drawn over the same axes."""

    name: str
    title: str
    curves: list[ToldCurve]


class ToldCurve(TypedDict):
    """One curve."""

    name: str
    times_s: list[float]
    values: list[float]


class ToldValues(TypedDict):
    """What a program's variables held at a tick."""

    tick: int
    values: list[tuple[str, Value]]
    left_out: int


class ToldFrame(TypedDict):
    """A function that a program was in, with its variables and their values."""

    file: str
    line: int
    function: str
    variables: list[list[str]]


class ToldLook(TypedDict):
    """A moment of a run that a person wants to see."""

    id: int
    state: Stage
    text: str
    tick: int | None
    frames: list[ToldFrame]


class ToldOther(TypedDict):
    """Another robot than the first one of a drive."""

    radius_mm: float
    fill: str


class ToldScenery(TypedDict):
    """What a maze looks like to a page that plays a drive; drawings are SVG."""

    radius_mm: float
    others: NotRequired[list[ToldOther]]
    things: NotRequired[list[str]]
    size_mm: list[float]
    drawing: str


class ToldDrive(TypedDict):
    """Where simulated robots drove, from an offset on."""

    scene: ToldScenery | None
    period_s: float
    places: list[list[float]]
    is_over: bool


class ToldVideo(TypedDict):
    """When pictures of the camera came, where the robot was then, and what stood around it."""

    ticks: list[int]
    places: list[list[float]]
    radius_mm: float
    size_mm: list[float]
    drawing: str
