"""Many worlds at once, for those who evolve, learn or sweep: ``Worlds`` and ``Network``.

See *Batches in Python* in the manual.
"""

from wsusim.batch.driving_network import Network
from wsusim.batch.worlds import Worlds

__all__ = ["Network", "Worlds"]
