// What is on the page. It paints what it is told, with the words of words.js; nothing is decided and nothing sent here.

import { countDirections, length, paint, queryWords, write } from "./text.js";
import * as words from "./words.js";

export const at = (id) => document.getElementById(id);
const SIZES = [0.89, 1, 1.17, 1.39]; // of 18 px, or 17 on a phone
const TALL = 240; // characters of a query that scrolls away with its text, since it would hide too much of it

export function element(tag, { text, className, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// Words of two layouts, of which the page shows one: side by side, and one below the other.
export const both = ([columns, stack]) => (columns === stack ? [columns]
  : [element("span", { text: columns, className: "in-columns" }), element("span", { text: stack, className: "in-stack" })]);

// A headline, in which a word with a hyphen, such as a system's name, breaks only where no line holds it.
export const headline = (text) => text.split(/(\S*-\S*)/).map((part, i) => (i % 2 ? element("span", { className: "one", text: part }) : part));

export const put = (id, text) => { if (at(id).textContent !== text) at(id).textContent = text; };
export const show = (id, yes) => { at(id).hidden = !yes; };

export function sizes(step) {
  document.documentElement.style.setProperty("--size", SIZES[step]);
}
// The boxes with the texts that are read: one, or those of the passages that are compared.
export const texts = () => (document.body.classList.contains("compares") ? [...document.querySelectorAll("#passages .text")] : [at("text")]);
export const textPixels = () => Math.round(parseFloat(getComputedStyle(texts()[0] ?? at("text")).fontSize));

export function arrangement() {
  const stacked = matchMedia("(max-width: 959.98px)").matches;
  const { kind } = document.body.dataset;
  if (words.isList(kind)) return { arrangement: "list", columns: 1 };
  if (words.compares(kind)) return { arrangement: stacked ? "stacked" : "columns", columns: stacked ? 1 : 2 };
  return stacked ? { arrangement: "stacked", columns: 1 }
    : { arrangement: "columns", columns: matchMedia("(min-width: 1400px)").matches ? 3 : 2 };
}

// Which of four steps from grey to dark ochre stands for an option.
const step = (i, n) => (i === 0 ? 0 : Math.max(1, Math.ceil((3 * i) / (n - 1))));

export function options({ kind, options: list, label }, sentences, earlier) {
  put("ask", words.ask(kind, label));
  at("ask").classList.toggle("label", Boolean(label));
  const buttons = list.map((option, i) => {
    const was = earlier?.answer === option.name;
    const button = element("button", { type: "button", className: `option step-${step(i, list.length)}`, "data-answer": option.name, "data-key": option.key },
      element("kbd", { text: option.key, "aria-hidden": "true" }),
      element("b", { text: words.choice(kind, option.name)[0], dir: "auto" },
        ...(Number.isInteger(option.grade) ? [" ", element("small", { text: words.grade(option.grade) })] : [])),
      element("span", { text: sentences[option.name] ?? "", className: "sentence", dir: "auto" }));
    if (was) {
      button.classList.add("earlier");
      button.append(element("span", { className: "was" },
        element("span", { text: "your " }), "earlier", element("span", { text: " answer" })));
    }
    return button;
  });
  at("options").replaceChildren(...buttons);
  at("options").style.setProperty("--n", list.length);
}

// What stands over any kind of task: the query and the place. The kind arranges the page.
export function head(one, fresh) {
  const compares = words.compares(one.kind);
  document.body.classList.toggle("compares", compares);
  document.body.classList.toggle("list", words.isList(one.kind));
  document.body.dataset.kind = one.kind;
  show("passages", compares);
  show("differences-button", compares && !words.isList(one.kind));
  if (compares) ["text", "end"].forEach((id) => show(id, false));
  write(at("query"), one.query);
  at("query-head").classList.toggle("tall", one.query.length > TALL);
  show("fresh", fresh);
  put("query-label", fresh && !one.queries ? "" : words.query(one));
  put("place", words.place(one));
}

// One document. Gives how much of its text is painted and how many words it has.
export function task(record, { fresh, marks, pieces }) {
  const { task: one } = record;
  const text = one.docs[0]?.text ?? "";
  head(one, fresh);
  const size = length(text);
  put("length", text.trim() ? words[size.of](size.n) : "");
  const painted = body(one, { marks, pieces });
  return { ...painted, n: size.of === "words" ? size.n : Math.round(size.n / 2), empty: !text.trim() };
}

// Of a document that comes later: what takes time and needs no window.
export const prepare = (record) => length(record.task.docs[0]?.text ?? "");

// The text alone: again with marks, or with one more piece.
export function body({ kind, docs, query }, { marks, pieces }) {
  const text = docs[0]?.text ?? "";
  const empty = !text.trim();
  const painted = paint(at("text"), text, { pieces, terms: marks ? queryWords(query) : [] });
  const turned = countDirections(text);
  put("remark", empty ? words.bare(kind) : turned ? words.directions(turned) : "");
  show("remark", empty || turned > 0);
  show("text", !empty);
  show("marks", marks && !empty);
  put("marks", words.marked(painted.marks));
  at("marks-button").setAttribute("aria-pressed", String(marks));
  show("more", painted.shown < text.length);
  put("more-text", words.longText(painted.shown, text.length));
  show("end", painted.shown >= text.length && !empty);
  return { share: text.length ? painted.shown / text.length : 1 };
}

export function bar({ task: one, minutes, owner, stage, campaign }) {
  put("campaign-name", campaign);
  show("campaign-link", owner);
  const text = one ? words.progress(one, stage) : "";
  show("progress", text !== "");
  put("progress-text", minutes === null ? text : `${text} · ${words.left(minutes)}`);
  if (one?.of) at("meter").style.inlineSize = `${(100 * (one.place - 1)) / one.of}%`;
}

export function state({ last, saving, failures, undo, retry, hint }) {
  const line = words.last(last);
  at("last").replaceChildren(line.lead, element("b", { dir: "auto" }, ...both(line.strong)), line.rest);
  const said = words.saving(saving);
  at("saving").dataset.look = said.look;
  put("saving", said.text);
  at("undo").disabled = !undo;
  show("retry", retry !== null);
  if (retry) put("retry", retry);
  show("failures", failures > 0);
  put("failures-text", failures ? words.failures(failures) : "");
  put("hint", hint);
}

// A message in the document's place, or the document.
export function place(message, { gradable, dock, told }) {
  show("reading", message === null);
  show("halt", message !== null);
  show("giving", message === null && gradable && !told);
  show("told", message === null && told !== null);
  for (const act of ["skip", "note"]) document.querySelector(`#acts [data-do=${act}]`).disabled = told !== null;
  show("acts", message === null);
  show("answers", message === null || dock);
  document.body.dataset.place = message?.kind ?? "document";
  const same = JSON.stringify(message);
  if (message === null || same === at("halt").dataset.message) return; // a button in it may have the focus
  at("halt").dataset.message = same;
  put("halt-title", message.title);
  at("halt-lines").replaceChildren(...message.lines.map((text) => element("p", { text })), ...changes(message.changes));
  at("halt-acts").replaceChildren(...message.acts.map(([act, name, key], i) => element("button",
    { type: "button", className: i === 0 ? "button main" : "button", "data-do": act, text: name },
    ...(key ? [" ", element("kbd", { text: key })] : []))));
}

const changes = (list) => (list ?? []).map(({ before, text }) => element("p", { className: before ? "before" : "now" },
  element("b", { text: before ? "Before: " : "Now: " }), element("span", { text, dir: "auto" })));

// The agreed answer of practice, in the place of the answers to choose from.
export function told({ title, lines }) {
  put("told-title", title);
  at("told-lines").replaceChildren(...lines.map(([lead, names]) => element("p", {}, lead, element("b", { dir: "auto" }, ...both(names)), ".")));
}

// The guideline, beside the text and in its dialog.
export function guideline(box, level, { version, text, options: list }, attributes = {}) {
  box.replaceChildren(
    element(level, { text: `Guideline, version ${version}`, ...attributes }),
    element("dl", {}, ...list.map((option) => element("div", {},
      element("dt", { text: option.name, dir: "auto" }), element("dd", { text: option.sentence ?? "", dir: "auto" })))),
    ...text.split(/\n\s*\n/).filter((part) => part.trim()).map((part) => element("p", { text: part.trim(), dir: "auto" })));
}

// Aloud: a new query, a document's number, an answer, trouble. Nothing else is live on the page.
export function say(text, id = "aloud") {
  const box = at(id);
  box.textContent = "";
  setTimeout(() => { box.textContent = text; }, 40);
}
