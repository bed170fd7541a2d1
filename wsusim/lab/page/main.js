// Signs in, and keeps what is on the page as new as the lab is.

import { ask, count, rememberCourse, rememberCsrf } from "./asking.js";
import { by, element } from "./shared/elements.js";
import { keep, kept } from "./shared/kept.js";
import { Stopping } from "./stopping.js";
import { Student } from "./student.js";
import { Teacher } from "./teacher.js";

const LOOK_MS = 1500;
const COURSE = "wsusim-lab-course";
// What only those see who have signed in.
const SIGNED_IN = /** @type {const} */ (["student", "teacher", "tabs", "sign-out", "emergency", "in-course"]);

/** @type {ToldMe} */
let me = /** @type {any} */ (null); // until somebody has signed in
const pages = /** @type {{student: Student, teacher: Teacher}} */ ({});
let page = "student";

const trouble = (error) => {
  if (error.status === 401) return askToSignIn("You have been signed out. Sign in again: what you have typed is kept.");
  by("robots").textContent = error.message;
};

// One touch: a person who stops robots must not be asked whether they mean it.
const stopping = new Stopping(() => look(), trouble);

// By a word, not by its text: a link can't make the page say something.
const SCHOOL_TROUBLES = new Map([
  ["away", "Your school's sign-in doesn't work at the moment. Try again, or use the token from your invitation."],
  ["late", "Signing in took too long, or began in another browser. Try again."],
  ["no", "Your school did not sign you in. Try again, or use the token from your invitation."],
  ["unknown", "Your school knows you, but you were not invited to this lab. Ask your teacher."],
]);

async function begin() {
  const told = new URLSearchParams(location.hash.slice(1));
  const token = told.get("token");
  const schoolTrouble = SCHOOL_TROUBLES.get(told.get("school") ?? "") ?? "";
  if (told.has("school")) history.replaceState(null, "", location.pathname);
  rememberCourse(Number(kept(COURSE)) || null);
  // The token must stay neither in the address bar nor in the history.
  if (token) history.replaceState(null, "", location.pathname);
  try {
    await enter(token ? await ask("api/sign-in", { token }) : await ask("api/me"));
  } catch (error) {
    askToSignIn(token || error.status !== 401 ? error.message : schoolTrouble);
  }
}

function askToSignIn(text = "") {
  me = /** @type {any} */ (null);
  for (const id of SIGNED_IN) by(id).hidden = true;
  by("sign-in").hidden = false;
  by("sign-in-trouble").textContent = text;
  by("who").textContent = by("robots").textContent = "";
  by("token").focus();
  ask("api/sign-in-ways").then((ways) => { by("at-school").hidden = !ways.has_school_accounts; }, () => {});
}

/** @param {ToldMe} told */
async function enter(told) {
  // Somebody else has signed in where a session had ended: nothing of the one before may stay.
  if (pages.student && pages.student.me.name !== told.name) return location.reload();
  me = told;
  rememberCsrf(me.csrf);
  showCourses();
  by("sign-in").hidden = true;
  by("who").textContent = me.name;
  by("sign-out").hidden = false;
  if (me.is_teacher) by("tabs").hidden = by("to-teacher").hidden = false;
  if (me.may_halt) by("emergency").hidden = false;
  by("partner").hidden = me.is_teacher || me.course === null;
  if (!pages.student) {
    pages.student = new Student(me, await ask("api/words"), trouble);
    await pages.student.drafts.begin();
  } else {
    await pages.student.drafts.save();  // what was typed after the session had ended
  }
  if (me.is_teacher) pages.teacher ??= new Teacher(me, trouble);
  showState(me);
  followAddress();
  if (me.may_halt) stopping.resume();
}

// A person in several courses chooses; the page is then about that one alone.
function showCourses() {
  rememberCourse(me.course);
  by("in-course").hidden = me.courses.length < 2;
  by("course").replaceChildren(...me.courses.map((one) =>
    element("option", one.is_closed ? `${one.title} (closed)` : one.title, { value: one.id })));
  by("course").value = String(me.course);
  if (me.course === null) askToSignIn("You are in no course of this lab (any more). Ask your teacher.");
}

// A teacher's two pages have addresses of their own, so that Back and Reload stay where one is.
function followAddress() {
  if (me) go(me.is_teacher && location.hash !== "#programs" ? "teacher" : "student");
}

function go(name) {
  page = name;
  for (const one of /** @type {const} */ (["student", "teacher"])) {
    by(one).hidden = one !== name;
    by(`to-${one}`).setAttribute("aria-pressed", String(one === name));
  }
  look();
}

/** @param {ToldState} state */
function showState(state) {
  const isHalted = state.is_halted;
  stopping.show(isHalted);
  pages.student.showRules(state.rules);
  showNotice(state.notice);
  const ours = state.robots.filter((robot) => robot.is_ours);
  const free = ours.filter((robot) => robot.is_ready && !robot.is_busy).length;
  by("robots").textContent = isHalted ? "A teacher has stopped all robots."
    : !state.is_open ? `The robots are not available now. Opening hours: ${state.rules.hours}.`
    : state.compiled !== null ? `The lab is compiling its simulator, once after an update: ${state.compiled} functions of about 300. What you send runs after that.`
    : `${count(ours.length, "robot")}, ${free} free, ${count(state.waiting, "run")} waiting`;
}

// A message stays until it is taken away, or until its reader says so.
function showNotice(text) {
  // Touched only when it changes: a screen reader says it each time.
  if (by("notice-text").textContent !== text) by("notice-text").textContent = text;
  if (!text) sessionStorage.removeItem("wsusim-lab-read");
  by("notice").hidden = !text || sessionStorage.getItem("wsusim-lab-read") === text;
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

by("sign-in-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await enter(await ask("api/sign-in", { token: by("token").value }));
    by("token").value = "";
  } catch (error) {
    by("sign-in-trouble").textContent = error.message;
  }
});
by("sign-out").addEventListener("click", async () => {
  await pages.student.drafts.save();
  await ask("api/sign-out", {}).finally(() => location.reload());
});
by("course").addEventListener("change", async () => {
  await pages.student.drafts.save();
  keep(COURSE, by("course").value);
  location.reload();
});
by("notice-close").addEventListener("click", () => {
  sessionStorage.setItem("wsusim-lab-read", by("notice-text").textContent);
  by("notice").hidden = true;
});
by("to-student").addEventListener("click", () => { location.hash = "programs"; });
by("to-teacher").addEventListener("click", () => { location.hash = "lab"; });
window.addEventListener("hashchange", followAddress);
document.addEventListener("visibilitychange", look);
setInterval(look, LOOK_MS);
begin();
