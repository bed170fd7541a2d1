"""Limits of the system that a controller's own process sets for itself (POSIX)."""

from __future__ import annotations

from wsusim.hosting.memory_watch import MB
from wsusim.hosting.sandbox import Sandbox

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SPARE_BYTES = 64 * MB
"""Memory beyond the limit that is kept for telling that the limit was reached."""


def limit_memory(memory_mb: int) -> int:
    """Limit this process's memory; return to how many MB.

    An account may be limited to less already (``ulimit -v``), which only root may raise.
    """
    if resource is not None:
        most = _least(memory_mb * MB + SPARE_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1])
        limit = max(0, most - SPARE_BYTES)
        resource.setrlimit(resource.RLIMIT_AS, (limit, most))
        memory_mb = limit // MB
    return memory_mb


def grant_spare_memory() -> None:
    """Make room for the report that memory is used up."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def limit_files(sandbox: Sandbox) -> None:
    """Limit how large this process's files may become, and how many it may open."""
    if resource is not None:
        for what, most in (
            (resource.RLIMIT_FSIZE, sandbox.file_mb * MB),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_NOFILE, sandbox.open_files),
        ):
            least = _least(most, resource.getrlimit(what)[1])
            resource.setrlimit(what, (least, least))


def _least(most: int, hard: int) -> int:
    """Return ``most``, or what an account is limited to if that is less."""
    return most if hard == resource.RLIM_INFINITY else min(most, hard)
