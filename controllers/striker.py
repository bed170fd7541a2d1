"""Soccer: get behind the ball, as seen from the goal, and shoot; see ``soccer`` for how it sees."""

from math import dist

from soccer import Player

BEHIND_MM = 48  # from the ball's middle to my front: where a shot begins


class Striker(Player):
    def play(self):
        ball, goal = self.ball, self.aim()
        way = dist(ball, goal) or 1
        ux, uy = (goal[0] - ball[0]) / way, (goal[1] - ball[1]) / way
        back_x, back_y = self.x_mm - ball[0], self.y_mm - ball[1]
        behind, aside = -(back_x * ux + back_y * uy), back_x * uy - back_y * ux
        beside = self.radius_mm + 12  # where I touch the ball no more
        if behind > 0 and abs(aside) < 0.2 * behind + 8:  # the ball is between me and the goal
            self.drive_to(ball[0] + 100 * ux, ball[1] + 100 * uy, speed_mm_s=360)
        elif behind > beside:
            back = self.radius_mm + BEHIND_MM
            self.drive_to(ball[0] - back * ux, ball[1] - back * uy, speed_mm_s=240)
        else:  # I'm on the wrong side: round the ball, where I'm nearer
            side = 1 if aside > 0 else -1
            x_mm = ball[0] - beside * ux + side * (beside + 55) * uy
            y_mm = ball[1] - beside * uy - side * (beside + 55) * ux
            self.drive_to(x_mm, y_mm, speed_mm_s=320)

    def aim(self):
        """Return the place in the goal that is farthest from its keepers."""
        x_mm, y_mm = self.goal
        keepers = [y for x, y in self.others if abs(x - x_mm) < 200]
        if not keepers:
            return x_mm, y_mm
        return x_mm, y_mm + (-70 if sum(keepers) / len(keepers) > y_mm else 70)
