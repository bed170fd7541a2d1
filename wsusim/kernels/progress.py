"""Tells what is being compiled, so that progress can be shown."""

from __future__ import annotations

from typing import Any

from wsusim.kernels.numba_inside import event


class _Names(event.Listener):
    """Prints a line for each function when its compilation begins.

    Of ours, the module and the name; the names of numba's own are meaningless here.
    """

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        package, _dot, module = function.__module__.rpartition(".")
        is_numbas = package.partition(".")[0] in ("numba", "numpy")
        print("" if is_numbas else f"{module}.{function.__name__}", flush=True)  # noqa: T201

    def on_end(self, event: Any) -> None:
        """Do nothing: the next name shows the end."""


def tell_names() -> None:
    """Print a line for each function that this process compiles from now on."""
    event.register("numba:compile", _Names())  # type: ignore[no-untyped-call]
