"""The first start: what commands need is compiled once, for all of them, and told.

Otherwise each would compile what it alone needs when it is first used, without a word.
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

ALL = (*RUN_KERNELS, *QUESTION_KERNELS)


def prepare(tell: Callable[[str], None], *kernels: str) -> None:
    """Compile everything for all commands, if something is missing, and say so before.

    Args:
        tell: Is told why it takes long.
        kernels: What the caller can't do without, each as ``module.kernel``; without: all.

    Raises:
        KeyboardInterrupt: Somebody asks for the end meanwhile.
    """
    from wsusim.kernels.cache import is_compiled

    if not is_compiled(*(kernels or ALL)):
        tell(FIRST_START)
        with INTERRUPTS.raising():  # it takes long, and there is nothing to lose
            compile_beside(__name__, "compile_all", *ALL)


def compile_all() -> None:
    """Compile everything here."""
    warm_up()
    warm_up_questions()
