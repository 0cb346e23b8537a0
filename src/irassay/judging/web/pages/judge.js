// The judging page: it brings keys, clock, sitting and view together. What an answer is stands in sitting.js, what it
// looks like in view.js and judge.css, and how it is said in words.js.

import { Breaks } from "./breaks.js";
import { Clock, minutesLeft } from "./clock.js";
import * as dialogs from "./dialogs.js";
import { changes } from "./guideline.js";
import { Keys, QUIET, REST, REST_AT_NEW_QUERY, SIGNS } from "./keys.js";
import { due } from "./lease.js";
import { listActs } from "./listing.js";
import * as passages from "./passages.js";
import * as reading from "./reading.js";
import { Sitting } from "./sitting.js";
import { openStore, small } from "./store.js";
import { keepPage, takeOver } from "./tabs.js";
import * as view from "./view.js";
import * as words from "./words.js";

const QUICK = { ms: 1200, words: 40 }; // a slip of the finger, perhaps
const AGAIN = 30_000; // ms until a hold is renewed again that could not be renewed

const settings = { mode: "single", size: 1, left: "shown", ...small.get("settings") };
const keys = new Keys();
const clock = new Clock();
const shown = { id: null, query: null, marks: false, marked: false, differences: false, differed: false, pieces: 1, since: Date.now(), place: null, empty: false };
const page = {
  lost: false, left: false, accepted: false, asked: false, late: false, // what stands in the way
  touched: Date.now(), tried: 0, pace: [], // times in ms
  hint: "", spoken: "", trouble: null, // what was said
};
const breaks = new Breaks();
let sitting;
// What is on the page: of practice, what was answered stays there while the agreed answer is told.
const inView = () => sitting.told?.record ?? sitting.current;
const mayAnswer = () => sitting.current && !halted() && !sitting.holdback && !sitting.told;
const painter = (task) => (words.compares(task.kind) ? passages : view);

// What the page knows of the reading, for an answer
const measured = () => ({
  ms_active: clock.read(),
  ms_wall: Math.max(0, Date.now() - shown.since),
  share_seen: reading.seenShare(),
  marks: shown.marked,
  differences: shown.differed,
  layout: { ...view.arrangement(), text_size: view.textPixels(), width: innerWidth, height: innerHeight, keys: settings.mode },
  page: document.querySelector("meta[name=page-version]").content,
});

// Which message stands in the document's place, or null
function halted() {
  const facts = { of: document.body.dataset.kind, waiting: sitting.queue.waiting.length };
  if (page.lost) return words.halt("tab");
  if (page.left) return words.halt("left", facts);
  if (sitting.oneAtATime && !page.accepted) return words.halt("storage", facts);
  if (sitting.facts.paused) return words.halt("paused", facts);
  if (sitting.taken || page.late) return words.halt("taken", facts);
  if (sitting.told) return null;
  if (sitting.over) return words.halt(`${sitting.over} over`, facts);
  const { current, queue, state, consent, reason, outcomes, completion } = sitting;
  if (current && changedGuideline(current)) {
    const version = current.task.guideline;
    return words.halt("guideline", { ...facts, guideline: version, changes: changes(sitting.guidelines[sitting.facts.read], sitting.guidelines[version]) });
  }
  if (current) return breaks.due ? words.halt("break", { ...facts, given: breaks.given, long: breaks.long }) : null;
  if (queue.trouble === "expired") return words.halt("expired", facts);
  if (queue.trouble === "away") return words.halt("offline", facts);
  if (consent) return words.halt("consent", { text: consent });
  const kinds = { waiting: "waiting", paused: "closed", done: "done", settled: "settled", barred: "barred", refused: "refused" };
  return words.halt(kinds[state] ?? "loading", { ...facts, reason, outcomes, completion });
}

const changedGuideline = (record) => sitting.facts.read !== undefined && record.task.guideline > sitting.facts.read;

