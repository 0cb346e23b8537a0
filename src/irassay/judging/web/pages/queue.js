// Answers on their way to the server, in order, each with its own key until the server has it. Then the next documents.
// Answers are in the browser's store before they come here; the sitting says what an outcome means for a document.

import * as server from "./server.js";

const STEPS = [1000, 2000, 4000, 8000, 15000]; // ms until the next try; the last one is repeated, with jitter
const UNPAINTED = 200; // ms after which an answer goes out of a tab that paints no more, such as a hidden one

export class Queue {
  // settled(answer, reply): the server has taken or refused it. more(): fetches documents where some are wanted, and
  // gives its outcome. changed(): something that the state line says is another.
  constructor({ settled, more, changed }) {
    Object.assign(this, { settled, more, changed });
    this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.waiting = [];
    this.trouble = null; // null, "away" or "expired"
    this.tries = 0;
    this.next = null; // when the next try is due
    this.since = null; // since when an answer is being sent
    this.known = false; // whether the server said in this life of the page whose session it is
  }

  // The next text is painted first: a request that begins takes time from the frame.
  add(...answers) {
    this.waiting.push(...answers);
    this.changed();
    if (this.trouble !== null) return;
    const late = setTimeout(() => this.run(), UNPAINTED);
    requestAnimationFrame(() => setTimeout(() => { clearTimeout(late); this.run(); }));
  }

  // At once, whatever the next try was.
  now() {
    clearTimeout(this.timer);
    this.next = null;
    return this.run();
  }

  stop() {
    clearTimeout(this.timer);
    this.stopped = true;
    this.next = null;
  }

  start() {
    this.stopped = false;
    return this.now();
  }

  run() {
    if (this.stopped) return undefined;
    this.again = true;
    this.running ??= this.#rounds().finally(() => { this.running = null; });
    return this.running;
  }

  async #rounds() {
    while (this.again && !this.stopped) {
      this.again = false;
      const outcome = await this.#round();
      if (outcome !== server.OK) return this.#later(outcome);
      this.#reached();
    }
    return undefined;
  }

  async #round() {
    // Whose session it is comes first: an answer must never go out under another name.
    if (!this.known) {
      const outcome = await this.more(true);
      if (outcome !== server.OK) return outcome;
      this.known = true;
    }
    while (this.waiting.length && !this.stopped) {
      const outcome = await this.#send(this.waiting[0]);
      if (outcome === server.AWAY || outcome === server.EXPIRED) return outcome;
      this.#reached();
    }
    return this.stopped ? server.OK : this.more(false);
  }

  async #send(answer) {
    this.since = Date.now();
    setTimeout(this.changed, 2050); // a slow server is said
    const reply = await server.answer(answer.key, answer.body);
    this.since = null;
    if (reply.outcome === server.AWAY || reply.outcome === server.EXPIRED) return reply.outcome;
    this.waiting = this.waiting.filter((one) => one !== answer);
    await this.settled(answer, reply);
    this.changed();
    return reply.outcome;
  }

  #reached() {
    if (this.trouble === null && this.tries === 0) return;
    this.trouble = null;
    this.tries = 0;
    this.next = null;
    this.changed();
  }

  #later(outcome) {
    if (outcome === server.EXPIRED) this.known = false;
    this.trouble = outcome === server.EXPIRED ? "expired" : "away";
    const step = STEPS[Math.min(this.tries, STEPS.length - 1)];
    const pause = this.tries < STEPS.length - 1 ? step : step * (0.8 + 0.4 * Math.random());
    this.tries += 1;
    this.next = Date.now() + pause;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), pause);
    this.changed();
  }
}
