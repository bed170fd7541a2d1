"""Imports of a controller's neighbour files, kept apart from those of every other controller.

Two students may both have a ``helper.py``. Each controller file therefore gets a neighbourhood of
its own: while code of that file (or of its neighbours) imports something, the folder is searched
first and its modules are in ``sys.modules``; afterwards they are taken out again. That this also
holds for an import inside a function, long after loading, is why ``__import__`` is replaced in the
builtins that this code sees, and nowhere else.
"""

from __future__ import annotations

import builtins
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

_LOCK = threading.RLock()
"""One neighbourhood at a time: ``sys.modules`` is shared by the whole program."""


class Neighbourhood:
    """The modules beside one controller file."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._modules: dict[str, ModuleType] = {}
        self._names: set[str] = set()
        self._depth = 0
        self._builtins = {**vars(builtins), "__import__": self._import}

    def adopt(self, module: ModuleType, name: str) -> None:
        """Make a module one of the neighbours, known to them as ``name``."""
        module.__dict__["__builtins__"] = self._builtins
        self._names.add(name)
        self._modules[name] = module

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let imports find the neighbours until the block ends."""
        with _LOCK:
            self._depth += 1
            if self._depth > 1:
                try:
                    yield
                finally:
                    self._depth -= 1
                return
            others = {name: sys.modules[name] for name in self._modules if name in sys.modules}
            sys.modules.update(self._modules)
            sys.meta_path.insert(0, self)
            try:
                yield
            finally:
                self._depth -= 1
                sys.meta_path.remove(self)
                for name in self._names & sys.modules.keys():
                    self._modules[name] = sys.modules.pop(name)
                sys.modules.update(others)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a neighbour (the import system calls this)."""
        if path is None:
            spec = PathFinder.find_spec(fullname, [self._folder])
        elif fullname.partition(".")[0] in self._names:
            spec = PathFinder.find_spec(fullname, path)
        else:
            return None
        if spec is not None:
            self._names.add(fullname)
            if isinstance(spec.loader, SourceFileLoader):
                spec.loader = _NeighbourLoader(fullname, spec.loader.path, self._builtins)
        return spec

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> ModuleType:
        with self.at_work():
            return builtins.__import__(name, globals, locals, fromlist, level)


class _NeighbourLoader(SourceFileLoader):
    """Loads a neighbour so that its own imports find the neighbours too."""

    def __init__(self, fullname: str, path: str, builtins_seen: dict[str, object]) -> None:
        super().__init__(fullname, path)
        self._builtins_seen = builtins_seen

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code."""
        module.__dict__["__builtins__"] = self._builtins_seen
        super().exec_module(module)
