// Every sentence that the owner's page makes from facts. No element of the page is touched here.

const plural = (n, one, many) => (n === 1 ? one : many.replace("#", n.toLocaleString("en")));
const clock = (when) => new Date(when).toLocaleTimeString("en-GB", { hour12: false });

export const updated = (when, held) => `${held ? "Held at" : "Updated"} ${clock(when)}`;
export const number = (value) => value.toFixed(2).replace("-", "−");
export const range = (low, high) => (low === null || high === null ? "no interval" : `${number(low)} to ${number(high)}`);
export const more = (n) => (n ? plural(n, "1 more pair is in the report.", "# more pairs are in the report.") : "");
export const minutes = (n) => (n < 1 ? "less than a minute" : plural(Math.round(n), "about 1 minute", "about # minutes"));

export function verdict({ figures, runs, trouble, answered }) {
  if (trouble) return { title: "The figures can’t be computed.", text: trouble };
  if (!figures) return { title: "The figures are being computed.", text: "Answers go on meanwhile; nothing waits for this page." };
  if (figures.verdict) return { title: figures.verdict.title, text: figures.verdict.standfirst, advice: figures.verdict.advice };
  if (!answered) return { title: "Nobody has answered yet.", text: "Send people their links. The first answers show here within seconds." };
  if (figures.trouble) return { title: "There is no verdict yet.", text: figures.trouble };
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
    figures?.seconds ? `An answer takes ${Math.round(figures.seconds)} s at the median.` : "",
    figures?.taken_back ? plural(figures.taken_back, "1 answer was taken back.", "# answers were taken back.") : "",
  ];
  return { title, text: text.filter(Boolean).join(" ") };
}

export const people = (list) => {
  const judging = list.filter((one) => one.held > 0).length;
  return `${plural(list.length, "1 person", "# people")}; ${judging ? plural(judging, "1 has a document on the screen", "# have documents on their screens") : "nobody has a document on the screen"}`;
};
export const pace = (one) => (one && one.median !== null ? String(Math.round(one.median)) : "–");
export const middle = (one) => (one && one.low !== null ? `${Math.round(one.low)} to ${Math.round(one.high)}` : "");
export function state(one) {
  if (one.state === "stopped") return "paused by you";
  if (one.state === "paused") return "paused";
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
export const labels = (figures) => (figures ? `${plural(figures.labels, "1 label", "# labels")} so far, by the rule you choose` : "Labels by the rule you choose");
export function trouble(status, message) {
  if (status === 401) return "Open your link again: this session is over. Nothing is lost.";
  if (status === 403) return "This page is for the owner of the campaign. Your link is another one.";
  return status ? message : "No connection. The page tries again by itself; what it shows is of the time above.";
}
export const differ = (n) => (n ? plural(n, "On 1 task people differ", "On # tasks people differ") : "Nothing is left to adjudicate");
export const told = (own, others) => `Your answer: ${own}. The others: ${others.map(({ person, answer }) => `${person} ${answer}`).join(", ")}.`;
