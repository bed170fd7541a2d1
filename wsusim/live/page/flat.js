// The arena from above, drawn as wsusim's window draws it.

import { BORDER_MM, extent, turnOf } from "./arena.js";
import { DRAWN, robotColour } from "./colours.js";
import { FloorPictures, drawFloor, drawWalls } from "./floor.js";
import { listen } from "./hand.js";
import { drawRobot } from "./robots.js";
import { disc, label, labelWidth, line, polygon } from "./shapes.js";
import { ThoughtMap, drawWay } from "./thoughts.js";

export class FlatView {
  constructor(canvas, stream) {
    this.canvas = canvas;
    this.stream = stream;
    this.context = canvas.getContext("2d");
    this.pictures = new FloorPictures(() => { this.isStale = true; });
    this.still = document.createElement("canvas"); // floor and walls, as long as the view stays
    this.layers = {};
    this.map = new ThoughtMap();
    this.paths = new Map();
    this.centre = null;
    this.isStale = true;
    listen(canvas, this, 40);
  }

  setColours(colours) {
    this.colours = colours;
    this.isStale = true;
  }

  begin() {
    this.paths.clear();
    this.things = this.stream.scene.drawing.things;
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
    const [width, height] = extent(this.stream.scene);
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
    const thought = this.layers.thoughts ? stream.state.thoughts[selected] : null;
    if (thought?.cells) {
      this.map.draw(context, thought.cells);
      drawWalls(context, stream.scene, this.colours, s);
    }
    if (this.layers.trails) this.drawTrails(s);
    if (thought) drawWay(context, thought.path_mm, robotColour(stream.scene, selected), s);
    this.drawThings((held) => held < 0, s);
    if (this.layers.rays) this.drawRays(stream.state.rays[selected] ?? [], s);
    for (let robot = 0; robot < stream.robotCount(); robot++) {
      drawRobot(context, stream, robot, this.colours, s, robot === selected);
    }
    this.drawThings((held) => held >= 0, s);
    if (this.layers.drawings) this.drawDrawings(s);
    this.drawSpeech(thought?.text ? { [selected]: thought.text } : stream.state.says);
  }

  drawStill() {
    const { still, canvas, colours, stream } = this;
    still.width = canvas.width;
    still.height = canvas.height;
    const context = /** @type {CanvasRenderingContext2D} */ (still.getContext("2d"));
    context.fillStyle = colours.outside;
    context.fillRect(0, 0, still.width, still.height);
    const s = this.setTransform(context);
    const toPixels = (x, y) => this.toPixels(x, y);
    drawFloor(context, stream.scene, colours, s, toPixels, this.pictures);
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
      context.strokeStyle = `${robotColour(stream.scene, Number(robot))}bf`;
      context.stroke(path.path);
    }
  }

  drawThings(isWanted, s) {
    const { context, stream, colours } = this;
    for (const thing of this.things) {
      const row = stream.state.things[thing.id];
      const [x, y, held] = row ?? [thing.x_mm, thing.y_mm, -1];
      if (!isWanted(held)) continue;
      context.fillStyle = thing.fill[colours.theme];
      context.strokeStyle = thing.edge[colours.theme];
      context.lineWidth = 1.3 / s;
      context.save();
      context.translate(x, y);
      if (thing.corners_mm) {
        context.rotate(turnOf(thing, row));
        const shape = polygon(thing.corners_mm);
        context.fill(shape);
        context.stroke(shape);
      } else {
        disc(context, 0, 0, thing.radius_mm);
        context.fill();
        context.stroke();
      }
      if (thing.what === "cap") {
        disc(context, 0, 0, thing.radius_mm * 0.66);
        context.stroke();
      }
      context.restore();
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
        } else if (shape === "grid") {
          const [[left, bottom], [right, top]] = points;
          const rows = text.split("/");
          const width = (right - left) / rows[0].length, height = (top - bottom) / rows.length;
          rows.forEach((signs, row) => [...signs].forEach((sign, column) => {
            context.globalAlpha = 0.7 * (parseInt(sign, 16) / 15);
            context.fillRect(left + column * width, bottom + row * height, width, height);
          }));
          context.globalAlpha = 1;
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

  drawSpeech(says) {
    const { context, stream, colours } = this;
    for (const [robot, text] of Object.entries(says)) {
      if (!text || !stream.state.robots[robot]) continue;
      const radius = stream.kindOf(robot).radius_mm;
      const [x, y] = this.toPixels(stream.of("robots", robot, "x_mm"),
        stream.of("robots", robot, "y_mm") + radius + 8);
      const size = 14 * (window.devicePixelRatio || 1);
      const lines = [text.length > 60 ? `${text.slice(0, 60)}…` : text];
      context.save();
      const half = labelWidth(context, lines, size) / 2; // all of it stays visible
      const within = Math.min(Math.max(x, half), Math.max(this.canvas.width - half, half));
      context.setTransform(1, 0, 0, 1, within, Math.max(y, 1.75 * size));
      label(context, lines, size, colours.bubble, colours.text, colours.grid_coarse);
      context.restore();
    }
  }

  zoomBy(factor) {
    this.zoom = Math.min(Math.max((this.zoom ?? 1) * factor, 0.3), 40);
    this.isStale = true;
  }

  moveBy(dx, dy) {
    if (!this.stream.scene) return;
    const s = this.place() / (window.devicePixelRatio || 1);
    this.centre = [this.centre[0] - dx / s, this.centre[1] + dy / s];
    this.isStale = true;
  }
}
