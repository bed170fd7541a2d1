// The arena from above, drawn as wsusim's window draws it.

import { BORDER_MM, armAngle, extent, movables, outline, walls } from "./arena.js";
import { DRAWN, LAMPS, robotColour } from "./colours.js";

const GRID_MM = 50;
const GRID_GAP_MIN_PX = 10;
const REACH_MM = 220;

export class FlatView {
  constructor(canvas, stream) {
    this.canvas = canvas;
    this.stream = stream;
    this.context = canvas.getContext("2d");
    this.still = document.createElement("canvas"); // floor and walls, as long as the view stays
    this.layers = { trails: true, rays: false, drawings: true };
    this.paths = new Map();
    this.centre = null;
    this.isStale = true;
    this.listen();
  }

  setColours(colours) {
    this.colours = colours;
    this.isStale = true;
  }

  begin() {
    this.paths.clear();
    this.things = movables(this.stream.scene.maze);
    this.fit();
  }

  fit() {
    this.centre = null;
    this.isStale = true;
  }

  resize() {
    const scale = window.devicePixelRatio || 1;
    const width = Math.round(this.canvas.clientWidth * scale);
    const height = Math.round(this.canvas.clientHeight * scale);
    if (width === this.canvas.width && height === this.canvas.height) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.isStale = true;
  }

  // Where the maze is on the canvas: pixels a millimetre, and the middle in millimetres.
  place() {
    const [width, height] = extent(this.stream.scene.maze);
    const room = 2 * (BORDER_MM + 6);
    const fit = Math.min(this.canvas.width / (width + room), this.canvas.height / (height + room));
    if (this.centre === null) {
      this.centre = [width / 2, height / 2];
      this.zoom = 1;
    }
    return fit * this.zoom;
  }

  setTransform(context) {
    const s = this.place();
    const [x, y] = this.centre;
    const { width, height } = this.canvas;
    context.setTransform(s, 0, 0, -s, width / 2 - x * s, height / 2 + y * s);
    return s;
  }

  toPixels(x, y) {
    const s = this.place();
    return [
      this.canvas.width / 2 + (x - this.centre[0]) * s,
      this.canvas.height / 2 - (y - this.centre[1]) * s,
    ];
  }

  draw(selected) {
    this.resize();
    const { context, canvas, stream } = this;
    if (!stream.scene || !this.colours || canvas.width === 0) return;
    if (this.isStale) {
      this.drawStill();
      this.isStale = false;
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.still, 0, 0);
    const s = this.setTransform(context);
    context.lineJoin = context.lineCap = "round";
    if (this.layers.trails) this.drawTrails(s);
    this.drawThings((held) => held < 0, s);
    if (this.layers.rays) this.drawRays(stream.state.rays[selected] ?? [], s);
    for (let robot = 0; robot < stream.robotCount(); robot++) this.drawRobot(robot, selected, s);
    this.drawThings((held) => held >= 0, s);
    if (this.layers.drawings) this.drawDrawings(s);
    this.drawSpeech();
  }

  drawStill() {
    const { still, canvas, colours, stream } = this;
    still.width = canvas.width;
    still.height = canvas.height;
    const context = still.getContext("2d");
    context.fillStyle = colours.outside;
    context.fillRect(0, 0, still.width, still.height);
    const s = this.setTransform(context);
    const maze = stream.scene.maze;
    const [width, height] = extent(maze);
    context.fillStyle = colours.wall;
    const b = BORDER_MM;
    context.beginPath();
    context.roundRect(-b, -b, width + 2 * b, height + 2 * b, 3);
    context.fill();
    const floor = polygon(outline(maze));
    context.fillStyle = colours.floor;
    context.fill(floor);
    this.drawGrid(context, floor, width, height, s);
    for (const goal of maze.goals ?? []) this.drawGoal(context, goal, s);
    if (!stream.scene.match) for (const light of maze.lights ?? []) this.drawReach(context, light);
    context.strokeStyle = colours.edge;
    context.lineWidth = 1.2 / s;
    context.stroke(floor);
    const shapes = walls(stream.scene).map((wall) => [wall, polygon(wall.corners)]);
    context.fillStyle = colours.text;
    for (const [, shape] of shapes.filter(([wall]) => !wall.height)) context.fill(shape);
    const solid = shapes.filter(([wall]) => wall.height);
    context.lineWidth = 2.2 / s;
    for (const [, shape] of solid) context.stroke(shape);
    for (const [wall, shape] of solid) {
      context.fillStyle = context.strokeStyle = darker(colours.wall, wall.reflectivity);
      context.lineWidth = 0.6 / s;
      context.fill(shape);
      context.stroke(shape);
    }
    for (const light of maze.lights ?? []) this.drawLight(context, light, s);
    for (const note of maze.notes ?? []) this.drawNote(context, note);
  }

