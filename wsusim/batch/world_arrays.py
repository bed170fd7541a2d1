"""Which of the tick kernel's arrays a world has for itself, and where they lie.

Of everything in ``engine.arguments.Arguments``, worlds of the same maze share what never changes.
What a tick leaves nothing in is scratch, and belongs to the thread. All the rest a world has of its
own; an array that is not named here is the world's own, too, which is never wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.engine.occupancy import keep_cells
from wsusim.kernels.argument_words import words_of
from wsusim.kernels.rays import Found
from wsusim.kernels.tick import Arguments

Array = NDArray[Any]

SHARED = frozenset(
    {
        "scene.places.still",
        "scene.places.jump_cells",
        "scene.places.clear_cells",
        "scene.places.edges_mm",
        "scene.places.edge_reflectivity",
        "scene.places.edge_start",
        "scene.places.edge_list",
        "scene.places.edge_gap_mm",
        "scene.places.gripper_mm",
        "scene.bounce",
        "scene.hands.outlines_mm",
        "scene.hands.corner_counts",
        "scene.hands.bounds_mm",
        "scene.hands.is_box",
        "senses.bodies.eyes",
        "senses.bodies.eye_of",
        "senses.lamp_power",
        "goals",
        "history.rows",
    }
)
"""Never changed."""

CELLS = frozenset({"scene.places.cells", "scene.places.changes", "scene.places.looked"})
"""The matrix, by far the largest array, and what is told of it. It is asked only by lowered
grippers; while there are none it is not kept, and shared."""

SCRATCH = frozenset(
    {
        "scene.pushes",
        "scene.corners_mm",
        "scene.places.found",
        "senses.responses",
        *(f"senses.bodies.found.{name}" for name in Found._fields),
        "block.motor_normals",
        "block.sensor_uniforms",
        "block.trace",
    }
)
"""Means nothing between two ticks. A network's scratch lies in ``responses``."""

ROBOTS = "scene.robots"
CLOCKS = "clocks"
VIEWS = frozenset(
    {
        "history.reals",
        "history.wholes",
        "senses.bodies.discs",
        "senses.bodies.made",
        "senses.bodies.robots",
    }
)
"""Another look at an array that is there already."""


def arrays_of(arguments: Any, path: str = "") -> Iterator[tuple[str, Array]]:
    """Yield all arrays of nested tuples with their paths, such as ``scene.places.cells``."""
    for name in arguments._fields:
        value = getattr(arguments, name)
        if isinstance(value, np.ndarray) and path + name not in VIEWS:
            yield path + name, value
        elif isinstance(value, tuple):
            yield from arrays_of(value, f"{path}{name}.")


def with_arrays(arguments: Any, arrays: dict[str, Array], path: str = "") -> Any:
    """Return nested tuples in which some arrays, by their paths, are others."""
    changed: dict[str, Any] = {}
    for name in arguments._fields:
        value = getattr(arguments, name)
        if isinstance(value, np.ndarray):
            changed[name] = arrays.get(path + name, value)
        elif isinstance(value, tuple):
            changed[name] = with_arrays(value, arrays, f"{path}{name}.")
    return arguments._replace(**changed)


class Owned(NamedTuple):
    """An array that each world has of its own."""

    array: Array
    """[rows, ...]."""
    rows: NDArray[np.int64]
    """Which of them are the worlds' of a layout."""


class Layout:
    """The arrays of all worlds in one maze.

    Args:
        like: Arguments of a world in the maze before its first tick; it is never run.
        worlds: Numbers of the batch's worlds that are in the maze.
        tables: Arrays of the whole batch, a row a world, by their paths.
        threads: How many scratches to make.
    """

    def __init__(
        self,
        like: Arguments,
        worlds: NDArray[np.int64],
        tables: dict[str, Array],
        threads: int,
    ) -> None:
        self.like = like
        self.worlds = worlds
        self._new = dict(arrays_of(like))
        self._own = {path: Owned(array, worlds) for path, array in tables.items()}
        self._scratch: list[dict[str, Array]] = [{} for _ in range(threads)]
        for path, array in self._new.items():
            if path in SCRATCH:
                for scratch in self._scratch:
                    scratch[path] = array.copy()
            elif path not in SHARED | CELLS and path not in self._own:
                self._give_own(path)

    def _give_own(self, path: str) -> None:
        array = np.repeat(self._new[path][None], len(self.worlds), axis=0)
        self._own[path] = Owned(array, np.arange(len(self.worlds)))

    @property
    def own_bytes(self) -> int:
        """How much memory each world takes for its own arrays."""
        return sum(owned.array[0].nbytes for owned in self._own.values())

    def give_own_cells(self) -> None:
        """Give each world a matrix of its own; the map must then be told where everything is."""
        keep_cells(self.like.scene.places)
        for path in CELLS:
            self._give_own(path)
        for path, (array, rows) in self._own.items():
            if path.startswith("scene.places."):
                array[rows] = self._new[path]

    def save(self) -> dict[str, Array]:
        """Return a copy of all that the worlds have of their own, by path."""
        return {path: array[rows] for path, (array, rows) in self._own.items()}

    def restore(self, saved: dict[str, Array]) -> None:
        """Bring the worlds to where those were that ``save`` was told of."""
        for path, (array, rows) in self._own.items():
            array[rows] = saved[path]

    def renew(self, worlds: NDArray[np.int64]) -> None:
        """Bring some worlds, which must be of this maze, back to before their first tick."""
        at = np.searchsorted(self.worlds, worlds)
        for path, (array, rows) in self._own.items():
            array[rows[at]] = self._new[path]

    def words(self) -> NDArray[np.int64]:
        """Return the arguments of a world in the maze as words."""
        return words_of(self.like)

    def columns(self, words: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
        """Return, for each array that worlds do not share, which words are its address."""
        return {
            path: np.flatnonzero(words == address(array))
            for path, array in self._new.items()
            if path not in SHARED
        }

    def addresses(
        self, columns: dict[str, NDArray[np.int64]], thread_of: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return [worlds, P] the addresses of what the worlds do not share, in order of columns."""
        table = []
        for path, at in columns.items():
            if path in self._own:
                array, rows = self._own[path]
                places = address(array) + array.strides[0] * rows
            elif path in CELLS:
                places = np.full(len(self.worlds), address(self._new[path]))
            else:
                scratch = np.array([address(each[path]) for each in self._scratch])
                places = scratch[thread_of[self.worlds]]
            table += [places] * len(at)
        return np.stack(table, axis=1)

    def arguments_of(self, world: int, thread: int) -> Arguments:
        """Return the kernel's arguments of one world."""
        at = int(np.searchsorted(self.worlds, world))
        own = {path: array[rows[at]] for path, (array, rows) in self._own.items()}
        arguments: Arguments = with_arrays(self.like, {**self._scratch[thread], **own})
        return arguments


def address(array: Array) -> int:
    """Return where an array lies."""
    return int(array.ctypes.data)
