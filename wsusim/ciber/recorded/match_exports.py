"""What a recorded match can be exported to: rows as ``recording.export_table`` has for runs."""

from __future__ import annotations

from pathlib import Path

from wsusim.ciber.recorded.match_drawing import export_match_film, export_ways
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.ciber.recorded.match_tables import export_match_csv
from wsusim.recording.export_format import Choices, ExportFormat


def _tables(recording: MatchRecording, folder: Path, choices: Choices) -> list[Path]:
    return export_match_csv(recording, folder, overwrite=choices.overwrite)


def _picture(recording: MatchRecording, file: Path, _choices: Choices) -> None:
    export_ways(recording, file)


def _film(recording: MatchRecording, file: Path, choices: Choices) -> None:
    export_match_film(recording, file, speed=choices.speed)


ROWS = (
    ExportFormat("csv", "Tables", "Robots and orders, cycle by cycle.", _tables),
    ExportFormat("png", "Picture", "Every robot's path over the lab.", _picture, ".png"),
    ExportFormat("gif", "Animation", "The match as a film.", _film, ".gif"),
    ExportFormat("mp4", "Film", "The match as a smaller film.", _film, ".mp4"),
)