  drawGrid(context, floor, width, height, s) {
    let step = GRID_MM;
    while (step * s < GRID_GAP_MIN_PX) step *= 5;
    context.save();
    context.clip(floor);
    for (const [colour, gap] of [[this.colours.grid, step], [this.colours.coarse, 5 * step]]) {
      context.strokeStyle = colour;
      context.lineWidth = 1 / s;
      context.beginPath();
      for (let x = 0; x <= width; x += gap) line(context, x, 0, x, height);
      for (let y = 0; y <= height; y += gap) line(context, 0, y, width, y);
      context.stroke();
    }
    context.restore();
  }

  drawGoal(context, goal, s) {
    context.save();
    context.translate(goal.x_mm, goal.y_mm);
    context.rotate(((goal.heading_deg ?? 0) * Math.PI) / 180);
    context.beginPath();
    const [w, h] = [goal.width_mm / 2, goal.height_mm / 2];
    if (goal.shape === "ellipse") context.ellipse(0, 0, w, h, 0, 0, 2 * Math.PI);
    else context.rect(-w, -h, 2 * w, 2 * h);
    context.fillStyle = `${this.colours.goal}26`;
    context.fill();
    context.strokeStyle = this.colours.goal;
    context.lineWidth = 1.6 / s;
    context.setLineDash([8 / s, 5 / s]);
    context.stroke();
    context.restore();
  }

  drawReach(context, light) {
    const radius = REACH_MM * Math.sqrt(light.power);
    const glow = context.createRadialGradient(light.x_mm, light.y_mm, 0, light.x_mm, light.y_mm,
      Math.max(radius, 1));
    glow.addColorStop(0, `${this.colours.glow}6b`);
    glow.addColorStop(0.35, `${this.colours.glow}26`);
    glow.addColorStop(1, `${this.colours.glow}05`);
    context.fillStyle = glow;
    disc(context, light.x_mm, light.y_mm, radius);
    context.fill();
  }

  drawLight(context, light, s) {
    const radius = light.diameter_mm / 2;
    const bulb = context.createRadialGradient(light.x_mm, light.y_mm, 0, light.x_mm, light.y_mm,
      radius);
    bulb.addColorStop(0, "#ffffff");
    bulb.addColorStop(0.45, this.colours.foot);
    bulb.addColorStop(1, this.colours.glow);
    context.fillStyle = bulb;
    disc(context, light.x_mm, light.y_mm, radius);
    context.fill();
    context.strokeStyle = "#a87b00";
    context.lineWidth = 1.4 / s;
    context.stroke();
  }

  drawNote(context, note) {
    context.save();
    const [x, y] = this.toPixels(note.x_mm, note.y_mm);
    context.setTransform(1, 0, 0, 1, x, y);
    label(context, note.text.split("\n"), 24 * this.place(), this.colours.paper, this.colours.ink);
    context.restore();
  }

  drawTrails(s) {
    const { context, stream } = this;
    context.lineWidth = 2 / s;
    for (const [robot, log] of Object.entries(stream.state.trails)) {
      let path = this.paths.get(robot);
      if (!path || path.epoch !== log.epoch) {
        path = { epoch: log.epoch, count: 0, path: new Path2D() };
        this.paths.set(robot, path);
      }
      for (; path.count < log.entries.length; path.count++) {
        const [x, y] = log.entries[path.count];
        if (path.count === 0) path.path.moveTo(x, y);
        else path.path.lineTo(x, y);
      }
      context.strokeStyle = `${robotColour(Number(robot))}bf`;
      context.stroke(path.path);
    }
  }

  drawThings(isWanted, s) {
    const { context, stream, colours } = this;
    for (const thing of this.things) {
      const [x, y, held] = stream.state.things[thing.id] ?? [thing.x_mm, thing.y_mm, -1];
      if (!isWanted(held)) continue;
      const isCap = thing.what === "cap";
      context.fillStyle = darker(isCap ? colours.cap : colours.ball, thing.reflectivity);
      context.strokeStyle = isCap ? colours.capEdge : colours.ballEdge;
      context.lineWidth = 1.3 / s;
      disc(context, x, y, thing.diameter_mm / 2);
      context.fill();
      context.stroke();
      if (!isCap) continue;
      disc(context, x, y, thing.diameter_mm * 0.33);
      context.stroke();
    }
  }

