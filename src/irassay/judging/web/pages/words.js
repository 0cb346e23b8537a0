// Every sentence that the page makes from facts. No element of the page is touched here.

import { KINDS } from "./kinds.js"; // the rows of task_kinds.py

const plural = (n, one, many) => (n === 1 ? one : many.replace("#", n.toLocaleString("en")));

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", hour12: false }); // made once: it takes longer than a paint
export const time = (when) => clock.format(new Date(when));
export const words = (n) => plural(n, "1 word", "# words");
export const characters = (n) => plural(n, "1 character", "# characters");
export const marked = (n) => (n ? plural(n, "1 place marked", "# places marked") : "no query word in it");
// A kind of task by its name; the first one before there is a task.
export const kindOf = (name) => KINDS[name] ?? Object.values(KINDS)[0];
export const ask = (kind, label) => kindOf(kind).ask.replace("#", () => label);
export const isList = (kind) => kindOf(kind).place.length > 0;
export const compares = (kind) => kindOf(kind).most > 1;
const unit = (kind) => kindOf(kind).unit;
// A sentence about documents, about what is judged here.
const ofKind = (text, kind) => text.replace(/\bdocument(s?)\b/g, (_, s) => unit(kind).toLowerCase() + s);
export const place = (task) => (task.of_query ? `${unit(task.kind)} ${task.place_in_query} of ${task.of_query} for this query`
  : `${unit(task.kind)} ${task.place}${task.of ? ` of ${task.of}` : ""}`);
export const query = (task) => (task.queries ? `Query ${task.query_place} of ${task.queries}` : "Query");
const STAGES = { practice: "Practice, ", exam: "Exam, " };
export const progress = (task, stage) => (task.of ? `${STAGES[stage] ?? ""}${task.place} of ${task.of}` : "");
export const left = (minutes) => (minutes < 1 ? "less than a minute left" : `about ${Math.round(minutes)} min left`);

export const directions = (n) => plural(n, "This text holds 1 direction mark. It is spelled out and has no effect here.",
  "This text holds # direction marks. They are spelled out and have no effect here.");
export const longText = (shown, all) => `${characters(shown)} of ${all.toLocaleString("en")} are shown.`;

export const SKIPS = [
  { reason: "language", name: "I don’t read this language" },
  { reason: "broken", name: "The text is broken or missing" },
  { reason: "unsure", name: "I can’t decide" },
  { reason: "unwilling", name: "I’d rather not read this" },
];
const skipped = (reason) => SKIPS.find((one) => one.reason === reason)?.name ?? reason;
// Beside passages side by side, and beside passages one below the other.
const answerNames = (body, kind) => (body.skip !== undefined ? ["skipped", "skipped"] : choice(kind, body.answer).slice(0, 2));
export const answerName = (body, kind) => answerNames(body, kind)[body.layout?.arrangement === "stacked" ? 1 : 0];
export const grade = (n) => `grade ${n}`;

export const CHOOSE_FIRST = "Choose one first";
// An answer's words: beside passages side by side, beside passages one below the other, and to an owner.
export const choice = (kind, name) => kindOf(kind).own.find((one) => one.name === name)?.words
  ?? (isList(kind) ? kindOf(kind).place.map((text) => text.replace("#", name)) : [name, name, name]);
export const chosen = (name) => `Number ${name} chosen. Enter confirms.`;
export const bare = (kind, i = 0) => `${kindOf(kind).texts[i]?.[0] ?? (compares(kind) ? `Number ${i + 1}` : "This document")} has no text, so it can’t be judged. Skip it and say that the text is broken.`;
// The keys of a kind of task, each with what it does.
export function ownKeys({ kind, options, docs }) {
  const own = options.slice(isList(kind) ? docs.length : 0).map((option) => [option.key, choice(kind, option.name)[0]]);
  if (!isList(kind)) return compares(kind) ? [...own, ["D", "Mark the differences"]] : own;
  return [[`1 – ${options[docs.length - 1].key}`, "Choose"], ["X", "Set the chosen passage aside, or put it back"], ["Enter", "Confirm what is chosen"], ...own];
}

// The agreed answer of practice, told beside the text.
export const told = ({ body, agreed, record: { task } }) => ({
  title: body.answer === agreed ? "Your answer is the agreed one." : "The agreed answer is another one.",
  lines: [["Your answer: ", answerNames(body, task.kind)], ["The agreed answer: ", choice(task.kind, agreed).slice(0, 2)]],
});

