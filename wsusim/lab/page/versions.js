// The versions of a file: to look at, to compare with what is there now, and to go back to.

import { ask, moment } from "./asking.js";
import { compare } from "./comparing.js";
import { button, openDialog } from "./dialog.js";
import { element } from "./shared/elements.js";

export async function showVersions(drafts) {
  const list = element("ul", "", { class: "versions" });
  const shown = element("div", "", { class: "difference" });
  const keep = button("Keep this version", async () => fill(await ask("api/files/keep", drafts.program)));
  const dialog = openDialog(`Versions of ${drafts.name}`, element("p", "A version is kept each time you run or hand in the " +
    "program, and when you press the button.", { class: "dim" }), keep, list, shown);

  function fill(versions) {
    list.replaceChildren(...versions.map((version) => {
      const row = element("li");
      row.append(element("strong", moment(version.made_s, true)), element("span", uses(version), { class: "dim" }),
        button("Compare", () => look(version)), button("Go back to it", () => goBack(version)));
      return row;
    }));
    if (!versions.length) list.append(element("li", "None yet.", { class: "dim" }));
  }

  const textsOf = async (version) => {
    const { source, modules } = await ask(`api/versions/${version.id}`);
    return { [drafts.name]: source, ...modules };
  };

  async function look(version) {
    const { name, source, modules } = drafts.program;
    const [before, now] = [await textsOf(version), { [name]: source, ...modules }];
    const names = Object.keys({ ...now, ...before });
    const lines = names.flatMap((one) => [...(names.length > 1 ? [[" ", `# ${one}`]] : []), ...compare(before[one] ?? "", now[one] ?? "")]);
    const isSame = lines.every(([sign]) => sign === " ");
    const text = element("pre", "", { class: "told", tabindex: "0", "aria-label": "The differences" });
    text.append(...lines.map(([sign, line]) => element("span", `${sign} ${line}\n`, { class: { "+": "new", "-": "gone" }[sign] ?? "same" })));
    shown.replaceChildren(element("h3", isSame ? `The same as at ${moment(version.made_s)}.`
      : `What has changed since ${moment(version.made_s)}: lines with + are new, lines with - are gone.`), text);
    shown.scrollIntoView({ block: "nearest" });
    text.querySelector(".new, .gone")?.scrollIntoView({ block: "center" });
  }

  async function goBack(version) {
    const texts = await textsOf(version);
    // What is there now must not be lost.
    if (drafts.program.source.trim()) await ask("api/files/keep", drafts.program);
    drafts.replace(texts);
    dialog.close();
  }

  fill(await ask("api/files/versions", { name: drafts.name }));
}

function uses(version) {
  const runs = version.runs.length === 1 ? [`run ${version.runs[0]}`] : version.runs.length ? [`runs ${version.runs.join(", ")}`] : [];
  return [...runs, ...version.handed_in.map((title) => `handed in for ${title}`)].join("; ");
}
