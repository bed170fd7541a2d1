"""The first start: compiles what commands need before they begin, with a message.

A run compiles its own kernels; a command that needs more than a run compiles everything, so that
the next one need not. Otherwise each would silently compile what it alone needs when that is first
used.
"""

from __future__ import annotations

from collections.abc import Callable

from wsusim.interrupts import INTERRUPTS
from wsusim.runs.compiled_beside import compile_beside
from wsusim.runs.warm_up import QUESTION_KERNELS, RUN_KERNELS, warm_up, warm_up_questions

FIRST_START = (
    "This is the first start, so parts of wsusim are being compiled, for this command and all "
    "others. That takes a minute on a fast computer and three or more on a slow or busy one; after "
    "that, starting is quick."
)

FIRST_RUN = (
    "This is the first run, so the simulator is being compiled. That takes half a minute on a fast "
    "computer and two or more on a slow or busy one; after that, starting is quick."
)

ALL = (*RUN_KERNELS, *QUESTION_KERNELS)

CROWD_KERNELS = (*RUN_KERNELS, "sense.sense_some")
"""What a run of many robots needs, see ``engine.crowd``."""


def prepare(tell: Callable[[str], None], *kernels: str) -> None:
    """Compile everything for all commands, if something is missing, after a message.

    Args:
        tell: Called with why it takes long.
        kernels: What the caller needs, each as ``module.kernel``; none: all.

    Raises:
        KeyboardInterrupt: The program was asked to end meanwhile.
    """
    _compile(tell, kernels or ALL, FIRST_START, __name__, "compile_all", ALL)


def prepare_run(tell: Callable[[str], None], robots: int) -> None:
    """Compile what a run of so many robots needs, if it is missing, after a message.

    Args:
        tell: Is told why it takes long.
        robots: How many there are; a crowd needs more than one robot does.

    Raises:
        KeyboardInterrupt: The program was asked to end meanwhile.
    """
    from wsusim.engine.crowd import FEWEST

    if robots >= FEWEST:
        prepare(tell, *CROWD_KERNELS)
    else:
        where = "wsusim.runs.warm_up"
        _compile(tell, RUN_KERNELS, FIRST_RUN, where, "warm_up_run", RUN_KERNELS)


def _compile(
    tell: Callable[[str], None],
    needed: tuple[str, ...],
    why: str,
    module: str,
    function: str,
    made: tuple[str, ...],
) -> None:
    """Let another process compile, unless all that is needed exists already."""
    from wsusim.kernels.cache import is_compiled

    if not is_compiled(*needed):
        tell(why)
        with INTERRUPTS.raising():  # it takes long, and there is nothing to lose
            compile_beside(module, function, *made)


def compile_all() -> None:
    """Compile everything in this process."""
    warm_up()
    warm_up_questions()
