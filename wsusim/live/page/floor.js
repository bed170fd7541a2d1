// What of the arena never moves: floor with its grid, goals, walls, lamps, notes.

import { BORDER_MM, extent, outline, walls } from "./arena.js";
import { shownColour } from "./colours.js";
import { disc, label, line, polygon } from "./shapes.js";

const GRID_MM = 50;
const GRID_GAP_MIN_PX = 10;
const REACH_MM = 220;

// Pictures that lie on the floor. The browser needs a moment for each: then `onReady` is called.
export class FloorPictures {
  constructor(onReady) {
    this.onReady = onReady;
    this.images = new Map();
  }

  // Draws the ink of one, so that the grid and any colour of floor shine through.
  draw(context, picture) {
    const image = this.images.get(picture.png) ?? this.order(picture.png);
    if (!image.complete || !image.naturalWidth) return;
    const width = image.naturalWidth * picture.mm_per_px;
    const height = image.naturalHeight * picture.mm_per_px;
    context.save();
    context.translate(picture.x_mm, picture.y_mm);
    context.scale(1, -1);
    context.globalCompositeOperation = "multiply";
    context.drawImage(image, -width / 2, -height / 2, width, height);
    context.restore();
  }

  order(png) {
    const image = new Image();
    image.onload = this.onReady;
    image.src = `data:image/png;base64,${png}`;
    this.images.set(png, image);
    return image;
  }
}

// Draws it all. The context counts millimetres, `s` pixels each; `toPixels` tells where a place is.
export function drawFloor(context, scene, colours, s, toPixels, pictures) {
  const { maze } = scene;
  const [width, height] = extent(maze);
  context.fillStyle = colours.wall;
  const b = BORDER_MM;
  context.beginPath();
  context.roundRect(-b, -b, width + 2 * b, height + 2 * b, 3);
  context.fill();
  const floor = polygon(outline(maze));
  context.fillStyle = colours.floor;
  context.fill(floor);
  drawGrid(context, floor, [width, height], colours, s);
  for (const picture of maze.floor_pictures ?? []) pictures.draw(context, picture);
  for (const goal of maze.goals ?? []) drawGoal(context, goal, colours.goal, s);
  if (!scene.match) for (const light of maze.lights ?? []) drawReach(context, light, colours.glow);
  context.strokeStyle = colours.edge;
  context.lineWidth = 1.2 / s;
  context.stroke(floor);
  drawWalls(context, scene, colours, s);
  for (const light of maze.lights ?? []) drawLight(context, light, colours, s);
  for (const note of maze.notes ?? []) drawNote(context, note, colours, s, toPixels);
}

// Walls, and lines on the floor: walls of height 0.
export function drawWalls(context, scene, colours, s) {
  const shapes = walls(scene).map((wall) => [wall, polygon(wall.corners)]);
  context.fillStyle = colours.text;
  for (const [, shape] of shapes.filter(([wall]) => !wall.height)) context.fill(shape);
  const solid = shapes.filter(([wall]) => wall.height);
  context.strokeStyle = colours.edge;
  context.lineWidth = 2.2 / s;
  for (const [, shape] of solid) context.stroke(shape);
  for (const [wall, shape] of solid) {
    context.fillStyle = context.strokeStyle = shownColour(wall, colours.wall);
    context.lineWidth = 0.6 / s;
    context.fill(shape);
    context.stroke(shape);
  }
}

function drawGrid(context, floor, [width, height], colours, s) {
  let step = GRID_MM;
  while (step * s < GRID_GAP_MIN_PX) step *= 5;
  context.save();
  context.clip(floor);
  for (const [colour, gap] of [[colours.grid, step], [colours.coarse, 5 * step]]) {
    context.strokeStyle = colour;
    context.lineWidth = 1 / s;
    context.beginPath();
    for (let x = 0; x <= width; x += gap) line(context, x, 0, x, height);
    for (let y = 0; y <= height; y += gap) line(context, 0, y, width, y);
    context.stroke();
  }
  context.restore();
}

function drawGoal(context, goal, colour, s) {
  context.save();
  context.translate(goal.x_mm, goal.y_mm);
  context.rotate(((goal.heading_deg ?? 0) * Math.PI) / 180);
  context.beginPath();
  const [w, h] = [goal.width_mm / 2, goal.height_mm / 2];
  if (goal.shape === "ellipse") context.ellipse(0, 0, w, h, 0, 0, 2 * Math.PI);
  else context.rect(-w, -h, 2 * w, 2 * h);
  context.fillStyle = `${colour}26`;
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 1.6 / s;
  context.setLineDash([8 / s, 5 / s]);
  context.stroke();
  context.restore();
}

function drawReach(context, light, colour) {
  const radius = REACH_MM * Math.sqrt(light.power);
  const glow = context.createRadialGradient(light.x_mm, light.y_mm, 0, light.x_mm, light.y_mm,
    Math.max(radius, 1));
  glow.addColorStop(0, `${colour}6b`);
  glow.addColorStop(0.35, `${colour}26`);
  glow.addColorStop(1, `${colour}05`);
  context.fillStyle = glow;
  disc(context, light.x_mm, light.y_mm, radius);
  context.fill();
}

function drawLight(context, light, colours, s) {
  const radius = light.diameter_mm / 2;
  const bulb = context.createRadialGradient(light.x_mm, light.y_mm, 0, light.x_mm, light.y_mm,
    radius);
  bulb.addColorStop(0, "#ffffff");
  bulb.addColorStop(0.45, colours.foot);
  bulb.addColorStop(1, colours.glow);
  context.fillStyle = bulb;
  disc(context, light.x_mm, light.y_mm, radius);
  context.fill();
  context.strokeStyle = "#a87b00";
  context.lineWidth = 1.4 / s;
  context.stroke();
}

function drawNote(context, note, colours, s, toPixels) {
  context.save();
  const [x, y] = toPixels(note.x_mm, note.y_mm);
  context.setTransform(1, 0, 0, 1, x, y);
  label(context, note.text.split("\n"), 24 * s, colours.paper, colours.ink);
  context.restore();
}
