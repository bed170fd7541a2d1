// What stands in an arena, as solids: what never moves, and one mesh for each kind of what does.

import { BORDER_MM, outline, shapes } from "./arena.js";
import { rgb } from "./colours.js";
import { MOST_LAMPS } from "./painter.js";
import { Mesh } from "./solids.js";

// Robots in more detail than other pictures have them. The Khepera manual gives its height as 30 mm.
export const BODY_MM = [5, 30];
export const WHEEL_RADIUS_MM = 7.5;
export const PIVOT = [4, 24];
const LAMP_LIGHT = 1.1;
const LINE_MM = 0.6; // of what lies on the floor
const GOAL_MM = [0.2, 0.9];
const ROUND = 36;
const JAW_MM = [3, 15];
const SQUARE = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];

// The floor with what is painted on it: it throws no shadow.
export function groundOf(scene, { theme }) {
  const mesh = new Mesh();
  for (const floor of shapes(scene, "floor")) mesh.prism(floor.corners_mm, -8, 0, rgb(floor.fill[theme]));
  for (const goal of shapes(scene, "goal")) {
    const colour = mixed(rgb(goal.fill[theme]), rgb(goal.edge[theme]), 0.3);
    mesh.prism(goal.corners_mm ?? around(goal), ...GOAL_MM, colour);
  }
  return mesh;
}

// Border, walls and lamps.
export function stillOf(scene, { theme, robot_part: metal }) {
  const mesh = new Mesh();
  const floor = outline(scene);
  const [border] = shapes(scene, "border");
  floor.forEach((p, at) => {
    const q = floor[(at + 1) % floor.length];
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
    const along = [(q[0] - p[0]) / length, (q[1] - p[1]) / length];
    const out = [along[1] * BORDER_MM, -along[0] * BORDER_MM];
    const a = [p[0] - along[0] * BORDER_MM, p[1] - along[1] * BORDER_MM];
    const b = [q[0] + along[0] * BORDER_MM, q[1] + along[1] * BORDER_MM];
    const outer = [[a[0] + out[0], a[1] + out[1]], [b[0] + out[0], b[1] + out[1]]];
    mesh.prism([outer[0], outer[1], q, p], -8, border.high_mm, rgb(border.fill[theme]));
  });
  for (const wall of shapes(scene, "wall", "line")) {
    mesh.prism(wall.corners_mm, 0, wall.high_mm || LINE_MM, rgb(wall.fill[theme]));
  }
  for (const { x_mm: x, y_mm: y, radius_mm: radius, high_mm: high, fill, shines } of shapes(scene, "lamp")) {
    mesh.cylinder(x, y, radius, 0, 8, rgb(metal));
    mesh.cylinder(x, y, 3.5, 8, high - 8, rgb(metal));
    const bulb = mixed(rgb(fill[theme]), [1, 1, 1], shines ? 0.3 : 0);
    mesh.sphere(x, y, high, radius * 0.62, bulb, Number(shines));
  }
  return mesh;
}

// Where lamps are and how brightly they shine, four numbers each, as the painter takes them.
export function lampsOf(scene) {
  const powers = new Map((scene.maze.lights ?? []).map((light) => [light.id, light.power]));
  return shapes(scene, "lamp").slice(0, MOST_LAMPS).flatMap((lamp) => (
    [lamp.x_mm, lamp.y_mm, lamp.high_mm, LAMP_LIGHT * Math.min(powers.get(lamp.id) ?? 1, 4)]));
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
    mesh.prism(sign < 0 ? shape.reverse() : shape, JAW_MM[0], JAW_MM[1], [0.66, 0.69, 0.75], 0, true);
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

function around({ x_mm: x, y_mm: y, radius_mm: radius }) {
  return Array.from({ length: ROUND }, (_, k) => {
    const angle = (2 * Math.PI * k) / ROUND;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}
