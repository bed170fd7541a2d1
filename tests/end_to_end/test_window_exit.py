"""A program whose window is still there ends in good order."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
from pathlib import Path
from wsusim.gui.app import make_application, make_window

application = make_application(["wsusim", "-platform", "offscreen"])
window = make_window(Path(sys.argv[1]))
window.show()
application.processEvents()
window.document.undo_stack.setClean()
window.close()
"""


def test_what_guards_widgets_from_the_wheel_lives_as_long_as_they(tmp_path: Path) -> None:
    """Else the program crashes at its end, which its caller takes for a failure."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, check=False
    )
    assert ended.returncode == 0
