// The arena in 3D: what stands in it as solids, and four cameras.

import { BORDER_MM, armAngle, extent, movables, outline, walls } from "./arena.js";
import { LAMPS, rgb, robotColour } from "./colours.js";
import { chain, lookAt, move, perspective, scale, turnUp, turnX, turnZ } from "./matrices.js";
import { MOST_LAMPS, Painter } from "./painter.js";
import { Quality } from "./quality.js";
import { Mesh, ellipse } from "./solids.js";

// Heights that no maze file tells. Guesses: the pictures of WSU's arena show walls a little higher
// than the robot; the Khepera manual gives its height as 30 mm, a turret more.
const WALL_MM = 45;
const CAP_MM = 13;
const LAMP_MM = 62;
const BODY_MM = [5, 30];
const WHEEL_RADIUS_MM = 7.5;
const EYE_MM = 38;
const PIVOT = [4, 24];
const JAW_MM = [3, 15];
const LAMP_LIGHT = 1.1;
const TALLEST = 2; // walls of a match, in usual ones
const LINE_MM = 0.6;
const TRAIL_MM = 4;
const TURN_MM = 0.08;

export class DeepView {
  constructor(canvas, stream) {
    this.canvas = canvas;
    this.stream = stream;
    this.painter = new Painter(canvas);
    this.quality = new Quality();
    this.isSwinging = false; // the camera follows its robot, though nothing new was told
    this.camera = "orbit";
    this.ribbons = new Map();
    this.layers = { trails: true, rays: false, drawings: true };
    this.listen();
  }

  setColours(colours) {
    this.colours = colours;
    this.still = null;
  }

  begin() {
    this.still = null;
    this.ribbons.clear();
    this.things = movables(this.stream.scene.maze);
    const [width, height] = extent(this.stream.scene.maze);
    this.centre = [width / 2, height / 2, 0];
    this.size = Math.max(width, height);
    this.fit();
  }

  fit() {
    this.turn = -Math.PI / 2 - 0.35;
    this.tilt = 0.85;
    this.distance = 1.55 * this.size;
    // A little nearer than the middle: what is near takes more room in the picture.
    const [c, s] = [Math.cos(this.turn), Math.sin(this.turn)];
    this.target = [this.centre[0] + 0.06 * this.size * c, this.centre[1] + 0.06 * this.size * s, 0];
  }

  draw(selected) {
    const { canvas, stream } = this;
    if (!stream.scene || !this.colours) return;
    const { share, shadowPx } = this.quality.now;
    const ratio = share * Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (!width || !height) return;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    this.painter.setShadow(shadowPx);
    if (!this.still) this.build();
    const solids = [
      { solid: this.ground, model: move(0, 0, 0), isFlat: true },
      { solid: this.still, model: move(0, 0, 0) },
    ];
    for (const thing of this.things) solids.push(this.placeThing(thing));
    for (let robot = 0; robot < stream.robotCount(); robot++) {
      // From its own eye a robot sees its arm, but not its body.
      const isOwn = this.camera === "first" && robot === selected;
      solids.push(...this.placeRobot(robot, isOwn));
    }
    this.isSwinging = false;
    const { eye, target, up, angle } = this.look(selected);
    const view = chain(perspective(angle, width / height, 4, 12 * this.size), lookAt(eye, target, up));
    this.painter.draw({
      solids: solids.filter(Boolean), lines: this.lines(selected), view, eye,
      sky: rgb(this.colours.outside), centre: this.centre, radius: 0.8 * this.size,
      lamps: this.lamps, ambient: this.isDark ? 0.42 : 0.66,
    });
  }