// The last answer, in words: what it was, and what became of it. `strong` has the words of either layout.
export function last(answer) {
  const both = (text) => [text, text];
  if (!answer) return { lead: "", strong: both("Each answer is saved as you give it."), rest: "" };
  const { body } = answer;
  if (body.skip !== undefined) return { lead: "Last: ", strong: both("skipped"), rest: `, ${skipped(body.skip)}. A skip is no grade.` };
  if (body.answer === null) return { lead: "", strong: both("Taken back."), rest: " Answer again; the log keeps both." };
  return { lead: "Last: ", strong: answerNames(body, answer.kind), rest: "." };
}

// What is saved. {look, text}; the look is a shape beside the words, never the only sign.
export function saving({ answer, waiting, trouble, next, since, now }) {
  if (trouble === "expired") {
    return { look: "trouble", text: `Signed out. ${waits(waiting)}Open your invitation link again to go on.` };
  }
  if (trouble === "away") {
    const again = next === null ? "Trying now." : `Next try in ${Math.max(1, Math.ceil((next - now) / 1000))} s.`;
    return waiting
      ? { look: "waits", text: `${waits(waiting)}Not saved yet. ${again}` }
      : { look: "waits", text: `No connection. Everything so far is saved. ${again}` };
  }
  if (waiting > 1) return { look: "waits", text: `${waits(waiting)}Being saved.` };
  if (waiting === 1) {
    return { look: "waits", text: since !== null && now - since > 2000 ? "Being saved. The server is slow." : "Being saved." };
  }
  return answer?.time ? { look: "saved", text: `Saved ${time(answer.time)}` } : { look: "", text: "" };
}
const waits = (n) => (n ? `${plural(n, "1 answer waits", "# answers wait")} on this device. ` : "");

export const spokenTrouble = (trouble, waiting) => (trouble === "expired"
  ? `Signed out. Open your invitation link again to go on. ${waits(waiting)}`
  : `Connection lost. ${waits(waiting)}You can go on.`);
export const BACK = "The connection is back.";
export const TOO_SOON = "That key came too soon after the change and wasn’t taken. Press it again.";
export const stillReading = (kind) => ofKind("Still reading? Any key keeps this document.", kind);
export const quick = (ms, n) => `That took ${(ms / 1000).toFixed(1)} s for ${words(n)}. Undo takes it back.`;
export const spokenTask = (task, fresh, earlier) => [
  fresh ? `New query: ${task.query}.` : "",
  `${place(task)}.`,
  earlier ? `Your earlier answer: ${answerName(earlier, task.kind)}.` : "",
].filter(Boolean).join(" ");
export const spokenAnswer = (body, kind) => (body.answer === null ? "Taken back." : `${answerName(body, kind)}.`);

// An answer that the server didn't take.
export const failures = (n) => plural(n, "1 answer needs you.", "# answers need you.");
export const failure = (answer) => (answer.state === "gone"
  ? { title: "An answer wasn’t counted.", text: `${where(answer)} had gone to somebody else, or was taken out. Nothing needs to be done.` }
  : { title: "One answer was refused.", text: `${where(answer)}. ${answer.problem} The answer stays on this device until you decide. The others are saved.` });
const where = (answer) => `${unit(answer.kind)} ${answer.place}, query “${answer.query}”, your answer ${answer.body.answer === null ? "taken back" : `“${answerName(answer.body, answer.kind)}”`}`;
export const problem = (status) => (status === 409
  ? "The server has another answer under the same key." : `The server can’t take it as it is (${status}).`);

const kept = (waiting) => (waiting ? `${waits(waiting)}Not saved yet.` : "All your answers are saved.");

