"""The jobs that a lab is doing at the moment, each with its process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from wsusim.control.source_file import split_spec
from wsusim.errors import WsusimError
from wsusim.jobs.cluster import ClusterLost
from wsusim.lab.assignment_files import AssignmentShelf
from wsusim.lab.camera.lab_camera import Camera
from wsusim.lab.cluster_work import ClusterWork
from wsusim.lab.drivers import ALONE, Drivers
from wsusim.lab.halt_switch import HaltSwitch
from wsusim.lab.job import Job, Kind
from wsusim.lab.job_fork_server import JobProcess, start_alone
from wsusim.lab.job_process import Order
from wsusim.lab.jobs import Jobs
from wsusim.lab.lab_files import Files
from wsusim.lab.lab_plan import Plan
from wsusim.lab.mazes import maze_file
from wsusim.lab.work import EMERGENCY, Result, Work
from wsusim.live.watch_address import LOOPBACK

_LOG = logging.getLogger(__name__)

AnyWork = Work | ClusterWork

EMERGENCY_GRACE_S = 5.0
"""A worker that has not ended by then is killed, and the robot's guard stops the robot."""

LOOKED_AT = "look"
"""Part of the name of the folder of a program that is run again."""

LONGEST_LOOK_S = 120.0
"""By the wall clock: others wait for their looks, and no one is blamed when one can't be had."""

NO_LOOK = "The program didn't come to this moment in time. Try again when fewer programs run."

CLOSED = "The lab was closed while it ran."


