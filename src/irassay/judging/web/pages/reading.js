// How far a document was read: the largest part of its text that was on the screen, of several texts the mean. And the way from mark to mark.

import { at, texts } from "./view.js";

let painted = 1; // the share of the text that is on the page
let seen = []; // of each text
let mark = -1;

const dock = () => (getComputedStyle(at("answers")).position === "fixed" ? at("answers").offsetHeight : 0);

function look() {
  texts().forEach((text, i) => {
    const box = text.getBoundingClientRect();
    if (!box.height) return;
    const bottom = Math.min(innerHeight - dock(), box.bottom);
    seen[i] = Math.max(seen[i] ?? 0, painted * Math.min(1, Math.max(0, (bottom - box.top) / box.height)));
  });
}

export function another() {
  seen = [];
}

// The text is painted anew: another one, or the same with marks or one piece more.
export function watch(share) {
  painted = share;
  mark = -1;
  requestAnimationFrame(look);
}

export function seenShare() {
  look();
  const n = Math.max(1, texts().length);
  return Math.round((1000 * seen.reduce((sum, share) => sum + (share ?? 0), 0)) / n) / 1000;
}

export function nextMark() {
  const marks = texts().flatMap((text) => [...text.querySelectorAll("mark")]);
  marks[mark]?.classList.remove("here");
  if (!marks.length) return;
  mark = (mark + 1) % marks.length;
  marks[mark].classList.add("here");
  marks[mark].scrollIntoView({ block: "center" });
}

document.addEventListener("scroll", () => requestAnimationFrame(look), { passive: true });
