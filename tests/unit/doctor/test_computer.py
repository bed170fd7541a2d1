"""Interpreter, packages, kernels, folders, ports: what was found, or exactly what to do."""

from __future__ import annotations

import errno
import importlib.metadata
import os
import sys
from pathlib import Path

import pytest

from wsusim.doctor import computer
from wsusim.doctor.finding import Finding
from wsusim.kernels import cache

LINUX_ONLY = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's rules")


def test_an_old_python_gets_a_remedy() -> None:
    """It names the oldest one that will do."""
    assert "3.11" in computer.look_at_interpreter((3, 9, 2), 64).remedy


def test_a_narrow_python_gets_a_remedy() -> None:
    """The compiler of the kernels exists for 64 bit only."""
    assert "64-bit" in computer.look_at_interpreter((3, 12, 0), 32).remedy


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


def test_what_another_system_needs_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sandbox's library is for Linux alone."""
    here = {name for name, _version in computer.required()}
    monkeypatch.setattr(sys, "platform", "win32")
    there = {name for name, _version in computer.required()}

    assert here - there == {"pyseccomp"}


def test_as_required_is_one_line() -> None:
    """If all packages are as required, that is one line, not sixteen."""
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
def test_taking_over_a_system_folder_is_never_advised(folder: str) -> None:
    """A remedy must not break the computer."""
    refused = PermissionError(errno.EACCES, "Permission denied")
    remedy = computer._folder_remedy(computer.CURRENT_FOLDER, Path(folder), refused)

    assert "sudo" not in remedy
    assert "one of your own folders" in remedy


@pytest.mark.parametrize(
    ("purpose", "variable"), [("settings", "HOME"), (computer.KERNEL_CACHE, "NUMBA_CACHE_DIR")]
)
@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS])
def test_who_has_no_home_is_told_which_variable_leads_elsewhere(
    purpose: str, variable: str, number: int
) -> None:
    """To start from another folder would not help."""
    remedy = computer._folder_remedy(purpose, Path("/"), OSError(number, os.strerror(number)))

    assert variable in remedy
    assert "start wsusim from" not in remedy


def test_this_computers_kernels_are_whole() -> None:
    """What the compiler writes is read to its end."""
    assert [finding.is_ok for finding in computer.look_at_kernels()] == [True, True]


@pytest.mark.parametrize("is_compiled", [True, False])
def test_kernels_that_can_only_be_read_are_no_problem_once_compiled(
    is_compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder may be prepared for a whole room; otherwise each run would compile again."""
    refused = Finding("kernel cache", "read-only", "start wsusim elsewhere")
    monkeypatch.setattr(cache, "folders", lambda: [tmp_path])
    monkeypatch.setattr(cache, "is_compiled", lambda: is_compiled)
    monkeypatch.setattr(computer, "look_at_folder", lambda *_: refused)

    _kernels, place = computer.look_at_kernels()

    assert place.is_ok == is_compiled


def test_kernels_that_cannot_be_read_are_a_problem_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each of a class would compile them, and nobody would know why."""
    monkeypatch.setattr(cache, "closed_folders", lambda: [tmp_path / "tick-1"])

    (finding,) = computer.look_at_kernels()

    assert "1 folder of compiled ones can't be read" in finding.found
    assert finding.remedy.endswith(f"chmod -R a+rX {tmp_path}")


def test_a_user_without_a_home_gets_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container, where the user may be a bare number."""

    def homeless() -> list[tuple[str, Path]]:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(computer, "folders", homeless)

    (finding,) = computer.look_at_folders()

    assert "HOME" in finding.remedy


@LINUX_ONLY
def test_a_port_without_permission_gets_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that exists, but not for this user."""
    monkeypatch.setattr(computer, "_group_of", lambda _device: "dialout")
    finding = computer.look_at_port("/dev/ttyUSB0", lambda _device, _mode: False)
    assert finding.remedy.startswith("sudo usermod -aG dialout $USER")


@LINUX_ONLY
@pytest.mark.parametrize("mode", [0o600, 0o620])
def test_a_terminal_of_the_systems_own_is_no_problem(tmp_path: Path, mode: int) -> None:
    """Nobody is to take it from the system: a robot's adapter is another port."""
    device = tmp_path / "ttyS0"
    device.touch()
    device.chmod(mode)

    assert computer.look_at_port(str(device), lambda _device, _mode: False).is_ok


def test_a_port_with_permission_is_good() -> None:
    """Nothing has to be done."""
    assert computer.look_at_port("/dev/ttyUSB0", lambda _device, _mode: True).is_ok


def test_a_robot_with_a_plug_of_its_own_is_named() -> None:
    """With what to type for it."""
    finding = computer.look_at_port("/dev/ttyACM0", lambda _device, _mode: True, robot="thymio")

    assert finding.is_ok
    assert "--robot thymio:/dev/ttyACM0" in finding.found