function paint() {
  const message = halted();
  const [record, told] = message ? [null, null] : [inView(), sitting.told];
  const kind = message?.kind ?? record?.id + (told ? " told" : record?.earlier ? " again" : "");
  const other = kind !== shown.place;
  if (record && record.id !== shown.id || (record && other && !told)) paintTask(record);
  const gradable = record !== null && !shown.empty && !sitting.holdback;
  if (other || message) view.place(message, { gradable: record !== null, dock: sitting.lastAnswer !== null && !page.lost, told });
  if (other && told) view.told(words.told(told));
  for (const button of document.querySelectorAll("#options button")) button.disabled = !gradable || "waits" in button.dataset;
  if (other) arrive(kind, message, record);
  const task = inView()?.task ?? null;
  const minutes = settings.left === "hidden" ? null : minutesLeft(page.pace, task);
  view.bar({ task, minutes, owner: sitting.role === "owner", stage: sitting.stage, campaign: sitting.campaign });
  paintState();
}

function paintState() {
  const { queue, lastAnswer: last } = sitting;
  view.state({
    last,
    saving: { answer: last, waiting: queue.waiting.length, trouble: queue.trouble, next: queue.next, since: queue.since, now: Date.now() },
    failures: sitting.failures.length,
    undo: canUndo(),
    retry: queue.trouble === "away" ? "Try now" : queue.trouble === "expired" ? "I’ve opened it, go on" : null,
    hint: page.hint,
  });
  if (queue.trouble !== page.trouble) {
    const aloud = queue.trouble ? words.spokenTrouble(queue.trouble, queue.waiting.length) : words.BACK;
    if (queue.trouble || sitting.current) view.say(aloud, "alarm");
    page.trouble = queue.trouble;
  }
}

// Not behind a message that only an act of the person takes away: nobody would see what was taken back.
const canUndo = () => sitting.past.length > 0 && !sitting.holdback
  && !["tab", "left", "storage", "paused", "taken"].includes(halted()?.kind);

function paintTask(record) {
  // A message stood in its place for a while: the same reading goes on.
  const again = record.id === shown.id;
  const fresh = again ? shown.fresh : record.task.query_id !== shown.query;
  const kept = small.get("reading");
  const { ms, since } = kept?.id === record.id && kept.ms >= record.ms ? kept : record;
  if (!again) {
    Object.assign(shown, { id: record.id, fresh, query: record.task.query_id, pieces: 1, marked: shown.marks, differed: shown.differences });
    reading.another();
  }
  shown.since = since ?? Date.now();
  const paint = painter(record.task);
  Object.assign(shown, paint.task(record, { ...shown, fresh }));
  reading.watch(shown.share);
  clock.set(ms);
  const text = sitting.guidelines[record.task.guideline];
  const sentences = Object.fromEntries((text?.options ?? []).map((option) => [option.name, option.sentence]));
  paint.options(record.task, sentences, record.earlier);
  if (words.isList(record.task.kind)) passages.chosen(record);
  if (text) view.guideline(view.at("beside"), "h2", text);
  view.at("note-button").classList.toggle("on", record.note !== "");
}

// Another document or message has come: keys rest, focus moves to it, it is said.
function arrive(kind, message, record) {
  shown.place = kind;
  rest(record && shown.fresh ? REST_AT_NEW_QUERY : REST);
  const told = record && sitting.told;
  if (!told) scrollTo(0, 0);
  if (message || told) {
    const box = view.at(told ? "told" : "halt");
    clock.stop("halt");
    if (message) { page.hint = ""; leave(); }
    view.say(told ? box.innerText : kind === "loading" ? "" : message.title);
    if (kind !== "loading") box.focus({ preventScroll: true });
    return;
  }
  clock.resume("halt");
  if (sitting.hand[1]) setTimeout(painter(sitting.hand[1].task).prepare, REST, sitting.hand[1]);
  view.say([page.spoken, words.spokenTask({ ...record.task, query: view.at("query").textContent }, shown.fresh, record.earlier)].filter(Boolean).join(" "));
  page.spoken = "";
  view.at("document").focus({ preventScroll: true });
}

function rest(ms) {
  keys.rest(ms);
  document.body.classList.add("resting");
  clearTimeout(page.resting);
  page.resting = setTimeout(() => document.body.classList.remove("resting"), ms);
}

// What buttons and keys do

