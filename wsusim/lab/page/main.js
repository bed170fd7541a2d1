// Signs in, and keeps what is on the page as new as the lab is.

import { ask, rememberCsrf } from "./asking.js";
import { Student } from "./student.js";
import { Teacher } from "./teacher.js";

const LOOK_MS = 1500;
const $ = (id) => document.getElementById(id);

let me = null;
let pages = {};
let page = "student";
let isHalted = false;

const trouble = (error) => {
  if (error.status === 401) return askToSignIn();
  $("robots").textContent = error.message;
};

async function begin() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  // The token must stay neither in the address bar nor in the history.
  if (token) history.replaceState(null, "", location.pathname);
  try {
    await enter(token ? await ask("api/sign-in", { token }) : await ask("api/me"));
  } catch (error) {
    askToSignIn(token || error.status !== 401 ? error.message : "");
  }
}

function askToSignIn(text = "") {
  me = null;
  for (const id of ["student", "teacher", "tabs", "sign-out", "emergency"]) $(id).hidden = true;
  $("sign-in").hidden = false;
  $("sign-in-trouble").textContent = text;
  $("who").textContent = "";
  $("token").focus();
}

async function enter(told) {
  // Somebody else has signed in where a session had ended: nothing of the one before may stay.
  if (pages.student && pages.student.me.name !== told.name) return location.reload();
  me = told;
  rememberCsrf(me.csrf);
  $("sign-in").hidden = true;
  $("who").textContent = me.name;
  for (const id of ["sign-out", ...(me.is_teacher ? ["tabs", "to-teacher", "emergency"] : [])]) $(id).hidden = false;
  if (!pages.student) {
    pages.student = new Student(me, await ask("api/words"), trouble);
    await pages.student.drafts.begin();
  }
  if (me.is_teacher) pages.teacher ??= new Teacher(me, trouble);
  showState(me);
  go(me.is_teacher ? "teacher" : "student");
}

function go(name) {
  page = name;
  for (const one of ["student", "teacher"]) {
    $(one).hidden = one !== name;
    $(`to-${one}`).setAttribute("aria-pressed", String(one === name));
  }
  look();
}

function showState(state) {
  isHalted = state.is_halted;
  pages.student.showRules(state.rules);
  showNotice(state.notice);
  const free = state.robots.filter((robot) => robot.is_ready && !robot.is_busy).length;
  $("robots").textContent = isHalted ? "A teacher has stopped all robots."
    : !state.is_open ? `The robots are not available now. Opening hours: ${state.rules.hours}.`
    : `${state.robots.length === 1 ? "1 robot" : `${state.robots.length} robots`}, ${free} free, ${state.waiting} waiting`;
  $("emergency").textContent = isHalted ? "Let robots drive again" : "Stop all robots";
  $("emergency").toggleAttribute("data-halted", isHalted);
}

// A message stays until it is taken away, or until whoever has read it says so.
function showNotice(text) {
  // Touched only when it changes: a screen reader says it each time.
  if ($("notice-text").textContent !== text) $("notice-text").textContent = text;
  if (!text) sessionStorage.removeItem("wsusim-lab-read");
  $("notice").hidden = !text || sessionStorage.getItem("wsusim-lab-read") === text;
}

async function look() {
  if (!me || document.hidden) return;
  try {
    showState(await ask("api/state"));
    await pages[page].look();
  } catch (error) {
    trouble(error);
  }
}

$("sign-in-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await enter(await ask("api/sign-in", { token: $("token").value }));
    $("token").value = "";
  } catch (error) {
    $("sign-in-trouble").textContent = error.message;
  }
});
$("sign-out").addEventListener("click", async () => {
  await pages.student.drafts.save();
  await ask("api/sign-out", {}).finally(() => location.reload());
});
$("notice-close").addEventListener("click", () => {
  sessionStorage.setItem("wsusim-lab-read", $("notice-text").textContent);
  $("notice").hidden = true;
});
$("to-student").addEventListener("click", () => go("student"));
$("to-teacher").addEventListener("click", () => go("teacher"));
// One touch: whoever stops robots must not be asked whether they mean it.
$("emergency").addEventListener("click", () =>
  ask(isHalted ? "api/lab/go-on" : "api/lab/halt", {}).then(look).catch(trouble));
document.addEventListener("visibilitychange", look);
setInterval(look, LOOK_MS);
begin();
