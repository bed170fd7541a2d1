"""Environments for those who learn: ``gymnasium.make("wsusim/Maze-v0")`` after importing this.

See *Evolve and learn* in the manual. Needs what ``requirements-learn.txt`` names.
"""

from wsusim.errors import BadInput


def not_installed(error: ModuleNotFoundError) -> BadInput:
    """Return what to tell when a package of the extra is missing."""
    return BadInput(
        f"Evolving and learning need {error.name}, which is not installed. Install it with: "
        "python -m pip install -r requirements-learn.txt"
    )


try:
    from wsusim.learning.environments import WsusimEnv, WsusimVectorEnv, register
except ModuleNotFoundError as missing:
    if (missing.name or "").startswith("wsusim"):
        raise
    raise not_installed(missing) from None

register()

__all__ = ["WsusimEnv", "WsusimVectorEnv", "not_installed"]
