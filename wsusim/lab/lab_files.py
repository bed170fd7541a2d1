"""The files of a lab beside its store: recordings that stay, and programs while they run."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from wsusim.errors import BadInput
from wsusim.formats.atomic import write_whole
from wsusim.lab.job import Job, Kind
from wsusim.lab.program import Program
from wsusim.lab.shapes import ToldScenery
from wsusim.lessons.lesson import write_files
from wsusim.recording.header import ControllerSource

_OTHER = "-robot-"
"""In the name of the folder of another robot's program, before the robot's number."""


class Files:
    """The files in a lab's folder, which is created if it does not exist."""

    def __init__(self, folder: Path) -> None:
        self._recordings = folder / "recordings"
        self._programs = folder / "programs"
        for place in (self._recordings, self._programs):
            place.mkdir(parents=True, exist_ok=True)

    def clear(self) -> None:
        """Remove the programs that a killed server has left behind."""
        shutil.rmtree(self._programs, ignore_errors=True)
        self._programs.mkdir(exist_ok=True)

    def lay_out(self, job: Job, program: Program, what: str = "") -> Path:
        """Write a job's program into a folder of its own; return the controller's file.

        Args:
            job: Whose folder.
            program: What is written.
            what: What it is for, if not the job itself.
        """
        folder = self._programs / f"{job.id}{what}"
        folder.mkdir(parents=True, exist_ok=True)
        for name, source in program.files.items():
            (folder / name).write_text(source, encoding="utf-8", newline="")
        return (folder / program.name).absolute()

    def lay_out_others(
        self, job: Job, others: Iterable[ControllerSource], what: str = ""
    ) -> tuple[str, ...]:
        """Write the programs of a job's other robots, each into a folder of its own.

        A student's program must not read them, nor come between them and their modules.

        Args:
            job: Whose robots.
            others: Their programs.
            what: As for ``lay_out``.

        Returns:
            What each of them is called as a controller.
        """
        specs = []
        for other in others:
            folder = self._programs / f"{job.id}{what}{_OTHER}{other.robot}"
            folder.mkdir(parents=True, exist_ok=True)
            write_files(folder, dict(other.files))
            file = (folder / other.main).absolute()
            specs.append(f"{file}:{other.class_name}" if other.class_name else str(file))
        return tuple(specs)

    def put_away(self, job: Job, what: str = "") -> None:
        """Remove a job's program, and those of its other robots; ``what`` as for ``lay_out``."""
        name = f"{job.id}{what}"
        for folder in (self._programs / name, *self._programs.glob(f"{name}{_OTHER}*")):
            shutil.rmtree(folder, ignore_errors=True)

    def recording(self, job: Job, kind: Kind) -> Path:
        """Return where a job's run on the robot or in the simulation is recorded."""
        return self._recordings / f"{job.id}-{kind}.mcap"

    def recording_of(self, job: Job, kind: Kind) -> Path | None:
        """Return the file of a job's run on the robot or in the simulation, if it is complete."""
        file = self.recording(job, kind)
        is_whole = job.is_over or (kind != job.kind and job.state in ("waiting", "running"))
        return file if is_whole and file.is_file() else None

    def newest_recording(self, job: Job) -> Path | None:
        """Return the complete recording of a job on the robot, or else in the simulation."""
        return self.recording_of(job, "robot") or self.recording_of(job, "simulation")

    def has_video(self, job: Job) -> bool:
        """Return whether a camera's pictures are in the recording of a run on a robot."""
        from wsusim.recording.reader import Recording
        from wsusim.recording.video import Video

        try:
            with Recording(self.recording(job, "robot")) as recording:
                return Video(recording).is_there
        except BadInput:
            return False

    def drive(self, job: Job) -> Path:
        """Return the file of where a simulated robot drove; it may not be there."""
        return self._recordings / f"{job.id}-drive.json"

    def keep_drive(self, job: Job, scene: ToldScenery | None, places: list[Any]) -> None:
        """Keep where a simulated robot drove, if that is known and there is room."""
        if scene is not None:
            content = json.dumps({"scene": scene, "places": places}).encode()
            with suppress(BadInput, OSError):  # there is the recording, too
                write_whole(self.drive(job), content)

    def recordings(self) -> dict[int, int]:
        """Return the size of all recordings and pictures in bytes, by job number."""
        found: dict[int, int] = {}
        for file in self._recordings.iterdir():
            number = file.name.partition("-")[0]
            if number.isdigit():
                with suppress(OSError):  # it is put into its place right now
                    found[int(number)] = found.get(int(number), 0) + file.stat().st_size
        return found

    def recordings_of(self, number: int) -> list[Path]:
        """Return all files that were recorded of a job."""
        return sorted(self._recordings.glob(f"{number}-*"))

    def remove_recordings(self, number: int) -> None:
        """Remove all that was recorded of a job."""
        for file in self.recordings_of(number):
            file.unlink(missing_ok=True)

    def comparison(self, job: Job) -> Path:
        """Return the file of the picture of a job's two ways; it may not be there."""
        return self._recordings / f"{job.id}-comparison.svg"
