// Rules of the drawing modules of the live page, without a browser, for a scene that Python tells.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { armAngle, extent, outline, shapes, turnOf } from "./page/arena.js";
import { coloursOf, rgb, robotColour } from "./page/colours.js";
import { chain, move, turnZ } from "./page/matrices.js";
import { groundOf, lampsOf, stillOf } from "./page/models.js";
import { Mesh, WIDTH, triangles } from "./page/solids.js";

const scene = JSON.parse(readFileSync(new URL("./scene.json", import.meta.url)));

const area = (points) => points.reduce((sum, [x, y], at) => {
  const [u, v] = points[(at + 1) % points.length];
  return sum + (x * v - u * y) / 2;
}, 0);

test("every shape that Python tells is one that the page draws", () => {
  const known = ["border", "floor", "goal", "wall", "line", "lamp", "ink", "words"];
  assert.deepEqual(scene.drawing.still.filter(({ what }) => !known.includes(what)), []);
  assert.equal(shapes(scene, "wall").length, 3);
});

test("the floor is the maze's, and its box that of the arena", () => {
  assert.equal(outline(scene).length, 5);
  assert.deepEqual(extent(scene), [800, 600]);
});

test("a theme has the arena's colours and its own for what lies over it", () => {
  const [light, dark] = [coloursOf(scene, "light"), coloursOf(scene, "dark")];
  assert.notEqual(light.floor, dark.floor);
  for (const colours of [light, dark]) for (const name of ["wall", "text", "ray"]) assert.match(colours[name], /^#/);
  assert.equal(coloursOf(null, "light").theme, "light"); // before the first scene
});

test("a colour becomes three shares", () => {
  assert.deepEqual(rgb("#ff0080").map((share) => Math.round(255 * share)), [255, 0, 128]);
});

test("robots have the colours that Python gives them", () => {
  assert.equal(robotColour(scene, 1), "#20d0d0");
});

test("an arm at the floor is not turned, one that is up is", () => {
  const kind = { arm_down: 249, arm_up: 180 };
  assert.equal(armAngle(kind, 249), 0);
  assert.ok(armAngle(kind, 180) > 1);
});

test("a box is turned as the run says, else as the maze does", () => {
  assert.equal(turnOf({ heading_rad: 0.5 }, null), 0.5);
  assert.equal(turnOf({ heading_rad: 0.5 }, [0, 0, -1, 1.5]), 1.5);
});

test("the triangles of a polygon that is not convex cover just its area", () => {
  const shape = [[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]];
  const sum = triangles(shape).reduce((all, one) => all + area(one), 0);
  assert.ok(Math.abs(sum - area(shape)) < 1e-9);
});

test("meshes have ten numbers a corner, all of them numbers", () => {
  const colours = coloursOf(scene, "light");
  for (const mesh of [groundOf(scene, colours), stillOf(scene, colours)]) {
    assert.equal(mesh.data.length % (3 * WIDTH), 0);
    assert.ok(mesh.data.length > 0);
    assert.ok(mesh.data.every(Number.isFinite));
  }
  assert.ok(new Mesh().data.length === 0);
});

test("a lamp shines where it stands", () => {
  assert.deepEqual(lampsOf(scene).slice(0, 2), [700, 500]);
});

test("matrices are applied from right to left", () => {
  const [m, n] = [chain(move(1, 2, 3), turnZ(Math.PI / 2)), chain(turnZ(Math.PI / 2), move(1, 2, 3))];
  assert.notDeepEqual(m, n);
});
