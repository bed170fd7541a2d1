// The arena in 3D: where everything is, frame by frame.

import { armAngle, extent, turnOf } from "./arena.js";
import { Camera } from "./camera.js";
import { LAMPS, rgb, robotColour } from "./colours.js";
import { listen } from "./hand.js";
import { chain, lookAt, move, perspective, scale, turnUp, turnX, turnZ } from "./matrices.js";
import { BODY_MM, PIVOT, WHEEL_RADIUS_MM, groundOf, lampsOf, robotShapes, stillOf,
  thingShapes } from "./models.js";
import { Painter } from "./painter.js";
import { Quality } from "./quality.js";

const TRAIL_MM = 4;
const WAY_MM = 9; // of what an agent wants to go
const TURN_MM = 0.08;

export class DeepView {
  constructor(canvas, stream) {
    this.canvas = canvas;
    this.stream = stream;
    this.painter = new Painter(canvas);
    this.quality = new Quality();
    this.camera = new Camera(stream);
    this.ribbons = new Map();
    this.layers = {};
    this.uploaded = [];
    this.centre = [0, 0, 0];
    this.size = 1;
    // What is uploaded to the graphics card: by kind of robot, by kind of thing, and the ground.
    this.kinds = /** @type {Record<string, any>} */ ({});
    this.shapes = /** @type {Record<string, any>} */ ({});
    /** @type {any} */
    this.ground = null;
    listen(canvas, this, 13);
  }

  setColours(colours) {
    this.colours = colours;
    this.still = null;
  }

  begin() {
    this.still = null;
    this.ribbons.clear();
    this.things = this.stream.scene.drawing.things;
    const [width, height] = extent(this.stream.scene);
    this.centre = [width / 2, height / 2, 0];
    this.size = Math.max(width, height);
    this.camera.begin(this.centre, this.size);
  }

  fit() {
    this.camera.fit();
  }

  zoomBy(factor) {
    this.camera.zoomBy(factor);
  }

  moveBy(dx, dy, isOther) {
    if (isOther) this.camera.slideBy(dx, dy, 1.2 / this.canvas.clientHeight);
    else this.camera.turnBy(dx, dy);
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
      const isOwn = this.camera.kind === "first" && robot === selected;
      solids.push(...this.placeRobot(robot, isOwn));
    }
    const { eye, target, up, angle } = this.camera.look(selected, width / height);
    const view = chain(perspective(angle, width / height, 4, 12 * this.size), lookAt(eye, target, up));
    this.painter.draw({
      solids: solids.filter(Boolean), lines: this.lines(selected), view, eye,
      sky: rgb(this.colours.outside), centre: this.centre, radius: 0.8 * this.size,
      lamps: this.lamps, ambient: rgb(this.colours.floor)[0] < 0.5 ? 0.42 : 0.66,
    });
  }

  // Makes the meshes: of a scene, in its colours.
  build() {
    const { colours, painter, stream: { scene } } = this;
    this.uploaded.forEach((solid) => painter.free(solid));
    this.uploaded = [];
    const upload = (shapes) => Object.fromEntries(Object.entries(shapes).map(([name, mesh]) => {
      this.uploaded.push(painter.upload(mesh));
      return [name, this.uploaded.at(-1)];
    }));
    const ground = groundOf(scene, colours);
    Object.assign(this, upload({ ground, still: stillOf(scene, colours) }));
    this.lamps = lampsOf(scene);
    this.shapes = upload(thingShapes());
    this.kinds = Object.fromEntries(
      Object.entries(scene.kinds).map(([name, kind]) => [name, upload(robotShapes(kind))]));
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
    for (const [sign, name] of /** @type {[number, RowName][]} */ ([[1, "left_position"], [-1, "right_position"]])) {
      const y = sign * (kind.wheel_base_mm / 2 - 2);
      const rolled = ((value(name) ?? 0) * TURN_MM) / WHEEL_RADIUS_MM;
      const wheel = move(kind.axle_x_mm ?? 0, y, WHEEL_RADIUS_MM);
      const model = chain(place, wheel, turnX(Math.PI / 2), turnZ(-rolled));
      parts.push({ solid: this.shapes.wheel, model });
    }
    parts.push({ solid: solid.body, model: place });
    parts.push({ solid: solid.arrow, model: place, tint: rgb(robotColour(stream.scene, robot)) });
    return [...parts, ...this.placeLamps(robot, place)];
  }

  // Lamps and beacon of a robot in a match, side by side above it.
  placeLamps(robot, place) {
    const one = this.stream.state.roster[robot];
    if (!one) return [];
    const lamps = one.lamps.map((name) => LAMPS[name]);
    if (one.has_beacon) lamps.push(this.colours.light_glow);
    return lamps.map((colour, at) => {
      const y = (at - (lamps.length - 1) / 2) * 15;
      const model = chain(place, move(0, y, BODY_MM[1] + 9), scale(13, 13, 13));
      return { solid: this.shapes.lamp, model, tint: rgb(colour) };
    });
  }

  placeThing(thing) {
    const { stream, colours } = this;
    const row = stream.state.things[thing.id];
    const [x, y, holder] = row ?? [thing.x_mm, thing.y_mm, -1];
    const d = 2 * thing.radius_mm;
    const high = thing.high_mm;
    const tint = rgb(thing.fill[colours.theme]);
    const shape = {
      cap: () => scale(d, d, high),
      ball: () => chain(move(0, 0, d / 2), scale(d, d, d)),
      cylinder: () => scale(d, d, high),
      box: () => {
        const [x0, y0] = thing.corners_mm[2]; // its lower left, about its middle
        return chain(turnZ(turnOf(thing, row)), scale(-2 * x0, -2 * y0, high));
      },
    }[thing.what]();
    const solid = this.shapes[thing.what];
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
        const colour = [...rgb(robotColour(stream.scene, Number(robot))), 0.9];
        lines.push({ points: this.ribbon(robot, log), colour, isStrip: true });
      }
    }
    const way = layers.thoughts ? stream.state.thoughts[selected]?.path_mm ?? [] : [];
    if (way.length) {
      const colour = [...rgb(robotColour(stream.scene, selected)), 0.55];
      lines.push({ points: strip(way, WAY_MM), colour, isStrip: true });
    }
    if (layers.rays) {
      const rays = stream.state.rays[selected] ?? [];
      const points = rays.flatMap(([x0, y0, x1, y1]) => [x0, y0, 17, x1, y1, 17]);
      const colour = [...rgb(colours.ray), 0.75];
      lines.push({ points: new Float32Array(points), colour, isStrip: false });
    }
    return lines;
  }

  // A trail, made again when it has grown.
  ribbon(robot, log) {
    const known = this.ribbons.get(robot);
    if (known?.epoch === log.epoch && known.count === log.entries.length) return known.points;
    const points = strip(log.entries, TRAIL_MM);
    this.ribbons.set(robot, { epoch: log.epoch, count: log.entries.length, points });
    return points;
  }
}

// A line of some width as a strip of triangles just above the floor.
function strip(line, width) {
  const points = new Float32Array(6 * line.length);
  line.forEach(([x, y], at) => {
    const [ax, ay] = line[Math.max(at - 1, 0)];
    const [bx, by] = line[Math.min(at + 1, line.length - 1)];
    const half = width / 2 / (Math.hypot(bx - ax, by - ay) || 1);
    const [nx, ny] = [(ay - by) * half, (bx - ax) * half];
    points.set([x + nx, y + ny, 1.4, x - nx, y - ny, 1.4], 6 * at);
  });
  return points;
}
