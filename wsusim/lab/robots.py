"""The robots of a lab: each one that is free and at its start takes the next program."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from wsusim.backends.serial_line.robot_address import parse_address
from wsusim.errors import BadInput
from wsusim.formats.atomic import draft_of
from wsusim.lab.admission import outcome
from wsusim.lab.courses import Courses
from wsusim.lab.guests import Guests
from wsusim.lab.halt_switch import HaltSwitch
from wsusim.lab.homing import homing_order, is_home
from wsusim.lab.job import Job
from wsusim.lab.job_process import EMULATED, SIMULATED
from wsusim.lab.jobs import INTERRUPTED, Jobs
from wsusim.lab.lab_files import Files
from wsusim.lab.lab_plan import Plan
from wsusim.lab.real_run import BUSY, LOST_LINK
from wsusim.lab.rules import RuleBook
from wsusim.lab.running_jobs import RunningJobs
from wsusim.lab.work import Result, Work
from wsusim.lab.workers import Workers
from wsusim.runs.sources.real import ROBOT_IS_BACK, ROBOT_IS_LOST
from wsusim.runs.sources.robot_guard import stop_robot

_LOG = logging.getLogger(__name__)

CHECK_S = 10.0
"""A robot that was lost by our own fault is asked for so long whether it is there."""

HOMING = -1
"""Below it, and below all numbers of jobs: what drives a robot home."""


@dataclass(slots=True)
class RobotState:
    """What a robot is doing."""

    number: int
    title: str
    address: str
    is_ready: bool = True
    """Whether it stands at its start."""
    job: Job | None = None
    is_going_home: bool = False
    """Whether the teacher's own controller drives it."""
    trouble: str = ""
    """What went wrong with the robot itself the last time."""
    is_lost: bool = False
    """Whether it could not be reached then."""

    @property
    def is_busy(self) -> bool:
        """Whether a program drives it."""
        return self.job is not None or self.is_going_home

    @property
    def is_awaited(self) -> bool:
        """Whether it waits until it is put at its start."""
        return not self.is_ready and not self.is_busy

    @property
    def is_out(self) -> bool:
        """Whether it waits for repair."""
        return self.is_awaited and self.is_lost


