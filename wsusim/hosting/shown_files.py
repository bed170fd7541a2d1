"""The files that a locked-in program sees: Python, wsusim, and what these two load.

File by file, and never a folder such as ``/usr`` as a whole: whatever else is there, a lab's
database for instance, stays hidden.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

from wsusim.shipped import shipped_folder

_PACKAGE = Path(__file__).parents[1]

_DATA = (
    "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/usr/lib/locale/C.utf8",
    "/usr/lib/locale/C.UTF-8", "/sbin/ldconfig",
)  # fmt: skip
"""The last one tells Python's ``ctypes`` where libseccomp is."""

_ALSO_NEEDED = (
    "libgcc_s.so.1", "libstdc++.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0",
    "libutil.so.1", "libresolv.so.2", "libnsl.so.1", "libz.so.1", "libexpat.so.1", "libgomp.so.1",
    "libseccomp.so.2",
)  # fmt: skip
"""System libraries that packages for all Linuxes may ask for (PEP 600), without those of windows;
OpenMP's, and what filters calls of the system (``system_calls``). What isn't there is left out."""

_UNUSED = ("_tkinter", "_test", "_curses", "readline", "ossaudiodev")
"""Modules for windows and terminals: there are none inside."""

_LIBRARY_FOLDERS = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64")
"""Shown as a whole where the loader does not tell what it loads (musl)."""

_PATIENCE_S = 20.0


@functools.cache
def shown_files() -> tuple[str, ...]:
    """Return the files and folders that a locked-in program may read, besides its own."""
    folders = _folders()
    files = {*_interpreter(), *_DATA, *_libraries()}
    found = folders | {file for file in files if not _is_below(file, folders)}
    return tuple(sorted(place for place in found if Path(place).exists()))


def shown_place_of(path: Path) -> str:
    """Return the folder or file that shows this path to every locked-in program; empty: none."""
    real = Path(os.path.realpath(path))
    for place in shown_files():
        if real.is_relative_to(os.path.realpath(place)):
            return place
    return ""


def _folders() -> set[str]:
    """Return the folders of Python's own modules, of its packages, and of wsusim."""
    paths = sysconfig.get_paths()
    folders = [Path(paths[name]) for name in ("stdlib", "purelib", "platlib")]
    folders += [Path(entry) for entry in sys.path if entry.endswith(("-packages", "-dynload"))]
    folders += [_PACKAGE, shipped_folder("controllers")]
    found = {str(folder.absolute()) for folder in folders if folder.is_dir()}
    found |= {str(folder.resolve()) for folder in folders if folder.is_dir()}
    found |= {entry for entry in sys.path if entry.endswith(".zip")}
    return {folder for folder in found if not _is_below(folder, found)}


def interpreter_links() -> Iterator[tuple[str, str]]:
    """Yield the links on the way to Python's executable: where each is, and where it leads."""
    path = Path(sys.executable).absolute()
    while path.is_symlink():
        target = os.path.normpath(path.parent.resolve() / path.readlink())
        yield str(path), target
        path = Path(target)


def _interpreter() -> set[str]:
    """Return Python's executable, and the ``pyvenv.cfg`` that a virtual environment's reads."""
    folder = Path(sys.executable).absolute().parents[1]
    return {os.path.realpath(sys.executable), str(folder / "pyvenv.cfg")}


def _libraries() -> set[str]:
    """Return the shared libraries that Python and its modules are loaded with."""
    dynload = [Path(entry) for entry in sys.path if entry.endswith("-dynload")]
    folders = [*dynload, *map(_package_folder, ("numpy", "shapely"))]
    modules = [str(file) for folder in folders for file in folder.rglob("*.so")]
    modules = [module for module in modules if not Path(module).name.startswith(_UNUSED)]
    told = _told_by_loader([*modules, *_ALSO_NEEDED])
    return told or set(_LIBRARY_FOLDERS)


def _package_folder(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    return Path("/nowhere") if spec is None or spec.origin is None else Path(spec.origin).parent


def _told_by_loader(modules: Iterable[str]) -> set[str]:
    """Ask the loader what it would load for Python with these modules (glibc's ``ldd``)."""
    environment = {"LD_TRACE_LOADED_OBJECTS": "1", "LD_PRELOAD": ":".join(modules)}
    if path := os.environ.get("LD_LIBRARY_PATH"):
        environment["LD_LIBRARY_PATH"] = path
    try:
        told = subprocess.run(
            [sys.executable, "-c", ""],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=False,
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return set()
    found = set()
    for line in told.decode("utf-8", "replace").splitlines():
        name, arrow, rest = line.strip().partition(" => ")
        place = (rest if arrow else name).rpartition(" (0x")[0]
        if place.startswith("/"):
            found.add(os.path.normpath(place))
    return found


def _is_below(place: str, folders: Iterable[str]) -> bool:
    return any(place.startswith(folder + os.sep) for folder in folders)
