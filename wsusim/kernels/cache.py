"""Where compiled kernels are kept: in a folder of their own for every state of the sources.

numba looks only at the file of a kernel itself when it decides whether the compiled form on disk is
still good, and not at the files of the kernels that it calls. So the folder's name holds a digest
of all sources: what was made from others is never found. What is damaged counts as not there, and
where nothing can be kept, everything is compiled anew each time; ``trouble`` says so.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, Any, cast

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile

PREFIX = "kernels-"

SUFFIX = ".kernel"
"""Of the files with machine code; numba's own have no digest and are called otherwise."""

MODEL = ("robot_table", "tuning", "units")
"""Modules of ``wsusim.model`` whose figures are compiled into kernels."""

KEPT_S = 24 * 3600.0
"""Folders of other sources that nobody has written to for this long are removed."""

PATIENCE_S = 90.0
"""So long a process waits for another one that compiles, rather than do the same work."""

_ASK_AGAIN_S = 0.05
_DIGEST_BYTES = hashlib.sha256().digest_size


class _Keeping:
    """What the process knows of its folder: the one thing here that changes."""

    folder: Path | None = None
    trouble = ""
    lock: IO[bytes] | None = None
    depth = 0
    """Kernels that are being compiled, one for the other, while the lock is held."""


def choose_cache_folder() -> None:
    """Choose where to keep compiled kernels, unless ``NUMBA_CACHE_DIR`` does.

    Beside the sources, or in the user's cache folder when these can't be written to. Where neither
    can, nothing is kept.
    """
    chosen = _config().CACHE_DIR
    if chosen:
        if _can_be_written(Path(chosen)):
            _Keeping.folder = Path(chosen)
        return
    sources = Path(__file__).parent
    digest = hashlib.sha256()
    model = [sources.parent / "model" / f"{name}.py" for name in MODEL]
    for file in [*sorted(sources.glob("*.py")), *model]:
        digest.update(file.read_bytes())
    name = PREFIX + digest.hexdigest()[:16]
    for home in (sources / "__pycache__", Path.home() / ".cache" / "wsusim"):
        is_new = not (home / name).is_dir()
        if _can_be_written(home / name):
            _Keeping.folder, _Keeping.trouble = home / name, ""
            _config().CACHE_DIR = str(home / name)
            if is_new:
                _remove_old(home)
            return


def folder() -> Path | None:
    """Return where compiled kernels are kept; ``None``: they are not."""
    return _Keeping.folder


def trouble() -> str:
    """Return why compiled kernels can't be kept, as a sentence for people; empty when they are."""
    if not _Keeping.trouble:
        return ""
    return (
        f"The compiled simulator can't be kept on disk ({_Keeping.trouble}), so every run has to "
        "compile it again, which takes half a minute. Make room there, or set NUMBA_CACHE_DIR to a "
        "folder that you may write to."
    )


def is_compiled(*kernels: str) -> bool:
    """Tell whether kernels are in the cache, each as ``module.kernel``.

    Without any: the tick kernel; if that is not, the first run compiles it for long.
    """
    kept = _Keeping.folder
    return kept is not None and all(
        any(kept.rglob(f"{kernel}-*.nbi")) for kernel in kernels or ("tick.run_ticks",)
    )


def damaged_files(kept: Path) -> list[Path]:
    """Return the compiled kernels whose files are not what was written."""
    return [
        file for file in sorted(kept.rglob(f"*{SUFFIX}")) if _content_of(file.read_bytes()) is None
    ]


def keep(dispatcher: Any) -> None:
    """Let a kernel be kept on disk, if anything can be."""
    if _Keeping.folder is not None:
        try:
            dispatcher._cache = KernelCache(dispatcher.py_func)
        except RuntimeError:  # numba finds no place for it
            _Keeping.trouble = f"{_Keeping.folder}: not writable"


