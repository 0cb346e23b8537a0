// Passages that are compared: two side by side, or a list of which one is best. It paints what it is told, as view.js does
// for a single document; the answers to choose from stand below, in a dock that never moves.

import { differences as differ } from "./differences.js";
import { countDirections, length, paint, queryWords } from "./text.js";
import { at, both, element, head, put, show } from "./view.js";
import * as words from "./words.js";

const boxes = () => [...document.querySelectorAll("#passages .text")];
const rows = () => [...document.querySelectorAll("#passages .passage")];

// Two or more passages. Gives how much of their texts is painted and how many words they have.
export function task(record, { fresh, ...shown }) {
  const { task: one } = record;
  head(one, fresh);
  const { ask, texts } = words.kindOf(one.kind);
  put("length", ask);
  at("passages").replaceChildren(...one.docs.map((_, i) => (words.isList(one.kind) ? row(i + 1) : side(both(texts[i]), i))));
  const sizes = one.docs.map((doc) => length(doc.text));
  const n = sizes.reduce((sum, size) => sum + (size.of === "words" ? size.n : Math.round(size.n / 2)), 0);
  if (words.isList(one.kind)) chosen(record);
  return { ...body(one, shown), n, empty: one.docs.some((doc) => !doc.text.trim()) };
}

const side = (name, i) => element("section", { className: "passage", "aria-labelledby": `side-${i}` },
  element("h2", { className: "side", id: `side-${i}` }, ...name), element("div", { className: "text", dir: "auto" }));

const row = (n) => element("section", { className: "passage", "aria-label": `Number ${n}` },
  element("p", { className: "choosing" },
    element("button", { type: "button", className: "choose", "data-do": "choose", "data-place": n, "aria-label": `Choose number ${n}`, "aria-pressed": "false", text: n }),
    element("span", { className: "tag" })),
  element("div", { className: "text", dir: "auto" }),
  element("button", { type: "button", className: "act", "data-do": "aside", "data-place": n, "aria-pressed": "false" }));

export const prepare = (record) => record.task.docs.forEach((doc) => length(doc.text));

// The texts alone: again with marks or differences, or with one more piece of each.
export function body(one, { marks, differences, pieces }) {
  const texts = one.docs.map((doc) => doc.text);
  const ranges = differences && texts.length === 2 ? differ(...texts) : [];
  const terms = marks ? queryWords(one.query) : [];
  const painted = boxes().map((box, i) => paint(box, texts[i], { pieces, terms, ranges: ranges[i] }));
  const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
  const turned = sum(texts.map(countDirections));
  const bare = texts.findIndex((text) => !text.trim());
  const all = sum(texts.map((text) => text.length));
  const seen = sum(painted.map((part) => part.shown));
  put("remark", bare >= 0 ? words.bare(one.kind, bare) : turned ? words.directions(turned) : "");
  show("remark", bare >= 0 || turned > 0);
  show("marks", marks);
  put("marks", words.marked(sum(painted.map((part) => part.marks))));
  at("marks-button").setAttribute("aria-pressed", String(marks));
  at("differences-button").setAttribute("aria-pressed", String(differences));
  show("more", seen < all);
  put("more-text", words.longText(seen, all));
  return { share: all ? seen / all : 1 };
}

export function options(one, _, earlier) {
  put("ask", words.kindOf(one.kind).ask);
  const list = one.options.slice(words.isList(one.kind) ? one.docs.length : 0);
  const buttons = list.map((option) => {
    const button = element("button", { type: "button", className: "option", "data-answer": option.name, "data-key": option.key },
      element("kbd", { text: option.key, "aria-hidden": "true" }), element("b", {}, ...both(words.choice(one.kind, option.name))));
    if (earlier?.answer === option.name) {
      button.classList.add("earlier");
      button.append(element("span", { className: "was", text: "your earlier answer" }));
    }
    return button;
  });
  if (words.isList(one.kind)) buttons.unshift(element("button", { type: "button", className: "option", id: "confirm", "data-do": "confirm" },
    element("kbd", { text: "Enter", "aria-hidden": "true" }), element("b", { id: "confirm-text" })));
  at("options").replaceChildren(...buttons);
  at("options").dataset.n = buttons.length;
}

// What is chosen and set aside in a list; neither is an answer yet.
export function chosen(record) {
  rows().forEach((box, i) => {
    const n = String(i + 1);
    const [is, aside, was] = [record.chosen === n, record.aside?.includes(n) ?? false, record.earlier?.answer === n];
    box.classList.toggle("chosen", is);
    box.classList.toggle("aside", aside);
    box.querySelector(".choose").setAttribute("aria-pressed", String(is));
    box.querySelector(".tag").textContent = is ? "chosen" : was ? "your earlier answer" : "";
    const act = box.querySelector("[data-do=aside]");
    act.setAttribute("aria-pressed", String(aside));
    act.setAttribute("aria-label", `${aside ? "Put back" : "Set aside"} number ${n}`);
    act.textContent = aside ? "Put back" : "Set aside";
  });
  if (!at("confirm")) return;
  at("confirm").toggleAttribute("data-waits", !record.chosen);
  put("confirm-text", record.chosen ? words.choice(record.task.kind, record.chosen)[0] : words.CHOOSE_FIRST);
}

// The place in a list at which the focus is.
export const focused = () => document.activeElement?.closest("#passages .passage")?.querySelector(".choose").dataset.place ?? null;
