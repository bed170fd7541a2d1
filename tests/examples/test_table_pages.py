"""Tables of the manual that are made from tables of the program are in step with them."""

from __future__ import annotations

import pytest

from tests.pages.tables import MANUAL, TABLES, Table, renewed


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_table_of_the_manual_is_in_step(table: Table) -> None:
    """To renew it: ``python -m tests.pages.tables``."""
    page = (MANUAL / table.page).read_text(encoding="utf-8")

    assert f"<!-- table {table.name}:" in page
    assert page == renewed(table)
