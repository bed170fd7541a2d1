"""What keeps Qt from opening a window."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from wsusim.doctor.screen import explain_import, find_obstacle

LINUX_ONLY = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's rules")


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


@pytest.mark.parametrize(
    ("platform", "step"), [("win32", "Visual C++"), ("darwin", "pip install"), ("linux", "apt")]
)
def test_a_library_that_does_not_load_is_got_in_each_systems_way(
    platform: str, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody on Windows is told of Debian's packages."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr("wsusim.doctor.screen.missing_of", lambda _names: ["libEGL.so.1"])

    assert step in explain_import(ImportError("DLL load failed while importing QtCore")).remedy
