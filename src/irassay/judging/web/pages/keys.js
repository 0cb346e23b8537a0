// Which key was meant. Held keys don't repeat; keys rest after a change; single keys can be off or need Alt (WCAG 2.1.4).
// What a key does is said elsewhere.

export const REST = 300; // ms after a change in which no key counts
export const REST_AT_NEW_QUERY = 600;

// Sign -> what it does for any kind of task; nothing is lost when a quiet one comes too soon.
export const SIGNS = { u: "undo", s: "skip", n: "note", m: "marks", j: "mark", g: "guideline", p: "pause", d: "differences", x: "aside", "?": "keys" };
export const QUIET = new Set(["guideline", "keys", "mark", "marks", "differences"]);

const ARROWS = { ArrowLeft: "←", ArrowRight: "→" };
const WRITING = "input, textarea, select, [contenteditable]";

// The key's sign in lower case, whatever the layout: digits and letters by their place where the layout has others.
export function signOf(event) {
  if (ARROWS[event.key]) return ARROWS[event.key];
  const place = /^(?:Digit|Numpad|Key)([0-9A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const sign = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey && place) return place; // Alt with a letter writes another sign on some systems
  if (place && /\d/.test(place) && !event.shiftKey) return place; // digits behind Shift
  if (place && !/^[\x20-\x7e]$/.test(sign)) return place; // other scripts
  return sign;
}

export class Keys {
  constructor(now = () => performance.now()) {
    this.now = now;
    this.mode = "single"; // or "alt" or "off"
    this.until = 0;
  }

  rest(ms) {
    this.until = this.now() + ms;
  }

  get resting() {
    return this.now() < this.until;
  }

  // The sign of a key that the page may act on, or null.
  heard(event) {
    if (event.repeat || event.ctrlKey || event.metaKey || event.isComposing || event.defaultPrevented) return null;
    if (event.target instanceof Element && event.target.closest(WRITING)) return null;
    if (this.mode === "off" || event.altKey !== (this.mode === "alt")) return null;
    return signOf(event);
  }
}
