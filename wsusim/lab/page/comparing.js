// Two texts line by line: what is the same, what is new, what is gone.

const MOST_CELLS = 4_000_000;

// Return [sign, line] pairs; the sign is " ", "+" or "-".
export function compare(before, after) {
  const old = before.split("\n");
  const now = after.split("\n");
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const same = (lines) => lines.map((line) => [" ", line]);
  return [
    ...same(old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...same(old.slice(old.length - end)),
  ];
}

// The longest common part, by the usual table; of huge changes only that everything has changed.
function middle(old, now) {
  const width = now.length + 1;
  if (old.length * now.length > MOST_CELLS) return [...old.map((line) => ["-", line]), ...now.map((line) => ["+", line])];
  const longest = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = old[i] === now[j] ? longest[(i + 1) * width + j + 1] + 1
        : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  const found = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) { found.push([" ", old[i]]); i += 1; j += 1; }
    else if (j === now.length || (i < old.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) { found.push(["-", old[i]]); i += 1; }
    else { found.push(["+", now[j]]); j += 1; }
  }
  return found;
}
