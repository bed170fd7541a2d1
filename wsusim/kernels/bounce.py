"""A bounce of two bodies, and what the floor does to one: how velocities change, and nothing moves.

Two bodies bounce as the less bouncy one does (guess; so that a ball's restitution is what it has
on something hard). A box turns by a hit beside its middle. Plain twins: ``tests/oracles/rolling``.
"""

from __future__ import annotations

import math

from wsusim.kernels.drive import wrap_angle
from wsusim.kernels.jit import inner
from wsusim.kernels.records import FREE
from wsusim.kernels.scene import Scene
from wsusim.model.units import TICK_S

FASTEST_MM_S = 2000.0
"""Nothing becomes faster: 20 mm in a tick."""

SLOWEST_BOUNCE_MM_S = 15.0
"""What comes nearer more slowly does not bounce (guess)."""

ROBOT_RESTITUTION = 0.8
"""Of a robot's hard plastic body (guess)."""

GRIP_SHARE = 2.0 / 7.0
"""A solid ball that grips a wall gives so much of its speed along it to its spin (2/5 of m r^2)."""


@inner
def remember_poses(scene: Scene) -> None:
    """Note where the robots are before they move."""
    for robot in range(scene.robots.size):
        me = scene.robots[robot]
        before = scene.before[robot]
        before[0], before[1], before[2] = me.x_mm, me.y_mm, me.heading_rad


@inner
def robot_velocity(scene: Scene, robot: int, x: float, y: float) -> tuple[float, float]:
    """Return how fast (mm/s) a robot's point at (x, y) has moved in this tick."""
    me = scene.robots[robot]
    before = scene.before[robot]
    turned = wrap_angle(me.heading_rad - before[2])
    vx = (me.x_mm - before[0] - turned * (y - me.y_mm)) / TICK_S
    vy = (me.y_mm - before[1] + turned * (x - me.x_mm)) / TICK_S
    return vx, vy


@inner
def velocity_at(scene: Scene, disc: int, x: float, y: float) -> tuple[float, float]:
    """Return how fast (mm/s) a thing's point at (x, y) moves."""
    body, thing = scene.bodies[disc], scene.discs[disc]
    spin = body.spin_rad_s
    return body.vx_mm_s - spin * (y - thing.y_mm), body.vy_mm_s + spin * (x - thing.x_mm)


@inner
def lightness_at(scene: Scene, disc: int, nx: float, ny: float, x: float, y: float) -> float:
    """Return by how much (mm/s) a push of 1 g mm/s along (nx, ny) moves a thing's point (x, y)."""
    body, thing = scene.bodies[disc], scene.discs[disc]
    if not body.is_box:
        return 1.0 / body.mass_g
    lever = ((x - thing.x_mm) * ny - (y - thing.y_mm) * nx) / body.gyration_mm
    return (1.0 + lever * lever) / body.mass_g


@inner
def knock(scene: Scene, disc: int, push: float, nx: float, ny: float, x: float, y: float) -> None:
    """Give a thing at (x, y) a push (g mm/s) along (nx, ny)."""
    body, thing = scene.bodies[disc], scene.discs[disc]
    body.vx_mm_s += push * nx / body.mass_g
    body.vy_mm_s += push * ny / body.mass_g
    if body.is_box:
        lever = (x - thing.x_mm) * ny - (y - thing.y_mm) * nx
        body.spin_rad_s += push * lever / (body.mass_g * body.gyration_mm * body.gyration_mm)


@inner
def bounce(
    scene: Scene, disc: int, nx: float, ny: float, x: float, y: float, thing: int, edge: int
) -> None:
    """Let a thing bounce off an edge, a robot or another thing that it touches at (x, y).

    (nx, ny) leads out of that. Of what can't be moved only the restitution counts, of an edge its
    friction, too: it takes from a ball's speed along it.
    """
    body = scene.bodies[disc]
    discs = scene.places.discs
    restitution = body.restitution
    lightness = lightness_at(scene, disc, nx, ny, x, y)
    vx, vy = velocity_at(scene, disc, x, y)
    is_loose = False
    if edge >= 0:
        restitution = min(restitution, scene.bounce[edge, 0])
    elif thing >= discs:
        restitution = min(restitution, ROBOT_RESTITUTION)
        ux, uy = robot_velocity(scene, thing - discs, x, y)
        vx, vy = vx - ux, vy - uy
    else:
        restitution = min(restitution, scene.bodies[thing].restitution)
        is_loose = scene.discs[thing].state == FREE
        if is_loose:
            lightness += lightness_at(scene, thing, nx, ny, x, y)
            ux, uy = velocity_at(scene, thing, x, y)
            vx, vy = vx - ux, vy - uy
    closing = -(vx * nx + vy * ny)
    if closing <= 0.0:
        return
    if closing < SLOWEST_BOUNCE_MM_S:
        restitution = 0.0
    push = (1.0 + restitution) * closing / lightness
    knock(scene, disc, push, nx, ny, x, y)
    if is_loose:
        knock(scene, thing, -push, nx, ny, x, y)
    elif edge >= 0 and not body.is_box:
        along = vx * ny - vy * nx
        most = scene.bounce[edge, 1] * (1.0 + restitution) * closing
        loss = math.copysign(min(most, GRIP_SHARE * abs(along)), along)
        body.vx_mm_s -= loss * ny
        body.vy_mm_s += loss * nx


@inner
def slow_down(scene: Scene, disc: int) -> None:
    """Let the floor's friction act for one tick, and keep speeds within their limit."""
    body = scene.bodies[disc]
    speed = math.sqrt(body.vx_mm_s * body.vx_mm_s + body.vy_mm_s * body.vy_mm_s)
    slower = min(max(speed - body.drag_mm_s2 * TICK_S, 0.0), FASTEST_MM_S)
    if speed > 0.0:
        body.vx_mm_s *= slower / speed
        body.vy_mm_s *= slower / speed
    if body.is_box:
        # Torque of friction / moment of inertia.
        loss = body.drag_mm_s2 * body.arm_mm / (body.gyration_mm * body.gyration_mm) * TICK_S
        spin = min(max(abs(body.spin_rad_s) - loss, 0.0), FASTEST_MM_S / body.gyration_mm)
        body.spin_rad_s = math.copysign(spin, body.spin_rad_s)


@inner
def stop(scene: Scene, disc: int) -> None:
    """Let a thing lie still."""
    body = scene.bodies[disc]
    body.vx_mm_s = body.vy_mm_s = body.spin_rad_s = 0.0
    body.shift_x_mm = body.shift_y_mm = 0.0
    body.was_pushed = False
