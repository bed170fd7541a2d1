"""Brings a lab's store up to date; the connection comes from ``lab.store``."""

from __future__ import annotations

from alembic import context

from wsusim.lab.store import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
