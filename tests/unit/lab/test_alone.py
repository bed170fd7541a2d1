"""A lab has one server: two would take each other's runs for lost ones."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.lab.alone import folder_alone, store_alone
from wsusim.lab.store import Store


def test_a_folder_has_one_server(tmp_path: Path) -> None:
    """The second one is told so."""
    with (
        folder_alone(tmp_path),
        pytest.raises(BadInput, match="Another server runs the lab in"),
        folder_alone(tmp_path),
    ):
        pass


def test_a_folder_is_free_when_its_server_has_ended(tmp_path: Path) -> None:
    """However it ended."""
    with folder_alone(tmp_path / "new"):
        pass
    with folder_alone(tmp_path / "new"):
        assert (tmp_path / "new" / "server.lock").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """With the reason."""
    (tmp_path / "file").touch()

    with (
        pytest.raises(BadInput, match="can't be used: Not a directory"),
        folder_alone(tmp_path / "file" / "lab"),
    ):
        pass


@pytest.mark.slow
def test_a_database_has_one_server(request: pytest.FixtureRequest, store: Store) -> None:
    """Though their folders differ; a file is kept by its folder's lock."""
    if store.engine.dialect.name == "sqlite":
        pytest.skip("kept by the lock of its folder")
    again = Store(store.engine.url.render_as_string(hide_password=False))
    with (
        store_alone(store),
        pytest.raises(BadInput, match="in this database"),
        store_alone(again),
    ):
        pass
    with store_alone(again):
        assert again.engine.dialect.name == "postgresql"
    again.close()
