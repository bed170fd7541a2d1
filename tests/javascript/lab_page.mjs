// Rules of the lab's modules, without a browser.

import assert from "node:assert/strict";
import test from "node:test";
import { answering, newPage, noAnswer, told } from "./small_page.mjs";
import { ask, count, newKey, Refused, rememberCourse, rememberCsrf, wait } from "./page/asking.js";
import { isUnderWay, Run, stateOf, whereOf } from "./page/runs.js";
import { element } from "./page/shared/elements.js";
import { keep, kept } from "./page/shared/kept.js";
import { Stopping } from "./page/stopping.js";
import { fill, table } from "./page/tables.js";

const job = (values) => ({ kind: "robot", state: "waiting", held: "", awaits_start: false, place: null, ...values });

test("a question carries the course, and what changes something carries the session's mark, too", async () => {
  const asked = answering(told([]));
  rememberCourse(3);
  rememberCsrf("mark");

  await ask("api/jobs");
  await ask("api/jobs", { name: "a.py" });

  assert.deepEqual(asked.map(({ method, headers }) => [method, headers["X-Course"], headers["X-CSRF-Token"]]),
    [[undefined, "3", undefined], ["POST", "3", "mark"]]);
});

test("a refusal has the lab's sentence and its number", async () => {
  answering(told({ error: "Sign in first." }, 401));

  const refused = await ask("api/me").catch((error) => error);

  assert.ok(refused instanceof Refused);
  assert.deepEqual([refused.status, refused.message], [401, "Sign in first."]);
});

test("a lab that can't be reached is a refusal with number 0", async () => {
  answering(noAnswer);

  const refused = await ask("api/me").catch((error) => error);

  assert.deepEqual([refused.status, refused.message], [0, "The lab can't be reached. Trying again…"]);
});

test("two uploads have two keys of 24 digits", () => {
  const [one, other] = [newKey(), newKey()];
  assert.match(one, /^[0-9a-f]{24}$/);
  assert.notEqual(one, other);
});

test("numbers stand with their word, and times in round figures", () => {
  assert.deepEqual([count(1, "robot"), count(3, "robot"), count(2, "child", "children")], ["1 robot", "3 robots", "2 children"]);
  assert.deepEqual([wait(0.2), wait(59), wait(150)], ["1 s", "59 s", "3 min"]);
});

test("a waiting run says its place and how long; one that is held says why", () => {
  assert.equal(stateOf(job({ place: 2, wait_s: 90 })), "waiting: place 2, about 2 min");
  assert.equal(stateOf(job({ place: 2, held: "The lab is closed." })), "waiting: place 2. The lab is closed.");
  assert.equal(stateOf(job({ kind: "simulation", state: "checking" })), "running");
});

test("a run is under way until it is over, and says where it runs", () => {
  assert.deepEqual(["waiting", "running", "done", "refused"].map((state) => isUnderWay(job({ state }))), [true, true, false, false]);
  assert.equal(whereOf(job({ kind: "simulation", maze: "rooms" })), "simulation, rooms");
  assert.equal(whereOf(job({ robot: null })), "robot");
});

test("what others have written is text and never markup", () => {
  const made = element("p", "<b>Ann</b>", { class: "told", tabindex: 0 });
  assert.equal(made.textContent, "<b>Ann</b>");
  assert.equal(made.getAttribute("tabindex"), "0");
});

test("a place is filled only when what it shows has changed", () => {
  const place = element("div");
  let times = 0;
  for (const known of [[1], [1], [2]]) fill(place, known, () => [element("p", String(times += 1))]);
  assert.equal(times, 2);
});

test("a browser without storage forgets, and the page works", () => {
  newPage();
  keep("speed", "5");
  assert.equal(kept("speed"), "5");
  Object.defineProperty(globalThis, "localStorage", { get: () => { throw new Error("switched off"); }, configurable: true });
  keep("speed", "10");
  assert.equal(kept("speed"), null);
});

// As the page has it: what the lab says of its robots, and what is wrong.
function stopping() {
  newPage();
  const troubles = [];
  const stop = new Stopping(() => {}, (trouble) => troubles.push(trouble.status));
  return { stop, troubles, alarm: document.getElementById("alarm") };
}

test("the emergency stop is sent again until the lab says that nothing drives", async () => {
  const { stop, alarm } = stopping();
  const asked = answering(noAnswer, told({ is_halted: true, driving: ["Khepera 1"] }), told({ is_halted: true, driving: [] }));

  await stop.stop();

  assert.equal(asked.length, 3);
  assert.equal(alarm.hidden, true);
  assert.equal(stop.button.textContent, "Let robots drive again");
});

test("a stop that doesn't get through says so in capitals", async () => {
  const { stop, alarm } = stopping();
  const seen = [];
  answering(noAnswer, () => {
    seen.push(alarm.textContent);
    return told({ is_halted: true, driving: [] })();
  });

  await stop.stop();

  assert.match(seen[0], /^THE STOP HAS NOT GONE THROUGH\./);
});

test("whoever has been signed out is asked to sign in, and the stop is kept for then", async () => {
  const { stop, troubles, alarm } = stopping();
  answering(told({ error: "Sign in first." }, 401));

  await stop.stop();

  assert.deepEqual(troubles, [401]);
  assert.equal(alarm.hidden, false);
  assert.equal(sessionStorage.getItem("wsusim-lab-stop"), "1");
});

test("a second touch in a hurry doesn't let robots drive again", () => {
  const { stop } = stopping();
  const asked = answering(told({}));
  stop.show(true);

  stop.press();

  assert.deepEqual(asked, []);
});

test("a table has a heading for each column", () => {
  globalThis.Node = class {};
  const made = table(["Who", "What"], [["Ann", "run"]]);
  assert.equal(made.textContent, "WhoWhatAnnrun");
});

// A simulation that is over, as far as a run shows it.
const simulated = (values) => job({ id: 1, name: "a.py", kind: "simulation", state: "done", can_watch: false, has_drive: true,
  ended_s: 1, recordings: [], printed: [], put_back: [], ...values });

function shownRun() {
  newPage();
  answering(told({ places: [], is_over: true }));
  const place = element("section");
  place.querySelector = () => null;
  const run = new Run(place, { hasCamera: false, onChange: () => {}, onTrouble: () => {} });
  const drive = () => place.children.find((one) => one.getAttribute?.("class") === "camera drive");
  return { run, drive };
}

test("who looks at where a robot drove goes on looking when more becomes known", () => {
  const { run, drive } = shownRun();
  run.show(simulated({ is_compared: false }));
  const before = drive();

  assert.equal(run.show(simulated({ is_compared: true })), true);
  assert.equal(drive(), before);
});

test("another run shows where its own robot drove", () => {
  const { run, drive } = shownRun();
  run.show(simulated({}));
  const before = drive();

  run.show(simulated({ id: 2 }));
  assert.notEqual(drive(), before);
});
