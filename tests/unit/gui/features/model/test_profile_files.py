"""Profiles on the disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from tests.unit.editor.robot_model.measured import measured_profile
from tests.unit.gui.conftest import small_world
from wsusim.editor.robot_model import profile_parameters as p
from wsusim.editor.robot_model.choice import Source
from wsusim.formats.maze_file import save_maze
from wsusim.formats.profile import load_profile
from wsusim.gui.document import Document
from wsusim.gui.features.model.model_settings import ModelSettings
from wsusim.gui.features.model.profile_files import ProfileFiles, is_profile

POSIX = pytest.mark.skipif(os.name != "posix", reason="such names and devices are of POSIX")


@pytest.fixture
def files(settings: ModelSettings, tmp_path: Path) -> ProfileFiles:
    """Return the files over the settings."""
    return ProfileFiles(settings, tmp_path / "kept", settings)


def failures_of(files: ProfileFiles) -> list[str]:
    """Return a list that gets every message."""
    told: list[str] = []
    files.failed.connect(told.append)
    return told


def test_profiles_and_mazes_are_told_apart(profile_file: Path, tmp_path: Path) -> None:
    """Both end with .json; a broken profile still says that it is one."""
    maze, broken = tmp_path / "maze.json", tmp_path / "broken.json"
    save_maze(small_world(), maze)
    broken.write_text(profile_file.read_text()[:-20])
    found = [is_profile(path) for path in (profile_file, broken, maze, tmp_path / "none.json")]
    assert found == [True, True, False, False]


def test_an_opened_profile_is_in_use(
    files: ProfileFiles, settings: ModelSettings, profile_file: Path
) -> None:
    """And is the first of the recent ones."""
    assert files.open(profile_file)
    assert settings.choice.source is Source.OWN
    assert settings.shown == measured_profile()
    assert files.recent.paths() == [profile_file]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": "wsusim-profile", "version": 1', "robot3.json"),
        ('{"format": "wsusim-profile", "version": 1, "name": "x"}', "sensors"),
        ('{"format": "wsusim-profile", "version": 1, "name": 7, "sensors": []}', "name"),
        ("not a profile", "robot3.json"),
    ],
)
def test_a_bad_profile_gives_one_message(
    files: ProfileFiles, settings: ModelSettings, profile_file: Path, text: str, words: str
) -> None:
    """What was in use stays in use."""
    told = failures_of(files)
    profile_file.write_text(text)
    before = settings.choice
    assert not files.open(profile_file)
    assert len(told) == 1
    assert words in told[0]
    assert settings.choice == before


def test_what_is_saved_can_be_loaded(
    files: ProfileFiles, settings: ModelSettings, tmp_path: Path
) -> None:
    """The name is that of the file, and nothing is unsaved any more."""
    settings.put((p.LEFT_GAIN,), 0.87, 1)
    assert files.save(tmp_path / "bob.json")
    assert load_profile(tmp_path / "bob.json") == settings.shown
    assert settings.own.name == "bob"
    assert not settings.is_own_modified


def test_presets_can_be_saved(files: ProfileFiles, settings: ModelSettings, tmp_path: Path) -> None:
    """What is shown goes into the file, whatever it comes from."""
    settings.use(Source.IDEAL)
    files.save(tmp_path / "quiet.json")
    assert load_profile(tmp_path / "quiet.json").tuning().light_noise == (0.0,) * 8
    assert settings.choice.source is Source.OWN


def test_a_folder_that_is_not_there_gives_one_message(files: ProfileFiles, tmp_path: Path) -> None:
    """Nothing is marked as saved."""
    told = failures_of(files)
    assert not files.save(tmp_path / "nowhere" / "bob.json")
    assert len(told) == 1


@pytest.mark.parametrize(
    "name", ["two\nlines.json", pytest.param("b\udce9.json", marks=POSIX), "n" * 120 + ".json"]
)
def test_files_of_odd_names_are_as_good(
    files: ProfileFiles, settings: ModelSettings, tmp_path: Path, name: str
) -> None:
    """What of a file's name no profile's name may hold is left out of it."""
    path = tmp_path / name
    told = failures_of(files)
    assert files.save(path)
    assert files.open(path)
    assert settings.own.name.isprintable()
    assert not told


@pytest.mark.parametrize("lines", ["x" * 3000, "\0", "\udcff", "/\n\n.", "nowhere.json"])
def test_a_list_of_recent_profiles_may_hold_anything(
    files: ProfileFiles, tmp_path: Path, lines: str
) -> None:
    """The window opens nevertheless, with none of them."""
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "recent-profiles.txt").write_bytes(
        lines.encode("utf-8", "surrogateescape")
    )
    files.take_up()
    assert files.recent.paths() == []


def test_a_draft_that_cannot_be_removed_is_told(files: ProfileFiles, tmp_path: Path) -> None:
    """The window closes nevertheless."""
    told = failures_of(files)
    (tmp_path / "kept" / "unsaved-model.json").mkdir(parents=True)
    files.keep_draft()
    assert len(told) == 1


@POSIX
def test_a_device_or_pipe_is_no_profile(files: ProfileFiles, tmp_path: Path) -> None:
    """Nothing is written in its place."""
    told, pipe = failures_of(files), tmp_path / "pipe.json"
    os.mkfifo(pipe)
    assert not files.save(pipe)
    assert "not an ordinary file" in told[0]
    assert pipe.is_fifo()


def test_unsaved_settings_are_there_in_the_next_session(
    files: ProfileFiles, settings: ModelSettings, tmp_path: Path
) -> None:
    """At hand, marked as unsaved, and not in use."""
    settings.put((p.LEFT_GAIN,), 0.87, 1)
    files.keep_draft()
    parent = QObject()
    document = Document(small_world(), parent)
    later = ModelSettings(document, parent)
    ProfileFiles(later, tmp_path / "kept", parent).take_up()
    assert (p.LEFT_GAIN.of(later.own), later.is_own_modified) == (0.87, True)
    assert later.choice.source is Source.MAZE


def test_the_last_profile_is_at_hand_in_the_next_session(
    files: ProfileFiles, profile_file: Path, tmp_path: Path
) -> None:
    """One click away, with its file; runs do not use it yet."""
    files.open(profile_file)
    files.keep_draft()
    parent = QObject()
    later = ModelSettings(Document(small_world(), parent), parent)
    ProfileFiles(later, tmp_path / "kept", parent).take_up()
    assert (later.own_title, later.is_own_modified) == ("robot 3", False)
    assert (later.choice.path, later.choice.source) == (profile_file, Source.MAZE)


def test_saved_settings_leave_no_draft(
    files: ProfileFiles, settings: ModelSettings, tmp_path: Path
) -> None:
    """The next session begins afresh."""
    settings.put((p.LEFT_GAIN,), 0.87, 1)
    files.keep_draft()
    files.save(tmp_path / "bob.json")
    files.keep_draft()
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["recent-profiles.txt"]