class RunningJobs:
    """All running jobs; every method is safe from any thread."""

    def __init__(
        self,
        plan: Plan,
        jobs: Jobs,
        files: Files,
        switch: HaltSwitch,
        camera: Camera | None = None,
        shelf: AssignmentShelf | None = None,
    ) -> None:
        self._plan = plan
        self._shelf = shelf
        self._camera = camera
        self._jobs = jobs
        self._files = files
        self._switch = switch
        self._lock = threading.Lock()
        self._by_number: dict[int, AnyWork] = {}
        self._unwanted: dict[int, str] = {}
        """Why to stop jobs that were taken so recently that they have no process yet."""
        self._is_closing = False
        self.start: Callable[[], JobProcess] = start_alone
        """Starts the process of a look."""

    def of(self, number: int) -> AnyWork | None:
        """Return the progress of a running job."""
        with self._lock:
            return self._by_number.get(number)

    def stop(self, number: int, why: str) -> None:
        """Stop a job that was taken; its author reads why."""
        with self._lock:
            work = self._by_number.get(number)
            if work is None:
                self._unwanted[number] = why
        if work is not None:
            work.stop(why)

    def stop_robots(self) -> None:
        """Stop whatever drives a robot; simulations go on. Returns at once."""
        for work in self._all():
            if isinstance(work, Work) and not work.order.is_patient:
                work.stop(EMERGENCY, EMERGENCY_GRACE_S)

    def close(self) -> None:
        """Stop everything, now and whenever something begins."""
        self._is_closing = True
        for work in self._all():
            work.stop(CLOSED)

    @contextmanager
    def shown(self, number: int, work: AnyWork) -> Iterator[AnyWork]:
        """Let others see and stop a piece of work by a number."""
        with self._lock:
            self._by_number[number] = work
            why = self._unwanted.pop(number, "")
        # Asked only now: who stops it from here on finds it.
        if not work.order.is_patient and self._switch.is_pressed:
            why = EMERGENCY
        if why or self._is_closing:
            work.stop(why or CLOSED)
        try:
            yield work
        finally:
            with self._lock:
                del self._by_number[number]

    def do(
        self,
        job: Job,
        kind: Kind,
        *,
        robot: str,
        maze: str,
        speed: float | None,
        make: Callable[[Order], AnyWork] = Work,
    ) -> Result:
        """Run a job's program and record it; at a pace it can be watched.

        Args:
            job: Whose program.
            kind: Whether this is its run on the robot or in the simulation.
            robot: As in an order.
            maze: In which it drives.
            speed: Pace of a simulation; ``None``: as fast as it goes.
            make: Makes a work from an order.

        Raises:
            ClusterLost: It ran on a cluster that was lost.
        """
        is_simulation = kind == "simulation"
        try:
            file = self._files.lay_out(job, self._jobs.program(job))
            drivers = self._drivers(job) if is_simulation else ALONE
            others = self._files.lay_out_others(job, drivers.others)
            order = Order(
                controller=str(file),
                maze=maze,
                robot=robot,
                profile=self._plan.profile,
                seed=job.seed,
                time_s=job.time_s,
                speed=speed,
                record=str(self._files.recording(job, kind)),
                publish_host="" if speed is None else LOOPBACK,
                is_sandboxed=self._plan.is_sandboxed,
                is_remote=job.kind == "remote",
                is_patient=is_simulation,
                camera=None if self._camera is None or is_simulation else str(self._camera.file),
                halt_file="" if is_simulation else str(self._switch.file),
                allowed=self._allowed(job) if is_simulation else (),
                robots=drivers.robots,
                others=others,
            )
            with self.shown(job.id, make(order)) as work:
                result = _told(work.run(), file, others)
            if not (is_simulation or result.why_stopped) and self._switch.is_pressed:
                result.why_stopped = EMERGENCY  # its worker saw the switch before anybody here
            if is_simulation:
                self._files.keep_drive(job, work.going.scene, work.going.places)
            return result
        except ClusterLost:
            raise
        except WsusimError as error:
            return Result(text=str(error))
        except OSError as error:
            _LOG.exception("A job could not be run")
            return Result(text=f"The lab's computer could not run it: {error.strerror or error}.")
        finally:
            self._files.put_away(job)

    def look(self, job: Job, tick: int) -> tuple[Result, dict[str, Any] | None]:
        """Run a simulation's program again; return the result, and its variables at a tick."""
        try:
            file = self._files.lay_out(job, self._jobs.program(job), LOOKED_AT)
            drivers = self._drivers(job)
            others = self._files.lay_out_others(job, drivers.others, LOOKED_AT)
            order = Order(
                controller=str(file),
                maze=maze_file(self._plan.folder, job.maze),
                profile=self._plan.profile,
                seed=job.seed,
                time_s=job.time_s,
                is_sandboxed=self._plan.is_sandboxed,
                is_patient=True,
                allowed=self._allowed(job),
                robots=drivers.robots,
                others=others,
                stand_at_tick=tick,
            )
            work = Work(order, start=self.start)
            timer = threading.Timer(LONGEST_LOOK_S, work.stop, (NO_LOOK,))
            timer.daemon = True
            timer.start()
            try:
                return _told(work.run(), file, others), work.going.stood
            finally:
                timer.cancel()
        except WsusimError as error:
            return Result(text=str(error)), None
        except OSError as error:
            _LOG.exception("A run could not be looked into")
            text = f"The lab's computer could not run it: {error.strerror or error}."
            return Result(text=text), None
        finally:
            self._files.put_away(job, LOOKED_AT)

    def _allowed(self, job: Job) -> tuple[str, ...]:
        """Return what a lesson allows in its maze; nothing for runs on a robot."""
        if job.kind != "simulation" or self._shelf is None:
            return ()
        return self._shelf.allowed_in(job.maze)

    def _drivers(self, job: Job) -> Drivers:
        """Return the robots in a simulation of the student's own, as at home."""
        if job.kind != "simulation" or self._shelf is None:
            return ALONE
        return self._shelf.drivers_in(job.maze)

    def _all(self) -> list[AnyWork]:
        with self._lock:
            return list(self._by_number.values())


def _told(result: Result, file: Path, others: Sequence[str]) -> Result:
    """Return a result that names no folder of the lab."""
    for folder in (file.parent, *(Path(split_spec(other)[0]).parent for other in others)):
        result = result.without_folder(folder)
    return result
