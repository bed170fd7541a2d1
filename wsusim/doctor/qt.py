"""Qt, display, scaling. Qt starts in a process of its own, as it ends the one in which it fails."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import wsusim
from wsusim.doctor.finding import Finding
from wsusim.doctor.screen import WITHOUT_SCREEN, Obstacle, explain_import, find_obstacle

PATIENCE_S = 60.0
PROBE = Path(wsusim.__file__).parent / "gui" / "qt_probe.py"
SMALLEST_PX = (1024, 700)
"""The window is laid out for a screen of this size, in pixels of the desktop, or a larger one."""

HEADLESS = "Without a window: python main.py run wall_follower --maze rooms"


def look_at_qt(environment: Mapping[str, str], platform: str) -> list[Finding]:
    """Start Qt as the window would; return its report on itself and the screens."""
    obstacle = find_obstacle(environment, platform)
    if obstacle is not None:
        return [_broken(obstacle)]
    try:
        done = subprocess.run(
            # -P: the folder of the probe holds modules of the window, not for this process.
            [sys.executable, "-P", str(PROBE)],
            env=dict(environment),
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        reason = f"Qt does not start within {PATIENCE_S:g} s"
        return [_broken(Obstacle(reason, "Log out and in again, or restart the computer"))]
    if done.returncode != 0:
        return [_broken(_explain(done.returncode, done.stderr))]
    return _read(json.loads(done.stdout))


def _broken(obstacle: Obstacle) -> Finding:
    return Finding("Qt", obstacle.reason, f"{obstacle.remedy}. {HEADLESS}")


def _explain(code: int, said: str) -> Obstacle:
    """Return what is wrong and what to do, from the output of a Qt that did not start."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    last = lines[-1] if lines else f"it ended with code {code}"
    if last.startswith("ModuleNotFoundError"):
        return explain_import(ModuleNotFoundError(last, name=last.split("'")[1]))
    if last.startswith("ImportError: "):
        return explain_import(ImportError(last.removeprefix("ImportError: ")))
    spoken = next((line for line in lines if line.startswith("qt.")), last)
    return Obstacle(
        f"Qt does not start: {spoken.rstrip('.')}",
        "Install it again: pip install --force-reinstall -r requirements.txt",
    )


def _read(report: dict[str, Any]) -> list[Finding]:
    qt = Finding("Qt", f"{report['qt']}, platform {report['platform']}")
    if report["platform"] in WITHOUT_SCREEN:
        return [qt, Finding("display", "none: Qt's windows are invisible on this platform")]
    return [qt, *(look_at_screen(screen) for screen in report["screens"])]


def look_at_screen(screen: dict[str, Any]) -> Finding:
    """Check whether a screen, as the probe describes it, has room for the window."""
    width, height = screen["size_px"]
    scale = screen["scale"]
    found = f"{screen['name']}: {width} x {height}, scaled by {scale:g}, {screen['dpi']:.0f} dpi"
    is_small = width < SMALLEST_PX[0] or height < SMALLEST_PX[1]
    if is_small and scale > 1.0:
        fitting = max(1.0, scale * min(width / SMALLEST_PX[0], height / SMALLEST_PX[1]))
        return Finding(
            "display",
            found,
            f"The screen is too small: start wsusim with QT_SCALE_FACTOR={fitting / scale:.2f} "
            "set, or lower the desktop's scaling",
        )
    if is_small:
        return Finding(
            "display",
            found,
            f"The screen is too small: set a resolution of {SMALLEST_PX[0]} x {SMALLEST_PX[1]} or "
            "more",
        )
    return Finding("display", found)
