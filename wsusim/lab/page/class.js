// Who is stuck: each student's last run, how it ended and when, and what they have handed in.

import { button } from "./dialog.js";
import { isUnderWay, lookAt, stateOf } from "./runs.js";
import { element } from "./shared/elements.js";
import { fill, table } from "./tables.js";

// So many failures in a row ask for a teacher.
const STUCK = 3;

export function showClass(place, lab, me, onTrouble) {
  const students = lab.people.filter((one) => one.is_here && !one.is_teacher && (one.last_run || !one.is_revoked)).sort(byNeed);
  const now_s = Date.now() / 1000;
  const rows = students.map((one) => ({ ...one, ago: one.last_run ? ago(now_s - (one.last_run.ended_s ?? one.last_run.made_s)) : "" }));
  fill(place, [lab.assignment_count, rows.map(({ seen_s: _seen_s, ...rest }) => rest)], () => [
    rows.length ? table(["Name", "Last run", "When", "Handed in", ""], rows.map((one) => [
      one.partner ? `${one.name}, with ${one.partner}` : one.name, stateOfLast(one), one.ago,
      lab.assignment_count ? `${one.handed_in} of ${lab.assignment_count}` : "", act(one, me, onTrouble),
    ])) : element("p", "Invite your students, and you see here who needs you.", { class: "dim" }),
  ]);
}

// First who fails again and again, then who has never run anything, then the others by how long ago.
function byNeed(one, other) {
  const need = (student) => student.failures >= STUCK ? 0 : student.last_run ? 2 : 1;
  return need(one) - need(other) || other.failures - one.failures || one.name.localeCompare(other.name);
}

function stateOfLast(one) {
  if (!one.last_run) return element("span", "has run nothing yet", { class: "dim" });
  const words = one.failures > 1 ? `${stateOf(one.last_run)}, ${one.failures} times in a row` : stateOf(one.last_run);
  const said = element("span", words, { class: `state-${one.last_run.state}`, title: one.last_run.text });
  if (one.failures < STUCK) return said;
  const stuck = element("span");
  stuck.append(element("strong", "Stuck? ", { class: "state-failed" }), said);
  return stuck;
}

function act(one, me, onTrouble) {
  if (!one.last_run) return "";
  return button(isUnderWay(one.last_run) ? "Watch" : "Look", () => lookAt(one.last_run.id, me, onTrouble),
    { "aria-label": `Look at the last run of ${one.name}` });
}

function ago(seconds) {
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 86400 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86400)} d ago`;
}