  // The solids that never move, as one mesh; and one mesh for each kind of thing that does.
  build() {
    const { colours, stream, painter } = this;
    const maze = stream.scene.maze;
    const mesh = new Mesh();
    const floor = outline(maze);
    const wall = rgb(colours.wall);
    this.isDark = rgb(colours.floor)[0] < 0.5;
    const ground = new Mesh();
    ground.prism(floor, -8, 0, rgb(colours.floor));
    floor.forEach((p, at) => {
      const q = floor[(at + 1) % floor.length];
      const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
      const along = [(q[0] - p[0]) / length, (q[1] - p[1]) / length];
      const out = [along[1] * BORDER_MM, -along[0] * BORDER_MM];
      const a = [p[0] - along[0] * BORDER_MM, p[1] - along[1] * BORDER_MM];
      const b = [q[0] + along[0] * BORDER_MM, q[1] + along[1] * BORDER_MM];
      const outer = [[a[0] + out[0], a[1] + out[1]], [b[0] + out[0], b[1] + out[1]]];
      mesh.prism([outer[0], outer[1], q, p], -8, WALL_MM, wall);
    });
    for (const one of walls(stream.scene)) {
      const top = one.height ? WALL_MM * Math.min(one.height, TALLEST) : LINE_MM;
      const colour = one.height ? mixed([0.08, 0.09, 0.11], wall, one.reflectivity)
        : rgb(colours.text);
      mesh.prism(one.corners, 0, top, colour);
    }
    for (const goal of maze.goals ?? []) ground.prism(goalShape(goal), 0.2, 0.9, this.goalColour());
    this.lamps = [];
    for (const lamp of maze.lights ?? []) {
      const radius = lamp.diameter_mm / 2;
      mesh.cylinder(lamp.x_mm, lamp.y_mm, radius, 0, 8, rgb(colours.part));
      mesh.cylinder(lamp.x_mm, lamp.y_mm, 3.5, 8, LAMP_MM - 8, rgb(colours.part));
      mesh.sphere(lamp.x_mm, lamp.y_mm, LAMP_MM, radius * 0.62, [1, 0.86, 0.45], 1);
      if (this.lamps.length < 4 * MOST_LAMPS) {
        this.lamps.push(lamp.x_mm, lamp.y_mm, LAMP_MM, LAMP_LIGHT * Math.min(lamp.power, 4));
      }
    }
    this.ground = painter.upload(ground);
    this.still = painter.upload(mesh);
    this.shapes ??= this.makeShapes();
    this.kinds = {};
    for (const [name, kind] of Object.entries(stream.scene.kinds)) {
      this.kinds[name] = this.makeRobot(kind);
    }
  }

  goalColour() {
    return mixed(rgb(this.colours.floor), rgb(this.colours.goal), 0.45);
  }

  makeShapes() {
    const cap = new Mesh();
    cap.cylinder(0, 0, 0.5, 0, 1, [1, 1, 1]);
    const ball = new Mesh();
    ball.sphere(0, 0, 0, 0.5, [1, 1, 1]);
    const lamp = new Mesh();
    lamp.sphere(0, 0, 0, 0.5, [1, 1, 1], 1);
    const wheel = new Mesh();
    wheel.cylinder(0, 0, WHEEL_RADIUS_MM, -2.25, 2.25, [0.05, 0.05, 0.06]);
    for (let k = 0; k < 2; k++) {
      const [x, y] = k ? [1.2, 5.4] : [5.4, 1.2];
      wheel.box(-x, x, -y, y, -2.6, 2.6, [0.62, 0.65, 0.7]);
    }
    return { cap: this.painter.upload(cap), ball: this.painter.upload(ball),
      lamp: this.painter.upload(lamp), wheel: this.painter.upload(wheel) };
  }

  makeRobot(kind) {
    const { painter } = this;
    const radius = kind.radius_mm;
    const body = new Mesh();
    body.cylinder(0, 0, radius * 0.93, BODY_MM[0], 12, [0.13, 0.14, 0.17]);
    body.cylinder(0, 0, radius, 12, 15, [0.12, 0.36, 0.22]); // the sensors' board
    body.cylinder(0, 0, radius * 0.86, 15, 26, [0.17, 0.2, 0.26]);
    body.cylinder(0, 0, radius, 26, BODY_MM[1], [0.2, 0.24, 0.32]);
    for (const [, x, y, bearing] of kind.sensors) {
      const angle = (bearing * Math.PI) / 180;
      const [c, s] = [Math.cos(angle) * 3, Math.sin(angle) * 3];
      const corners = [[x + c + s, y + s - c], [x + c - s, y + s + c], [x - c - s, y - s + c],
        [x - c + s, y - s - c]];
      body.prism(corners, 15, 20, [0.03, 0.03, 0.05]);
    }
    const arrow = new Mesh();
    const size = radius * 0.9;
    const corners = [[0.78, 0], [-0.52, 0.38], [-0.3, 0], [-0.52, -0.38]];
    arrow.prism(corners.map(([x, y]) => [x * size, y * size]), BODY_MM[1], BODY_MM[1] + 2, [1, 1, 1]);
    const solid = { body: painter.upload(body), arrow: painter.upload(arrow) };
    if (!kind.arm_mm.length) return solid;
    const jaw = (sign) => {
      const mesh = new Mesh();
      const shape = kind.jaw_mm.map(([x, y]) => [x, sign * y]);
      mesh.prism(sign < 0 ? shape.reverse() : shape, ...JAW_MM, [0.66, 0.69, 0.75], 0, true);
      return painter.upload(mesh);
    };
    const arm = new Mesh();
    arm.prism(kind.arm_mm, JAW_MM[0] + 2, JAW_MM[1] + 3, [0.5, 0.54, 0.6], 0, true);
    const x1 = Math.max(...kind.arm_mm.map((p) => p[0]));
    const side = Math.max(...kind.arm_mm.map((p) => p[1]));
    for (const sign of [-1, 1]) {
      const y = sign * (side - 2);
      arm.box(PIVOT[0] - 4, x1, Math.min(y, y - 4 * sign), Math.max(y, y - 4 * sign), 11, 17,
        [0.45, 0.49, 0.56]);
    }
    return { ...solid, left: jaw(1), right: jaw(-1), arm: painter.upload(arm) };
  }

