"""A whole lab: what it stores, who works in it, and what people ask of it."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from functools import partial
from time import time

from wsusim.errors import BadInput
from wsusim.lab.assignment_files import AssignmentFiles, AssignmentShelf
from wsusim.lab.assignments import Assignments
from wsusim.lab.audit import note
from wsusim.lab.camera.camera_address import parse_camera
from wsusim.lab.camera.lab_camera import Camera
from wsusim.lab.checks import Checks
from wsusim.lab.cluster_work import Cluster
from wsusim.lab.courses import Course, Courses
from wsusim.lab.disk import Disk
from wsusim.lab.drafts import Drafts
from wsusim.lab.guests import Guests
from wsusim.lab.halt_switch import HaltSwitch
from wsusim.lab.jobs import Jobs
from wsusim.lab.lab_files import Files
from wsusim.lab.lab_plan import Plan
from wsusim.lab.later import Later
from wsusim.lab.lesson_copy import holds_lesson, lesson_among
from wsusim.lab.looks import Looks
from wsusim.lab.mazes import bring_maze
from wsusim.lab.pair_codes import PairCodes
from wsusim.lab.pairs import Pairs
from wsusim.lab.people import READ_S, SEEN_S, People, Person
from wsusim.lab.robots import Robots
from wsusim.lab.rules import RuleBook
from wsusim.lab.running_jobs import RunningJobs
from wsusim.lab.sessions import Sessions
from wsusim.lab.settings import HALTED, IDENTITY, NOTICE, Settings
from wsusim.lab.short_codes import ShortCodes
from wsusim.lab.simulations import Simulations, processors_left
from wsusim.lab.store import Store
from wsusim.lab.tidying import TIDY_S, Tidying
from wsusim.lab.workers import Workers

_LOG = logging.getLogger(__name__)

HALT_LOOK_S = 0.1
"""So often is looked whether the terminal has stopped all robots."""

KEEP_S = 3.0
"""A lab that closes waits so long for a store that can't be written."""

TERMINAL = "the terminal of the lab's computer"


