"""A lab at work: robots that take the next job, programs that are tried first, and people's wishes.

One thread for each robot, and one for each simulation that may go on at once. They share nothing
but the store; what each is doing can be looked at. Whoever changes the queue wakes them.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from time import time

from sqlalchemy import delete, insert, select

from wsusim.errors import BadInput
from wsusim.lab.audit import note
from wsusim.lab.jobs import Job, Jobs, Kind
from wsusim.lab.people import People, Person
from wsusim.lab.plan import Plan
from wsusim.lab.remote import FILE, GUEST, PROGRAM, RemoteClient
from wsusim.lab.store import SETTINGS, Store
from wsusim.lab.verdict import judge, told
from wsusim.lab.work import Result, Work
from wsusim.lab.worker import SIMULATED, Order

_LOG = logging.getLogger(__name__)

LOOK_S = 1.0
"""Somebody else (another server, the clock) may have changed what there is to do."""

HALTED = "halted"
NOTICE = "notice"

HOMING = -1
"""Below it, and below all numbers of jobs: what drives a robot home."""

STOPPED = "It was stopped by hand."


@dataclass(slots=True)
class RobotState:
    """What a robot is doing."""

    number: int
    title: str
    address: str
    is_ready: bool = True
    """Whether it stands at its start."""
    job: Job | None = None
    trouble: str = ""
    """What went wrong with the robot itself the last time."""


class Lab:
    """Everything of a lab but its pages.

    Args:
        plan: How it is set up.
        store: What it keeps; ``None``: the one of the plan's folder.
        now_s: The time, in seconds since 1970.

    Raises:
        BadInput: The folder or the store can't be used.
    """

    def __init__(
        self, plan: Plan, store: Store | None = None, now_s: Callable[[], float] = time
    ) -> None:
        self.plan = plan
        self.now_s = now_s
        for place in (plan.folder, self.recordings, self._scratch):
            place.mkdir(parents=True, exist_ok=True)
        self.store = store or Store.in_folder(plan.folder)
        self.people = People(self.store)
        self.jobs = Jobs(self.store)
        self.robots = [
            RobotState(number, plan.title(number), address, not plan.is_start_checked)
            for number, address in enumerate(plan.robots)
        ]
        self._starts = threading.Semaphore(max(1, (os.cpu_count() or 1) // 2))
        """Lets so many simulations start at a time. Each takes a processor for two seconds; Linux
        shares processors by session: thirty would starve the pages, however nice they are."""
        self._works: dict[int, Work] = {}
        self._clients: dict[int, RemoteClient] = {}
        self._lock = threading.Lock()
        self._wake = threading.Condition()
        self._is_closing = False
        self._threads: list[threading.Thread] = []

    @property
    def recordings(self) -> Path:
        """The folder of all recordings."""
        return self.plan.folder / "recordings"

    @property
    def _scratch(self) -> Path:
        return self.plan.folder / "programs"

    def open(self) -> None:
        """Put right what was left behind, and begin to work."""
        self.jobs.recover(self.now_s())
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir(exist_ok=True)
        acts: list[tuple[str, Callable[[], bool]]] = [("check", lambda: self._simulate("robot"))]
        acts += [
            (f"simulation-{number + 1}", lambda: self._simulate("simulation"))
            for number in range(self.plan.simulations)
        ]
        for robot in self.robots:
            acts.append((f"robot-{robot.number + 1}", lambda robot=robot: self._drive(robot)))  # type: ignore[misc]
        self._threads = [
            threading.Thread(target=self._work, args=(act,), name=f"wsusim-lab-{name}", daemon=True)
            for name, act in acts
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop all robots and simulations, and end; what was running counts as interrupted."""
        self._is_closing = True
        self.wake()
        for work in self._all_works():
            work.stop()
        for thread in self._threads:
            thread.join()
        self.store.close()

    def wake(self) -> None:
        """Have all look whether there is something to do."""
        with self._wake:
            self._wake.notify_all()

    def work_of(self, job: Job) -> Work | None:
        """Return what can be seen of a job that is being done."""
        with self._lock:
            return self._works.get(job.id)

    def recording_of(self, job: Job, kind: Kind) -> Path | None:
        """Return the file of a job's run on the robot or in the simulation, if there is one."""
        file = self._recording(job, kind)
        is_whole = job.is_over or (kind != job.kind and job.state in ("waiting", "running"))
        return file if is_whole and file.is_file() else None

    def comparison(self, job: Job) -> Path:
        """Return the file of the picture of a job's two ways; it may not be there."""
        return self.recordings / f"{job.id}-comparison.svg"

    # Old clients

    def admit(self, client: RemoteClient) -> int:
        """Give a client from outside a place in the queue; return its job's number."""
        guest = self.people.guest(GUEST, self.now_s())
        job = self.jobs.admit(
            guest, FILE, PROGRAM, self.plan.maze, self.plan.time_limit_s, self.now_s()
        )
        with self._lock:
            self._clients[job.id] = client
        self.wake()
        return job.id

    def dismiss(self, number: int) -> None:
        """End what is left of a client's job."""
        with self._lock:
            self._clients.pop(number, None)
        job = self.jobs.get(number)
        work = self.work_of(job)
        if work is not None:
            work.stop()
        elif not job.is_over:
            self.jobs.give_up(number, self.now_s())

    def work_of_number(self, number: int) -> Work | None:
        """Return what is being done for a job."""
        with self._lock:
            return self._works.get(number)

    # What people wish

    def stop_job(self, number: int, by: Person) -> None:
        """Stop a job that is running, or take it out of the queue; students only their own.

        Raises:
            BadInput: There is no such job of this person, or it is over.
        """
        job = self.jobs.get(number, by)
        work = self.work_of(job)
        if job.state != "running" and not (job.kind == "simulation" and work is not None):
            self.jobs.cancel(number, by, self.now_s())
        if work is not None:
            work.stop()
            with self.store.writing() as rows:
                note(rows, self.now_s(), by.name, "stop", f"job {number} of {job.owner}")

    def halt(self, by: Person) -> None:
        """Stop every robot now, and let none drive until ``go_on``. It outlives the server."""
        self._set(HALTED, by.name, by, "emergency stop")
        for work in self._all_works():
            if not work.order.is_patient:  # simulations may go on
                work.stop()

    def go_on(self, by: Person) -> None:
        """Let robots drive again after an emergency stop."""
        self._set(HALTED, "", by, "go on")
        self.wake()

    @property
    def halted_by(self) -> str:
        """Who has stopped all robots; empty: nobody."""
        return self.setting(HALTED)

    def say(self, text: str, by: Person) -> None:
        """Show everybody a message; an empty one takes it away."""
        self._set(NOTICE, text[:500], by, "message")

    def put_back(self, robot: int, by: Person) -> None:
        """Say that a robot stands at its start.

        Raises:
            BadInput: There is no such robot.
        """
        if not 0 <= robot < len(self.robots):
            raise BadInput(f"There is no robot {robot + 1}; the lab has {len(self.robots)}.")
        self.robots[robot].is_ready = True
        with self.store.writing() as rows:
            note(rows, self.now_s(), by.name, "put back", self.robots[robot].title)
        self.wake()

    def setting(self, name: str) -> str:
        """Return what was set; empty: nothing."""
        with self.store.reading() as rows:
            found = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
            return rows.execute(found).scalar_one_or_none() or ""

    def is_open(self) -> bool:
        """Tell whether robots may drive at this hour."""
        return self.plan.hours.is_open(datetime.fromtimestamp(self.now_s()))

    # Threads

    def _work(self, act: Callable[[], bool]) -> None:
        """Do what there is to do, again and again; a failure ends one job and not the lab."""
        while not self._is_closing:
            try:
                has_done = act()
            except Exception:  # noqa: BLE001 - the top of a thread: logged
                _LOG.exception("A job of the lab broke off")
                has_done = False
            if not has_done:
                with self._wake:
                    if not self._is_closing:
                        self._wake.wait(LOOK_S)

    def _simulate(self, kind: Kind) -> bool:
        job = self.jobs.take_to_check(kind, self.now_s())
        if job is None:
            return False
        is_check = kind == "robot"
        speed = None if is_check else 1.0
        result = self._do(job, SIMULATED, job.maze, "simulation", speed)
        if self._is_closing:
            return False  # it is done again after the next start
        if not is_check:
            self._end_run(job, result)
            return True
        verdict, report = judge(result), {"simulation": result.report}
        if verdict.is_passed:
            self.jobs.passed(job.id, verdict.text, report)
        else:
            self.jobs.ended(
                job.id,
                "refused",
                self.now_s(),
                text=verdict.text,
                line=verdict.line,
                report=report,
            )
        self.wake()
        return True

    def _drive(self, robot: RobotState) -> bool:
        if not robot.is_ready or self.halted_by or not self.is_open():
            return False
        job = self.jobs.take_to_run(robot.title, self.now_s())
        if job is None:
            return False
        robot.job, robot.trouble = job, ""
        robot.is_ready = not self.plan.is_start_checked
        try:
            result = self._do(job, robot.address, self.plan.maze, "robot", 1.0)
        finally:
            robot.job = None
        if result.report is None and not result.was_stopped:
            robot.trouble = result.text
        self._end_run(job, result)
        client = self._clients.get(job.id)
        if client is not None:
            client.end("lost" if result.report is None else result.report["outcome"])
        elif job.kind == "robot":
            self._compare(job)
        if self.plan.homing and not self._is_closing and not self.halted_by:
            self._drive_home(robot)
        return True

    def _drive_home(self, robot: RobotState) -> None:
        """Have the teacher's controller bring a robot back; if it can't, a person must."""
        work = Work(
            Order(
                controller=self.plan.homing,
                maze=self.plan.maze,
                robot=robot.address,
                time_s=self.plan.time_limit_s,
                speed=1.0,
                is_sandboxed=False,
            )
        )
        with self._lock:
            self._works[HOMING - robot.number] = work
        try:
            result = work.run()
        finally:
            with self._lock:
                del self._works[HOMING - robot.number]
        report = result.report
        is_home = report is not None and report["outcome"] in ("finished", "goal")
        robot.is_ready = is_home and not result.was_stopped
        if not robot.is_ready:
            robot.trouble = "The controller that drives it home has not done so. " + result.text

    def _compare(self, job: Job) -> None:
        """Draw the robot's way over the simulation's, for the student to look at."""
        from wsusim.recording.comparison import export_comparison
        from wsusim.recording.reader import Recording

        files = (self._recording(job, "simulation"), self._recording(job, "robot"))
        if not all(file.is_file() for file in files):
            return  # it was stopped before the first tick
        try:
            with Recording(files[0]) as tried, Recording(files[1]) as driven:
                export_comparison(tried, driven, self.comparison(job))
        except (BadInput, OSError) as error:
            _LOG.warning("Job %d: no comparison: %s", job.id, error)

    def _do(self, job: Job, robot: str, maze: str, kind: Kind, speed: float | None) -> Result:
        """Run a job's program; at a pace it can be watched."""
        try:
            work = Work(
                Order(
                    controller=str(self._program(job)),
                    maze=maze,
                    robot=robot,
                    profile=self.plan.profile,
                    seed=job.seed,
                    time_s=job.time_s,
                    speed=speed,
                    record=str(self._recording(job, kind)),
                    is_published=speed is not None,
                    is_sandboxed=self.plan.is_sandboxed,
                    is_remote=job.kind == "remote",
                    is_patient=kind == "simulation",
                ),
                self._starts if kind == "simulation" else None,
            )
            client = self._clients.get(job.id)
            if client is not None:
                work.on_begin = partial(client.say, "#START")
                work.on_answer = client.say
            with self._lock:
                self._works[job.id] = work
            return _without_folder(work.run(), self._scratch / str(job.id))
        except OSError as error:
            _LOG.exception("A job could not be run")
            return Result(text=f"The lab's computer could not run it: {error.strerror or error}.")
        finally:
            with self._lock:
                self._works.pop(job.id, None)
            shutil.rmtree(self._scratch / str(job.id), ignore_errors=True)

    def _end_run(self, job: Job, result: Result) -> None:
        report = {
            **(job.report or {}),
            "simulation" if job.kind == "simulation" else "robot": result.report,
        }
        if result.report is None:
            state, text, line = "failed", result.text, result.line
        else:
            error = result.report.get("error")
            state = "failed" if error or result.text else "done"
            text = error["text"] if error else result.text or told(result.report)
            line = error["line"] if error else result.line
        if result.was_stopped:
            state, text = ("interrupted" if self._is_closing else "failed"), STOPPED
        self.jobs.ended(job.id, state, self.now_s(), text=text, line=line, report=report)  # type: ignore[arg-type]

    # Inside

    def _program(self, job: Job) -> Path:
        """Write a job's program into a folder of its own; return its file."""
        folder = self._scratch / str(job.id)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / job.name
        file.write_text(self.jobs.source(job), encoding="utf-8", newline="")
        return file.absolute()

    def _recording(self, job: Job, kind: Kind) -> Path:
        return self.recordings / f"{job.id}-{kind}.mcap"

    def _all_works(self) -> list[Work]:
        with self._lock:
            return list(self._works.values())

    def _set(self, name: str, value: str, by: Person, deed: str) -> None:
        with self.store.writing() as rows:
            rows.execute(delete(SETTINGS).where(SETTINGS.c.name == name))
            if value:
                rows.execute(insert(SETTINGS).values(name=name, value=value))
            note(rows, self.now_s(), by.name, deed, value)


def _without_folder(result: Result, folder: Path) -> Result:
    """Return a result that names the program's file as its author does."""
    place = f"{folder.absolute()}{os.sep}"
    report = json.loads(json.dumps(result.report).replace(json.dumps(place)[1:-1], ""))
    return replace(result, text=result.text.replace(place, ""), report=report)
