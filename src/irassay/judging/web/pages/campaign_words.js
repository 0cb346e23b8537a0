// Every sentence that the owner's page makes from facts. No element of the page is touched here.

import { kindOf } from "./words.js";

const plural = (n, one, many) => (n === 1 ? one : many.replace("#", n.toLocaleString("en")));
const clock = (when) => new Date(when).toLocaleTimeString("en-GB", { hour12: false });

export const EVIDENCE = "The difference of the systems against labels, with a band of what is possible";
export const updated = (when, held) => `${held ? "Held at" : "Updated"} ${clock(when)}`;
export const number = (value) => value.toFixed(2).replace("-", "−");
export const range = (low, high) => (low === null || high === null ? "" : `${number(low)} to ${number(high)}`);
export const toSettle = ({ to_settle: n }) => (n === null ? "–" : n.toLocaleString("en"));
export function settledBy({ to_settle: n, at_least: least, unlabelled }) {
  if (unlabelled === null) return "";
  if (n === null) return unlabelled ? `all ${unlabelled.toLocaleString("en")} may leave it open` : "no label would";
  return least === null ? "" : `at least ${least.toLocaleString("en")}`;
}
export const ofEntry = (figures) => (figures ? `entry ${figures.entry.toLocaleString("en")} of ${figures.time.slice(0, 19).replace("T", " ")} UTC` : "the log");
export const withoutInterval = (list) => (list.some((one) => one.low === null) ? "No interval: too few queries. " : "");
export const more = (n) => (n ? plural(n, "1 more pair is in the report.", "# more pairs are in the report.") : "");
export const minutes = (n) => (n < 1 ? "less than a minute" : plural(Math.round(n), "about 1 minute", "about # minutes"));

export function verdict({ figures, runs, trouble, answered, kind }) {
  if (trouble) return { title: "The figures can’t be computed.", text: trouble };
  if (!figures) return { title: "The figures are being computed.", text: "Answers go on meanwhile; nothing waits for this page." };
  if (figures.verdict) return { title: figures.verdict.title, text: figures.verdict.standfirst, advice: figures.verdict.advice };
  if (!answered) return { title: "Nobody has answered yet.", text: "Send people their links. The first answers show here within seconds." };
  if (figures.trouble) return { title: "There is no verdict yet.", text: figures.trouble };
  if (!kindOf(kind).becomes.includes("qrels")) return { title: `${plural(figures.labels, "1 preference", "# preferences")} so far.`, text: runs ? "" : "With irassay judge CAMPAIGN --runs RUN... this page opens with what they say of the runs." };
  if (!runs) return { title: labels(figures) + ".", text: "With irassay judge CAMPAIGN --runs RUN... this page opens with what these labels say of the runs." };
  return { title: "There is no verdict yet.", text: "" };
}

export function pairs(list) {
  const back = list.filter((pair) => pair.queries === "settled" && pair.labels !== "settled").length;
  return back ? `Labels hold back ${plural(back, "one pair", "# pairs")} that the queries have settled` : "Pairs of systems";
}

export function progress({ answered, wanted, held, minutes_left: left, paused, tasks, figures }) {
  const rest = wanted - answered;
  const title = rest === 0 ? `All ${wanted.toLocaleString("en")} answers are in`
    : `${answered.toLocaleString("en")} of ${wanted.toLocaleString("en")} answers are in${left === null ? "" : `; the rest take ${minutes(left)} of work`}`;
  const text = [
    paused ? "The campaign is paused: nobody gets a new document." : "",
    `${plural(tasks, "1 task", "# tasks")}, ${plural(held, "1 on a screen now", "# on screens now")}.`,
    figures?.seconds ? `An answer has taken ${Math.round(figures.seconds)} s at the median.` : "",
    figures?.taken_back ? plural(figures.taken_back, "1 answer was taken back.", "# answers were taken back.") : "",
  ];
  return { title, text: text.filter(Boolean).join(" ") };
}

export const people = (everybody) => {
  const list = everybody.filter((one) => one.role !== "participants"); // a link, by which a platform sends people
  const judging = list.filter((one) => one.held > 0).length;
  return `${plural(list.length, "1 person", "# people")}; ${judging ? plural(judging, "1 has a document on the screen", "# have documents on their screens") : "nobody has a document on the screen"}`;
};
export const pace = (one) => (one && one.median !== null ? String(Math.round(one.median)) : "–");
export const middle = (one) => (one && one.low !== null ? `half are from ${Math.round(one.low)} to ${Math.round(one.high)}` : "");
export const interval = (one) => (one && one.low !== null ? `${Math.round(one.low)} to ${Math.round(one.high)}` : one?.note ?? "");
export const COEFFICIENTS = { alpha: "Krippendorff’s alpha", fleiss: "Fleiss’ kappa", kappa: "Cohen’s kappa" };

