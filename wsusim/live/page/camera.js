// The camera of the 3D view: around the arena, behind a robot, from above, from a robot.

const EYE_MM = 38;
const TILTS = [0.08, 1.55];
const OVERHEAD = 1.5705; // straight down, but for a trifle: its picture has an upper side
const NEAR_SIDE = 0.06; // what is near takes more room: it looks so much nearer than the middle

export class Camera {
  constructor(stream) {
    this.stream = stream;
    this.kind = "orbit";
    this.isSwinging = false; // it follows its robot, though nothing new was told
    /** @type {number | null} */
    this.swing = null; // its bearing behind a robot
    this.centre = [0, 0, 0];
    this.size = this.distance = 1;
    this.turn = this.tilt = 0;
    this.slid = [0, 0];
  }

  begin(centre, size) {
    this.centre = centre;
    this.size = size;
    this.fit();
  }

  // Shows the whole arena.
  fit() {
    this.turn = -Math.PI / 2 - 0.35;
    this.tilt = 0.85;
    this.distance = 1.55 * this.size;
    this.slid = [0, 0];
  }

  // Where it stands and looks, and its angle of view; `aspect` is width by height of the picture.
  look(robot, aspect) {
    this.isSwinging = false;
    if (this.stream.state.robots[robot]) {
      if (this.kind === "first") return this.fromRobot(robot);
      if (this.kind === "follow") return this.behind(robot);
    }
    const isAbove = this.kind === "overhead";
    const tilt = isAbove ? OVERHEAD : this.tilt;
    const turn = isAbove ? -Math.PI / 2 : this.turn;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const nearer = isAbove ? 0 : NEAR_SIDE * this.size;
    const target = [this.centre[0] + this.slid[0] + nearer * c,
      this.centre[1] + this.slid[1] + nearer * s, 0];
    const distance = this.distance * (aspect < 1.1 ? 1.1 / aspect : 1);
    const flat = distance * Math.cos(tilt);
    const eye = [target[0] + flat * c, target[1] + flat * s, distance * Math.sin(tilt)];
    return { eye, target, up: [0, 0, 1], angle: 0.85 };
  }

  fromRobot(robot) {
    const [x, y, c, s] = this.placeOf(robot);
    return { eye: [x + 8 * c, y + 8 * s, EYE_MM], target: [x + 100 * c, y + 100 * s, EYE_MM - 14],
      up: [0, 0, 1], angle: 1.2 };
  }

  behind(robot) {
    const [x, y, , , heading] = this.placeOf(robot);
    const back = 0.2 * this.distance;
    const before = this.swing;
    const swing = before === null ? heading : between(before, heading, 0.07);
    this.isSwinging = before !== null && Math.abs(swing - before) > 0.0005;
    this.swing = swing;
    const [c, s] = [Math.cos(swing), Math.sin(swing)];
    return { eye: [x - back * c, y - back * s, 0.62 * back], target: [x + 40 * c, y + 40 * s, 10],
      up: [0, 0, 1], angle: 0.9 };
  }

  placeOf(robot) {
    const value = (name) => this.stream.of("robots", robot, name);
    const heading = value("heading_rad");
    return [value("x_mm"), value("y_mm"), Math.cos(heading), Math.sin(heading), heading];
  }

  // Turns it by a drag of so many pixels.
  turnBy(dx, dy) {
    this.turn -= dx * 0.008;
    this.tilt = Math.min(Math.max(this.tilt + dy * 0.006, TILTS[0]), TILTS[1]);
  }

  // Moves the arena below it by a drag; `pixel` is the size of one, in shares of the distance.
  slideBy(dx, dy, pixel) {
    const mm = pixel * this.distance;
    const [c, s] = [Math.cos(this.turn), Math.sin(this.turn)];
    this.slid[0] += mm * (s * dx - c * dy);
    this.slid[1] += mm * (-c * dx - s * dy);
  }

  zoomBy(factor) {
    this.distance = Math.min(Math.max(this.distance / factor, 0.1 * this.size), 5 * this.size);
  }
}

function between(angle, goal, share) {
  const gap = Math.atan2(Math.sin(goal - angle), Math.cos(goal - angle));
  return angle + share * gap;
}
