"""Messages as plain numbers, and back."""

from __future__ import annotations

import pytest

from wsusim.model.radio import KEPT_MESSAGES, VALUES, Heard, from_values, to_values

MESSAGES = [Heard(number % 3 + 1, bytes(range(number))) for number in range(12)]


@pytest.mark.parametrize("known", range(13))
def test_what_is_new_comes_back(known):
    """All after the first ``known`` messages, as far as they are kept."""
    values = to_values(12, MESSAGES)

    assert len(values) == VALUES
    assert from_values(values, known) == (12, MESSAGES[max(known, 12 - KEPT_MESSAGES) :])


def test_no_message_is_no_message():
    """A reading before the first one."""
    assert from_values(to_values(0, []), 0) == (0, [])
