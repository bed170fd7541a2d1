"""The page's own modules, run by node against a scene that Python tells."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.everything import EVERYTHING
from wsusim.live.telling import scene_of

NODE = shutil.which("node")
ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(NODE is None, reason="no node is installed")
def test_the_pages_modules_keep_their_rules(tmp_path: Path) -> None:
    """Each rule is a test in ``tests/javascript/live_page.mjs``; node names those that fail."""
    assert NODE is not None
    shutil.copytree(ROOT / "wsusim/live/page", tmp_path / "page")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(ROOT / "tests/javascript/live_page.mjs", tmp_path)
    (tmp_path / "scene.json").write_text(json.dumps(scene_of(EVERYTHING, name="everything")))

    done = subprocess.run(
        [NODE, "--test", "live_page.mjs"], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout
    assert "# pass 11" in done.stdout