export function agreement(found, kind) {
  if (!found) return { title: "Agreement is being computed", text: "" };
  if (!found.people) return { title: "Nobody has answered yet", text: "Agreement is between people who judge the same tasks." };
  const alpha = found.numbers.find(({ name }) => name === "alpha");
  if (!found.several) {
    return {
      title: found.people === 1 ? "One person alone has answered" : "No task has answers of two people",
      text: "How far people agree can’t be told. Tasks that are added with --overlap 2 go to two people each, with --overlap-share 0.1 a tenth of them go to one person more.",
    };
  }
  const shared = plural(found.several, "1 task", "# tasks");
  const rest = found.several - found.same;
  const text = [
    `Several people have answered ${shared}; ${rest === 0 ? "they gave the same answer everywhere" : `they gave the same answer to ${found.same.toLocaleString("en")} of them`}${found.apart ? `, and grades differ on ${rest.toLocaleString("en")}, ${found.apart}` : ""}.`,
    `How to read it: 1 is full agreement, 0 is what chance would give. ${kindOf(kind).options.includes("judging_scale") ? "Alpha is of ordered grades: a difference of two grades weighs more than one of one." : "Two people agree who choose the same document, on whichever side it was."}`,
    "The line is 95%, other queries; the marks are at 0 and 1. People who agree may all have misread the same text.",
  ].join(" ");
  if (alpha.value === null) return { title: `Agreement on ${shared} can’t be told: ${alpha.note}`, text };
  if (alpha.low === null) return { title: `Agreement is ${number(alpha.value)} on ${shared} of ${plural(alpha.queries, "1 query", "# queries")}: too few for an interval`, text };
  return { title: `Agreement is ${number(alpha.value)}, with other queries ${range(alpha.low, alpha.high)}`, text };
}

export function who(one, people) {
  if (one.who === "all") return "all people";
  return one.who.split(" ").map((pseudonym) => people.find((person) => person.pseudonym === pseudonym)?.name ?? pseudonym).join(" and ");
}

export function weighted(one, numbers) {
  const others = numbers.filter(({ name, who, value }) => one.name === "kappa" && who === one.who && name.startsWith("kappa_") && value !== null);
  return others.length ? `; ${others.map(({ name, value }) => `${number(value)} with ${name.slice(6)} weights`).join(", ")}` : "";
}

export function moreKappas(found, rows) {
  if (!found?.several || rows.some(({ name }) => name === "kappa")) return "";
  return found.people > 5 ? "The kappas of each two people are in irassay labels CAMPAIGN --to quality." : "Cohen’s kappa is of two people who share ten tasks or more: nobody does yet.";
}

const percent = (share) => `${Math.round(100 * share)}%`;
const signed = (value) => (value > 0 ? "+" : "") + number(value);
export const amount = ({ name, value }) => (name === "left_share" ? percent(value) : signed(value));
export function ends({ name, low, high }) {
  if (low === null) return "";
  return name === "left_share" ? `${percent(low)} to ${percent(high)}` : `${signed(low)} to ${signed(high)}`;
}
export function apart(list) {
  const names = list.map((one) => one.name ?? one.pseudonym);
  if (names.length === 0) return "";
  return names.length === 1 ? `${names[0]} stands out` : `${names.slice(0, -1).join(", ")} and ${names.at(-1)} stand out`;
}
export function severityOf({ figures }) {
  const none = figures?.quality.agreement.numbers.find(({ name }) => name === "severity");
  return none ? `Severity: ${none.note}.` : "";
}
export const turned = (n) => (n === undefined ? "" : n ? plural(n, "Your answer can turn 1 pair of systems.", "Your answer can turn # pairs of systems.") : "No answer turns a pair of systems.");
export const tests = (n) => plural(n, "1 test with its agreed answer", "# tests with their agreed answers");
export const agreed = (answer) => `Agreed answer: ${answer}`;
export const model = ({ without }) => plural(without, "1 call without an answer", "# calls without an answer");
export const barred = (one, figures) => (figures?.barred[one.pseudonym] === "exam" ? "failed the exam" : "");
export function tested(one, figures) {
  const [missed, n] = figures?.tested[one.pseudonym] ?? [0, 0];
  return n ? `${missed ? `missed ${missed} of` : "passed"} ${plural(n, "1 test", "# tests")}` : "";
}
export function state(one) {
  if (one.state === "stopped") return "paused by you";
  if (["paused", "barred"].includes(one.state)) return one.state;
  if (!one.has_link) return "no link";
  return one.held ? "judging now" : "away";
}
export function last(one, now) {
  if (!one) return "";
  const gone = (new Date(now) - new Date(one.last)) / 60_000;
  return gone < 60 ? `last answer ${Math.round(gone)} min ago` : `last answer ${one.last.slice(0, 16).replace("T", " ")} UTC`;
}
export const revoke = (name) => `Revoke ${name}’s links?`;
export const invited = (name) => `The link of ${name}, shown this once. Whoever has it answers as ${name}.`;
export const labels = (figures) => (figures ? `${plural(figures.labels, "1 label", "# labels")} so far${figures.earlier ? `, ${figures.earlier.toLocaleString("en")} of them given before` : ""}, by the rule you choose` : "Labels by the rule you choose");
export function trouble(status, message) {
  if (status === 401) return "Open your link again: this session is over. Nothing is lost.";
  if (status === 403) return "This page is for the owner of the campaign. Your link is another one.";
  return status ? message : "No connection. The page tries again by itself; what it shows is of the time above.";
}
export const differ = (n) => (n ? plural(n, "On 1 task people differ", "On # tasks people differ") : "Nothing is left to adjudicate");
export const caseText = (kind, i) => kindOf(kind).texts[i]?.[2] ?? `Text ${i + 1}`;
export const told = (own, others) => `Your answer: ${own}. The others: ${others.map(({ person, answer }) => `${person} ${answer}`).join(", ")}.`;
