"""The robot kinds as tables of figures with their sources, and how to find one by its name."""

from __future__ import annotations

from wsusim.errors import BadInput
from wsusim.model.robot_kind import RobotKind
from wsusim.robots.khepera1 import KHEPERA_1
from wsusim.robots.khepera2 import KHEPERA_2

ROBOT_KINDS: dict[str, RobotKind] = {kind.name: kind for kind in (KHEPERA_1, KHEPERA_2)}


def robot_kind(name: str) -> RobotKind:
    """Return the kind called ``name``; raises ``BadInput`` listing the known ones."""
    try:
        return ROBOT_KINDS[name]
    except KeyError:
        known = ", ".join(ROBOT_KINDS)
        raise BadInput(
            f"There is no kind of robot called {name!r}. Choose one of: {known}. For a real robot "
            "(with run), use serial:PORT, for example serial:/dev/ttyUSB0 or serial:auto."
        ) from None
