"""Loose things make way: a robot pushes caps and balls, these slide along walls and push others.

A place for everybody is looked for by letting each pair that is too near move apart, the pushed one
first, until all are apart. If that doesn't succeed, or only by something being squeezed out fast
(real caps jam there), nobody moves and the robot is stopped.
"""

from __future__ import annotations

import math

from wsusim.kernels.columns import (
    DISC_RADIUS,
    DISC_X,
    DISC_Y,
    FIXED,
    FREE,
    MOVED_THINGS,
    SKIN_MM,
)
from wsusim.kernels.contact import from_segment
from wsusim.kernels.jit import inner
from wsusim.kernels.nearby import Scene, bin_of
from wsusim.kernels.outline import HALF_SKIN_MM, gap_to_robot

NOBODY = -1
"""Pusher that is no robot."""

SLIP = 0.01
"""Squared sine of the angle to the wall's normal from which a pushed thing slides along it."""

LEANS_X = 2
LEANS_Y = 3
"""Rows of ``Scene.before``, behind the old places: direction out of what a disc leans on."""

SWEEPS = 30
"""Rounds after which a place for everybody is given up."""

SQUEEZE = 3.0
"""A pushed thing that would have to move farther than this times the push is jammed (guess)."""


@inner
def move_disc(scene: Scene, disc: int, dx: float, dy: float) -> None:
    """Shift a disc."""
    scene.discs[DISC_X, disc] += dx
    scene.discs[DISC_Y, disc] += dy


@inner
def shove(scene: Scene, disc: int, dx: float, dy: float) -> None:
    """Shift a disc that is pushed by (dx, dy); one that leans on a wall slides along that instead.

    It slides so far that it has gone as far in the push's direction.
    """
    nx = scene.before[LEANS_X, disc]
    ny = scene.before[LEANS_Y, disc]
    into = -(dx * nx + dy * ny)
    length2 = dx * dx + dy * dy
    along2 = length2 - into * into
    if into > 0.0 and along2 > SLIP * length2:
        stretch = length2 / along2
        dx = (dx + into * nx) * stretch
        dy = (dy + into * ny) * stretch
    move_disc(scene, disc, dx, dy)


@inner
def lean(scene: Scene, disc: int, dx: float, dy: float) -> None:
    """Move a disc out of something fixed, and remember the direction."""
    move_disc(scene, disc, dx, dy)
    length = math.sqrt(dx * dx + dy * dy)
    scene.before[LEANS_X, disc] = dx / length
    scene.before[LEANS_Y, disc] = dy / length


@inner
def lack_to_disc(scene: Scene, disc: int, other: int) -> tuple[float, float, float]:
    """Return by how much (mm) two discs are too near, and the direction from the first on."""
    discs = scene.discs
    dx = discs[DISC_X, other] - discs[DISC_X, disc]
    dy = discs[DISC_Y, other] - discs[DISC_Y, disc]
    wanted = discs[DISC_RADIUS, disc] + discs[DISC_RADIUS, other] + SKIN_MM
    apart2 = dx * dx + dy * dy
    if apart2 >= wanted * wanted:
        return 0.0, 0.0, 0.0
    apart = math.sqrt(apart2)
    if apart == 0.0:
        return wanted, 1.0, 0.0
    return wanted - apart, dx / apart, dy / apart


@inner
def leave_fixed(scene: Scene, pusher: int, disc: int) -> bool:
    """Move a disc out of walls, lamps and all robots but the pusher; tell whether it was in one."""
    discs = scene.discs
    radius = discs[DISC_RADIUS, disc]
    was_in = False
    k = bin_of(scene, discs[DISC_X, disc], discs[DISC_Y, disc])
    for i in range(scene.bin_start[k], scene.bin_start[k + 1]):
        if scene.bin_gap_mm[i] > radius + SKIN_MM:
            break
        x0, y0, x1, y1 = scene.edges_mm[scene.bin_edges[i]]
        dx, dy = from_segment(x0, y0, x1, y1, discs[DISC_X, disc], discs[DISC_Y, disc])
        apart = math.sqrt(dx * dx + dy * dy)
        if 0.0 < apart < radius + HALF_SKIN_MM:
            further = (radius + SKIN_MM - apart) / apart
            lean(scene, disc, dx * further, dy * further)
            was_in = True
    for lamp in range(scene.disc_state.size):
        if scene.disc_state[lamp] == FIXED:
            lack, nx, ny = lack_to_disc(scene, lamp, disc)
            if lack > HALF_SKIN_MM:
                lean(scene, disc, lack * nx, lack * ny)
                was_in = True
    for robot in range(scene.real.shape[0]):
        if robot != pusher:
            gap, nx, ny = gap_to_robot(scene, robot, discs[DISC_X, disc], discs[DISC_Y, disc])
            lack = radius + SKIN_MM - gap
            if lack > HALF_SKIN_MM:
                lean(scene, disc, lack * nx, lack * ny)
                was_in = True
    return was_in


