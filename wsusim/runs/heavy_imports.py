"""Packages that take long to import, and which programs use them.

They are imported once by the process that programs are forked from, so that a program begins with
them: no run waits for them, and their caches on disk (the fonts that matplotlib finds) are made
once.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence

from wsusim.recording.program_files import imported_names

ALWAYS = "numpy.random"
"""Most programs with data want it."""

_HEAVY = {
    "matplotlib": "matplotlib.pyplot",
    "networkx": "networkx",
    "pandas": "pandas",
    "PIL": "PIL.Image",
    "scipy": "scipy.optimize",
    "shapely": "shapely",
    "sklearn": "sklearn",
}
"""By the name in a program's import statement: what is worth to be there already."""


def heavy_imports(programs: Sequence[Mapping[str, bytes]]) -> tuple[str, ...]:
    """Return the modules to load before these programs; sorted.

    Args:
        programs: Their files, by path. A file beside a program with the name of a package belongs
            to the program.
    """
    wanted = set()
    for files in programs:
        own = {name.partition("/")[0].removesuffix(".py") for name in files}
        for name, content in files.items():
            if name.endswith(".py"):
                names = {one.partition(".")[0] for one in imported_names(content)}
                wanted |= (names & _HEAVY.keys()) - own
    return (ALWAYS, *(_HEAVY[name] for name in sorted(wanted) if importlib.util.find_spec(name)))
