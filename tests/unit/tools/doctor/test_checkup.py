"""The checkup: every answer is what was found, or exactly what to do."""

from __future__ import annotations

import errno
import importlib.metadata
import os
import pickle
import sys
from pathlib import Path

import pytest

from wsusim.tools.doctor import computer, libraries, qt
from wsusim.tools.doctor.screen import explain_import, find_obstacle

LINUX_ONLY = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's rules")


def test_an_old_python_gets_a_remedy() -> None:
    """It names the oldest one that will do."""
    assert "3.11" in computer.look_at_interpreter((3, 9, 2), 64).remedy


def test_a_narrow_python_gets_a_remedy() -> None:
    """The compiler of the kernels exists for 64 bit only."""
    assert "64 bit" in computer.look_at_interpreter((3, 12, 0), 32).remedy


def test_this_python_is_good() -> None:
    """The tests run with it."""
    assert computer.look_at_interpreter(sys.version_info[:3], 64).is_ok


def test_all_requirements_are_read() -> None:
    """Comments are not."""
    names = [name for name, _version in computer.required()]
    assert "PySide6-Essentials" in names
    assert "numba" in names
    assert all(version[0].isdigit() for _name, version in computer.required())


def test_a_missing_and_a_wrong_package_are_named() -> None:
    """Each with the line that installs the tested version; the right one is not mentioned."""
    there = {"old": "1.0", "right": "3.1"}

    def version_of(name: str) -> str:
        if name not in there:
            raise importlib.metadata.PackageNotFoundError(name)
        return there[name]

    wanted = [("old", "2.0"), ("gone", "1.5"), ("right", "3.1")]
    found = computer.look_at_packages(wanted, version_of)

    assert [finding.subject for finding in found] == ["package old", "package gone"]
    assert "old==2.0" in found[0].remedy
    assert "gone==1.5" in found[1].remedy


def test_as_required_is_one_line() -> None:
    """Nobody wants to read sixteen."""
    found = computer.look_at_packages([("a", "1"), ("b", "2")], {"a": "1", "b": "2"}.__getitem__)
    assert [finding.is_ok for finding in found] == [True]


def test_a_folder_that_will_be_made_is_tried_where_it_will_be(tmp_path: Path) -> None:
    """And nothing is left behind."""
    assert computer.look_at_folder("settings", tmp_path / "not" / "yet").is_ok
    assert list(tmp_path.iterdir()) == []


@LINUX_ONLY
def test_a_folder_that_takes_no_files_gets_a_remedy() -> None:
    """Even root can't write to this one."""
    finding = computer.look_at_folder("settings", Path("/proc/wsusim"))
    assert not finding.is_ok
    assert "/proc" in finding.remedy


@pytest.mark.parametrize("folder", ["/", "/usr/lib", "/proc"])
def test_nobody_is_told_to_take_a_folder_of_the_system(folder: str) -> None:
    """A remedy must not break the computer."""
    remedy = computer._folder_remedy(
        Path(folder), PermissionError(errno.EACCES, "Permission denied")
    )

    assert "sudo" not in remedy
    assert "folder of your own" in remedy


def test_damaged_kernels_are_found(tmp_path: Path) -> None:
    """Cut off or overwritten files of the compiler's cache; whole ones are not mentioned."""
    whole = pickle.dumps("0.61") + pickle.dumps(("stamp", b"x" * 1000))
    (tmp_path / "whole.nbi").write_bytes(whole)
    (tmp_path / "cut.nbi").write_bytes(whole[:-5])
    (tmp_path / "empty.nbc").write_bytes(b"")
    (tmp_path / "nonsense.nbc").write_bytes(b"\xff" * 100)

    found = computer.damaged_kernels(tmp_path)

    assert [file.name for file in found] == ["cut.nbi", "empty.nbc", "nonsense.nbc"]


def test_this_computers_kernels_are_whole() -> None:
    """What the compiler writes is read to its end."""
    assert [finding.is_ok for finding in computer.look_at_kernels()] == [True, True]


@LINUX_ONLY
def test_a_port_without_permission_gets_a_remedy(tmp_path: Path) -> None:
    """One that exists, but not for this user."""
    device = tmp_path / "ttyUSB0"
    device.touch()
    finding = computer.look_at_port(str(device), lambda _device, _mode: False)
    assert finding.remedy.startswith("sudo ")


def test_a_port_with_permission_is_good() -> None:
    """Nothing has to be done."""
    assert computer.look_at_port("/dev/ttyUSB0", lambda _device, _mode: True).is_ok


@LINUX_ONLY
def test_a_library_that_is_missing_is_named_with_its_package() -> None:
    """In one line to type."""
    assert libraries.missing_of(("libc.so.6", "libwsusim-not.so.1")) == ["libwsusim-not.so.1"]
    line = libraries.install_line(["libxcb-cursor.so.0", "libEGL.so.1"])
    assert line == "On Debian and Ubuntu: sudo apt install libegl1 libxcb-cursor0"


def test_a_library_without_known_package_is_named() -> None:
    """A person can look for it."""
    assert "libodd.so.7" in libraries.install_line(["libodd.so.7"])


def test_a_missing_package_of_the_window_is_named() -> None:
    """With how to install it."""
    obstacle = explain_import(ModuleNotFoundError("No module named 'PySide6'", name="PySide6"))
    assert "PySide6" in obstacle.reason
    assert "requirements.txt" in obstacle.remedy


@LINUX_ONLY
def test_an_unknown_platform_of_qt_is_refused() -> None:
    """Qt would end the process."""
    obstacle = find_obstacle({"QT_QPA_PLATFORM": "nonsense"}, "linux")
    assert obstacle is not None
    assert "unset QT_QPA_PLATFORM" in obstacle.remedy


@LINUX_ONLY
def test_a_wayland_screen_that_is_gone_is_named(tmp_path: Path) -> None:
    """As after ssh from a desktop."""
    environment = {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)}
    obstacle = find_obstacle(environment, "linux")
    assert obstacle is not None
    assert "wayland-9" in obstacle.reason


def test_qt_is_started_in_a_process_of_its_own() -> None:
    """It says version and platform."""
    found = qt.look_at_qt({**os.environ, "QT_QPA_PLATFORM": "offscreen"}, sys.platform)
    assert [finding.subject for finding in found] == ["Qt", "display"]
    assert "offscreen" in found[0].found
    assert all(finding.is_ok for finding in found)


def test_a_qt_that_ends_its_process_is_a_finding() -> None:
    """What it said last is shown, with a remedy; another system's Qt is not looked into before."""
    found = qt.look_at_qt({**os.environ, "QT_QPA_PLATFORM": "nonsense"}, "unheard-of")
    assert [finding.is_ok for finding in found] == [False]
    assert "nonsense" in found[0].found
    assert "pip install" in found[0].remedy


@pytest.mark.parametrize(
    ("size_px", "scale", "is_ok"),
    [((1024, 700), 1.0, True), ((960, 540), 2.0, False), ((800, 600), 1.0, False)],
)
def test_a_screen_needs_room(size_px: tuple[int, int], scale: float, is_ok: bool) -> None:
    """The window is laid out for 1024 x 700."""
    screen = {"name": "A", "size_px": list(size_px), "scale": scale, "dpi": 96.0}
    assert qt.look_at_screen(screen).is_ok is is_ok
