"""Maps of the WSU simulator."""

from __future__ import annotations

from wsusim.formats.importers.importer import Importer, Sure
from wsusim.formats.wsu_map import import_wsu_map
from wsusim.formats.wsu_stream import is_wsu_map

ROWS = (
    Importer(
        title="WSU maps",
        words="a map from the WSU simulator",
        takes=is_wsu_map,
        read=lambda content, name, _given: import_wsu_map(content, name),
        sure=Sure.BY_MARK,
    ),
)