class Robots:
    """The robots and their threads, one each."""

    def __init__(
        self,
        plan: Plan,
        jobs: Jobs,
        files: Files,
        running: RunningJobs,
        guests: Guests,
        switch: HaltSwitch,
        rules: RuleBook,
        courses: Courses,
        workers: Workers,
        now_s: Callable[[], float],
    ) -> None:
        self._plan = plan
        self._jobs = jobs
        self._files = files
        self._running = running
        self._guests = guests
        self._switch = switch
        self._rules = rules
        self._courses = courses
        self._workers = workers
        self._now_s = now_s
        self.states = [
            RobotState(number, plan.title(number), address, not plan.is_start_checked)
            for number, address in enumerate(plan.robots)
        ]

    def start(self) -> None:
        """Begin to work."""
        for robot in self.states:
            self._workers.start(f"robot-{robot.number + 1}", partial(self._drive, robot))

    def put_back(self, number: int) -> RobotState:
        """Note that a robot is at its start; return its index.

        Raises:
            BadInput: There is no such robot, or it is driving.
        """
        if not 0 <= number < len(self.states):
            raise BadInput(f"There is no robot {number + 1}; the lab has {len(self.states)}.")
        robot = self.states[number]
        if robot.is_busy:
            raise BadInput(f"Robot {number + 1} is driving. Wait until it stands.")
        robot.is_ready, robot.trouble, robot.is_lost = True, "", False
        self._workers.wake()
        return robot

    def is_out(self, number: int) -> bool:
        """Return whether a robot waits for repair."""
        return any(robot.number == number and robot.is_out for robot in self.states)

    def are_open(self) -> bool:
        """Return whether robots may drive at this hour."""
        return self._rules.now().plan.hours.is_open(datetime.fromtimestamp(self._now_s()))

    def of_course(self, course: int | None) -> list[RobotState]:
        """Return the robots that a course's programs may drive; for ``None`` (no course) all."""
        return [one for one in self.states if self._courses.may_drive(course, one.number + 1)]

    def why_held(self, course: int | None = None) -> str:
        """Return a sentence why no robot may drive for a course now; empty: they may."""
        if self._switch.is_pressed:
            return "A teacher has stopped all robots."
        if not self.are_open():
            hours = self._rules.now().plan.hours.text
            return f"The robots are not available now. Opening hours: {hours}."
        robots = self.of_course(course)
        if not robots:
            return "No robot of this lab is for your course. Your teacher can choose one."
        if all(robot.is_out for robot in robots):
            return "Something is wrong with the robot; a teacher has to look at it first."
        return ""

    def _drive(self, robot: RobotState) -> bool:
        if not robot.is_ready or self._switch.is_pressed or not self.are_open():
            return False
        courses = self._courses.driving(robot.number + 1)
        job = self._jobs.take_to_run(robot.title, self._now_s(), courses)
        if job is None:
            return False
        robot.job, robot.trouble, robot.is_lost = job, "", False
        robot.is_ready = not self._plan.is_start_checked
        try:
            result = self._running.do(
                job,
                "robot",
                robot=robot.address,
                maze=self._plan.maze,
                speed=1.0,
                make=partial(self._guests.connect, job.id),
            )
        finally:
            robot.job = None
        can_be_reached = _take_note(robot, result)
        if result.breakdown == BUSY:
            can_be_reached = self._look_at(robot)
            if not can_be_reached:  # then it was more than a busy computer
                result.breakdown, result.text = LOST_LINK, _lost_at(result)
        if result.refused == "robot" and job.kind == "robot" and not result.why_stopped:
            # Another robot may take it, or this one when it is mended.
            put_back = partial(self._jobs.not_begun, job.id, robot.title, self._now_s())
            self._workers.insist(put_back)
            return True
        state, text, line = outcome(result)
        if result.why_stopped and self._workers.is_closing:
            state, text = "interrupted", INTERRUPTED
        report = {
            **(job.report or {}),
            "robot": result.report,
            "verdict": result.breakdown,
            "has_video": self._files.has_video(job),
        }
        end = partial(self._jobs.ended, job.id, state, self._now_s())
        self._workers.insist(partial(end, text=text, line=line, report=report))
        if job.kind == "remote":
            sound = None if result.breakdown else result.report
            self._guests.end(job.id, "lost" if sound is None else sound["outcome"])
        else:
            self._compare(job)
        is_held = self._workers.is_closing or self._switch.is_pressed
        if self._plan.homing and can_be_reached and not is_held:
            self._drive_home(robot)
        return True

    def _drive_home(self, robot: RobotState) -> None:
        """Have the teacher's controller drive a robot back; if it can't, a person must bring it."""
        order = replace(homing_order(self._plan, robot.address), halt_file=str(self._switch.file))
        robot.is_ready, robot.is_going_home = False, True
        try:
            with self._running.shown(HOMING - robot.number, Work(order)) as work:
                result = work.run()
        finally:
            robot.is_going_home = False
        robot.is_ready = is_home(result)
        if not robot.is_ready:
            robot.trouble = "The controller that drives it home has not done so. " + result.text

    def _look_at(self, robot: RobotState) -> bool:
        """Return whether a robot lost by our own fault answers again; if so, it is back."""
        is_there = robot.address in (EMULATED, SIMULATED) or stop_robot(
            parse_address(robot.address), CHECK_S
        )
        robot.is_lost = not is_there
        robot.is_ready = robot.is_ready and is_there
        robot.trouble = f"{robot.trouble} {ROBOT_IS_BACK}" if is_there else ROBOT_IS_LOST
        return is_there

    def _compare(self, job: Job) -> None:
        """Draw the robot's path over the simulated one, for the student to look at."""
        from wsusim.recording.reader import Recording
        from wsusim.recording.two_ways import export_comparison

        files = (self._files.recording(job, "simulation"), self._files.recording(job, "robot"))
        if not all(file.is_file() for file in files):
            return  # it was stopped before the first tick
        try:
            with (
                Recording(files[0]) as tried,
                Recording(files[1]) as driven,
                draft_of(self._files.comparison(job)) as draft,  # pages look for the file
            ):
                export_comparison(tried, driven, draft)
        except (BadInput, OSError) as error:
            _LOG.warning("Job %d: no comparison: %s", job.id, error)


def _lost_at(result: Result) -> str:
    """Return what the student reads about a robot that could no longer be reached."""
    at_s = (result.report or {}).get("sim_time_s", 0.0)
    return (
        f"The link to the robot was lost at {at_s:.0f} s. This is not your program's fault: tell "
        "your teacher."
    )


def _take_note(robot: RobotState, result: Result) -> bool:
    """Store what a run says about its robot; return whether it can be reached."""
    is_gone = result.report is None and result.refused != "program"
    is_lost = is_gone or result.breakdown == LOST_LINK
    if result.why_stopped or not (is_lost or result.breakdown):
        return True
    robot.trouble = result.about_robot or result.text
    if robot.address in (EMULATED, SIMULATED):
        is_lost = False  # the next run has a new one
    if result.report is not None and result.breakdown == LOST_LINK:
        is_back = result.report.get("is_stopped", True)
        robot.trouble = f"{robot.trouble} {ROBOT_IS_BACK}" if is_back else ROBOT_IS_LOST
    robot.is_lost = is_lost
    robot.is_ready = robot.is_ready and not is_lost  # whatever the plan says, a person has to look
    return not is_lost