class KernelCache(FunctionCache):
    """numba's cache of a kernel, which never fails, and has only one process compile."""

    def __init__(self, kernel: Any) -> None:
        cast(Any, super()).__init__(kernel)
        locator = self._impl.locator
        self._cache_file = cast(Any, _CheckedFile)(
            locator.get_cache_path(), self._impl.filename_base, locator.get_source_stamp()
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a kernel as compiled; ``None``: the caller is to compile it."""
        kept = self._try_to_load(sig, target_context)
        if kept is None:
            _begin_compiling()
            kept = self._try_to_load(sig, target_context)  # what another process made meanwhile
            if kept is not None:
                _end_compiling()
        return kept

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel, if there is room."""
        try:
            cast(Any, super()).save_overload(sig, data)
        except OSError as error:
            _Keeping.trouble = f"{_Keeping.folder}: {error.strerror or error}"
        finally:
            _end_compiling()

    def _try_to_load(self, sig: Any, target_context: Any) -> Any:
        try:
            return cast(Any, super()).load_overload(sig, target_context)
        except OSError:
            return None


class _CheckedFile(IndexDataCacheFile):
    """The files of a kernel, with a digest behind each, as damaged machine code would be run."""

    def __init__(self, cache_path: str, filename_base: str, source_stamp: object) -> None:
        cast(Any, super()).__init__(cache_path, filename_base, source_stamp)
        self._data_name_pattern = f"{filename_base}.{{number:d}}{SUFFIX}"

    def _load_index(self) -> dict[Any, str]:
        try:
            return cast(dict[Any, str], cast(Any, super())._load_index())
        except Exception:  # noqa: BLE001 - a damaged pickle can fail with anything
            return {}

    def _load_data(self, name: str) -> Any:
        content = _content_of((Path(self._cache_path) / name).read_bytes())
        if content is None:
            raise OSError(f"{name} is damaged")
        return pickle.loads(content)

    def _dump(self, obj: Any) -> bytes:
        content = cast(bytes, cast(Any, super())._dump(obj))
        return content + hashlib.sha256(content).digest()


def _content_of(data: bytes) -> bytes | None:
    """Return what stands before a file's digest; ``None`` when that is another one."""
    content, digest = data[:-_DIGEST_BYTES], data[-_DIGEST_BYTES:]
    return content if hashlib.sha256(content).digest() == digest else None


def _begin_compiling() -> None:
    """Wait until no other process compiles, or ``PATIENCE_S``."""
    _Keeping.depth += 1
    if _Keeping.depth == 1 and _Keeping.folder is not None:
        with contextlib.suppress(OSError):
            _Keeping.lock = (_Keeping.folder / "compiling.lock").open("wb")
            pause, end_s = threading.Event(), time.monotonic() + PATIENCE_S
            while not _lock(_Keeping.lock) and time.monotonic() < end_s:
                pause.wait(_ASK_AGAIN_S)


def _end_compiling() -> None:
    _Keeping.depth = max(0, _Keeping.depth - 1)
    if _Keeping.depth == 0 and _Keeping.lock is not None:
        _Keeping.lock.close()
        _Keeping.lock = None


def _lock(stream: IO[bytes]) -> bool:
    """Lock a file until it is closed; tell whether that was possible."""
    try:
        import fcntl
    except ImportError:  # Windows: two processes compile the same, and nothing breaks
        return True
    try:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _can_be_written(place: Path) -> bool:
    """Make a folder and try to write into it; note the trouble."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place) as file:
            file.write(b"wsusim")
    except OSError as error:
        _Keeping.trouble = f"{place}: {error.strerror or error}"
        return False
    return True


def _remove_old(home: Path) -> None:
    for other in home.glob(PREFIX + "*"):
        with contextlib.suppress(OSError):
            if time.time() - other.stat().st_mtime > KEPT_S:
                shutil.rmtree(other, ignore_errors=True)


def _config() -> Any:
    return numba.config
