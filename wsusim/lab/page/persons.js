// The people of a course: invite them, see who there is, take them out.

import { ask } from "./asking.js";
import { printCards } from "./cards.js";
import { button, openDialog } from "./dialog.js";
import { showPairs } from "./pairing.js";
import { element } from "./shared/elements.js";
import { fill, section, table } from "./tables.js";

// Spreadsheets save several encodings.
function textOf(content) {
  const start = new Uint8Array(content.slice(0, 2)).join(" ");
  if (start === "255 254" || start === "254 255") return new TextDecoder(start === "255 254" ? "utf-16le" : "utf-16be").decode(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1252").decode(content);
  }
}

export class People {
  // onLab: is told how the lab is; look: asks how it is.
  constructor(place, me, onTrouble, { onLab, look }) {
    this.me = me;
    this.onTrouble = onTrouble;
    this.onLab = onLab;
    this.lookAgain = look;
    this.all = [];
    this.list = element("div");
    section(place, "People", 7).append(this.inviting(), this.list);
  }

  show(people) {
    this.all = people;
    fill(this.list, people, () => [this.persons(people)]);
  }

  /**
   * @param {keyof Writes} path
   * @param {Record<string, unknown>} body
   */
  do(path, body) { return ask(path, body).then(this.onLab).catch(this.onTrouble); }

  role(one) {
    const isOne = this.me.courses.length < 2;
    if (!one.is_here && !one.is_lab_teacher) return "in no course";
    if (one.is_teacher) return isOne || !one.is_lab_teacher ? "teacher" : "teacher of the lab";
    return one.partner ? `with ${one.partner}` : "";
  }

  persons(people) {
    return table(["Name", "", "Last seen", "Recordings", ""], people.map((one) => [
      one.name, this.role(one), one.seen_s ? new Date(1000 * one.seen_s).toLocaleString() : "never",
      one.recordings_mb ? `${one.recordings_mb} MB` : "",
      this.personActs(one)]));
  }

  personActs(one) {
    const bar = element("span", "", { class: "bar many" });
    bar.append(one.is_revoked ? "revoked" : button("Revoke", () => {
        if (confirm(`Revoke the invitation of ${one.name}? They are signed out at once; what they have sent stays.`)) this.do("api/lab/people/revoke", { name: one.name });
    }), element("a", "Export", { class: "button", href: `api/lab/people/${encodeURIComponent(one.name)}/export`, download: "", title: "Save all that is kept of this person" }));
    if (!one.is_here && !one.is_lab_teacher) {
      bar.append(button("Put into this course", () => ask("api/lab/people", { names: `name\n"${one.name.replaceAll('"', '""')}"`, only_new: true })
        .then(this.lookAgain).catch(this.onTrouble)));
    } else if (this.me.courses.length > 1 && one.name !== this.me.name && !one.is_lab_teacher) {
      bar.append(button("Take out", () => {
        if (confirm(`Take ${one.name} out of this course? What they have done in it stays.`)) this.do("api/lab/people/leave", { name: one.name });
      }, { "aria-label": `Take ${one.name} out of this course` }));
    }
    if (one.name !== this.me.name) {
      bar.append(button("Remove", () => {
        if (confirm(`Remove ${one.name} with all programs, runs, recordings, hand-ins and marks? This can't be undone.`)) this.do("api/lab/people/remove", { name: one.name });
      }));
    }
    return bar;
  }

  // As what people are invited; a teacher of one course can make teachers of that course.
  roles() {
    const choice = element("select", "", { "aria-label": "As what to invite them" });
    const add = (value, text) => choice.append(element("option", text, { value }));
    add("student", "as students");
    if (this.me.courses.length > 1 || !this.me.is_lab_teacher) add("course", "as teachers of this course");
    if (this.me.is_lab_teacher) add("lab", this.me.courses.length > 1 ? "as teachers of the whole lab" : "as teachers");
    return choice;
  }

  inviting() {
    const form = element("form");
    const names = element("textarea", "", { "aria-label": "Names, one per line", placeholder: "Names, one per line, or paste a class list (CSV)" });
    const role = this.roles();
    const told = element("div", "", { role: "status" });
    const bar = element("div", "", { class: "bar" });
    const choice = element("label", "Class list from a file", { class: "button" });
    const file = element("input", "", { type: "file", accept: ".csv,.txt", class: "unseen" });
    choice.append(file);
    file.addEventListener("change", async () => {
      const [chosen] = file.files ?? [];
      if (chosen) names.value = textOf(await chosen.arrayBuffer());
      file.value = "";
    });
    bar.append(element("button", "Invite", { type: "submit" }), role, choice, button("Short codes…", () => this.codes().catch(this.onTrouble)),
      button("Pairs…", () => showPairs(this.all, this.onLab)));
    form.append(names, bar, told);
    const invite = (wanted, only_new) => ask("api/lab/people", {
      names: wanted, is_teacher: role.value !== "student", of_course: role.value === "course", only_new, address: `${location.origin}${location.pathname}`,
    }).then((made) => {
      told.replaceChildren(...this.invitations(made, (known) => invite(known, false)));
      names.value = "";
      return this.lookAgain();
    }).catch((refused) => told.replaceChildren(element("p", refused.message, { role: "alert" })));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      invite(names.value, true);
    });
    return form;
  }

  // New people's addresses; people who had one keep it, unless the teacher wants otherwise.
  *invitations(made, renew) {
    const [fresh, old] = [made.filter((one) => one.token), made.filter((one) => !one.token)];
    const [known, renewable] = [old, old.filter((one) => one.can_renew)].map((ones) => ones.map((one) => one.name));
    const twice = made.filter((one) => one.is_twice).map((one) => one.name);
    if (twice.length) {
      yield element("p", `Twice in the list, and invited once: ${twice.join(", ")}. If these are two people, write something after a name: ${twice[0]} 5b.`, { role: "alert" });
    }
    if (fresh.length) {
      yield button("Print them as cards…", () => printCards(fresh));
      yield element("p", "Give each person their own address. It is shown only once.");
      yield element("pre", fresh.map((one) => `${one.name}\t${location.origin}${location.pathname}#token=${one.token}`).join("\n"),
        { class: "told", tabindex: "0" });
    }
    if (known.length) {
      yield element("p", `Invited before, and still welcome with the address that they have: ${known.join(", ")}.`);
    }
    if (renewable.length) {
      yield button("Give them new addresses; the old ones end", () => renew(["name", ...renewable.map((name) => `"${name.replaceAll('"', '""')}"`)].join("\n")));
    }
  }

  // A code for each student, to be typed on a tablet within an hour, once.
  async codes() {
    const { people } = await ask("api/lab");
    const students = people.filter((one) => one.is_here && !one.is_teacher && !one.is_revoked);
    const names = students.filter((one) => !one.is_shared).map((one) => one.name);
    const others = students.filter((one) => one.is_shared).map((one) => one.name);
    const made = await ask("api/lab/people/codes", { names });
    openDialog("Short codes", element("p", "Each signs one student in, once, within an hour. They type it on the lab's page in the place of a token."),
      table(["Name", "Code"], made.map((one) => [one.name, element("code", one.code, { class: "short-code" })])),
      others.length ? element("p", `In another teacher's course, too, so a teacher of the whole lab has to make their code: ${others.join(", ")}.`, { class: "dim" }) : "");
  }
}
