"""Imports of a controller's neighbour files, kept apart from those of every other controller.

Two students may both have a ``helper.py``. Each controller file therefore gets a neighbourhood of
its own: while code of that file (or of its neighbours) imports something, the folder is searched
first and its modules are in ``sys.modules``; afterwards they are taken out again. For this to work
for an import inside a function, too, long after loading, ``__import__`` is replaced in the builtins
that this code sees, and nowhere else.

A neighbour may have the name of a module of Python or of a package: ``random.py``, ``numpy.py``.
The student's own code then gets the neighbour, as in any Python program, with a warning. It is
loaded under another name, so that nothing else gets it: neither a package that the controller uses,
nor wsusim. wsusim itself can't be hidden, nor can a controller's file stand for a module it
imports.

``import builtins`` gives a neighbourhood the module with its own builtins: replacing ``len`` there
replaces it for all neighbours, and not for wsusim.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import decode_source, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Protocol

from wsusim.control.own_powers import SEEN, compile_with_own_powers

_LOCK = threading.RLock()
"""One neighbourhood at a time: ``sys.modules`` is shared by the whole program."""


_NUMBERS = itertools.count(1)


class PutsIntoTrees(Protocol):
    """What changes the syntax trees of a program's files."""

    def put_into(self, tree: ast.Module, file: str) -> ast.Module:
        """Return a file's syntax tree with the additions."""


class LoadHooks(Protocol):
    """What a debugger does with the files of a program as they are loaded."""

    @property
    def lines(self) -> PutsIntoTrees:
        """What is put into their syntax trees."""

    def text_of(self, file: str) -> str | None:
        """Return the text to run instead of a file; ``None``: the file itself."""

    def note(self, file: str, text: str) -> None:
        """Note the text of a file."""

    def appear_in(self, builtins: dict[str, Any]) -> None:
        """Get the program's builtins."""

    def switch(self) -> None:
        """Note that a file's code is about to run."""


class Neighbourhood:
    """The modules beside one controller file."""

    def __init__(self, folder: Path, hooks: LoadHooks | None = None) -> None:
        self._hooks = hooks
        self._folder = str(folder)
        self._controller = ""
        self._number = next(_NUMBERS)
        self._real_names: dict[str, str] = {}
        """Of neighbours that hide a module: by the names under which they are loaded."""
        self._meanings: dict[str, str] = {}
        """Under which name the student's code finds what it imports."""
        self._modules: dict[str, ModuleType] = {}
        self._names: set[str] = set()
        self._depth = 0
        self._own_builtins = ModuleType("builtins", builtins.__doc__)
        self._builtins = vars(self._own_builtins)
        self._builtins |= {**vars(builtins), **SEEN, "__import__": self._import}
        if hooks is not None:
            hooks.appear_in(self._builtins)

    def adopt(self, module: ModuleType, name: str) -> None:
        """Make a module one of the neighbours, known to them as ``name``."""
        module.__dict__["__builtins__"] = self._builtins
        self._controller = name
        if name != "wsusim" and not self._hides(name):
            self._names.add(name)
            self._modules[name] = module

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Make imports find the neighbours until the block ends."""
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
            real_name = self._real_names.get(fullname)
            if real_name is None and self._hides(fullname):
                return None
            spec = PathFinder.find_spec(real_name or fullname, [self._folder])
            if real_name is not None and spec is not None and spec.origin is not None:
                folders = spec.submodule_search_locations
                spec = spec_from_file_location(
                    fullname, spec.origin, submodule_search_locations=folders
                )
        elif fullname.partition(".")[0] in self._names:
            spec = PathFinder.find_spec(fullname, path)
        else:
            return None
        if spec is not None:
            self._names.add(fullname)
            if isinstance(spec.loader, SourceFileLoader):
                told_name = self._real_names.get(fullname)
                spec.loader = _NeighbourLoader(
                    fullname, spec.loader.path, self._builtins, self._hooks, told_name
                )
        return spec

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> ModuleType:
        if name == "builtins":
            return self._own_builtins
        if level == 0:
            top, dot, rest = name.partition(".")
            if top not in self._meanings:
                self._meanings[top] = self._meaning(top)
            name = f"{self._meanings[top]}{dot}{rest}"
        with self.at_work():
            return builtins.__import__(name, globals, locals, fromlist, level)

    def _meaning(self, name: str) -> str:
        """Return the name under which the student's code finds ``name``; report what it hides."""
        if not self._hides(name) or PathFinder.find_spec(name, [self._folder]) is None:
            return name
        kind = "Python's own" if name in sys.stdlib_module_names else "the package"
        if name == self._controller:
            _tell(
                f"Your controller's file is called {name}.py, the same name as {kind} {name}, "
                "which it imports. Rename your file."
            )
            return name
        _tell(
            f'Your {name}.py hides {kind} {name}: "import {name}" means your file here. If that '
            "is not what you want, give your file another name."
        )
        own_name = f"wsusim_neighbour_{self._number}_{name}"
        self._real_names[own_name] = name
        return own_name

    def _hides(self, name: str) -> bool:
        """Return whether a neighbour of this name would replace a module that is not its own."""
        if name == "wsusim" or name in sys.stdlib_module_names:
            return name != "wsusim"
        spec = PathFinder.find_spec(name, [folder for folder in sys.path if folder])
        if spec is None:
            return False
        places = [spec.origin] if spec.origin else [*(spec.submodule_search_locations or ())]
        return not all(Path(place).is_relative_to(self._folder) for place in places)


def _tell(text: str) -> None:
    """Tell the student, in the output of the controller."""
    sys.stderr.write(f"{text}\n")


class _NeighbourLoader(SourceFileLoader):
    """Loads a neighbour so that its own imports find the neighbours too."""

    def __init__(
        self,
        fullname: str,
        path: str,
        builtins_seen: dict[str, object],
        hooks: LoadHooks | None = None,
        told_name: str | None = None,
    ) -> None:
        super().__init__(fullname, path)
        self._told_name = told_name
        self._hooks = hooks
        self._builtins_seen = builtins_seen

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the module's code; with powers in it, not that on disk, which others share."""
        path = self.get_filename(fullname)
        source = self.get_data(path)
        if self._hooks is not None:
            return self._hooked_code(source, path, self._hooks)
        if b"**" not in source:
            return super().get_code(fullname)
        return compile_with_own_powers(source, path)

    @staticmethod
    def _hooked_code(source: bytes, path: str, hooks: LoadHooks) -> CodeType:
        """Return the code with what a debugger puts into it."""
        text = hooks.text_of(path)
        if text is None:
            text = decode_source(source)
        code = compile_with_own_powers(text, path, hooks.lines.put_into)
        hooks.note(path, text)
        hooks.switch()
        return code

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code; its errors then tell of the name by which it was imported."""
        module.__dict__["__builtins__"] = self._builtins_seen
        super().exec_module(module)
        if self._told_name is not None and not hasattr(module, "__path__"):
            module.__name__ = self._told_name