  drawRays(rays, s) {
    const { context, colours } = this;
    context.strokeStyle = colours.ray;
    context.lineWidth = 1 / s;
    context.beginPath();
    for (const [x0, y0, x1, y1] of rays) line(context, x0, y0, x1, y1);
    context.stroke();
    context.fillStyle = colours.hit;
    for (const [, , x, y, isHit] of rays) {
      if (!isHit) continue;
      disc(context, x, y, 2.2 / s);
      context.fill();
    }
  }

  drawRobot(robot, selected, s) {
    const { context, stream, colours } = this;
    if (!stream.state.robots[robot]) return;
    const value = (name) => stream.of("robots", robot, name);
    const kind = stream.kindOf(robot);
    const radius = kind.radius_mm;
    const colour = robotColour(robot);
    context.save();
    context.translate(value("x_mm"), value("y_mm"));
    if (robot === selected && stream.robotCount() > 1) {
      context.strokeStyle = colour;
      context.lineWidth = 2 / s;
      disc(context, 0, 0, radius + 7);
      context.stroke();
    }
    context.rotate(value("heading_rad"));
    if (kind.arm_mm.length) this.drawGripper(kind, value("arm_position"), value("jaw_gap_mm"), s);
    context.fillStyle = colours.body;
    context.strokeStyle = colours.bodyEdge;
    context.lineWidth = 1.2 / s;
    disc(context, 0, 0, radius);
    context.fill();
    context.stroke();
    context.fillStyle = "#05070a";
    for (const side of [-1, 1]) {
      const y = side * (kind.wheel_base_mm / 2 - 4.5) - 2.25;
      context.fillRect(-8.5, y, 17, 4.5);
    }
    this.drawSensors(robot, kind);
    context.fillStyle = colour;
    context.strokeStyle = "#ffffff99";
    context.fill(arrow(radius));
    context.stroke(arrow(radius));
    const [lateral, frontal] = value("leds") ?? [0, 0];
    context.fillStyle = "#ff3b30";
    if (lateral) { disc(context, 0, radius * 0.72, 2.5); context.fill(); }
    if (frontal) { disc(context, radius * 0.72, 0, 2.5); context.fill(); }
    context.restore();
    if (stream.robotCount() > 1) this.drawNumber(robot, value("x_mm"), value("y_mm"), radius * s);
    this.drawLamps(stream.state.roster[robot], value("x_mm"), value("y_mm"), radius, s);
  }

  // Of a robot in a match: whether it runs into something, its beacon and its lamps, above it.
  drawLamps(one, x, y, radius, s) {
    if (!one) return;
    const { context, colours } = this;
    context.lineWidth = 3 / s;
    context.strokeStyle = "#d55e00";
    disc(context, x, y, radius + 3);
    if (one.is_colliding) context.stroke();
    context.lineWidth = 1 / s;
    context.strokeStyle = colours.bodyEdge;
    const lamps = one.lamps.map((name) => LAMPS[name]);
    if (one.has_beacon) lamps.push(colours.glow);
    lamps.forEach((colour, at) => {
      context.fillStyle = colour;
      disc(context, x + (at - (lamps.length - 1) / 2) * 17, y + radius + 12, 7);
      context.fill();
      context.stroke();
    });
  }

