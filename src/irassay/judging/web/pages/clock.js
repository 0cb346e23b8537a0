// How long a document was read: not while the tab is hidden, a dialog is open, a message stands in its place, or nobody
// touched anything for a minute. One clock runs in one tab.

export const IDLE = 60_000; // ms without input after which the clock stops

// Minutes that the rest of the tasks takes at the pace of the last ones (ms each); null where too few were answered.
export function minutesLeft(pace, task) {
  if (!task?.of || pace.length < 5) return null;
  const sorted = [...pace].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] * (task.of - task.place + 1)) / 60_000;
}

export class Clock {
  constructor(now = () => performance.now()) {
    this.now = now;
    this.stops = new Set();
    this.ms = 0;
    this.from = this.input = now();
  }

  #count() {
    const now = this.now();
    if (!this.stops.size) this.ms += Math.max(0, Math.min(now, this.input + IDLE) - this.from);
    this.from = now;
  }

  set(ms) {
    this.ms = ms;
    this.from = this.input = this.now();
  }

  read() {
    this.#count();
    return Math.round(this.ms);
  }

  touch() {
    this.#count();
    this.input = this.now();
  }

  stop(why) {
    this.#count();
    this.stops.add(why);
  }

  resume(why) {
    this.#count();
    this.stops.delete(why);
    this.input = this.now();
  }
}
