"""Soccer: counts goals, puts everything back for a kick-off, and frees a ball that is stuck.

The referee looks at the tables between two ticks and knows nothing else; it belongs to the world as
walls do, and to no controller. What it does follows from what it sees, so a run that is done again
has the same whistles.
"""

from __future__ import annotations

from wsusim.engine.dragging import object_has_room
from wsusim.engine.world_tables import State
from wsusim.kernels.records import FREE
from wsusim.model.geometry import Pose, wrap_rad
from wsusim.model.units import seconds_to_ticks
from wsusim.model.world import World, start_heading_rad

LOOK_TICKS = 2
"""A ball at its fastest goes 40 mm between two looks, less than into a goal and out again."""

STUCK_S = 5.0
STUCK_MM = 30.0
"""A ball that has not come farther than this for so long is stuck (guess)."""


class Referee:
    """The referee of one simulation with the mission ``soccer``."""

    def __init__(self, world: World, state: State) -> None:
        self._world = world
        self._state = state
        self._half_tick: int | None = None
        if world.mission.time_limit_s is not None:
            self._half_tick = seconds_to_ticks(0.5 * world.mission.time_limit_s)
        self._left, self._right = sorted(world.goals, key=lambda goal: goal.pose.x_mm)[:2]
        self._first = len(world.lights)
        self._balls = range(
            self._first + len(world.caps), self._first + len(world.caps) + len(world.balls)
        )
        self._spot = (world.balls[0].x_mm, world.balls[0].y_mm)

    def next_look(self, tick: int) -> int:
        """Return the first tick after this one at which it looks."""
        return (tick // LOOK_TICKS + 1) * LOOK_TICKS

    def look(self) -> None:
        """Check what has happened in the last ticks."""
        clock = self._state.clock
        if clock.tick % LOOK_TICKS:
            return
        if self._half_tick is not None and clock.half == 1 and clock.tick >= self._half_tick:
            clock.half = 2
            self._kick_off()
            return
        for ball in self._balls:
            disc = self._state.discs[ball]
            if disc.state != FREE:
                continue
            if self._right.contains(disc.x_mm, disc.y_mm):
                clock.goals_left += 1
                self._kick_off()
            elif self._left.contains(disc.x_mm, disc.y_mm):
                clock.goals_right += 1
                self._kick_off()
        self._free_stuck_ball()

    def _free_stuck_ball(self) -> None:
        clock, disc = self._state.clock, self._state.discs[self._balls[0]]
        dx, dy = disc.x_mm - clock.still_x_mm, disc.y_mm - clock.still_y_mm
        if disc.state == FREE and dx * dx + dy * dy > STUCK_MM * STUCK_MM:
            self._note_ball()
        elif clock.tick - clock.still_since >= seconds_to_ticks(STUCK_S):
            if disc.state == FREE and object_has_room(
                self._world, self._state, self._balls[0], self._spot
            ):
                self._put(self._balls[0], Pose(*self._spot))
                clock.places_are_old = True
                self._note_ball()
            else:
                self._kick_off()

    def _kick_off(self) -> None:
        """Put robots and things back to their starts in the maze, and stop the motors."""
        for me, start in zip(self._state.robots, self._world.robots, strict=True):
            me.x_mm, me.y_mm = start.pose.x_mm, start.pose.y_mm
            me.heading_rad = wrap_rad(start.pose.heading_rad)
            me.left.motor_speed = me.right.motor_speed = 0.0
            me.held = -1
            me.is_touching, me.bearing_count = False, 0
            me.moved_things = True
        for number, thing in enumerate(self._world.movables, self._first):
            self._put(number, Pose(thing.x_mm, thing.y_mm, start_heading_rad(thing)))
        self._state.clock.places_are_old = True
        self._note_ball()

    def _put(self, number: int, pose: Pose) -> None:
        disc, body = self._state.discs[number], self._state.bodies[number]
        disc.x_mm, disc.y_mm, disc.state = pose.x_mm, pose.y_mm, FREE
        body.heading_rad = wrap_rad(pose.heading_rad)
        body.vx_mm_s = body.vy_mm_s = body.spin_rad_s = 0.0

    def _note_ball(self) -> None:
        clock, disc = self._state.clock, self._state.discs[self._balls[0]]
        clock.still_x_mm, clock.still_y_mm = disc.x_mm, disc.y_mm
        clock.still_since = clock.tick
