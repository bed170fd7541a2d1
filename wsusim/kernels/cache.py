"""Keep compiled kernels in step with their sources.

numba looks only at the file of a kernel itself when it decides whether the compiled form on disk is
still good, and not at the files of the kernels that it calls. So a stamp over all sources is kept
beside the compiled forms, and these are thrown away when it doesn't match.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from wsusim.kernels.tick import run_ticks

STAMP = "wsusim-kernels.stamp"


def drop_stale_cache() -> None:
    """Remove compiled kernels that were made from other sources than the present ones."""
    sources = Path(__file__).parent
    digest = hashlib.sha256()
    for file in [*sorted(sources.glob("*.py")), sources.parent / "model" / "units.py"]:
        digest.update(file.read_bytes())
    folder = Path(str(run_ticks.stats.cache_path))
    stamp = folder / STAMP
    if stamp.is_file() and stamp.read_text() == digest.hexdigest():
        return
    folder.mkdir(parents=True, exist_ok=True)
    for compiled in folder.glob("*.nb[ic]"):
        compiled.unlink(missing_ok=True)
    stamp.write_text(digest.hexdigest())