const acts = {
  async give(given) {
    if (!mayAnswer()) return;
    const ms = clock.read();
    const [now, next] = sitting.hand;
    page.pace = [...page.pace, ms].slice(-30);
    page.hint = ms < QUICK.ms && shown.n >= QUICK.words && given.skip === undefined ? words.quick(ms, shown.n) : "";
    page.spoken = words.spokenAnswer({ ...given, layout: view.arrangement() }, now.task.kind);
    breaks.answered(next?.task.query_id !== now.task.query_id);
    await sitting.answer(given);
    paint();
  },
  answer(name) {
    if (!shown.empty) acts.give({ answer: name });
  },
  async undo() {
    if (!canUndo()) return;
    leave();
    Object.assign(page, { hint: "", spoken: words.spokenAnswer({ answer: null }) });
    breaks.due = false;
    await sitting.undo();
    paint();
  },
  skip() {
    if (mayAnswer()) dialogs.skip((reason) => acts.give({ skip: reason }));
  },
  note() {
    const record = sitting.current;
    if (!mayAnswer()) return;
    dialogs.note(record.note, async (text) => {
      await sitting.keep({ note: text });
      view.at("note-button").classList.toggle("on", text !== "");
    });
  },
  marks() {
    if (halted()) return;
    shown.marks = !shown.marks;
    shown.marked ||= shown.marks;
    repaint();
  },
  differences() {
    if (halted() || view.at("differences-button").hidden) return;
    shown.differences = !shown.differences;
    shown.differed ||= shown.differences;
    repaint();
  },
  next() {
    if (sitting.taken) sitting.taken = false;
    if (page.late) { page.late = false; sitting.renew(); }
    paint();
  },
  mark() {
    if (shown.marks && !halted()) reading.nextMark();
  },
  more() {
    shown.pieces += 1;
    repaint();
  },
  guideline() {
    const text = sitting.guidelines[inView()?.task.guideline ?? sitting.facts.read];
    if (text) dialogs.guideline(text);
  },
  async read() {
    await sitting.fact("read", sitting.current.task.guideline);
    paint();
  },
  keys() {
    dialogs.keys(inView() ? words.ownKeys(inView().task) : [], settings, change);
  },
  async pause() {
    const kind = halted()?.kind;
    if (kind === "paused" || kind === "closed") return acts.resume();
    if (!sitting.current || (kind && kind !== "break")) return undefined;
    return acts.rest(true);
  },
  resume: () => acts.rest(false),
  rest(paused) {
    breaks.rested();
    leave();
    const kept = paused ? sitting.pause() : sitting.resume();
    paint();
    return kept;
  },
  onward: () => { sitting.onward(); paint(); },
  agree: () => sitting.agree().then(paint),
  async leave() {
    page.left = await sitting.leave();
    if (!page.left) page.hint = "Not left yet: answers wait on this device.";
    paint();
  },
  go: () => { breaks.rested(); paint(); },
  finish: () => location.assign(sitting.completion),
  accept: () => { page.accepted = true; paint(); },
  retry: () => sitting.lookNow(),
  here: () => begin(),
  failures() {
    dialogs.failures(sitting.failures, (answer) => sitting.letGo(answer));
  },
  size(by) {
    change("size", Math.max(0, Math.min(3, Number(settings.size) + by)));
  },
};

Object.assign(acts, listActs({
  sitting: () => sitting,
  free: () => mayAnswer() && !shown.empty,
  answer: (name) => acts.answer(name),
  told(hint, aloud) {
    page.hint = hint;
    view.say(aloud ?? hint);
    paint();
  },
}));

function repaint() {
  const { task } = inView();
  Object.assign(shown, painter(task).body(task, shown));
  reading.watch(shown.share);
}

function change(name, value) {
  settings[name] = name === "size" ? Number(value) : value;
  small.set("settings", settings);
  keys.mode = settings.mode;
  view.sizes(settings.size);
  document.body.dataset.keys = settings.mode;
  if (sitting) paint();
}

