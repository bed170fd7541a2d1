"""Fewer points that look the same: of many in one column of pixels, the lowest and the highest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def drawn_rows(
    column: NDArray[np.float32], begin: int, end: int, most: int
) -> NDArray[np.intp] | slice:
    """Return which of the rows ``begin`` to ``end`` to draw: at most ``most`` and 6 more.

    Rows are taken in groups that begin at the same rows whatever ``begin`` is, so that a curve does
    not flicker while it moves along. The first and the last row are always there, and so are the
    lowest and the highest value. A row may be there twice.
    """
    count = end - begin
    if count <= max(4, most):
        return slice(begin, end)
    size = 2
    while count > size * max(2, most // 2):
        size *= 2
    inner_begin, inner_end = -(-begin // size) * size, end // size * size
    groups = column[inner_begin:inner_end].reshape(-1, size)
    starts = np.arange(inner_begin, inner_end, size)
    lowest = starts + groups.argmin(axis=1)
    highest = starts + groups.argmax(axis=1)
    rest = [begin, end - 1]
    for first, last in ((begin, inner_begin), (inner_end, end)):
        if first < last:
            part = column[first:last]
            rest += [first + int(part.argmin()), first + int(part.argmax())]
    return np.sort(np.concatenate((lowest, highest, np.array(rest, dtype=np.intp))))