  // Where a robot's arm is, as a matrix within the robot.
  armOf(robot) {
    const angle = armAngle(this.stream.kindOf(robot), this.stream.of("robots", robot, "arm_position"));
    return chain(move(PIVOT[0], 0, PIVOT[1]), turnUp(angle), move(-PIVOT[0], 0, -PIVOT[1]));
  }

  robotPlace(robot) {
    const value = (name) => this.stream.of("robots", robot, name);
    return chain(move(value("x_mm"), value("y_mm"), 0), turnZ(value("heading_rad")));
  }

  placeRobot(robot, isOwn) {
    const { stream } = this;
    if (!stream.state.robots[robot]) return [];
    const value = (name) => stream.of("robots", robot, name);
    const kind = stream.kindOf(robot);
    const solid = this.kinds[stream.scene.maze.robots[robot].kind];
    const place = this.robotPlace(robot);
    const parts = [];
    if (solid.arm) {
      const arm = chain(place, this.armOf(robot));
      const gap = value("jaw_gap_mm") / 2;
      parts.push(
        { solid: solid.arm, model: arm },
        { solid: solid.left, model: chain(arm, move(0, gap, 0)) },
        { solid: solid.right, model: chain(arm, move(0, -gap, 0)) },
      );
    }
    if (isOwn) return parts;
    for (const [sign, name] of [[1, "left_position"], [-1, "right_position"]]) {
      const y = sign * (kind.wheel_base_mm / 2 - 2);
      const rolled = ((value(name) ?? 0) * TURN_MM) / WHEEL_RADIUS_MM;
      const model = chain(place, move(0, y, WHEEL_RADIUS_MM), turnX(Math.PI / 2), turnZ(-rolled));
      parts.push({ solid: this.shapes.wheel, model });
    }
    parts.push({ solid: solid.body, model: place });
    parts.push({ solid: solid.arrow, model: place, tint: rgb(robotColour(robot)) });
    return [...parts, ...this.placeLamps(robot, place)];
  }

  // Lamps and beacon of a robot in a match, side by side above it.
  placeLamps(robot, place) {
    const one = this.stream.state.roster[robot];
    if (!one) return [];
    const lamps = one.lamps.map((name) => LAMPS[name]);
    if (one.has_beacon) lamps.push(this.colours.glow);
    return lamps.map((colour, at) => {
      const y = (at - (lamps.length - 1) / 2) * 15;
      const model = chain(place, move(0, y, BODY_MM[1] + 9), scale(13, 13, 13));
      return { solid: this.shapes.lamp, model, tint: rgb(colour) };
    });
  }

  placeThing(thing) {
    const { stream, colours } = this;
    const [x, y, holder] = stream.state.things[thing.id] ?? [thing.x_mm, thing.y_mm, -1];
    const isCap = thing.what === "cap";
    const d = thing.diameter_mm;
    const tint = mixed([0.08, 0.09, 0.11], rgb(isCap ? colours.cap : colours.ball),
      thing.reflectivity);
    const shape = isCap ? scale(d, d, CAP_MM) : chain(move(0, 0, d / 2), scale(d, d, d));
    const solid = isCap ? this.shapes.cap : this.shapes.ball;
    const robots = stream.scene.maze.robots ?? [];
    const robot = robots.findIndex((one) => one.id === holder);
    if (robot < 0 || !stream.state.robots[robot]) {
      return { solid, model: chain(move(x, y, 0), shape), tint };
    }
    const ahead = Math.hypot(x - stream.of("robots", robot, "x_mm"),
      y - stream.of("robots", robot, "y_mm"));
    const held = chain(this.robotPlace(robot), this.armOf(robot), move(ahead, 0, 0), shape);
    return { solid, model: held, tint };
  }

  lines(selected) {
    const { stream, layers, colours } = this;
    const lines = [];
    if (layers.trails) {
      for (const [robot, log] of Object.entries(stream.state.trails)) {
        const colour = [...rgb(robotColour(Number(robot))), 0.9];
        lines.push({ points: this.ribbon(robot, log), colour, isStrip: true });
      }
    }
    if (layers.rays) {
      const rays = stream.state.rays[selected] ?? [];
      const points = rays.flatMap(([x0, y0, x1, y1]) => [x0, y0, 17, x1, y1, 17]);
      const colour = [...rgb(colours.ray), 0.75];
      lines.push({ points: new Float32Array(points), colour, isStrip: false });
    }
    return lines;
  }

