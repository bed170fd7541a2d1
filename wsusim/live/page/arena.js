// What both views of an arena need: its shape and the things that stand in it.

export const BORDER_MM = 12;

export function outline(maze) {
  const arena = maze.arena;
  if (arena.outline_mm) return arena.outline_mm;
  const [width, height] = arena.size_mm;
  return [[0, 0], [width, 0], [width, height], [0, height]];
}

export function extent(maze) {
  if (maze.arena.size_mm) return maze.arena.size_mm;
  const points = maze.arena.outline_mm;
  return [Math.max(...points.map((p) => p[0])), Math.max(...points.map((p) => p[1]))];
}

// The four corners of a wall, counter-clockwise.
export function wallCorners(wall) {
  const [x0, y0] = wall.from_mm;
  const [x1, y1] = wall.to_mm;
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const half = wall.thickness_mm / 2 / length;
  const nx = -(y1 - y0) * half;
  const ny = (x1 - x0) * half;
  return [[x0 - nx, y0 - ny], [x1 - nx, y1 - ny], [x1 + nx, y1 + ny], [x0 + nx, y0 + ny]];
}

// All walls, as corners and as shares of the usual height; those of height 0 are lines on the floor.
// A match has them as polygons, whose usual height is 4 robots: as tall as that nobody would see one.
export function walls(scene) {
  const own = (scene.maze.walls ?? []).map((wall) => (
    { corners: wallCorners(wall), height: 1, reflectivity: wall.reflectivity,
      colour: wall.colour }));
  const given = (scene.match?.walls ?? []).map((wall) => (
    { corners: wall.corners_mm, height: wall.height / 4, reflectivity: 1 }));
  return [...own, ...given];
}

// How far the arm is turned up, 0 (jaws at the floor) and more, in radians.
export function armAngle(kind, position) {
  const share = (kind.arm_down - position) / (kind.arm_down - kind.arm_up);
  return Math.min(Math.max(share, 0), 1.6) * 1.3;
}

export function movables(maze) {
  const kinds = { cap: maze.caps, ball: maze.balls, cylinder: maze.cylinders, box: maze.boxes };
  return Object.entries(kinds).flatMap(([what, things]) => (
    (things ?? []).map((thing) => ({ ...thing, what }))));
}

// How a box is turned, by what the run says of it or by the maze.
export function turnOf(thing, row) {
  return row?.[3] ?? ((thing.heading_deg ?? 0) * Math.PI) / 180;
}
