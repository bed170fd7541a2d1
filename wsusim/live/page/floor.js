// What of the arena never moves: floor with its grid, goals, walls, lamps, notes.

import { BORDER_MM, extent, shapes } from "./arena.js";
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
  draw(context, ink, png) {
    const image = this.images.get(png) ?? this.order(png);
    if (!image.complete || !image.naturalWidth) return;
    context.save();
    context.translate(ink.x_mm, ink.y_mm);
    context.scale(1, -1);
    context.globalCompositeOperation = "multiply";
    context.drawImage(image, -ink.width_mm / 2, -ink.height_mm / 2, ink.width_mm, ink.height_mm);
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
  const { theme } = colours;
  const [width, height] = extent(scene);
  const b = BORDER_MM;
  for (const border of shapes(scene, "border")) {
    context.fillStyle = border.fill[theme];
    context.beginPath();
    context.roundRect(-b, -b, width + 2 * b, height + 2 * b, 3);
    context.fill();
  }
  const [ground] = shapes(scene, "floor");
  const floor = polygon(ground.corners_mm);
  context.fillStyle = ground.fill[theme];
  context.fill(floor);
  drawGrid(context, floor, [width, height], colours, s);
  for (const goal of shapes(scene, "goal")) drawGoal(context, goal, goal.edge[theme], s);
  for (const ink of shapes(scene, "ink")) {
    pictures.draw(context, ink, scene.maze.floor_pictures.find(({ id }) => id === ink.id).png);
  }
  if (!scene.match) for (const light of scene.maze.lights ?? []) drawReach(context, light, colours.light_glow);
  context.strokeStyle = ground.edge[theme];
  context.lineWidth = 1.2 / s;
  context.stroke(floor);
  drawWalls(context, scene, colours, s);
  for (const lamp of shapes(scene, "lamp")) drawLamp(context, lamp, theme, s);
  for (const note of shapes(scene, "words")) drawNote(context, note, theme, s, toPixels);
}

// Walls, and lines on the floor. Edges lie below all walls, so that those of one line have no seams.
export function drawWalls(context, scene, { theme }, s) {
  for (const flat of shapes(scene, "line")) {
    context.fillStyle = flat.fill[theme];
    context.fill(polygon(flat.corners_mm));
  }
  const walls = shapes(scene, "wall").map((wall) => [wall, polygon(wall.corners_mm)]);
  context.lineWidth = 2.2 / s;
  for (const [wall, shape] of walls) {
    context.strokeStyle = wall.edge[theme];
    context.stroke(shape);
  }
  context.lineWidth = 0.6 / s;
  for (const [wall, shape] of walls) {
    context.fillStyle = context.strokeStyle = wall.fill[theme];
    context.fill(shape);
    context.stroke(shape);
  }
}

function drawGrid(context, floor, [width, height], colours, s) {
  let step = GRID_MM;
  while (step * s < GRID_GAP_MIN_PX) step *= 5;
  context.save();
  context.clip(floor);
  for (const [colour, gap] of [[colours.grid_fine, step], [colours.grid_coarse, 5 * step]]) {
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
  context.beginPath();
  if (goal.corners_mm) goal.corners_mm.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  else context.arc(goal.x_mm, goal.y_mm, goal.radius_mm, 0, 2 * Math.PI);
  context.closePath();
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

function drawLamp(context, lamp, theme, s) {
  const { x_mm: x, y_mm: y, radius_mm: radius } = lamp;
  const bulb = context.createRadialGradient(x, y, 0, x, y, radius);
  bulb.addColorStop(0, "#ffffff");
  bulb.addColorStop(0.45, lamp.edge[theme]);
  bulb.addColorStop(1, lamp.fill[theme]);
  context.fillStyle = bulb;
  disc(context, x, y, radius);
  context.fill();
  context.strokeStyle = "#a87b00";
  context.lineWidth = 1.4 / s;
  context.stroke();
}

function drawNote(context, note, theme, s, toPixels) {
  context.save();
  const [x, y] = toPixels(note.x_mm, note.y_mm);
  context.setTransform(1, 0, 0, 1, x, y);
  label(context, note.text.split("\n"), 24 * s, note.fill[theme], note.edge[theme]);
  context.restore();
}