  // A trail as a strip of triangles just above the floor; made anew when it has grown.
  ribbon(robot, log) {
    const known = this.ribbons.get(robot);
    if (known?.epoch === log.epoch && known.count === log.entries.length) return known.points;
    const { entries } = log;
    const points = new Float32Array(6 * entries.length);
    entries.forEach(([x, y], at) => {
      const [ax, ay] = entries[Math.max(at - 1, 0)];
      const [bx, by] = entries[Math.min(at + 1, entries.length - 1)];
      const half = TRAIL_MM / 2 / (Math.hypot(bx - ax, by - ay) || 1);
      const [nx, ny] = [(ay - by) * half, (bx - ax) * half];
      points.set([x + nx, y + ny, 1.4, x - nx, y - ny, 1.4], 6 * at);
    });
    this.ribbons.set(robot, { epoch: log.epoch, count: entries.length, points });
    return points;
  }

  // Where the camera stands and looks, and its angle of view.
  look(selected) {
    const { stream } = this;
    const has = stream.state.robots[selected];
    const value = (name) => stream.of("robots", selected, name);
    const [x, y, heading] = has ? [value("x_mm"), value("y_mm"), value("heading_rad")] : this.centre;
    const [c, s] = [Math.cos(heading), Math.sin(heading)];
    if (this.camera === "first" && has) {
      return { eye: [x + 8 * c, y + 8 * s, EYE_MM], target: [x + 100 * c, y + 100 * s, EYE_MM - 14],
        up: [0, 0, 1], angle: 1.2 };
    }
    if (this.camera === "follow" && has) {
      const back = 0.2 * this.distance;
      const before = this.swing;
      this.swing = before === undefined ? heading : nearer(before, heading, 0.07);
      this.isSwinging = Math.abs(this.swing - before) > 0.0005;
      const [fc, fs] = [Math.cos(this.swing), Math.sin(this.swing)];
      return { eye: [x - back * fc, y - back * fs, 0.62 * back],
        target: [x + 40 * fc, y + 40 * fs, 10], up: [0, 0, 1], angle: 0.9 };
    }
    const tilt = this.camera === "overhead" ? 1.5705 : this.tilt;
    const turn = this.camera === "overhead" ? -Math.PI / 2 : this.turn;
    const aspect = this.canvas.clientWidth / this.canvas.clientHeight;
    const distance = this.distance * (aspect < 1.1 ? 1.1 / aspect : 1);
    const flat = distance * Math.cos(tilt);
    return {
      eye: [this.target[0] + flat * Math.cos(turn), this.target[1] + flat * Math.sin(turn),
        distance * Math.sin(tilt)],
      target: this.target, up: [0, 0, 1], angle: 0.85,
    };
  }

  // Turn by dragging and arrow keys, come nearer by wheel, pinch and + -.
  listen() {
    const { canvas } = this;
    const fingers = new Map();
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomBy(Math.exp(event.deltaY * 0.001));
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, event);
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, event);
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      if (other) this.zoomBy(apart(before, other) / Math.max(apart(event, other), 1));
      else if (event.shiftKey || event.buttons === 2) this.slide(dx, dy);
      else this.turnBy(dx * 0.008, dy * 0.006);
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    for (const name of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(name, (event) => fingers.delete(event.pointerId));
    }
    canvas.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.08],
        ArrowDown: [0, -0.08] };
      if (event.key in way) this.turnBy(...way[event.key]);
      else if (event.key === "+") this.zoomBy(0.85);
      else if (event.key === "-") this.zoomBy(1.18);
      else return;
      event.preventDefault();
    });
  }

  turnBy(turn, tilt) {
    this.turn -= turn;
    this.tilt = Math.min(Math.max(this.tilt + tilt, 0.08), 1.55);
  }

  slide(dx, dy) {
    const s = (1.2 * this.distance) / this.canvas.clientHeight;
    const [c, n] = [Math.cos(this.turn), Math.sin(this.turn)];
    this.target[0] += s * (n * dx - c * dy);
    this.target[1] += s * (-c * dx - n * dy);
  }

  zoomBy(factor) {
    this.distance = Math.min(Math.max(this.distance * factor, 0.1 * this.size), 5 * this.size);
  }
}

const apart = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const mixed = (low, high, share) => low.map((value, k) => value + (share ?? 1) * (high[k] - value));

function nearer(angle, goal, share) {
  const gap = Math.atan2(Math.sin(goal - angle), Math.cos(goal - angle));
  return angle + share * gap;
}

function goalShape(goal) {
  const { width_mm: w, height_mm: h } = goal;
  const flat = goal.shape === "ellipse" ? ellipse(w, h)
    : [[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]];
  const turn = ((goal.heading_deg ?? 0) * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return flat.map(([x, y]) => [goal.x_mm + c * x - s * y, goal.y_mm + s * x + c * y]);
}
