"""Made-up runs for the tests: worlds, snapshots and recordings without an engine."""

from __future__ import annotations

import math
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from wsusim.model.commands import Say
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import MissionSnapshot, ObjectSnapshot, RobotSnapshot, Snapshot
from wsusim.model.world import Arena, Ball, Cap, GoalRegion, Light, RobotStart, Wall, World
from wsusim.recording.file_layout import BLOCK_TICKS
from wsusim.recording.header import ControllerSource, RunHeader
from wsusim.recording.recorder import Recorder
from wsusim.recording.writer_process import serve

WORLD = World(
    name="test maze",
    arena=Arena.rectangle(1219.2, 1219.2),
    walls=(Wall(1, 100.0, 0.1, 100.0, 700.0 / 3), Wall(2, 0.0, 900.0, 500.0, 900.0)),
    lights=(Light(3, 1000.0, 1000.0),),
    caps=(Cap(4, 600.0, 600.0), Cap(5, 300.0, 640.0)),
    balls=(Ball(6, 700.0, 200.0),),
    robots=(RobotStart(7, Pose(300.0, 250.0, math.pi / 2)), RobotStart(8, Pose(900.0, 300.0, 0.1))),
    goals=(GoalRegion(9, Pose(600.0, 1000.0), 200.0, 100.0),),
    next_id=10,
)

SOURCE = ControllerSource(0, "Runner", "runner.py", {"runner.py": b"class Runner: ...\n"})

HEADER = RunHeader(WORLD, seed=11, options={"time_s": 4.0}, controllers=(SOURCE,))


class WriterInside:
    """Stands for a writer process: keeps all frames and serves them when the link is closed."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def listen(self, on_report: Callable[[dict[str, Any]], None]) -> None:
        """Be ready at once."""
        self.on_report = on_report
        on_report({"ready": True})

    def send(self, frame: bytes, patience_s: float | None = None) -> bool:
        """Keep a frame."""
        self.frames.append(frame)
        return True

    def close(self) -> None:
        """Write the file."""
        serve(self.frames, self.on_report)


def snapshot(tick: int) -> Snapshot:
    """Return a state that never repeats and uses every field."""
    t = tick / 100.0
    robots = tuple(
        RobotSnapshot(
            id=robot_id,
            kind="khepera1",
            pose=Pose(300.0 + 90.0 * math.sin(t), 250.0 + t / 3.0, math.cos(t)),
            left_speed=math.sin(7 * t) * 20.0,
            right_speed=-0.1 - t,
            left_position=-3 * tick,
            right_position=2**31 - 1 - tick,
            proximity=tuple((tick * k) % 1024 for k in range(8)),
            ambient=(500,) * 7 + (tick % 500,),
            arm_position=180.0 + (0.7 * tick) % 70.0,
            jaw_gap_mm=50.0,
            held_object_id=5 if tick % 300 > 200 else None,
            object_present=tick % 300 > 190,
            resistivity=tick % 256,
            contact_front=tick % 200 > 150,
            contact_back=False,
            contact_bearings_rad=(0.1 * t, -1.0) if tick % 200 > 150 else (),
            leds=(tick % 40 > 20, False),
        )
        for robot_id in (7, 8)
    )
    objects = (
        ObjectSnapshot(4, "cap", 600.0, 600.0, None),
        ObjectSnapshot(5, "cap", 300.0 + t, 640.0, 7 if tick % 300 > 200 else None),
        ObjectSnapshot(6, "ball", 700.0, 200.0 + t, None),
    )
    is_done = tick >= 250
    mission = MissionSnapshot(
        is_done, 2.5 if is_done else None, tick // 130, (7,) if is_done else ()
    )
    return Snapshot(tick, robots, objects, mission)


def record(path: Path, ticks: int, *, header: RunHeader = HEADER, **options: Any) -> Recorder:
    """Start a recording and give it samples up to and including ``ticks``; it stays open.

    Unless ``link`` says otherwise, the file is written when the recorder is closed or abandoned.
    """
    options.setdefault("link", WriterInside())
    recorder = Recorder(path, header, **options)
    recorder.take_snapshots([snapshot(0)])
    recorder.end_span(0)
    for start in range(0, ticks, BLOCK_TICKS):
        end = min(start + BLOCK_TICKS, ticks)
        recorder.take_snapshots([snapshot(tick) for tick in range(start + 2, end + 1, 2)])
        recorder.end_span(end)
    return recorder


def finished(path: Path, ticks: int = 400, *, spoken: bool = False, **options: Any) -> Path:
    """Make a whole recording, with something said at its end or not."""
    recorder = record(path, ticks, **options)
    if spoken:
        recorder.take_input(ticks, 0, Say("here"))
    recorder.close({"outcome": "time", "trace_sha256": "ab" * 32})
    return path


def cut_off(path: Path, ticks: int = 400) -> Path:
    """Make a recording whose run was killed."""
    record(path, ticks).abandon()
    return path


FILMED_TICKS = [3, 20, 45, 80, 81, 250]


def jpeg(grey: int) -> bytes:
    """Return a grey picture."""
    from PIL import Image

    file = BytesIO()
    Image.new("RGB", (32, 24), (grey, grey, grey)).save(file, "JPEG")
    return file.getvalue()


def filmed(file: Path, **options: Any) -> Path:
    """Record 3 s with pictures that are as grey as their tick; some come before their span."""
    recorder = record(file, 0, **options)
    for tick in FILMED_TICKS:
        recorder.take_picture(tick, jpeg(tick))
    for tick in range(20, 301, 20):
        recorder.take_snapshots([snapshot(tick)])
        recorder.end_span(tick)
    recorder.close({})
    return file
