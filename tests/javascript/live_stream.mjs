// Rules of the live page's stream, whose messages a test sends.

import assert from "node:assert/strict";
import test from "node:test";
import { Stream } from "./page/stream.js";

const scene = {
  type: "scene", protocol: 1, may_steer: true,
  maze: { robots: [{ kind: "khepera1" }] }, kinds: { khepera1: { title: "Khepera" } },
  fields: { robots: [{ name: "x_mm" }, { name: "y_mm" }], readings: [] },
};

class Socket {
  static OPEN = 1;

  constructor() {
    Socket.newest = this;
    this.readyState = 1;
    this.sent = [];
  }

  send(text) { this.sent.push(JSON.parse(text)); }
}

function connected() {
  globalThis.location = { hash: "#key=abc", protocol: "https:", host: "here", pathname: "/live/7/" };
  globalThis.WebSocket = Socket;
  const heard = [];
  const stream = new Stream((what, details) => heard.push([what, details]));
  return { stream, heard, socket: Socket.newest, tell: (message) => Socket.newest.onmessage({ data: JSON.stringify(message) }) };
}

test("a value of a row is found by its field's name", () => {
  const { stream, tell } = connected();
  tell(scene);
  tell({ type: "changes", tick: 4, robots: { 0: [10, 20] } });
  assert.equal(stream.of("robots", 0, "y_mm"), 20);
  assert.equal(stream.of("robots", 1, "y_mm"), undefined);
  assert.equal(stream.tick, 4);
});

test("what was seen twice is kept once, and what the server has dropped is dropped", () => {
  const { stream, tell } = connected();
  tell(scene);
  tell({ type: "changes", tick: 1, trails: { 0: { first: 0, from: 0, add: [[0, 0], [1, 1]] } } });
  tell({ type: "changes", tick: 2, trails: { 0: { first: 0, from: 1, add: [[1, 1], [2, 2]] } } });
  assert.deepEqual(stream.state.trails[0].entries, [[0, 0], [1, 1], [2, 2]]);
  tell({ type: "changes", tick: 3, trails: { 0: { first: 2, from: 3, add: [] } } });
  assert.deepEqual(stream.state.trails[0].entries, [[2, 2]]);
});

test("a new scene forgets the run before", () => {
  const { stream, tell } = connected();
  tell(scene);
  tell({ type: "changes", tick: 1, robots: { 0: [10, 20] } });
  tell(scene);
  assert.deepEqual(stream.state.robots, {});
});

test("a stream of another version is not understood, and said to be", () => {
  const { stream, heard, tell } = connected();
  tell({ ...scene, protocol: 99 });
  assert.equal(stream.scene, null);
  assert.deepEqual(heard, [["connection", "other version"]]);
});

test("what a viewer wants to see is told again after a new connection", () => {
  const { stream, socket } = connected();
  stream.want(["rays"], 60, 0);
  socket.onopen();
  assert.deepEqual(socket.sent.at(-1), { type: "look", topics: ["rays"], rate: 60, robot: 0 });
});

test("a wrong key is said, and not tried again", () => {
  const { heard, socket } = connected();
  socket.onclose({ code: 4403 });
  assert.deepEqual(heard, [["connection", "wrong key"]]);
  assert.equal(Socket.newest, socket);
});