class Lab:
    """Everything of a lab but its pages.

    Args:
        plan: How it is set up.
        store: Its database; ``None``: the one in the plan's folder.
        now_s: The time, in seconds since 1970.
        cluster: Runs the simulations; ``None``: this computer does.

    Raises:
        BadInput: The folder or the store can't be used.
    """

    def __init__(
        self,
        plan: Plan,
        store: Store | None = None,
        now_s: Callable[[], float] = time,
        cluster: Cluster | None = None,
    ) -> None:
        self.plan = plan
        self.now_s = now_s
        self.files = Files(plan.folder)
        self.store = store or Store.in_folder(plan.folder)
        self.people = People(self.store)
        self.courses = Courses(self.store)
        self.pairs = Pairs(self.store)
        self.pair_codes = PairCodes(now_s)
        self.jobs = Jobs(self.store)
        self.drafts = Drafts(self.store)
        self.assignments = Assignments(self.store)
        self.settings = Settings(self.store)
        self.rules = RuleBook(plan, self.settings)
        self.camera = Camera(parse_camera(plan.camera)) if plan.camera else None
        """What looks at the robots."""
        self.tidying = Tidying(self.store, self.files, self.rules, now_s)
        self.switch = HaltSwitch.in_folder(plan.folder)
        if self.switch.is_new and self.settings.get(HALTED):  # by an older wsusim
            self.switch.press()
        self._is_halt_known = self.switch.is_pressed
        self._halted_by = self.settings.get(HALTED)
        self.shelf = AssignmentShelf(plan.folder)
        self.running = RunningJobs(
            plan, self.jobs, self.files, self.switch, self.camera, self.shelf
        )
        self._workers = Workers()
        self._later = Later(self._workers)
        self.codes = ShortCodes(now_s)
        self.checks = Checks(
            plan.folder,
            is_sandboxed=plan.is_sandboxed,
            wake=self._workers.wake,
            processors=processors_left(plan),
        )
        self.looks = Looks(self.running, wake=self._workers.wake)
        self.identity = self.settings.once(IDENTITY, lambda: secrets.token_hex(4))
        self.sessions = Sessions(self.store, self.people, self._later, now_s)
        self.guests = Guests(self.rules, self.people, self.jobs, self.running, self._workers, now_s)
        self.robots = Robots(
            plan, self.jobs, self.files, self.running, self.guests, self.switch, self.rules,
            self.courses, self._workers, now_s
        )  # fmt: skip
        self._simulations = Simulations(
            plan, self.rules, self.jobs, self.running, self._workers, now_s, cluster
        )

    def open(self) -> None:
        """Repair what was left behind, and begin to work."""
        self.jobs.recover(self.now_s())
        self.switch.forget_drivers()
        self.files.clear()
        if self.camera is not None:
            self.camera.start()
        self._simulations.start()
        self.robots.start()
        self._workers.start("check-hand-in", self.checks.do_one)
        self._workers.start("look", self.looks.do_one)
        self._workers.every("halt", HALT_LOOK_S, self._heed_switch)
        self._workers.every("people", READ_S, self.people.read)
        self._workers.every("courses", READ_S, self._look_at_courses)
        self._workers.every("seen", SEEN_S, self.people.keep_seen)
        self._workers.every("tidy", TIDY_S, self.tidying.tidy)

    def close(self) -> None:
        """Stop all robots and simulations, and end; what was running counts as interrupted."""
        self._workers.close()
        self.running.close()
        self._simulations.hurry()
        self._workers.join()
        self._simulations.close()
        self._later.finish(KEEP_S)
        self.switch.close()
        if self.camera is not None:
            self.camera.close()
        self.store.close()

    @property
    def compiled(self) -> int | None:
        """How many functions of the simulator are compiled so far; ``None``: it is ready."""
        return self._simulations.compiled

    def disk(self) -> Disk:
        """Return how much room there is."""
        return Disk.of(self.plan.folder)

    def require_room(self) -> None:
        """Refuse to begin anything that would fill the disk.

        Raises:
            BadInput: It is full.
        """
        if (disk := self.disk()).state == "full":
            raise BadInput(
                f"The disk of the lab's computer is full ({disk.text}), so nothing can be run. "
                "Tell your teacher, and send your program again later."
            )

    def wake(self) -> None:
        """Wake all workers, so that they look for something to do."""
        self._workers.wake()

    def stop_job(self, number: int, by: Person) -> None:
        """Stop a job that is running, or take it out of the queue; students only their own.

        Raises:
            BadInput: There is no such job of this person, or it is over.
        """
        job = self.jobs.get(number, by)
        work = self.running.of(number)
        if job.state != "running" and not (job.kind == "simulation" and work is not None):
            self.jobs.cancel(number, by, self.now_s())
        if job.state == "running" or work is not None:
            self.running.stop(number, f"It was stopped by {by.name}.")
            self._later.do(partial(self._note, by.name, "stop", f"job {number} of {job.owner}"))

    def halt(self, by: Person) -> None:
        """Stop every robot now, and let none drive until ``go_on``, even after a restart.

        Robots first: nothing before that waits for a lock, the store or the disk.
        """
        self._halted_by, self._is_halt_known = by.name, True
        self.switch.press_here()
        threading.Thread(target=self._press, name="wsusim-halt", daemon=True).start()
        self.running.stop_robots()
        self._note_halt(by.name, by.name, "emergency stop")

    def go_on(self, by: Person) -> None:
        """Let robots drive again after an emergency stop.

        Raises:
            BadInput: The switch can't be released.
        """
        try:
            self.switch.release()
        except OSError as error:
            raise BadInput(
                f"Robots must still stand: {self.switch.file} can't be written "
                f"({error.strerror or error})."
            ) from None
        self._halted_by, self._is_halt_known = "", False
        self._note_halt("", by.name, "go on")
        self.wake()

    @property
    def halted_by(self) -> str:
        """Who has stopped all robots; empty: they aren't stopped."""
        return (self._halted_by or "somebody") if self.switch.is_pressed else ""

    def _press(self) -> None:
        try:
            self.switch.press()
        except OSError:
            _LOG.exception("The emergency stop holds only until this server ends")

    def _note(self, by: str, what: str, about: str) -> None:
        with self.store.writing() as connection:
            note(connection, self.now_s(), by, what, about)

    def _note_halt(self, value: str, by: str, what: str) -> None:
        self._later.do(partial(self.settings.set, HALTED, value, self.now_s(), by, what))

    def _heed_switch(self) -> None:
        """Obey a press of the switch beside this server."""
        is_pressed = self.switch.is_pressed
        if is_pressed and not self._is_halt_known:
            self._halted_by, self._is_halt_known = TERMINAL, True
            self.running.stop_robots()
            self._note_halt(TERMINAL, TERMINAL, "emergency stop")
        elif self._is_halt_known and not is_pressed:
            self._halted_by, self._is_halt_known = "", False
            self._note_halt("", TERMINAL, "go on")
            self.wake()

    def _look_at_courses(self) -> None:
        """Adopt what the terminal has changed."""
        if self.courses.read():
            self.jobs.line.change()
            self.wake()

    def change_course(self, course: Course, by: Person) -> Course:
        """Change a course: its title, its robots, or whether it is closed.

        Raises:
            BadInput: The change is not possible.
        """
        strange = [robot for robot in course.robots if not 1 <= robot <= len(self.plan.robots)]
        if strange:
            raise BadInput(f"There is no robot {strange[0]}; the lab has {len(self.plan.robots)}.")
        changed = self.courses.change(course, by.name, self.now_s())
        self.jobs.line.change()
        self.wake()
        return changed

    def say(self, text: str, by: Person, course: int) -> None:
        """Show a message to everyone, or to one course if its author teaches only that.

        An empty one removes theirs.
        """
        name = NOTICE if by.is_teacher else f"{NOTICE} {course}"
        self.settings.set(name, text[:500], self.now_s(), by.name, "message")

    def notice(self, course: int | None) -> str:
        """Return the messages that the people of a course see."""
        names = (NOTICE,) if course is None else (NOTICE, f"{NOTICE} {course}")
        return "\n".join(filter(None, map(self.settings.get, names)))

    def bring_maze(self, file_name: str, content: str, by: Person) -> None:
        """Keep a teacher's maze, and give it to the course.

        Raises:
            BadInput: It is no valid maze, or its name can't be used.
        """
        name = bring_maze(self.plan.folder, file_name, content)
        mazes = self.rules.now().plan.all_mazes
        self.rules.change({"mazes": [*dict.fromkeys((*mazes, name))]}, self.now_s(), by.name)

    def furnish(self, number: int, files: Mapping[str, bytes], by: Person) -> AssignmentFiles:
        """Add a teacher's files to an assignment; its mazes can be chosen from then on.

        Raises:
            BadInput: They can't be used; nothing is changed.
        """
        title = self.assignments.get(number, by).title
        if holds_lesson(files):
            kept = self._take_lesson(number, files, by)
        else:
            kept = self.shelf.put(number, files)
            for name in files:
                is_maze = name.rpartition(".")[0] in kept.mazes
                if is_maze and not name.endswith((".toml", ".py")):
                    self.bring_maze(name, files[name].decode("utf-8", "replace"), by)
        plan = self.rules.now().plan
        choice = self.rules.choice()
        wanted = [maze for maze in kept.mazes if maze in choice and maze not in plan.all_mazes]
        if wanted:
            mazes = [*plan.all_mazes, *wanted]
            self.rules.change({"mazes": mazes}, self.now_s(), by.name)
        about = f"{', '.join(sorted(files)) or 'no files'} for {title}"
        self._later.do(partial(self._note, by.name, "set files", about))
        return kept

    def _take_lesson(self, number: int, files: Mapping[str, bytes], by: Person) -> AssignmentFiles:
        lesson = lesson_among(files)
        mazes = []
        for name in lesson.entry.mazes:
            content = lesson.files.get(name)
            if content is not None:
                told = content.decode("utf-8", "replace")
                name = bring_maze(self.plan.folder, name, told, beside=lesson.name)
            mazes.append(name)
        return self.shelf.put_lesson(number, lesson, mazes)

    def put_back(self, robot: int, by: Person) -> None:
        """Note that a robot is at its start, as a teacher or, if allowed, the next in turn says.

        Raises:
            BadInput: There is no such robot, it drives, or it isn't this person's turn.
        """
        if not self.may_put_back(by, robot):
            others = " or whose program is next" if self.plan.can_students_put_back else ""
            raise BadInput(f"Only a teacher{others} may say that a robot is at its start.")
        if self.robots.is_out(robot) and not self._may_mend(by, robot):
            raise BadInput("This robot could not be reached. A teacher has to look at it first.")
        title = self.robots.put_back(robot).title
        with self.store.writing() as connection:
            note(connection, self.now_s(), by.name, "put back", title)

    def may_put_back(self, person: Person, robot: int) -> bool:
        """Return whether a person may say that a robot, counted from 0, stands at its start."""
        if self._may_mend(person, robot):
            return True
        if not self.plan.can_students_put_back:
            return False
        first = self.jobs.line.first(lambda course: self.courses.may_drive(course, robot + 1))
        return first is not None and person.id in self.jobs.get(first).people

    def _may_mend(self, person: Person, robot: int) -> bool:
        """Return whether a person teaches a course that may use a robot."""
        return any(map(person.may_teach, self.courses.driving(robot + 1)))

    def may_look(self, person: Person) -> bool:
        """Return whether a person may see what the camera sees now.

        Teachers may, people whose program drives a robot, and people who have to say whether one
        stands at its start.
        """
        robots = self.robots.states
        if person.is_any_teacher or any(one.job and person.id in one.job.people for one in robots):
            return True
        return any(one.is_awaited and self.may_put_back(person, one.number) for one in robots)