function pressed(event) {
  touch();
  if (dialogs.isOpen() || !sitting) return;
  const message = halted();
  if (event.key === "Enter" && !event.repeat && !event.target.closest?.("button, a")) {
    const enter = message ? message.acts.find(([, , key]) => key === "Enter")?.[0]
      : sitting.told ? "onward" : sitting.current && words.isList(sitting.current.task.kind) && "confirm";
    if (enter && !tooSoon()) acts[enter]();
    return;
  }
  const sign = keys.heard(event);
  if (sign === null) return;
  const option = !message && sitting.current?.task.options.find((one) => one.key.toLowerCase() === sign);
  const act = option ? () => acts.pick(option.name)
    : "+=".includes(sign) ? () => acts.size(1) : "-−".includes(sign) ? () => acts.size(-1) : acts[SIGNS[sign]];
  if (!act) return;
  event.preventDefault();
  if ((option || (SIGNS[sign] && !QUIET.has(SIGNS[sign]))) && tooSoon()) return;
  if (page.hint === words.TOO_SOON) page.hint = "";
  act();
  paintState();
}

function tooSoon() {
  if (!keys.resting) return false;
  page.hint = words.TOO_SOON;
  view.say(words.TOO_SOON);
  paintState();
  return true;
}

function clicked(event) {
  touch();
  const button = event.target.closest("button");
  if (!button || button.disabled || button.closest("dialog")) return;
  if (button.dataset.answer !== undefined) { if (!tooSoon()) acts.answer(button.dataset.answer); }
  else if (["undo", "confirm"].includes(button.dataset.do)) { if (!tooSoon()) acts[button.dataset.do](); }
  else if (button.dataset.do) acts[button.dataset.do](...(button.dataset.place ? [button.dataset.place] : []));
}

// The hold of a document: any input keeps it; without one it goes to somebody else.

function touch() {
  page.touched = Date.now();
  clock.touch();
  if (page.asked || due({ ...page, renewed: sitting?.renewed, now: page.touched }) === "renew") hold();
}

function hold() {
  if (!sitting?.current || !sitting.renewed || sitting.queue.trouble || halted()) return;
  const now = Date.now();
  const step = due({ renewed: sitting.renewed, touched: page.touched, now });
  if (step === "end") page.late = true;
  if (step === "renew" && now - page.tried > AGAIN) {
    page.tried = now;
    sitting.lookNow();
  }
  const ask = step === "ask";
  if (ask && !page.asked) view.say(words.stillReading(sitting.current.task.kind), "alarm");
  if (ask !== page.asked) page.hint = ask ? words.stillReading(sitting.current.task.kind) : "";
  page.asked = ask;
  paint();
}

// Times of a reading that goes on later: at once, since a page that closes waits for no database.
function leave() {
  const record = sitting?.current;
  if (!record || shown.id !== record.id) return;
  Object.assign(record, { ms: clock.read(), since: shown.since });
  small.set("reading", { id: record.id, ms: record.ms, since: record.since });
}

async function begin() {
  Object.assign(page, { lost: false, left: false });
  await takeOver(async () => {
    leave();
    page.lost = true;
    sitting?.queue.stop();
    dialogs.close();
    if (sitting) paint();
    await sitting?.queue.running;
  });
  Object.assign(shown, { id: null, query: null, place: null });
  sitting = new Sitting(await openStore(), { changed: paint, measured });
  breaks.rested();
  paint();
  await sitting.begin();
}

document.addEventListener("keydown", pressed);
document.addEventListener("click", clicked);
for (const kind of ["pointermove", "pointerdown", "wheel", "touchmove"]) document.addEventListener(kind, touch, { passive: true });
document.addEventListener("scroll", () => clock.touch(), { passive: true });
document.addEventListener("visibilitychange", () => {
  if (document.hidden) { leave(); clock.stop("hidden"); return; }
  clock.resume("hidden");
  if (sitting?.queue.trouble && !page.lost) sitting.queue.now();
});
addEventListener("online", () => { if (sitting?.queue.trouble && !page.lost) sitting.queue.now(); });
addEventListener("pagehide", leave);
setInterval(() => { if (sitting?.queue.trouble) paintState(); }, 500);
setInterval(hold, 10_000);
dialogs.watch({ opened: () => clock.stop("dialog"), closed: () => { clock.resume("dialog"); rest(REST); } });
change("mode", settings.mode);
await begin();
keepPage();
