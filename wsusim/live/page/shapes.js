// Shapes that are drawn on a canvas again and again.

export function polygon(points) {
  const path = new Path2D();
  points.forEach(([x, y], at) => (at ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  return path;
}

export function arrow(size) {
  return polygon([[0.78, 0], [-0.52, 0.38], [-0.3, 0], [-0.52, -0.38]]
    .map(([x, y]) => [x * size, y * size]));
}

export function disc(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

export function line(context, x0, y0, x1, y1) {
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
}

export function labelWidth(context, lines, size) {
  context.font = `${size}px system-ui, sans-serif`;
  return Math.max(...lines.map((text) => context.measureText(text).width)) + size;
}

// Lines of text on a small card whose lower edge stands at the origin.
export function label(context, lines, size, paper, ink, edge = null) {
  const width = labelWidth(context, lines, size);
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
