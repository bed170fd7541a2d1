"""Brain: five of them explore the arena together, and who finds the target tells the others.

After Luis Rei and Luis Paulo Reis, "Brain: A Deliberative CiberMouse Agent": a filter for the place
(``brain_pose``), a map of probabilities and A* (``brain_map``), a belief about the target
(``brain_target``), waypoints, behaviours with priorities, and messages that hop from robot to robot
(``brain_talk``).
"""

import math

import numpy as np
from brain_map import SHOWN_CELL, Map, ways
from brain_pose import Pose, wrapped
from brain_talk import Talk
from brain_target import TargetBelief

from wsusim.ciber import CiberController

CRUISE, SLOW = 0.12, 0.05
NEAR = 0.5  # a waypoint is reached from here
PLAN_EVERY = 30
ASKED = (
    ("IRSensor0", "IRSensor1"),
    ("IRSensor0", "IRSensor2"),
    ("IRSensor0", "Ground"),
    ("IRSensor1", "IRSensor2"),
    ("IRSensor0", "Compass"),
    ("IRSensor0", "IRSensor1"),
    ("IRSensor0", "IRSensor2"),
    ("IRSensor0", "Beacon0"),
)
TOO_NEAR = 2.0  # of the front sensor: 0.5 away
FREE_AGAIN = 0.65  # of that
SIDE_TOO_NEAR = 4.5
BACK_CYCLES, ESCAPE = 8, 0.08  # after a collision
NEAR_OTHERS, SIDE_NEAR_OTHERS = 6.0, 15.0  # on the target, where there is little room
SEAT = 0.95  # from the middle of the target
SEATING_CYCLES = 300  # at most, from the edge of the target to a seat
STUCK_CYCLES, STUCK_WAY = 100, 0.5  # not so far away in so long: something is wrong
TELL_EVERY, SHOW_EVERY = 3, 40
TEAM = 5
DONE_CYCLES = 30  # from "all are here" to the end, so that all know it


