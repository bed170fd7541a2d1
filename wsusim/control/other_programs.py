"""Programs and files that are no controllers, and how their owners get on with them here."""

from __future__ import annotations

import ast
from pathlib import Path

from wsusim.control.foreign_names import SYSTEMS, runs_as_it_is

_BESIDE = "Start it by itself, beside a simulated robot: python main.py emulate"
_EMULATOR = f"{_BESIDE} (manual/how-to/emulator.md)."
_TRANSLATE = (
    "A program of the WSU simulator is translated line by line (manual/how-to/port-from-java.md), "
    "one with a robot on its port runs beside `python main.py emulate` (manual/how-to/emulator.md)."
)
_OCTAVE = (
    "Start it in Octave or Matlab, beside `python main.py emulate` "
    "(manual/how-to/octave-and-matlab.md)."
)
_ASEBA = (
    "Aseba programs don't run here; write in Python what it does (manual/how-to/drive-a-thymio.md)."
)
_NOTEBOOK = (
    "Save it as a Python file: File > Save and Export Notebook As > Executable Script in Jupyter."
)
_MAZE = "If it is a maze, give it with --maze."
_CONFIGURATION = "If it is a kind of robot, give it with --robot; an assignment, with check."
_RECORDING = "It is a recording: python main.py replay shows it."
_PACKED = "Unpack it first, and give the Python file in it."
_DOCUMENT = "Copy the program's text from it into a file that ends in .py."


def _of(told: str, endings: str) -> dict[str, str]:
    return dict.fromkeys(endings.split(), told)


_BY_ENDING: dict[str, str] = {
    **_of(_TRANSLATE, ".java .class .jar"),
    **_of(_OCTAVE, ".m .mlx"),
    **_of(_EMULATOR, ".c .cc .cpp .cxx .h .hpp .cs .exe .out .go .rs .hs .js .ts .lua .pl .tcl"),
    **_of(_EMULATOR, ".lisp .lsp .scm .rb .pas .bas .vi .sce .sci"),
    **_of(_ASEBA, ".aesl .vpl3 .thymio"),
    **_of(_NOTEBOOK, ".ipynb"),
    **_of(_MAZE, ".json .map .maze .maz .num .playground .world .wbt .yaml .yml .png .bmp .xml"),
    **_of(_CONFIGURATION, ".toml"),
    **_of(_RECORDING, ".mcap"),
    **_of(_PACKED, ".zip .gz .tgz .tar .7z .rar"),
    **_of(_DOCUMENT, ".pdf .doc .docx .odt .rtf .html .htm .md"),
}


def by_ending(path: Path) -> str:
    """Return what to do with a file that is no Python file; empty: its ending says nothing."""
    return _BY_ENDING.get(path.suffix.lower(), "")


def by_imports(source: str) -> str:
    """Return what a program without a controller was written for; empty: its imports don't say.

    Args:
        source: Of the program.

    Example:
        >>> by_imports("from croblink import *")[:73]
        "It is written for the CiberMouse contest ('croblink'), not as a controller"
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return ""
    modules = (name for node in ast.walk(tree) for name in _imported(node))
    found = next((name for name in modules if name in SYSTEMS or name == "serial"), None)
    if found is None:
        return ""
    system = SYSTEMS.get(found, "a robot on a serial port")
    told = f"It is written for {system} ({found!r}), not as a controller of wsusim."
    return f"{told} {_EMULATOR if found == 'serial' else runs_as_it_is(system)}".strip()


def _imported(node: ast.AST) -> list[str]:
    """Return the packages that a statement imports."""
    match node:
        case ast.Import(names=names):
            return [alias.name.partition(".")[0] for alias in names]
        case ast.ImportFrom(module=str(module), level=0):
            return [module.partition(".")[0]]
    return []
