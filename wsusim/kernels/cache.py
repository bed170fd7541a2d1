"""Where compiled kernels are kept: a folder for each module, by the state of its sources.

numba looks only at the file of a kernel itself when it decides whether the compiled form on disk is
still good, and not at the files of the kernels that it calls. So a folder's name holds a digest of
the module and of all that it imports: code made from other sources is never found, and a module is
compiled again only if it or one of its imports has changed. A damaged file counts as missing. Where
nothing can be kept, everything is compiled again each time, and ``trouble`` says why.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, Any, cast

import numba

from wsusim.kernels.kept_code import KeptKernel
from wsusim.kernels.numba_inside import FunctionCache, IndexDataCacheFile, cpu_target, rtsys
from wsusim.kernels.source_state import place_of
from wsusim.start_up import end_loading

SUFFIX = ".kernel"
"""Of the files with machine code; numba's own have no digest and are called otherwise."""

KEPT_S = 24 * 3600.0
"""A module's folders of other sources, not written to for this long, make room for a new one."""

PATIENCE_S = 300.0
"""So long a process waits for another one that compiles, rather than do the same work."""

GARBAGE = 100_000
"""While kernels are compiled, Python looks for garbage after so many new objects, not after 700:
numba makes millions that stay, and all of them would be looked through again and again."""

_ASK_AGAIN_S = 0.05
_PYTHON = f"py{sys.version_info[0]}{sys.version_info[1]}{getattr(sys, 'abiflags', '')}"
"""What numba calls this Python in the names of files."""
_DIGEST_BYTES = hashlib.sha256().digest_size


class _Keeping:
    """What the process knows of its folder: the only state here that changes."""

    folder: Path | None = None
    given: Path | None = None
    """A folder that can't be written to: what was compiled there before is used."""
    refused = ""
    """Why the last folder that was tried can't be written to."""
    trouble = ""
    lock: IO[bytes] | None = None
    depth = 0
    """Kernels that are being compiled, one for the other, while the lock is held."""
    collected_after = gc.get_threshold()
    """When Python looked for garbage before that, see ``GARBAGE``."""


def choose_cache_folder() -> None:
    """Choose where to keep compiled kernels.

    In ``NUMBA_CACHE_DIR`` or beside the sources, or in the user's cache folder when that can't be
    written to; what was compiled there before is used all the same. Where neither can, nothing is
    kept.
    """
    chosen = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    first = Path(chosen) if chosen else Path(__file__).parent / "__pycache__" / "kernels"
    others = []
    with contextlib.suppress(RuntimeError):  # a container's user may have no home
        others.append(Path.home() / ".cache" / "wsusim" / "kernels")
    _Keeping.folder = next((place for place in (first, *others) if _can_be_written(place)), None)
    _Keeping.given = first if _Keeping.folder != first and _can_be_read(first) else None
    # What is there may be all that is needed: no trouble until something can't be kept.
    _Keeping.trouble = "" if folders() else _Keeping.refused


def folders() -> list[Path]:
    """Return where compiled kernels are looked for; what is compiled is kept in the first one."""
    return [folder for folder in (_Keeping.folder, _Keeping.given) if folder is not None]


def can_keep() -> bool:
    """Return whether what is compiled now is there for the next start."""
    return _Keeping.folder is not None


def trouble() -> str:
    """Return why compiled kernels can't be kept, as a sentence for people; empty when they are."""
    if not _Keeping.trouble:
        return ""
    return (
        f"The compiled simulator can't be kept on disk ({_Keeping.trouble}), so every run has to "
        "compile it again, which can take a minute or more. Make room there, or set "
        "NUMBA_CACHE_DIR to a folder that you may write to."
    )


def is_compiled(*kernels: str) -> bool:
    """Return whether kernels are in the cache, each as ``module.kernel``.

    That is as this Python needs them: others may share the folder. Without any: the tick kernel; if
    that is not, the first run compiles it for long.
    """
    return all(
        any(
            _is_of_this_computer(index)
            for folder in folders()
            for index in place_of(folder, _module_file(kernel)).glob(_index(kernel))
        )
        for kernel in kernels or ("tick.run_ticks",)
    )


def damaged_files() -> list[Path]:
    """Return the compiled kernels whose files are not what was written."""
    files = [file for folder in folders() for file in sorted(folder.rglob(f"*{SUFFIX}"))]
    return [file for file in files if _content_of(file) is None]


def closed_folders() -> list[Path]:
    """Return folders of compiled kernels that this account may not read."""
    found = [folder for kept in folders() for folder in sorted(kept.glob("*-*"))]
    return [folder for folder in found if not os.access(folder, os.R_OK | os.X_OK)]


def keep(dispatcher: Any) -> None:
    """Let a kernel be kept on disk, if anything can be.

    Extensions of numba that other packages bring are not looked for: kernels use none, and reading
    what each installed package offers takes 20 ms of a program's start.
    """
    dispatcher._compilation_chain_init_hook = _nothing
    if folders():
        try:
            makes_arrays = dispatcher.targetoptions.get("_nrt", True)
            dispatcher._cache = KernelCache(dispatcher.py_func, makes_arrays=makes_arrays)
        except (OSError, RuntimeError):  # numba finds no place for it
            _Keeping.trouble = f"{folders()[0]}: not writable"


def _nothing() -> None:
    pass


class _Place:
    """Where numba is to keep what belongs to a function: the folder of its module's sources."""

    def __init__(self, function: Any, file: str) -> None:
        self.folder = place_of(folders()[0], Path(file))
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Any, file: str) -> _Place:
        """Return the place of a function in a file."""
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        """Make the folder, and remove those of earlier sources."""
        if not self.folder.is_dir():
            self.folder.mkdir(parents=True, exist_ok=True)
            _remove_old(self.folder)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(self.folder)

    def get_source_stamp(self) -> str:
        """Return what changes with the sources: the folder's name does."""
        return self.folder.name

    def get_disambiguator(self) -> str:
        """Return what tells functions of the same name in one module apart."""
        return str(self._line)