class Brain(CiberController):
    talks = True

    def setup(self):
        p = self.parameters
        self.pose = Pose(p.gps_noise_um, p.compass_noise_deg, p.compass.latency_cycles)
        self.talk = Talk(self.number)
        ways()  # now, while there is time
        self.map = None
        self.belief = None
        self.target = None  # where the target is believed to be
        self.is_sure = False
        self.goal = None
        self.seen = {}  # the newest value of each obstacle sensor, and its cycle
        self.path = []
        self.plan_at = 0
        self.powers = (0.0, 0.0)
        self.compass = None
        self.turning = 0.0  # away from an obstacle: 1 to the left, -1 to the right, 0 not
        self.back_until, self.escape = 0, 0.0
        self.stood = (0, None)  # since when, and where about
        self.arrived_at = None
        self.is_resting = False
        self.done_at = 0

    def step(self):
        self.request(*ASKED[self.time % len(ASKED)])
        if not self.look():
            return
        if self.talks:
            self.listen()
            if (self.time + self.number) % TELL_EVERY == 0:
                told = self.target if self.is_sure else None
                self.say(self.talk.message(self.time, self.pose, self.seen, told))
        if self.time % SHOW_EVERY == self.number:
            self.show()
        for behave in (self.rest_on_target, self.back_off, self.avoid_obstacles, self.follow_path):
            powers = behave()
            if powers is not None:
                self.drive(*powers)
                return

    def show(self):
        """Let people see what it thinks."""
        rows, x, y = self.map.overview()
        self.show_map(rows, x, y, SHOWN_CELL)
        self.show_path(self.path)
        self.show_text(self.aim())

    def aim(self):
        if self.arrived_at is not None:
            return "on the target"
        if self.is_sure:
            return "knows the target"
        return "explores" if self.target is None else "sees the beacon"

    # Looking

    def look(self):
        """Take in this cycle's readings; False until the first place is known."""
        if self.sensors.compass is not None:
            self.compass = self.sensors.compass
        if self.sensors.gps is None:
            return False
        if self.map is None:
            if self.compass is None and self.time < 20:
                return False
            self.pose.begin(self.sensors.gps, self.compass)
            self.map = Map(self.pose.place)
            self.belief = TargetBelief(self.pose.place)
        else:
            self.pose.drive(*self.powers, self.sensors.bumper)
            self.pose.see_gps(self.sensors.gps)
            if self.sensors.compass is not None:
                self.pose.see_compass(self.sensors.compass)
        others = self.talk.places(self.time)
        for sensor, value in self.sensors.measures.obstacles.items():
            self.seen[sensor] = (self.time, value)
            if not self.is_resting:
                eye = self.eye(self.pose.place, self.pose.heading, sensor)
                self.map.see(*eye, value, others)
        if not self.is_resting:
            self.map.drive_over(self.pose.place)
        self.look_for_target()
        return True

    def eye(self, place, heading, sensor):
        """Return where an obstacle sensor is and where it looks."""
        look = heading + math.radians(self.ir_angles_deg[sensor])
        return place + 0.5 * np.array([math.cos(look), math.sin(look)]), look

    def look_for_target(self):
        """Take in what floor and beacon say."""
        if self.sensors.beacon is not None:
            place, heading = self.pose.ago(self.parameters.beacon.latency_cycles)
            self.belief.see(place, heading + math.radians(self.sensors.beacon))
        if self.sensors.ground is None:
            return
        if self.sensors.ground < 0:
            self.belief.stand(self.pose.place)
            return
        self.belief.stand_on(self.pose.place)
        self.is_sure, self.target = True, self.middle_of_target()
        if self.arrived_at is None:
            self.arrived_at, self.plan_at = self.time, 0

    def middle_of_target(self):
        """Return where the target's middle should be, seen from inside."""
        believed = self.belief.best()
        if believed is not None and math.dist(believed, self.pose.place) < 1.6:
            return believed
        if self.arrived_at is not None:
            return self.target
        heading = self.pose.heading
        return self.pose.place + 1.2 * np.array([math.cos(heading), math.sin(heading)])

    def listen(self):
        """Take in what the others have told: their places, what they see, and the target."""
        for told in self.talk.hear(self.messages, self.time):
            if self.is_resting:
                continue
            others = [*self.talk.places(self.time), self.pose.place]
            self.map.drive_over(told.place)
            for sensor, value in told.seen.items():
                self.map.see(*self.eye(told.place, told.heading, sensor), value, others)
            if told.target is not None and self.arrived_at is None:
                if not self.is_sure:
                    self.target, self.is_sure, self.plan_at = np.array(told.target), True, 0
                # Each that is there sees the middle a little elsewhere.
                self.target = 0.95 * self.target + 0.05 * np.array(told.target)

    # Behaviours, the most urgent first: each returns powers, or None for "not my turn"

    def rest_on_target(self):
        """On the target, drive on to a seat of its own, so that the others find room."""
        if self.arrived_at is None:
            return None
        self.set_visiting_led()
        is_late = self.time - self.arrived_at > SEATING_CYCLES
        is_there = self.time > self.arrived_at + 5 and not self.path
        self.is_resting = self.is_resting or is_late or is_there
        if not self.is_resting:
            return None
        # Its news is not needed any more: the others are all here.
        if not self.talks or self.talk.count_near(self.target) >= TEAM - 1:
            self.done_at = self.done_at or self.time + DONE_CYCLES
            if self.time >= self.done_at:
                self.finish()
        return 0.0, 0.0

    def seats(self):
        """Return seats round the middle of the target that are free, the farthest first.

        Before them all the one that it has already chosen.
        """
        here, others = self.pose.place, self.talk.places(self.time)
        seats = [
            self.target + SEAT * np.array([math.cos(angle), math.sin(angle)])
            for angle in np.radians(72.0 * np.arange(5))
        ]
        free = [s for s in seats if all(math.dist(s, other) > 0.8 for other in others)]
        kept = np.inf if self.goal is None else self.goal
        return sorted(
            free, key=lambda s: -math.dist(s, here) - 5.0 * (np.max(np.abs(s - kept)) < 0.4)
        )

    def is_among_others(self):
        return self.is_sure and math.dist(self.target, self.pose.place) < 2.5

    def back_off(self):
        """After a collision, and when it gets nowhere, drive back a little."""
        if self.stood[1] is None or math.dist(self.stood[1], self.pose.place) > STUCK_WAY:
            self.stood = (self.time, self.pose.place.copy())
        is_stuck = self.time - self.stood[0] > STUCK_CYCLES
        if self.sensors.bumper:
            # A robot that ran into something backwards gets away forwards.
            self.escape = math.copysign(ESCAPE, -self.pose.pace)
        elif is_stuck:
            self.escape = -ESCAPE
        if self.time >= self.back_until and (self.sensors.bumper or is_stuck):
            self.back_until = self.time + BACK_CYCLES * (1 + 2 * is_stuck)
            self.plan_at = self.back_until
            self.turning = 1.0 if self.newest(1) < self.newest(2) else -1.0
            if is_stuck:
                self.stood = (self.time, self.pose.place.copy())
                self.map.doubt(self.pose.place)
        if self.time >= self.back_until:
            return None
        return self.escape - 0.03 * self.turning, self.escape + 0.03 * self.turning

    def avoid_obstacles(self):
        """Turn away from what is too near, in one direction, until there is room."""
        front, left, right = (self.newest(sensor) for sensor in (0, 1, 2))
        too_near, side_too_near = TOO_NEAR, SIDE_TOO_NEAR
        if self.is_among_others():
            too_near, side_too_near = NEAR_OTHERS, SIDE_NEAR_OTHERS
        if not self.turning:
            if front <= too_near and max(left, right) <= side_too_near:
                return None
            self.turning = 1.0 if left < right else -1.0
        elif front < FREE_AGAIN * too_near and max(left, right) < side_too_near:
            self.turning = 0.0
            self.plan_at = self.time
            return None
        return -0.1 * self.turning, 0.1 * self.turning

    def follow_path(self):
        if self.time >= self.plan_at or not self.path:
            self.plan()
        for later in range(min(6, len(self.path)) - 1, -1, -1):
            # Passing over a later waypoint, go on from there.
            if math.dist(self.path[later], self.pose.place) < NEAR:
                del self.path[: later + 1]
                break
        if not self.path:
            return -0.05, 0.05
        pace = SLOW if self.is_among_others() else CRUISE
        return self.steer(self.path[min(1, len(self.path) - 1)], pace)

    def steer(self, to, pace):
        """Return powers towards a place; turn on the spot when it is not ahead."""
        aim = to - self.pose.place
        off = wrapped(math.atan2(aim[1], aim[0]) - self.pose.heading)
        if abs(off) > 0.7:
            turn = math.copysign(0.1, off)
            return -turn, turn
        if self.newest(0) > 1.0:
            pace *= 0.5
        return pace - 0.1 * off, pace + 0.1 * off

    def plan(self):
        """Find a way to the target where it is known, else to the nearest unknown place."""
        self.plan_at = self.time + PLAN_EVERY
        here = self.pose.place
        if not self.is_sure:
            self.target = self.belief.best()
        others = self.talk.places(self.time)
        goals = self.seats() if self.is_sure else []
        goals += [] if self.target is None or self.arrived_at is not None else [self.target]
        before, self.path = self.path, []
        for goal in goals:
            if not self.path:
                self.goal, self.path = goal, self.map.way(here, goal, others, before)
        if self.arrived_at is not None:
            return
        if not self.path:
            frontier = self.map.frontier(here, self.likes)
            self.path = [] if frontier is None else self.map.way(here, frontier, others, before)
        if not self.path:
            self.map.doubt(here)

    def likes(self, x, y):
        """Each robot prefers its own part of the arena, and to be away from the others."""
        lane = (self.number - 3) * 2.5
        off = abs((y - self.talk.middle_y(self.pose.place[1])) - lane)
        crowd = sum(4.0 for place in self.talk.places(self.time) if math.dist(place, (x, y)) < 4.0)
        return 0.8 * off + crowd

    def newest(self, sensor):
        time, value = self.seen.get(sensor, (-99, 0.0))
        return value if self.time - time <= 4 else 0.0

    def drive(self, left, right):
        self.powers = tuple(float(np.clip(power, -0.15, 0.15)) for power in (left, right))
        self.motors.set_powers(*self.powers)


class LoneBrain(Brain):
    """The same without a word to the others, to see what talking is worth."""

    talks = False
