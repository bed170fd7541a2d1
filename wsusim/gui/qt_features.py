"""PySide6's switchable features (``snake_case``), which nothing here uses.

To find out which modules could use them, PySide6 reads the source of every module that is imported
after it, and Python keeps all these lines: 700 files for the window, a tenth of the processor time
of its start and 20 MB.
"""

from __future__ import annotations

import importlib
from typing import Any, cast


def leave_sources_unread() -> None:
    """Have PySide6 take every module for one that uses Qt without features, without reading it.

    A module that switches features on says so itself (``from __feature__ import``): that still
    works.

    Raises:
        ImportError: There is no Qt.
    """
    importlib.import_module("PySide6.QtCore")
    features = cast(Any, importlib.import_module("shibokensupport.feature"))
    if hasattr(features, "_mod_uses_pyside"):  # it is PySide6's own, and may be called otherwise
        features._mod_uses_pyside = lambda _module: True
