// Asks the lab, and says in one sentence what is wrong when it refuses.

let csrf = "";
/** @type {number | null} */
let course = null;

export class Refused extends Error {
  /**
   * @param {number} status Of the answer; 0: there was none.
   * @param {string} text
   */
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

export const rememberCsrf = (value) => { csrf = value; };

// The course that all questions are about; null: the first one of who asks.
export const rememberCourse = (value) => { course = value; };

/**
 * What the lab answers: without a body to something that is only read.
 * @template {keyof Reads | keyof Writes} Path
 * @template {object | undefined} [Body=undefined]
 * @param {Path} path
 * @param {Body} [body]
 * @param {number} [patience_ms] So long an answer is waited for; else as long as the browser likes.
 * @returns {Promise<Body extends undefined ? (Path extends keyof Reads ? Reads[Path] : never)
 *   : (Path extends keyof Writes ? Writes[Path] : never)>}
 */
export async function ask(path, body, patience_ms) {
  let answer;
  try {
    answer = await fetch(path, {
      ...(patience_ms === undefined ? {} : { signal: AbortSignal.timeout(patience_ms) }),
      headers: {
        ...(course === null ? {} : { "X-Course": String(course) }),
        ...(body === undefined ? {} : { "Content-Type": "application/json", "X-CSRF-Token": csrf }),
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused(0, patience_ms === undefined ? "The lab can't be reached. Trying again…" : "The lab doesn't answer.");
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, told.error ?? "The lab has refused that.");
  return told;
}

// A chosen name for an upload: what is sent again after a lost answer is not run twice.
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const clock = (at_s) => new Date(1000 * at_s).toLocaleTimeString().replace(/\s/g, "\u00a0");

// Day and time, as people here write them.
export const moment = (at_s, hasSeconds = false) => new Date(1000 * at_s).toLocaleString(undefined, {
  weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", ...(hasSeconds ? { second: "2-digit" } : {}),
});

export const pause = (wait_ms) => new Promise((done) => { setTimeout(done, wait_ms); });

// "1 robot", "3 robots".
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

export function wait(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return `${Math.round(seconds / 60)} min`;
}
