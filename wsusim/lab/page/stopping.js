// The emergency stop: one touch, and it is sent again and again until the lab has said that all robots stand.

import { ask, pause } from "./asking.js";
import { by, element } from "./shared/elements.js";

const AGAIN_MS = 700;
const PATIENCE_MS = 4000;
// A second touch in a hurry must not let robots drive again.
const GUARD_MS = 2000;
const KEPT = "wsusim-lab-stop";

export class Stopping {
  // onTold: is told what the lab says of its robots.
  constructor(onTold, onTrouble) {
    this.button = by("emergency");
    this.alarm = by("alarm");
    this.onTold = onTold;
    this.onTrouble = onTrouble;
    this.isWanted = false;
    this.isHalted = false;
    this.halted_ms = 0;
    this.button.addEventListener("click", () => this.press());
  }

  // What the lab says all the while.
  show(isHalted) {
    if (isHalted && !this.isHalted) this.halted_ms = Date.now();
    this.isHalted = isHalted;
    const words = this.isWanted ? "Stopping…" : isHalted ? "Let robots drive again" : "Stop all robots";
    if (this.button.textContent !== words) this.button.textContent = words;
    this.button.toggleAttribute("data-halted", isHalted && !this.isWanted);
  }

  press() {
    if (!this.isHalted) return this.stop();
    if (this.isWanted || Date.now() - this.halted_ms < GUARD_MS) return;
    ask("api/lab/go-on", {}).then(this.onTold).catch(this.onTrouble);
  }

  // A page that was loaded again, or signed in again, goes on with what it was doing.
  resume() {
    if (sessionStorage.getItem(KEPT)) this.stop();
  }

  async stop() {
    if (this.isWanted) return;
    this.isWanted = true;
    sessionStorage.setItem(KEPT, "1");
    for (let tries = 1; this.isWanted; tries += 1) {
      this.show(this.isHalted);
      try {
        const told = await ask("api/lab/halt", {}, PATIENCE_MS);
        this.isWanted = told.driving.length > 0;
        this.show(told.is_halted);
        if (this.isWanted) this.say("The lab is stopping its robots.", `Still driving: ${told.driving.join(", ")}. Keep an eye on it.`);
      } catch (refused) {
        if (refused.status === 401 || refused.status === 403) {
          this.isWanted = false;
          this.say("THE STOP HAS NOT GONE THROUGH.", `${refused.message} It is sent as soon as you have signed in.`);
          return this.onTrouble(refused);
        }
        this.say("THE STOP HAS NOT GONE THROUGH.",
          `${refused.message} Tried ${tries === 1 ? "once" : `${tries} times`}, and trying again. Lift the robot up or switch it off. ` +
          "At the lab's computer: python main.py lab halt, and the lab's folder.");
      }
      if (this.isWanted) await pause(AGAIN_MS);
    }
    sessionStorage.removeItem(KEPT);
    this.alarm.hidden = true;
    this.show(true);
    this.onTold();
  }

  say(headline, text) {
    this.alarm.hidden = false;
    const known = this.alarm.textContent;
    if (known !== headline + text) this.alarm.replaceChildren(element("strong", headline), element("span", text));
  }
}
