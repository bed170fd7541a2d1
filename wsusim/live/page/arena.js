// What both views of an arena need of its drawing, which Python describes once for all pictures.

export const BORDER_MM = 12;

export const extent = (scene) => scene.drawing.size_mm;

// What stands still and is one of these, the lowest first.
export const shapes = (scene, ...wanted) => (
  scene.drawing.still.filter((shape) => wanted.includes(shape.what)));

// The free floor's corners.
export const outline = (scene) => shapes(scene, "floor")[0].corners_mm;

// How far the arm is turned up, 0 (jaws at the floor) and more, in radians.
export function armAngle(kind, position) {
  const share = (kind.arm_down - position) / (kind.arm_down - kind.arm_up);
  return Math.min(Math.max(share, 0), 1.6) * 1.3;
}

// How a box is turned, by what the run says of it or by the maze.
export const turnOf = (thing, row) => row?.[3] ?? thing.heading_rad;
