"""``octave`` copies its functions without overwriting users' own files."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from tests.command_line import wsusim

WANTED = (
    *("kopen", "ksend", "kclose", "kSetSpeed", "kGetSpeed", "kProximity", "kAmbient"),
    *("kSetEncoders", "kGetEncoders", "kMoveTo", "kStop", "kSetPID", "kLED", "kGripper", "kTurret"),
    *("kiks_kopen", "kiks_ksend", "kiks_kclose"),
)


def test_the_functions_are_copied_with_what_they_need(tmp_path: Path) -> None:
    """Every function of the list is there, and the private folder they call."""
    outcome = wsusim(["octave", "--install", str(tmp_path / "khepera")])

    assert outcome.returncode == 0
    assert [name for name in WANTED if not (tmp_path / f"khepera/{name}.m").is_file()] == []
    assert (tmp_path / "khepera/private/khepera_line.m").is_file()
    assert f"addpath('{(tmp_path / 'khepera').as_posix()}')" in outcome.stdout


def test_installing_twice_changes_nothing(tmp_path: Path) -> None:
    """Files that are the same are no reason to refuse."""
    wsusim(["octave", "--install", str(tmp_path)])

    assert wsusim(["octave", "--install", str(tmp_path)]).returncode == 0


def test_a_file_of_ones_own_is_kept(tmp_path: Path) -> None:
    """Nothing is copied when a file would be replaced by another."""
    (tmp_path / "kStop.m").write_text("my own")

    outcome = wsusim(["octave", "--install", str(tmp_path)])

    assert outcome.returncode == 2
    assert "kStop.m is there already" in outcome.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["kStop.m"]


def test_force_replaces_a_file(tmp_path: Path) -> None:
    """With --overwrite the shipped file takes its place."""
    (tmp_path / "kStop.m").write_text("my own")

    wsusim(["octave", "--install", str(tmp_path), "--overwrite"])

    assert "KSTOP" in (tmp_path / "kStop.m").read_text()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """One clear line says so."""
    (tmp_path / "notes.txt").write_text("")

    outcome = wsusim(["octave", "--install", str(tmp_path / "notes.txt")])

    assert outcome.returncode == 2
    assert "is a file. Give the name of a folder." in outcome.stderr


def test_force_leaves_alone_what_a_link_leads_to(tmp_path: Path) -> None:
    """A link is replaced; its target is left alone."""
    (tmp_path / "precious.txt").write_text("precious")
    (tmp_path / "khepera").mkdir()
    (tmp_path / "khepera" / "kStop.m").symlink_to(tmp_path / "precious.txt")

    wsusim(["octave", "--install", str(tmp_path / "khepera"), "--overwrite"])

    assert (tmp_path / "precious.txt").read_text() == "precious"
    assert "KSTOP" in (tmp_path / "khepera" / "kStop.m").read_text()


def test_a_full_disk_is_told_with_the_file_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither some of the functions nor empty folders; what was there stays."""
    write = Path.write_bytes
    (tmp_path / "notes.txt").write_text("mine")

    def full(path: Path, content: bytes) -> int:
        if "kStop" in path.name:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    outcome = wsusim(["octave", "--install", str(tmp_path / "a" / "khepera")])

    assert outcome.returncode == 2
    assert "kStop.m can't be written (No space left on device)" in outcome.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]
