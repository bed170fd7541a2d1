"""Environments for learning: ``gymnasium.make("wsusim/Maze-v0")`` after an import.

See *Evolve and learn* in the manual. Needs what ``requirements-learn.txt`` names.
"""

from wsusim.errors import NotInstalled

WHAT, EXTRA = "Learning", "learn"

try:
    from wsusim.learning.environments import WsusimEnv, WsusimVectorEnv, register
except ModuleNotFoundError as missing:
    if (missing.name or "").startswith("wsusim"):
        raise
    raise NotInstalled(WHAT, missing.name, EXTRA) from None

register()

__all__ = ["WsusimEnv", "WsusimVectorEnv"]
