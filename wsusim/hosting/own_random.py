"""Gives each controller its own global random numbers of Python and numpy.

``random.random()`` and ``numpy.random.rand()`` draw from one generator for the whole process. In
threads of one process, controllers would take the numbers from each other in an arbitrary order. So
each controller has generators of its own, seeded by run and robot: the same program gives the same
run, in threads and in processes, whether it calls ``random.seed`` or not.

A thread that a controller starts has no generators of its own and draws from those of the process.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.machinery
import random
import sys
import threading
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Self

from wsusim.backends.contract import RobotInfo

_FUNCTIONS = {
    ("numpy.random", "seed"): "seed",
    ("numpy.random", "ranf"): "random_sample",
    ("numpy.random", "sample"): "random_sample",
}
"""Functions that are no methods of the shared generator, but call one."""


def seed_text(info: RobotInfo) -> str:
    """Return the seed of a controller's global generators."""
    return f"wsusim seed {info.seed} robot {info.robot_id}, for the program"


def _number(seed: str) -> int:
    """Return a seed for numpy, which takes numbers of 32 bits."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4], "little")


class OwnRandom:
    """Replaces the functions of ``random`` and ``numpy.random`` until its ``with`` block ends.

    Enter it before a controller's file is loaded, so that ``from random import randint`` gets the
    same. Threads that were not added draw as usual.
    """

    def __init__(self) -> None:
        # By what a student's class can't change: his may have any __hash__ and __eq__.
        self._owned: dict[int, _Generators] = {}
        self._replaced: list[tuple[ModuleType, str, Any]] = []

    def add(self, thread: threading.Thread, generators: _Generators) -> None:
        """Let a thread draw from these generators."""
        self._owned[id(thread)] = generators

    def __enter__(self) -> Self:
        self._replace(random, random._inst, lambda own: own.python)
        numpy_random = sys.modules.get("numpy.random")
        if numpy_random is not None:
            self._replace(numpy_random, numpy_random.mtrand._rand, lambda own: own.numpy)
        return self

    def __exit__(self, *_failure: object) -> None:
        for module, name, function in self._replaced:
            setattr(module, name, function)
        self._replaced.clear()
        self._owned.clear()

    def _replace(
        self, module: ModuleType, shared: object, own: Callable[[_Generators], Any]
    ) -> None:
        """Replace all functions of a module that are methods of its shared generator."""
        for name, function in list(vars(module).items()):
            is_method = getattr(function, "__self__", None) is shared
            method = name if is_method else _FUNCTIONS.get((module.__name__, name))
            if method is not None:
                self._replaced.append((module, name, function))
                setattr(module, name, self._divided(method, function, own))

    def _divided(
        self, name: str, function: Callable[..., Any], own: Callable[[_Generators], Any]
    ) -> Callable[..., Any]:
        @functools.wraps(function)
        def draw(*args: Any, **options: Any) -> Any:
            generators = self._owned.get(id(threading.current_thread()))
            method = function if generators is None else getattr(own(generators), name)
            return method(*args, **options)

        return draw


class _Generators:
    """One controller's generators."""

    def __init__(self, seed: str) -> None:
        self.python = random.Random(seed)
        self._seed = seed

    @functools.cached_property
    def numpy(self) -> Any:
        """A generator like numpy's global one; made when it is first used."""
        from numpy.random import RandomState

        return RandomState(_number(self._seed))


def generators_of(info: RobotInfo) -> _Generators:
    """Return new generators for the controller of a robot."""
    return _Generators(seed_text(info))


def seed_this_process(seed: str) -> None:
    """Seed the global generators of a process that has one controller; numpy's when it comes."""
    random.seed(seed)
    loaded = sys.modules.get("numpy.random")
    if loaded is not None:
        loaded.seed(_number(seed))
    else:
        sys.meta_path.insert(0, _NumpySeeder(seed))


class _NumpySeeder:
    """Seeds ``numpy.random`` as soon as it has been imported."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find ``numpy.random`` as usual, and seed it when it is loaded."""
        if name != "numpy.random":
            return None
        sys.meta_path.remove(self)
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def execute_and_seed(module: ModuleType) -> None:
            execute(module)
            module.seed(_number(self._seed))

        spec.loader.exec_module = execute_and_seed  # type: ignore[method-assign]
        return spec
