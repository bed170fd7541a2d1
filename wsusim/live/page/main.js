// Puts the page together: stream, two views of the arena, panels, steering.

import { coloursOf } from "./colours.js";
import { DeepView } from "./deep.js";
import { Driving } from "./driving.js";
import { FlatView } from "./flat.js";
import { Panels } from "./panels.js";
import { Roster } from "./roster.js";
import { by } from "./shared/elements.js";
import { keep, kept } from "./shared/kept.js";
import { Stream } from "./stream.js";
import { Typing } from "./typing.js";

const LAYERS = /** @type {const} */ (["trails", "rays", "drawings", "thoughts"]);
const THEME = "wsusim theme";
const RATE = 60;
const HIDDEN_RATE = 1;
const STILL_MS = 1000; // what stands still is drawn so often: its speed is 0 by now
const HALTED = {
  goal: "Goal reached", time: "Time is up", stopped: "Stopped", finished: "Finished",
  failed: "Ended early",
};

let selected = 0;
let isOver = false;
let isDirty = true;

// Inside another page (the lab's) there is room for the arena only.
document.body.classList.toggle("framed", window.self !== window.top);

const stream = new Stream(told);
const flat = new FlatView(by("flat"), stream);
const panels = new Panels(stream, () => selected);
const roster = new Roster(stream, () => selected, choose);
const driving = new Driving(by("stick"), stream, () => selected);
const typing = new Typing(stream, () => selected);
let deep = null;

function told(what, details) {
  isDirty = true;
  if (what === "scene") begin();
  else if (what === "changes") {
    panels.changed(details);
    roster.changed(details);
  }
  else if (what === "reply") typing.replied(details);
  else if (what === "refused") panels.say(details, "bad");
  else if (what === "connection") follow(details);
  if (what === "changes" && (details.run || details.match)) followRun();
}

/**
 * What a layer is switched in: its box with its words.
 * @param {typeof LAYERS[number]} layer
 */
const row = (layer) => /** @type {HTMLElement} */ (by(`layer-${layer}`).parentElement);

function begin() {
  const { scene } = stream;
  isOver = false;
  by("name").textContent = scene.name || "wsusim";
  document.title = `${scene.name} · wsusim`;
  const numbers = (scene.maze.robots ?? []).map((_, robot) => robot);
  selected = Math.min(selected, Math.max(numbers.length - 1, 0));
  by("robot").replaceChildren(...numbers.map((robot) => {
    const driver = scene.controllers[robot];
    return new Option(driver ? `Robot ${robot + 1}: ${driver}` : `Robot ${robot + 1}`, String(robot));
  }));
  const isMatch = Boolean(scene.match);
  by("robot").hidden = numbers.length < 2 || isMatch;
  for (const id of /** @type {const} */ (["mission", "readings", "print"])) by(`${id}-section`).hidden = isMatch;
  const made = scene.on_demand ?? [];
  row("drawings").hidden = isMatch;
  row("rays").hidden = !made.includes("rays");
  by("eye-section").hidden = !made.includes("eye");
  row("thoughts").hidden = !isMatch;
  flat.setColours(colours());
  deep?.setColours(colours());
  flat.begin();
  deep?.begin();
  panels.begin();
  roster.begin();
  typing.begin();
  const can = scene.abilities;
  by("steer").hidden = !stream.maySteer
    || !(can.pause || can.seek || can.order?.length || can.type?.length);
  by("rights").textContent = rights(stream.maySteer ? can : {});
  by("time-buttons").hidden = !can.pause;
  by("seek-row").hidden = !can.seek;
  if (scene.span_ticks) [by("seek").min, by("seek").max] = scene.span_ticks.map(String);
  followDriver();
  chooseTopics();
}

// Who may do what, in words.
function rights(can) {
  const free = can.order ?? [];
  const which = stream.robotCount() < 2 ? "the robot"
    : free.length === 1 ? `robot ${free[0] + 1}` : `${free.length} robots`;
  const parts = [
    can.pause && "pause and set the speed",
    can.seek && "move to any moment",
    free.length && `drive ${which}`,
    can.type?.length && "type commands",
  ].filter(Boolean);
  if (!parts.length) return "With this address you can watch.";
  const last = parts.pop();
  const list = parts.length ? `${parts.join(", ")} and ${last}` : last;
  return `With this address you can also ${list}.`;
}

function follow(state) {
  if (state === "open") panels.say(stream.scene ? "" : "Waiting for the run to begin…");
  if (state === "closed" && !isOver) panels.say("No connection. Trying again…", "bad");
  if (state === "full") panels.say("Too many viewers at the moment. Trying again…", "bad");
  if (state === "wrong key") {
    panels.say("This address isn't valid.", "bad");
    by("hint").hidden = false;
    by("hint").textContent = "The address needs the right key (#key=…), or the run it belonged to "
      + "is over. Ask the person who shares the run for the address.";
  }
  if (state === "other version") {
    panels.say("The run is shared by another version of wsusim. Reload the page.", "bad");
  }
}

