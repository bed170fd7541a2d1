// What an agent of a match thinks: its map as a picture over the floor, and the way it wants to take.

const UNKNOWN = ".";
const OPACITY = 0.75;

export class ThoughtMap {
  constructor() {
    this.cells = null; // those of the picture
    this.picture = document.createElement("canvas");
  }

  // Dark cells are blocked, light ones free; of unknown ones the floor is seen.
  draw(context, cells) {
    if (this.cells !== cells) this.paint(cells);
    const { picture } = this;
    context.save();
    context.globalAlpha = OPACITY;
    context.imageSmoothingEnabled = false;
    context.drawImage(picture, cells.x_mm, cells.y_mm, picture.width * cells.size_mm,
      picture.height * cells.size_mm);
    context.restore();
  }

  // The first row is the lowest, as the context counts upwards.
  paint(cells) {
    this.cells = cells;
    const rows = Math.ceil(cells.rows.length / cells.columns);
    this.picture.width = cells.columns;
    this.picture.height = Math.max(rows, 1);
    const context = /** @type {CanvasRenderingContext2D} */ (this.picture.getContext("2d"));
    const image = context.createImageData(cells.columns, Math.max(rows, 1));
    [...cells.rows].forEach((sign, at) => {
      if (sign === UNKNOWN) return;
      const shade = 255 - 25 * Number(sign);
      image.data.set([shade, shade, Math.min(255, shade + 12), 255], 4 * at);
    });
    context.putImageData(image, 0, 0);
  }
}

export function drawWay(context, points, colour, s) {
  context.save();
  context.strokeStyle = colour;
  context.lineWidth = 4 / s;
  context.setLineDash([1 / s, 8 / s]);
  context.beginPath();
  points.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.stroke();
  context.restore();
}
