// A hand at a canvas: wheel, mouse, fingers and keys come nearer, or move what is shown.

const NEARER = 1.2;

// `view` has `zoomBy(factor)`, above 1: nearer, and `moveBy(dx, dy, isOther)`, pixels; `isOther`: with
// Shift or the right button. An arrow key moves by `step` pixels.
export function listen(canvas, view, step) {
  const fingers = new Map();
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoomBy(Math.exp(-event.deltaY * 0.0012));
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
    const isOther = event.shiftKey || event.buttons === 2;
    if (other) view.zoomBy(apart(event, other) / Math.max(apart(before, other), 1));
    else view.moveBy(event.clientX - before.clientX, event.clientY - before.clientY, isOther);
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, (event) => fingers.delete(event.pointerId));
  }
  canvas.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.key in way) {
      const [dx, dy] = way[event.key];
      view.moveBy(step * dx, step * dy, event.shiftKey);
    } else if (event.key === "+") view.zoomBy(NEARER);
    else if (event.key === "-") view.zoomBy(1 / NEARER);
    else return;
    event.preventDefault();
  });
}

const apart = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
