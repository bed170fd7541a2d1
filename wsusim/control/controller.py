"""``Controller``: the base class of every student's program."""

from __future__ import annotations

import threading
from functools import cached_property
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self

from wsusim.control.calls import UNKNOWN_ROBOT
from wsusim.control.data_folder import data_folder
from wsusim.control.drawing import LONGEST_TEXT
from wsusim.control.extras import (
    Offered,
    goal_of,
    keys_down,
    mission_of,
    pose_of,
    put_back,
    time_left_of,
)
from wsusim.control.misuse import real_number
from wsusim.control.part import explained
from wsusim.control.robot import PARTS, Robot
from wsusim.control.subclassing import (
    Absent,
    check_class,
    check_overwritten,
    explain_overwritten,
    not_yet,
    over,
    period_ticks,
    taken,
)
from wsusim.control.value_text import exact_text
from wsusim.errors import ControllerStopped, Misuse
from wsusim.model.text import whole_text
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.stack_room import call_with_room

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wsusim.backends.contract import Backend, RobotInfo
    from wsusim.control.arena_camera import ArenaCamera
    from wsusim.control.camera import Camera
    from wsusim.control.drawing import Drawing
    from wsusim.control.eye import Eye
    from wsusim.control.floor import Floor
    from wsusim.control.gripper import Gripper
    from wsusim.control.leds import Leds
    from wsusim.control.motors import Motors
    from wsusim.control.radio import Radio
    from wsusim.control.sensors import Sensors


_FIELDS = threading.Thread.__dict__["__dict__"]
"""Reads the fields of an object, whatever its class makes of asking for them."""

_EXIT_CODE = SystemExit.__dict__["code"]


class StartPose(NamedTuple):
    """A position in the maze, measured from its lower-left corner, and a direction."""

    x_mm: float
    y_mm: float
    heading_deg: float
    """0 is to the right, 90 is up."""


def _part(name: str, doc: str) -> property:
    """Return a read-only attribute, as fast as possible; ``bind`` sets it."""

    def refuse(self: Controller, value: object) -> NoReturn:
        raise taken(name, value)

    return property(attrgetter(f"_Controller__{name}"), refuse, doc=doc)


