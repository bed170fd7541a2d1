"""Where compiled kernels are kept: in a folder of their own for every state of the sources.

numba looks only at the file of a kernel itself when it decides whether the compiled form on disk is
still good, and not at the files of the kernels that it calls. So the folder's name holds a digest
of all sources: what was made from others is never found.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from pathlib import Path

import numba

PREFIX = "kernels-"

MODEL = ("robot_table", "tuning", "units")
"""Modules of ``wsusim.model`` whose figures are compiled into kernels."""

KEPT_S = 24 * 3600.0
"""Folders of other sources that nobody has written to for this long are removed."""


def choose_cache_folder() -> None:
    """Tell numba where to keep compiled kernels, unless ``NUMBA_CACHE_DIR`` does.

    Beside the sources, or in the user's cache folder when these can't be written to.
    """
    if numba.config.CACHE_DIR:  # type: ignore[attr-defined]
        return
    sources = Path(__file__).parent
    digest = hashlib.sha256()
    model = [sources.parent / "model" / f"{name}.py" for name in MODEL]
    for file in [*sorted(sources.glob("*.py")), *model]:
        digest.update(file.read_bytes())
    home = sources / "__pycache__"
    if not os.access(home if home.is_dir() else sources, os.W_OK):
        home = Path.home() / ".cache" / "wsusim"
    folder = home / (PREFIX + digest.hexdigest()[:16])
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        for other in home.glob(PREFIX + "*"):
            if time.time() - other.stat().st_mtime > KEPT_S:
                shutil.rmtree(other, ignore_errors=True)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]


def is_compiled() -> bool:
    """Tell whether the tick kernel is in the cache; if not, the first run compiles it for long."""
    return any(Path(numba.config.CACHE_DIR).rglob("tick.run_ticks-*.nbi"))  # type: ignore[attr-defined]
