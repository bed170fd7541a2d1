// What stands in an arena, as solids: what never moves, and one mesh for each kind of what does.

import { BORDER_MM, outline, walls } from "./arena.js";
import { rgb, shownColour } from "./colours.js";
import { MOST_LAMPS } from "./painter.js";
import { Mesh, ellipse } from "./solids.js";

// Heights that no maze file tells. Guesses: the pictures of WSU's arena show walls a little higher
// than the robot; the Khepera manual gives its height as 30 mm, a turret more.
const WALL_MM = 45;
const LAMP_MM = 62;
export const BODY_MM = [5, 30];
export const WHEEL_RADIUS_MM = 7.5;
export const PIVOT = [4, 24];
const JAW_MM = [3, 15];
const LAMP_LIGHT = 1.1;
const TALLEST = 2; // walls of a match, in usual ones
const LINE_MM = 0.6;
const SQUARE = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];

// The floor with what is painted on it: it throws no shadow.
export function groundOf(maze, colours) {
  const mesh = new Mesh();
  mesh.prism(outline(maze), -8, 0, rgb(colours.floor));
  const colour = mixed(rgb(colours.floor), rgb(colours.goal), 0.45);
  for (const goal of maze.goals ?? []) mesh.prism(goalShape(goal), 0.2, 0.9, colour);
  return mesh;
}

// Border, walls and lamps.
export function stillOf(scene, colours) {
  const mesh = new Mesh();
  const floor = outline(scene.maze);
  const wall = rgb(colours.wall);
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
  for (const one of walls(scene)) {
    const top = one.height ? WALL_MM * Math.min(one.height, TALLEST) : LINE_MM;
    const colour = rgb(one.height ? shownColour(one, colours.wall) : colours.text);
    mesh.prism(one.corners, 0, top, colour);
  }
  for (const lamp of scene.maze.lights ?? []) {
    mesh.cylinder(lamp.x_mm, lamp.y_mm, lamp.diameter_mm / 2, 0, 8, rgb(colours.part));
    mesh.cylinder(lamp.x_mm, lamp.y_mm, 3.5, 8, LAMP_MM - 8, rgb(colours.part));
    mesh.sphere(lamp.x_mm, lamp.y_mm, LAMP_MM, lamp.diameter_mm * 0.31, [1, 0.86, 0.45], 1);
  }
  return mesh;
}

// Where lamps are and how brightly they shine, four numbers each, as the painter takes them.
export function lampsOf(maze) {
  return (maze.lights ?? []).slice(0, MOST_LAMPS).flatMap((lamp) => (
    [lamp.x_mm, lamp.y_mm, LAMP_MM, LAMP_LIGHT * Math.min(lamp.power, 4)]));
}

// Things of size 1, to be scaled and coloured.
export function thingShapes() {
  const cap = new Mesh();
  cap.cylinder(0, 0, 0.5, 0, 1, [1, 1, 1]);
  const ball = new Mesh();
  ball.sphere(0, 0, 0, 0.5, [1, 1, 1]);
  const box = new Mesh();
  box.prism(SQUARE, 0, 1, [1, 1, 1]);
  const lamp = new Mesh();
  lamp.sphere(0, 0, 0, 0.5, [1, 1, 1], 1);
  const wheel = new Mesh();
  wheel.cylinder(0, 0, WHEEL_RADIUS_MM, -2.25, 2.25, [0.05, 0.05, 0.06]);
  for (let k = 0; k < 2; k++) {
    const [x, y] = k ? [1.2, 5.4] : [5.4, 1.2];
    wheel.box(-x, x, -y, y, -2.6, 2.6, [0.62, 0.65, 0.7]);
  }
  return { cap, cylinder: cap, ball, box, lamp, wheel };
}

// Body, arrow and gripper of a kind of robot, each in the robot's own coordinates.
export function robotShapes(kind) {
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
  const shapes = { body, arrow };
  if (!kind.arm_mm.length) return shapes;
  const jaw = (sign) => {
    const mesh = new Mesh();
    const shape = kind.jaw_mm.map(([x, y]) => [x, sign * y]);
    mesh.prism(sign < 0 ? shape.reverse() : shape, ...JAW_MM, [0.66, 0.69, 0.75], 0, true);
    return mesh;
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
  return { ...shapes, left: jaw(1), right: jaw(-1), arm };
}

const mixed = (low, high, share) => low.map((value, k) => value + share * (high[k] - value));

function goalShape(goal) {
  const { width_mm: w, height_mm: h } = goal;
  const flat = goal.shape === "ellipse" ? ellipse(w, h)
    : [[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]];
  const turn = ((goal.heading_deg ?? 0) * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return flat.map(([x, y]) => [goal.x_mm + c * x - s * y, goal.y_mm + s * x + c * y]);
}