class Controller(threading.Thread):
    """A program that drives one robot. Inherit from it and write *either* ``run`` *or* ``step``.

    *Run style*: ``run`` is called once and does everything; its loop checks ``self.active``, which
    becomes false when Stop is pressed. *Step style*: ``setup`` is called once, then ``step`` every
    ``period`` seconds, and ``close`` at the end. In both, ``self.sleep(...)`` waits in the robot's
    time. ``__init__`` is for your own variables: there is no robot yet.

    Example:
        >>> from wsusim import Controller
        >>> from wsusim.backends.fake import FakeBackend
        >>> class GoToWall(Controller):
        ...     def run(self):
        ...         self.motors.set_speeds(5, 5)
        ...         while self.active and self.sensors.front_left.proximity < 600:
        ...             self.sleep(0.1)
        ...         self.motors.stop()
        >>> fake = FakeBackend({2.0: {"proximity": [0, 0, 700, 0, 0, 0, 0, 0]}})
        >>> fake.run(GoToWall())
        >>> fake.commands[-1].time_s, fake.speeds
        (2.0, (0, 0))
    """

    period: float = 0.05
    """Step style: seconds from one step to the next; 0.01 or more."""

    sensors: Sensors
    motors: Motors
    gripper: Gripper
    leds: Leds
    camera: Camera
    eye: Eye
    arena_camera: ArenaCamera
    floor: Floor
    radio: Radio
    draw: Drawing

    goal = Offered(goal_of, "Where the maze's goal is, where the run allows to know it.")
    pose = Offered(pose_of, "Where the robot really is, where the run allows to know it.")
    keys = Offered(keys_down, "Names of the keys that are held down, where that is allowed.")
    mission = Offered(mission_of, "The task (``kind``), and its ``time_limit``.")
    time_left = Offered(time_left_of, "Seconds until the run ends at the latest; else ``inf``.")

    __robot: Robot
    __failure: BaseException | None
    __is_finished: bool
    __episode: int

    def __new__(cls, *_args: object, **_kwargs: object) -> Self:
        """Make the thread, so that a student's ``__init__`` need not call ``super().__init__``."""
        if cls.__hash__ is None:  # the class compares its objects, as a dataclass does
            cls.__hash__ = Controller.__hash__  # type: ignore[unreachable]
        check_class(cls)
        self = super().__new__(cls)
        threading.Thread.__init__(self, name=cls.__name__, daemon=True)
        for part in PARTS:
            self.__dict__[f"_Controller__{part}"] = Absent(part, not_yet)
        self.__failure = None
        self.__is_finished = False
        self.__episode = 1
        return self

    def __init__(self) -> None:
        """Do nothing; here for programs that call ``super().__init__()``."""

    # What students write.

    def run(self) -> None:
        """Do everything (run style). Left alone, it calls ``setup``, ``step`` ... and ``close``."""
        if type(self).step is Controller.step:
            return  # a run-style program called super().run(), as one does with other threads
        robot = self.__robot
        self.setup()
        try:
            tick, period, ticks = -1, self.period, period_ticks(self.period)
            while not self.__is_finished:
                if self.period is not period:
                    period, ticks = self.period, period_ticks(self.period)
                tick = robot.wait_for_step(tick, ticks)
                if tick < 0:
                    break
                self.step()
        finally:
            self.close()

    def setup(self) -> None:
        """Prepare (step style): called once, before the first step."""

    def step(self) -> None:
        """Look and act once (step style): called every ``period`` seconds."""

    def close(self) -> None:
        """Clean up (step style): called once after the last step, even after Stop or an error."""

    # What students call.

    @property
    def time(self) -> float:
        """Seconds since the start, in the robot's time."""
        return self.__bound("time").now_ticks() / TICKS_PER_SECOND

    @time.setter
    def time(self, value: object) -> None:
        raise taken("time", value)

    @property
    def active(self) -> bool:
        """Whether to keep going: true until Stop is pressed or ``finish`` is called."""
        try:  # as ``__bound``, which a loop would notice
            robot = self.__robot
        except AttributeError:
            raise not_yet("active") from None
        return robot.is_active() and not self.__is_finished

    @active.setter
    def active(self, value: object) -> None:
        raise taken("active", value, "To end the program, leave run(), or call `self.finish()`.")

    @property
    def start_pose(self) -> StartPose:
        """Where the robot starts: ``x_mm``, ``y_mm`` and ``heading_deg`` in the maze."""
        return StartPose(*self.__bound("start_pose").info.start_pose)

    @start_pose.setter
    def start_pose(self, value: object) -> None:
        raise taken("start_pose", value)

    @cached_property
    def random(self) -> Random:
        """Your own random numbers, with all the methods of ``random.Random``.

        The same seed gives the same numbers in every run, and each robot gets its own.
        """
        info = self.__bound("random").info
        return Random(f"wsusim seed {info.seed} robot {info.robot_id}")

    @cached_property
    def data(self) -> Path:
        """A folder for your own files, next to the program; whatever you put there is kept."""
        return data_folder(type(self))

    def sleep(self, seconds: float) -> None:
        """Wait in the robot's time; the robot keeps doing what it was told.

        Time moves in steps of 0.01 s; the wait ends at the first step after ``seconds``. After
        Stop, the first sleep returns early so that your loop can end; a second one ends it.

        Args:
            seconds: 0 or more.

        Raises:
            Misuse: ``seconds`` is not a number, or is negative.
        """
        try:  # as ``__bound``, which a loop would notice
            robot = self.__robot
        except AttributeError:
            raise not_yet("sleep") from None
        robot.sleep(seconds)

    def say(self, text: object) -> None:
        """Show a line of text next to the robot (window, terminal and recording)."""
        self.__bound("say").say(whole_text(exact_text(str(text))[:LONGEST_TEXT]))

    def new_episode(self) -> None:
        """Put the robot and everything else back to where it was at the start, for another try.

        Time goes on, your variables keep their values, and the noise is new. Takes one tick
        (10 ms). Works in simulations with one robot.
        """
        put_back(self.__bound("new_episode"))
        self.__episode += 1

    @property
    def episode(self) -> int:
        """Number of the try, from 1; ``new_episode`` begins the next one."""
        return self.__dict__.get("episode", self.__episode)  # type: ignore[no-any-return]

    @episode.setter
    def episode(self, value: object) -> None:
        self.__dict__["episode"] = value  # a variable of the program's own

    def plot(self, **values: float) -> None:
        """Show numbers of yours as curves over time, beside those of the sensors.

        Give each one the name that it is to have: ``self.plot(error=e, turn=t)``. Of several calls
        within 0.01 s the newest values count. They are recorded, and exported as a table.

        Args:
            **values: Numbers; up to 50 of them.

        Raises:
            Misuse: One of them is no number.
        """
        taker, allowed = "self.plot", "any number"
        self.__bound("plot").plot(
            {
                exact_text(name): real_number(name, value, taker, allowed)
                for name, value in values.items()
            }
        )

    def finish(self) -> None:
        """End the program: ``active`` becomes false, and ``step`` is not called again."""
        self.__is_finished = True

    # What the host calls.

    def bind(
        self,
        backend: Backend,
        info: RobotInfo = UNKNOWN_ROBOT,
        on_only_asking: Callable[[], None] | None = None,
    ) -> None:
        """Give the controller its robot. Call it once, before ``start`` (or ``run`` in a test).

        Args:
            backend: Connected way to the robot; ``make_safe`` is called on it at the end.
            info: What ``backend.connect`` returned.
            on_only_asking: Called once, in the controller's thread, when for 3 s it does nothing
                but ask ``active`` and ``time``.

        Raises:
            Misuse: The student's ``__init__`` has overwritten something that is needed.
        """
        check_overwritten(self)
        self.daemon = True  # a student who called Thread.__init__ may have changed it
        self.__robot = robot = Robot(backend, info, on_only_asking)
        for name in PARTS:
            self.__dict__[f"_Controller__{name}"] = getattr(robot, name)
        self.__dict__["run"] = self.__guarded_run

    def watch_variables(self, is_students: Callable[[str], bool]) -> None:
        """Report the variables' values at each wait; call it between ``bind`` and ``start``."""
        from wsusim.control.variables import VariableSampler

        robot = self.__robot
        robot.on_wait = VariableSampler(self, robot.note, is_students).sample

    @property
    def __dict__(self) -> dict[str, Any]:
        """The attributes of the object: the program's variables, and what wsusim needs."""
        fields: dict[str, Any] = _FIELDS.__get__(self)
        return fields

    @__dict__.setter
    def __dict__(self, value: object) -> None:
        raise Misuse(
            "`self.__dict__` can't be replaced: it also holds what the robot needs. Set values one "
            "by one (`self.name = value`), or add them: `self.__dict__.update(...)`."
        )

    @property
    def failure(self) -> BaseException | None:
        """The exception that ended the controller; ``None`` if it ended normally."""
        return self.__failure

    @failure.setter
    def failure(self, value: object) -> None:
        raise taken("failure", value)

    def start(self) -> None:
        """Start the thread; wsusim calls this after ``bind``."""
        if "run" not in self.__dict__:
            raise Misuse("wsusim starts your program. Remove `self.start()`.")
        super().start()

    def __guarded_run(self) -> None:
        """Run the student's ``run``, and make the robot safe afterwards, whatever happens."""
        robot = self.__robot
        robot.adopt_thread()
        failure: BaseException | None = None
        try:
            call_with_room(type(self).run, self)
        except ControllerStopped:
            pass
        except BaseException as failed:  # noqa: BLE001 - the top of a thread: kept and shown
            failure = failed
        finally:
            robot.make_safe()
        if failure is not None:
            self.__keep(failure)
            failure = None  # it knows this frame: no cycle to collect

    def __keep(self, failure: BaseException) -> None:
        """Keep a failure, and explain it.

        Only once the robot is safe: this inspects the student's objects, which may never return.
        """
        self.__failure = failure
        # Whatever a class of the student's makes of being asked what it is, or what it holds.
        if issubclass(type(failure), SystemExit):
            code = _EXIT_CODE.__get__(failure)
            if code is None or (type(code) in (int, bool) and not code):
                self.__failure = None
            return
        try:
            self.__failure = explained(failure)
            explain_overwritten(self, self.__failure)
        except BaseException:  # noqa: BLE001 - asking fails: it is kept as it is
            return

    def __bound(self, name: str) -> Robot:
        try:
            return self.__robot
        except AttributeError:
            raise not_yet(name) from None


def let_go(controller: Controller) -> None:
    """Drop all that a controller refers to; from now on it has no robot."""
    fields: dict[str, Any] = _FIELDS.__get__(controller)
    fields.clear()
    fields["_Controller__robot"] = Absent("robot", over)
    fields.update({f"_Controller__{part}": Absent(part, over) for part in PARTS})


for _name, (_, _about) in PARTS.items():
    setattr(Controller, _name, _part(_name, _about))