// Messages that stand in the place of the document: what happened, what became of the answers, what to do.
// `acts` are names of what the buttons do.
export function halt(kind, { of, waiting = 0, who = "", changes = null, guideline = 0, others = 0, given = 0, long = false, ...told } = {}) {
  const messages = {
    loading: { title: "Looking for your documents.", lines: [], acts: [] },
    offline: {
      title: "No more documents on this device.",
      lines: [waiting ? `${waits(waiting)}Not saved yet.` : "All your answers are saved.", "Documents come back with the connection. You may close the tab: answers stay in this browser."],
      acts: [["retry", "Try now"]],
    },
    expired: {
      title: "Open your invitation link again to go on.",
      lines: ["You are signed out.", waiting ? `${waits(waiting)}They are sent under your name when you are back. Somebody else who signs in here can’t send or see them.` : "All your answers are saved."],
      acts: [["retry", "I’ve opened it, go on"]],
    },
    refused: {
      title: "The server didn’t give out a document.",
      lines: [kept(waiting), "Load this page again. If that doesn’t help, tell the person who invited you."],
      acts: [["retry", "Try now"]],
    },
    tab: {
      title: "You’re judging in another tab.",
      lines: ["One tab at a time, so that no answer counts twice and no clock runs twice. Nothing is lost in either."],
      acts: [["here", "Judge here instead"]],
    },
    storage: {
      title: "This browser keeps nothing.",
      lines: ["You can judge. Without a connection an answer would be lost when the tab closes, so documents come one at a time here, and the next only after “Saved”."],
      acts: [["accept", "Go on like this"]],
    },
    paused: {
      title: "You paused.",
      lines: [kept(waiting), "Your place is kept for 20 minutes; after that the document may go to somebody else. The clock stands."],
      acts: [["resume", "Go on", "P"], ["leave", "Leave for today"]],
    },
    closed: {
      title: "Judging is paused.",
      lines: [kept(waiting), "If you paused it, go on when you like. If the owner of the campaign did, this page looks by itself whether it goes on."],
      acts: [["resume", "Go on", "P"]],
    },
    left: {
      title: "That’s all for today.",
      lines: [kept(waiting), "The documents that were on this device go to others. Open your invitation link to come back."],
      acts: [],
    },
    waiting: {
      title: "Nothing to judge right now.",
      lines: [kept(waiting), "Some documents are on other people’s screens. They come back if they aren’t answered, at the latest in 20 minutes. This page looks by itself."],
      acts: [["retry", "Look now"]],
    },
    done: {
      title: "There is nothing left to judge.",
      lines: [kept(waiting), told.completion ? "One step is left: go back to where you came from." : "You may close the tab."],
      acts: finish(told, waiting),
    },
    settled: {
      title: "Settled: thank you.",
      lines: [kept(waiting), "The question is answered, and the documents that are left need no label.", told.completion ? "One step is left: go back to where you came from." : "You may close the tab."],
      acts: finish(told, waiting),
    },
    barred: {
      title: "Judging is closed for you in this campaign.",
      lines: [...why(told), "The answers that you gave stay in the log.", "Questions go to the person who invited you."],
      acts: finish(told, waiting),
    },
    consent: {
      title: "Before you begin.",
      lines: (told.text ?? "").split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean),
      acts: [["agree", "I agree"], ["leave", "I don’t, leave"]],
    },
    "practice over": {
      title: "The practice is over.",
      lines: ["From here on no agreed answer is told."],
      acts: [["onward", "Go on", "Enter"]],
    },
    "exam over": {
      title: "The exam is over: all your answers were the agreed ones.",
      lines: ["From here on your answers count."],
      acts: [["onward", "Go on", "Enter"]],
    },
    taken: {
      title: "This document went to somebody else.",
      lines: ["Nobody answered here for 20 minutes, so it was handed on. No answer of yours to it was counted.", kept(waiting)],
      acts: [["next", "Next document", "Enter"]],
    },
    guideline: {
      title: "The guideline changed. Read what is new before you go on.",
      lines: [`Answers that you have given keep their version. From here on version ${guideline} holds.`],
      changes,
      acts: [["read", `Read, go on with version ${guideline}`], ["guideline", "Whole guideline"]],
    },
    break: {
      title: "A good moment for a break.",
      lines: [`You have judged ${long ? "for 25 minutes" : plural(given, "1 document", "# documents")} in one go.`, kept(waiting)],
      acts: [["go", "Go on", "Enter"], ["pause", "Pause", "P"]],
    },
  };
  const message = { kind, ...messages[kind] };
  message.title = ofKind(message.title, of);
  message.lines = message.lines.map((line) => ofKind(line, of));
  message.acts = message.acts.map(([act, name, ...key]) => [act, ofKind(name, of), ...key]);
  if (others) message.lines = [...message.lines, `${plural(others, "1 answer", "# answers")} of somebody else wait in this browser and go out when that person signs in.`];
  if (who) message.lines = [...message.lines, `You are ${who}.`];
  return message;
}

// The way back to the platform that has sent somebody, once every answer is saved.
const finish = ({ completion }, waiting) => (completion && !waiting ? [["finish", `Finish at ${new URL(completion).host}`]] : []);

// Why judging has ended for somebody.
function why({ reason, outcomes = [] }) {
  if (reason === "test") {
    return ["In your last batch one question had an agreed answer, and yours was another one. Which one isn’t told. The batch is set aside; what was agreed on pay stays."];
  }
  if (reason !== "exam") return [];
  return ["All answers of the exam had to be the agreed ones.", ...outcomes.map((one) => [
    `Query “${one.query}”: your answer ${one.answer ?? "skipped"}, the agreed answer ${one.agreed}.`, one.reason,
  ].filter(Boolean).join(" "))];
}