function followRun() {
  const { run } = stream.state;
  isOver = run.phase === "ended";
  by("pause").textContent = run.is_paused ? "Resume" : "Pause";
  if (isOver) panels.say(HALTED[run.end] ?? "The end", run.end === "goal" ? "good" : "");
  else if (run.is_paused) panels.say("Paused");
  else panels.say(stream.scene.match ? matchPhase(stream.state.match) : "");
}

/** @param {MatchState} state */
function matchPhase({ phase, time }) {
  if (phase === "Stopped") return time ? "Stopped" : "Waiting for the start";
  return { Ready: "Waiting for agents", Finished: "The match is over" }[phase ?? ""] ?? "";
}

function choose(robot) {
  selected = robot;
  panels.choose();
  followDriver();
  chooseTopics();
  isDirty = true;
}

function followDriver() {
  const free = stream.scene?.abilities.order ?? [];
  by("drive").hidden = !stream.maySteer || !free.includes(selected);
  by("typing").hidden = !stream.maySteer || !(stream.scene?.abilities.type ?? []).includes(selected);
  driving.draw();
}

function chooseTopics() {
  const topics = ["readings", "says", "prints"];
  if (by("eye-details").open && !by("eye-section").hidden) topics.push("eye");
  for (const topic of LAYERS) {
    const isOn = by(`layer-${topic}`).checked;
    if (isOn) topics.push(topic);
    for (const view of [flat, deep]) if (view) view.layers[topic] = isOn;
  }
  stream.want(topics, document.hidden ? HIDDEN_RATE : RATE, selected);
}

function show(isDeep) {
  if (isDeep && !deep) {
    try {
      deep = new DeepView(by("deep"), stream);
    } catch {
      by("hint").hidden = false;
      by("hint").textContent = "This browser can't draw in 3D (WebGL 2 is missing or switched off).";
      return;
    }
    deep.setColours(colours());
    if (stream.scene) deep.begin();
    chooseTopics();
  }
  by("flat").hidden = isDeep;
  by("deep").hidden = by("camera").hidden = !isDeep;
  by("show-2d").setAttribute("aria-pressed", String(!isDeep));
  by("show-3d").setAttribute("aria-pressed", String(isDeep));
  isDirty = true;
}

const theme = () => (document.documentElement.dataset.theme === "dark" ? "dark" : "light");

const colours = () => coloursOf(stream.scene, theme());

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  flat.setColours(colours());
  deep?.setColours(colours());
  driving.draw();
  isDirty = true;
}

by("show-2d").onclick = () => show(false);
by("show-3d").onclick = () => show(true);
by("camera").onchange = () => { deep.camera.kind = by("camera").value; isDirty = true; };
by("fit").onclick = () => { flat.fit(); deep?.fit(); isDirty = true; };
by("robot").onchange = () => choose(Number(by("robot").value));
by("theme").onclick = () => {
  const name = theme() === "dark" ? "light" : "dark";
  keep(THEME, name);
  setTheme(name);
};
for (const topic of LAYERS) by(`layer-${topic}`).onchange = chooseTopics;
by("eye-details").ontoggle = chooseTopics;
by("pause").onclick = () => stream.steer(stream.state.run.is_paused ? "resume" : "pause");
by("step").onclick = () => stream.steer("step");
by("pace").onchange = () => stream.steer("speed", { speed: Number(by("pace").value) });
by("seek").oninput = () => {
  panels.soughtMs = performance.now();
  stream.steer("seek", { tick: Number(by("seek").value) });
};
for (const id of /** @type {const} */ (["arm-up", "arm-down", "jaws-open", "jaws-close", "halt"])) {
  by(id).onclick = () => driving.button(id);
}
document.addEventListener("visibilitychange", chooseTopics);
window.addEventListener("hashchange", () => location.reload());

const systemDark = matchMedia("(prefers-color-scheme: dark)");
setTheme(kept(THEME) ?? (systemDark.matches ? "dark" : "light"));
systemDark.onchange = () => kept(THEME) ?? setTheme(systemDark.matches ? "dark" : "light");
if (new URLSearchParams(location.search).get("view") === "3d") show(true);
new ResizeObserver(() => { isDirty = true; }).observe(by("arena"));

let drawnMs = null; // when the frame before this one was drawn in 3D

// Draws only what is new: a message has come, a hand has moved, or the camera swings.
function frame(nowMs) {
  const isDeep = by("flat").hidden;
  const isNew = isDirty || (isDeep && deep.camera.isSwinging);
  if (isNew) {
    isDirty = false;
    if (isDeep) deep.draw(selected);
    else flat.draw(selected);
    panels.draw();
  }
  if (isNew && isDeep && drawnMs !== null) isDirty ||= deep.quality.took(nowMs - drawnMs);
  drawnMs = isNew && isDeep ? nowMs : null;
  requestAnimationFrame(frame);
}
for (const id of /** @type {const} */ (["flat", "deep"])) {
  for (const name of ["wheel", "pointermove", "keydown"]) {
    by(id).addEventListener(name, () => { isDirty = true; });
  }
}
setInterval(() => { isDirty = true; }, STILL_MS);
requestAnimationFrame(frame);

// For tests, and for people who look under the bonnet.
/** @type {any} */ (window).wsusim = { stream, flat, view: () => deep };