class _Kept(KeptKernel):
    """What numba keeps of a kernel, in a place of our choice."""

    _locator_classes = [_Place]  # noqa: RUF012 - numba has it so


class KernelCache(FunctionCache):
    """numba's cache of a kernel, which never fails, and has only one process compile."""

    _impl_class = _Kept

    def __init__(self, kernel: Any, *, makes_arrays: bool) -> None:
        cast(Any, super()).__init__(kernel)
        self._makes_arrays = makes_arrays
        self._place: _Place = self._impl.locator
        base, stamp = self._impl.filename_base, self._place.get_source_stamp()
        self._files = [
            cast(Any, _CheckedFile)(str(folder / self._place.folder.name), base, stamp)
            for folder in folders()
        ]
        self._cache_file = self._files[0]  # to which numba writes

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a kernel as compiled; ``None``: the caller is to compile it."""
        kept = self._try_to_load(sig, target_context)
        if kept is None:
            _begin_compiling(self._place)
            kept = self._try_to_load(sig, target_context)  # what another process made meanwhile
            if kept is not None:
                _end_compiling()
        return kept

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel, if there is room."""
        try:
            cast(Any, super()).save_overload(sig, data)
        except OSError as error:
            written = f"{folders()[0]}: {error.strerror or error}"
            _Keeping.trouble = written if can_keep() else _Keeping.refused
        finally:
            _end_compiling()

    def _try_to_load(self, sig: Any, target_context: Any) -> Any:
        """Load a kernel without getting numba ready to compile, which costs a program 0.12 s.

        What counts the references to new arrays is compiled at each start, and takes long, too.
        """
        if self._makes_arrays:
            cast(Any, rtsys).initialize(target_context)
        key = cast(Any, self)._index_key(sig, target_context.codegen())
        for file in self._files:
            with contextlib.suppress(OSError):
                kept = file.load(key)
                if kept is not None:
                    return self._impl.rebuild(target_context, kept)
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
        content = _content_of(Path(self._cache_path) / name)
        if content is None:
            raise OSError(f"{name} is damaged")
        return pickle.loads(content)

    def _dump(self, obj: Any) -> bytes:
        content = cast(bytes, cast(Any, super())._dump(obj))
        return content + hashlib.sha256(content).digest()


def _content_of(file: Path) -> bytes | None:
    """Return what stands before a file's digest; ``None``: it is another one, or can't be read."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    content, digest = data[:-_DIGEST_BYTES], data[-_DIGEST_BYTES:]
    return content if hashlib.sha256(content).digest() == digest else None


def _begin_compiling(place: _Place) -> None:
    """Wait until no other process compiles what is kept there, or ``PATIENCE_S``."""
    _Keeping.depth += 1
    if _Keeping.depth == 1:
        end_loading()  # or the first look for garbage would, and set the usual number
        _Keeping.collected_after = gc.get_threshold()
        gc.set_threshold(GARBAGE, *_Keeping.collected_after[1:])
        with contextlib.suppress(OSError):
            place.ensure_cache_path()
            _Keeping.lock = (place.folder / "compiling.lock").open("wb")
            pause, end_s = threading.Event(), time.monotonic() + PATIENCE_S
            while not _lock(_Keeping.lock) and time.monotonic() < end_s:
                pause.wait(_ASK_AGAIN_S)


def _end_compiling() -> None:
    _Keeping.depth -= 1
    if _Keeping.depth > 0:
        return
    _Keeping.depth = 0
    gc.set_threshold(*_Keeping.collected_after)
    if _Keeping.lock is not None:
        _Keeping.lock.close()
        _Keeping.lock = None


def _lock(stream: IO[bytes]) -> bool:
    """Lock a file until it is closed; return whether it could be locked."""
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
    """Make a folder and try to write into it; note why that is refused."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place) as file:
            file.write(b"wsusim")
    except OSError as error:
        _Keeping.refused = f"{place}: {error.strerror or error}"
        return False
    return True


def _can_be_read(place: Path) -> bool:
    """Return whether the files of a folder can be listed."""
    try:
        next(place.iterdir(), None)
    except OSError:
        return False
    return True


def _remove_old(place: Path) -> None:
    """Remove a module's folders for which its sources have changed; others may still run those."""
    module, _, _ = place.name.rpartition("-")
    for other in place.parent.glob(f"{module}-*"):
        with contextlib.suppress(OSError):
            if time.time() - other.stat().st_mtime > KEPT_S:
                shutil.rmtree(other, ignore_errors=True)


def _index(kernel: str) -> str:
    """Return what the files are called that list what is kept of a kernel for this Python."""
    return f"{kernel}-*.{_PYTHON}.nbi"


def _is_of_this_computer(index: Path) -> bool:
    """Return whether a kernel is kept, whole, for a processor like this one, as its index says."""
    made = cast(Any, _CheckedFile)(str(index.parent), index.stem, index.parent.name)
    here = cast(Any, cpu_target).target_context.codegen().magic_tuple()
    return any(
        processor == here and _content_of(index.parent / name) is not None
        for (_, processor, _), name in made._load_index().items()
    )


def _module_file(kernel: str) -> Path:
    """Return the file of ``module.kernel``, the module as seen from ``wsusim.kernels``."""
    return Path(__file__).parent.joinpath(*kernel.split(".")[:-1]).with_suffix(".py")