  drawNumber(robot, x, y, radiusPx) {
    const { context } = this;
    context.save();
    context.setTransform(1, 0, 0, 1, ...this.toPixels(x, y));
    context.font = `700 ${Math.max(0.72 * radiusPx, 11)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = Math.max(0.2 * radiusPx, 3);
    context.strokeStyle = "#000";
    context.strokeText(robot + 1, 0, 0);
    context.fillStyle = "#fff";
    context.fillText(robot + 1, 0, 0);
    context.restore();
  }

  // What each sensor reads, as a fan that grows before it.
  drawSensors(robot, kind) {
    const { context, stream } = this;
    const readings = stream.of("readings", robot, "proximity");
    if (!readings) return;
    kind.sensors.forEach(([, x, y, bearing], at) => {
      const share = readings[at] / 1023;
      if (share < 0.03) return;
      const angle = (bearing * Math.PI) / 180;
      context.fillStyle = `rgba(213, 94, 0, ${0.25 + 0.6 * share})`;
      context.beginPath();
      context.moveTo(x, y);
      context.arc(x, y, 8 + 16 * share, angle - 0.4, angle + 0.4);
      context.fill();
    });
  }

  drawGripper(kind, arm, gap, s) {
    const { context, colours } = this;
    // Seen from above an arm that is turned up looks shorter.
    const turned = Math.max(Math.cos(armAngle(kind, arm)), 0.5);
    context.save();
    context.scale(turned, 1);
    context.fillStyle = colours.part;
    context.strokeStyle = colours.bodyEdge;
    context.lineWidth = 1 / s;
    const jaw = kind.jaw_mm.map(([x, y]) => [x, y + gap / 2]);
    for (const shape of [jaw, jaw.map(([x, y]) => [x, -y]), kind.arm_mm]) {
      const path = polygon(shape);
      context.fill(path);
      context.stroke(path);
    }
    context.restore();
  }

  drawDrawings(s) {
    const { context, stream } = this;
    for (const log of Object.values(stream.state.drawings)) {
      for (const [shape, colour, text, points] of log.entries) {
        context.strokeStyle = context.fillStyle = DRAWN[colour] ?? DRAWN.blue;
        context.lineWidth = 1.8 / s;
        if (shape === "line") {
          context.beginPath();
          points.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
          context.stroke();
        } else if (shape === "dots") {
          for (const [x, y] of points) { disc(context, x, y, 4); context.fill(); }
        } else if (points.length) {
          context.save();
          context.setTransform(1, 0, 0, 1, ...this.toPixels(...points[0]));
          context.font = `${24 * s}px system-ui, sans-serif`;
          context.fillText(text, 0, 0);
          context.restore();
        }
      }
    }
  }

  drawSpeech() {
    const { context, stream, colours } = this;
    for (const [robot, text] of Object.entries(stream.state.says)) {
      if (!text || !stream.state.robots[robot]) continue;
      const radius = stream.kindOf(robot).radius_mm;
      const x = stream.of("robots", robot, "x_mm");
      const y = stream.of("robots", robot, "y_mm") + radius + 8;
      context.save();
      context.setTransform(1, 0, 0, 1, ...this.toPixels(x, y));
      const size = 14 * (window.devicePixelRatio || 1);
      const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
      label(context, [shown], size, colours.bubble, colours.text, colours.coarse);
      context.restore();
    }
  }

  // Zoom by wheel, pinch and + -, move by dragging and arrow keys.
  listen() {
    const fingers = new Map();
    const canvas = this.canvas;
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY * 0.0015));
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, event);
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before || !this.stream.scene) return;
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, event);
      if (other) this.zoomBy(apart(event, other) / Math.max(apart(before, other), 1));
      else this.moveBy(event.clientX - before.clientX, event.clientY - before.clientY);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(name, (event) => fingers.delete(event.pointerId));
    }
    canvas.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
      if (event.key in way) this.moveBy(...way[event.key]);
      else if (event.key === "+") this.zoomBy(1.25);
      else if (event.key === "-") this.zoomBy(0.8);
      else return;
      event.preventDefault();
    });
  }

  zoomBy(factor) {
    this.zoom = Math.min(Math.max((this.zoom ?? 1) * factor, 0.3), 40);
    this.isStale = true;
  }

  moveBy(dx, dy) {
    const s = this.place() / (window.devicePixelRatio || 1);
    this.centre = [this.centre[0] - dx / s, this.centre[1] + dy / s];
    this.isStale = true;
  }
}

const apart = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

function polygon(points) {
  const path = new Path2D();
  points.forEach(([x, y], at) => (at ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  return path;
}

function arrow(size) {
  return polygon([[0.78, 0], [-0.52, 0.38], [-0.3, 0], [-0.52, -0.38]]
    .map(([x, y]) => [x * size, y * size]));
}

function disc(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

function line(context, x0, y0, x1, y1) {
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
}

// Lines of text on a small card whose lower edge stands at the origin.
function label(context, lines, size, paper, ink, edge = null) {
  context.font = `${size}px system-ui, sans-serif`;
  const width = Math.max(...lines.map((text) => context.measureText(text).width)) + size;
  const height = (1.25 * lines.length + 0.5) * size;
  context.fillStyle = paper;
  context.beginPath();
  context.roundRect(-width / 2, -height, width, height, size * 0.4);
  context.fill();
  if (edge) { context.strokeStyle = edge; context.lineWidth = 1; context.stroke(); }
  context.fillStyle = ink;
  context.textAlign = "center";
  context.textBaseline = "middle";
  lines.forEach((text, at) => context.fillText(text, 0, -height + (0.9 + 1.25 * at) * size));
}

// A thing that reflects less is darker, down to nearly black.
function darker(hex, share) {
  const black = [20, 22, 27];
  const parts = [1, 3, 5].map((at, k) => {
    const value = parseInt(hex.slice(at, at + 2), 16);
    return Math.round(black[k] + (share ?? 1) * (value - black[k]));
  });
  return `rgb(${parts.join(",")})`;
}