@inner
def touches_loose(scene: Scene, robot: int) -> bool:
    """Tell whether a robot's outline is too near to something that it can push."""
    discs = scene.discs
    for disc in range(scene.disc_state.size):
        if scene.disc_state[disc] == FREE:
            gap, _, _ = gap_to_robot(scene, robot, discs[DISC_X, disc], discs[DISC_Y, disc])
            if gap < discs[DISC_RADIUS, disc] + HALF_SKIN_MM:
                return True
    return False


@inner
def make_room(scene: Scene, pusher: int, way_mm: float) -> bool:
    """Let everything loose make way for the pusher where it now stands; tell whether it could.

    Args:
        scene: The world; the pusher's row already says where it would like to be.
        pusher: Robot; ``NOBODY`` sorts out things that lie in each other at the start.
        way_mm: How far the pusher has moved for this; nothing is pushed much farther.

    Mutates:
        The discs, when it returns True; otherwise they are as before.

    Cost: 10 ns when nothing is touched, about a microsecond a round otherwise.
    """
    if pusher >= 0 and not touches_loose(scene, pusher):
        return True
    discs = scene.discs
    count = scene.disc_state.size
    before = scene.before
    order = scene.pushed[0]
    is_pushed = scene.pushed[1]
    for disc in range(count):
        before[DISC_X, disc] = discs[DISC_X, disc]
        before[DISC_Y, disc] = discs[DISC_Y, disc]
        before[LEANS_X, disc] = 0.0
        before[LEANS_Y, disc] = 0.0
        is_pushed[disc] = 0
    pushed = 0
    if pusher < 0:
        for disc in range(count):
            if scene.disc_state[disc] == FREE:
                order[pushed] = disc
                is_pushed[disc] = 1
                pushed += 1
    limit = SQUEEZE * way_mm + 20.0 * SKIN_MM
    for _ in range(SWEEPS):
        is_quiet = True
        for disc in range(count):
            if pusher >= 0 and scene.disc_state[disc] == FREE:
                x = discs[DISC_X, disc]
                y = discs[DISC_Y, disc]
                gap, nx, ny = gap_to_robot(scene, pusher, x, y)
                lack = discs[DISC_RADIUS, disc] + SKIN_MM - gap
                if lack > HALF_SKIN_MM:
                    shove(scene, disc, lack * nx, lack * ny)
                    is_quiet = False
                    if not is_pushed[disc]:
                        order[pushed] = disc
                        is_pushed[disc] = 1
                        pushed += 1
        k = 0
        while k < pushed:
            disc = order[k]
            k += 1
            if leave_fixed(scene, pusher, disc):
                is_quiet = False
            for other in range(count):
                if other == disc or scene.disc_state[other] != FREE:
                    continue
                lack, nx, ny = lack_to_disc(scene, disc, other)
                if lack <= HALF_SKIN_MM:
                    continue
                is_quiet = False
                if is_pushed[other]:
                    shove(scene, disc, -0.5 * lack * nx, -0.5 * lack * ny)
                    lack *= 0.5
                else:
                    order[pushed] = other
                    is_pushed[other] = 1
                    pushed += 1
                shove(scene, other, lack * nx, lack * ny)
        is_jammed = False
        for k in range(pushed):
            disc = order[k]
            dx = discs[DISC_X, disc] - before[DISC_X, disc]
            dy = discs[DISC_Y, disc] - before[DISC_Y, disc]
            farthest = min(limit, discs[DISC_RADIUS, disc]) if pusher >= 0 else limit
            if dx * dx + dy * dy > farthest * farthest:
                is_jammed = True
        if is_jammed:
            break
        if is_quiet:
            if pusher >= 0:
                scene.whole[pusher, MOVED_THINGS] = 1
            return True
    for disc in range(count):
        discs[DISC_X, disc] = before[DISC_X, disc]
        discs[DISC_Y, disc] = before[DISC_Y, disc]
    return False
