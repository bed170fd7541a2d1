// Solids as triangles: nine numbers a corner (place, normal, colour), and a tenth: how much it shines.

import { cross, unit } from "./matrices.js";

export const WIDTH = 10;
const ROUND = 36;

export class Mesh {
  constructor() {
    this.data = [];
  }

  /** @param {number[][] | null} [normals] One a corner; else that of the area. */
  triangle(a, b, c, colour, glow = 0, normals = null) {
    const flat = unit(cross(minus(b, a), minus(c, a)));
    [a, b, c].forEach((corner, at) => {
      this.data.push(...corner, ...(normals ? normals[at] : flat), ...colour, glow);
    });
  }

  /** @param {number[][] | null} [normals] One a corner; else that of the area. */
  quad(a, b, c, d, colour, glow = 0, normals = null) {
    this.triangle(a, b, c, colour, glow, normals && [normals[0], normals[1], normals[2]]);
    this.triangle(a, c, d, colour, glow, normals && [normals[0], normals[2], normals[3]]);
  }

  // A polygon (counter-clockwise, any shape) raised from z0 to z1.
  prism(points, z0, z1, colour, glow = 0, hasBottom = false) {
    for (const [a, b, c] of triangles(points)) {
      this.triangle([...a, z1], [...b, z1], [...c, z1], colour, glow);
      if (hasBottom) this.triangle([...c, z0], [...b, z0], [...a, z0], colour, glow);
    }
    points.forEach((p, at) => {
      const q = points[(at + 1) % points.length];
      this.quad([...p, z0], [...q, z0], [...q, z1], [...p, z1], colour, glow);
    });
  }

  cylinder(x, y, radius, z0, z1, colour, glow = 0) {
    for (let k = 0; k < ROUND; k++) {
      const [c0, s0, c1, s1] = [...around(k), ...around(k + 1)];
      const p = [x + radius * c0, y + radius * s0];
      const q = [x + radius * c1, y + radius * s1];
      const [n0, n1] = [[c0, s0, 0], [c1, s1, 0]];
      this.quad([...p, z0], [...q, z0], [...q, z1], [...p, z1], colour, glow, [n0, n1, n1, n0]);
      this.triangle([x, y, z1], [...p, z1], [...q, z1], colour, glow);
      this.triangle([x, y, z0], [...q, z0], [...p, z0], colour, glow);
    }
  }

  sphere(x, y, z, radius, colour, glow = 0) {
    const rings = 14;
    const normal = (ring, k) => {
      const tilt = (Math.PI * ring) / rings;
      const [c, s] = around(k);
      return [Math.sin(tilt) * c, Math.sin(tilt) * s, Math.cos(tilt)];
    };
    const corner = (n) => [x + radius * n[0], y + radius * n[1], z + radius * n[2]];
    for (let ring = 0; ring < rings; ring++) {
      for (let k = 0; k < ROUND; k++) {
        const n = [normal(ring, k), normal(ring + 1, k), normal(ring + 1, k + 1), normal(ring, k + 1)];
        this.quad(corner(n[0]), corner(n[1]), corner(n[2]), corner(n[3]), colour, glow, n);
      }
    }
  }

  box(x0, x1, y0, y1, z0, z1, colour, glow = 0) {
    this.prism([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], z0, z1, colour, glow, true);
  }
}

function around(k) {
  const angle = (2 * Math.PI * k) / ROUND;
  return [Math.cos(angle), Math.sin(angle)];
}

const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

// A simple polygon as triangles: ears are cut off one after the other.
export function triangles(points) {
  const left = points.map((_, at) => at);
  const found = [];
  const area = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const isIn = (p, a, b, c) => area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0;
  for (let tries = 0; left.length > 3 && tries < points.length * 2; ) {
    let cut = -1;
    for (let at = 0; at < left.length && cut < 0; at++) {
      const corners = [-1, 0, 1].map((by) => left[(at + by + left.length) % left.length]);
      const [a, b, c] = corners.map((k) => points[k]);
      if (area(a, b, c) <= 0) continue;
      const isEar = left.every((k) => corners.includes(k) || !isIn(points[k], a, b, c));
      if (isEar) {
        found.push([a, b, c]);
        cut = at;
      }
    }
    if (cut < 0) tries += points.length;
    else left.splice(cut, 1);
  }
  if (left.length >= 3) found.push(left.slice(0, 3).map((k) => points[k]));
  return found;
}
