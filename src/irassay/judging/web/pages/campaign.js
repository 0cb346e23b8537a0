// The owner's page: asks every ten seconds, paints what changed, and does what the owner presses. While it is held it
// asks nothing by itself.

import * as words from "./campaign_words.js";
import { chart } from "./campaign_chart.js";
import * as quality from "./campaign_quality.js";
import { plainText } from "./text.js";
import { element, headline } from "./view.js";
import { ask, choice, kindOf } from "./words.js";

const EVERY = 10_000; // ms
const PATIENCE = 15_000;
const at = (id) => document.getElementById(id);
const painted = {}; // what each part was painted from
let now = null;
let held = false;
let next = 0;

async function call(method, path, body) {
  const response = await fetch(`/campaign${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: { Accept: "application/json", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    credentials: "same-origin",
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (response.status === 204) return null;
  const data = await response.json();
  if (!response.ok) throw Object.assign(new Error(data.detail), { status: response.status });
  return data;
}

async function look() {
  clearTimeout(next);
  try {
    now = await call("GET", "/now");
    halt("");
    paint();
  } catch (error) {
    halt(words.trouble(error.status, error.message));
    if (error.status === 401 || error.status === 403) return;
  }
  if (!held) next = setTimeout(look, now?.computing ? EVERY / 5 : EVERY);
}

function halt(sentence) {
  if (at("halted").textContent !== sentence) at("halted").textContent = sentence;
  at("halted").hidden = sentence === "";
}

// Paint a part only where it changed: nothing moves under the reader's eyes, and no focus is lost.
function part(name, facts, painter) {
  const form = JSON.stringify(facts);
  if (painted[name] === form) return;
  painted[name] = form;
  const focus = document.activeElement?.id;
  painter();
  if (focus && document.activeElement?.id !== focus) at(focus)?.focus();
}

function paint() {
  const { figures } = now;
  document.title = `${now.campaign} · campaign`;
  at("name").textContent = now.campaign;
  at("updated").textContent = words.updated(now.time, held);
  at("pause").hidden = false;
  at("pause").textContent = now.paused ? "Let all go on" : "Pause campaign";
  part("verdict", [figures?.verdict, figures?.trouble, now.trouble, now.runs, figures === null, now.answered === 0], paintVerdict);
  part("progress", [now.tasks, now.wanted, now.answered, now.held, now.minutes_left, now.paused, figures?.answers, figures?.taken_back, figures?.plan], paintProgress);
  part("agreement", [figures?.quality.agreement, now.people.map((one) => one.name)], () => quality.paintAgreement(at, now));
  at("differ").hidden = at("to-differ").hidden = !figures?.differ && !painted.case;
  part("differ", [figures?.differ], () => { at("differ-title").textContent = words.differ(figures?.differ ?? 0); if (!painted.case) offer(); });
  part("people", [now.people, figures?.paces, figures?.quality.people, figures?.barred, figures?.tested, figures?.models], paintPeople);
  const graded = kindOf(now.kind).becomes[0] === "qrels";
  at("rule").hidden = at("qrels").hidden = !graded;
  at("preferences").hidden = kindOf(now.kind).becomes[0] !== "preferences";
  at("of-entry").textContent = words.ofEntry(figures);
  at("export-title").textContent = graded ? words.labels(figures) : "What was answered so far";
}

// The drawing that fits: the first on a phone. Style sheets of a drawing's own are for images alone.
function paintEvidence(drawings) {
  const [narrow, wide] = drawings.map((svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`);
  if (painted.evidence === wide) return;
  painted.evidence = wide;
  at("evidence").replaceChildren(...(wide ? [element("source", { media: "(max-width: 700px)", srcset: narrow }), element("img", { src: wide, alt: words.EVIDENCE })] : []));
}

function paintVerdict() {
  const verdict = now.figures?.verdict;
  at("facts").replaceChildren(...(verdict?.facts ?? []).map((text) => element("span", { text })));
  const { title, text, advice } = words.verdict(now);
  at("verdict-title").replaceChildren(...headline(title));
  at("standfirst").replaceChildren(text, ...(advice ? [" ", element("b", { text: advice })] : []));
  paintEvidence(verdict?.drawings ?? []);
  at("meters").replaceChildren(...(verdict?.meters ?? []).map(meter));
  at("next").hidden = !verdict?.next.length;
  at("next-items").replaceChildren(...(verdict?.next ?? []).map((text) => element("li", { text })));
  at("pairs").hidden = !verdict?.pairs.length;
  if (!verdict) return;
  const draw = chart(verdict.pairs);
  at("pairs-title").textContent = words.pairs(verdict.pairs);
  at("pair-rows").replaceChildren(...verdict.pairs.map((pair) => element("tr", {},
    element("th", { scope: "row" }, element("bdi", { text: pair.pair })),
    element("td", { className: "n", text: words.number(pair.difference) }),
    element("td", { className: "chart" }, draw(pair)),
    element("td", { className: "q" }, state(pair.queries), element("small", { text: words.range(pair.low, pair.high) })),
    element("td", { className: "l" }, state(pair.labels || "not known"), element("small", { text: words.range(pair.labels_low, pair.labels_high) })),
    element("td", { className: "n" }, words.toSettle(pair), element("small", { text: words.settledBy(pair) })))));
  at("more-pairs").textContent = words.withoutInterval(verdict.pairs) + words.more(verdict.more_pairs);
}

// One task on which people differ: the owner's own answer first, then what the others said.
function offer() {
  const go = element("button", { type: "button", className: "button main", text: "Judge these" });
  go.addEventListener("click", showCase);
  at("case").replaceChildren(element("p", { className: "buttons" }, go));
}

async function showCase() {
  try {
    const { first } = await call("GET", "/cases");
    painted.case = first?.task ?? "none left"; // what was told stays in sight
    if (!first) {
      at("case").replaceChildren("Nothing is left to adjudicate.");
      return;
    }
    const options = first.options.map(({ name }) => {
      const button = element("button", { type: "button", className: "option" }, element("b", { text: choice(first.kind, name)[2], dir: "auto" }));
      button.addEventListener("click", () => judgeCase(first, name));
      return button;
    });
    const title = element("h3", { className: "query", dir: "auto", tabindex: "-1", text: plainText(first.query) });
    at("case").replaceChildren(title,
      ...first.docs.flatMap((doc, i) => [
        ...(first.docs.length > 1 ? [element("p", { className: "small", text: words.caseText(first.kind, i) })] : []),
        element("div", { className: "text", dir: "auto", tabindex: "0", role: "region", "aria-label": words.caseText(first.kind, i), text: plainText(doc.text) })]),
      element("p", { className: "small", text: words.turned(now.figures?.turned[first.task]) }),
      element("p", { className: "by", text: ask(first.kind, first.label) }),
      element("div", { className: "options", role: "group", "aria-label": "Your answer" }, ...options));
    title.focus();
  } catch (error) {
    halt(words.trouble(error.status, error.message));
  }
}

async function judgeCase(one, answer) {
  for (const button of at("case").querySelectorAll("button")) button.disabled = true; // one answer a case
  try {
    const { answers } = await call("PUT", `/cases/${one.task}`, { answer });
    at("told").textContent = words.told(choice(one.kind, answer)[2], answers);
  } catch (error) {
    halt(words.trouble(error.status, error.message));
    return;
  }
  await showCase();
}

const state = (word) => (word === "settled" ? element("b", { text: word }) : document.createTextNode(word));

function meter({ doubt, settled, pairs, text }) {
  const bar = element("i", {});
  bar.style.inlineSize = `${pairs ? (100 * settled) / pairs : 0}%`;
  return element("div", { className: `share ${doubt}` },
    element("p", { className: "large", text: `${settled} of ${pairs}` }),
    element("div", { className: "track", "aria-hidden": "true" }, bar),
    element("p", { className: "by", text: `settled by the ${doubt}` }),
    element("p", { text }));
}

function paintProgress() {
  const { title, text } = words.progress(now);
  at("progress-title").textContent = title;
  at("progress-text").textContent = text;
  at("progress-text").classList.toggle("paused-note", now.paused);
  quality.paintPlan(at, now.figures?.plan);
  at("progress-bar").style.inlineSize = `${now.wanted ? (100 * now.answered) / now.wanted : 0}%`;
}

function paintPeople() {
  const own = now.figures?.quality.people ?? {};
  const apart = words.apart(now.people.filter((one) => own[one.pseudonym]?.some((number) => number.is_apart)));
  at("people-title").textContent = apart || words.people(now.people);
  at("people-now").textContent = apart ? `${words.people(now.people)}. ` : "";
  at("people-how").textContent = words.severityOf(now);
  const shown = quality.columns(own);
  for (const head of document.querySelectorAll("#people th[data-of]")) head.hidden = !shown.includes(head.dataset.of);
  at("people-rows").replaceChildren(...now.people.map((one) => {
    const pace = now.figures?.paces[one.pseudonym];
    return element("tr", {},
      element("th", { scope: "row" }, element("bdi", { text: one.name ?? "(forgotten)" }), element("small", { text: `${one.pseudonym}, ${one.role}` })),
      element("td", { className: "n", text: one.answered.toLocaleString("en") }),
      element("td", { className: "n", text: one.skipped.toLocaleString("en") }),
      quality.pace(own[one.pseudonym], pace),
      ...shown.map((name) => quality.cell(own[one.pseudonym], name)),
      element("td", {}, words.state(one), ...[words.barred(one, now.figures), words.tested(one, now.figures), words.last(pace, now.time)].map((text) => element("small", { text }))),
      element("td", { className: "acts-of" }, ...acts(one)));
  }), ...(now.figures?.models ?? []).map((one) => model(one, shown.length + 4)));
  at("tests").hidden = !now.tests;
  at("tests-title").textContent = words.tests(now.tests);
}

// Tests with their agreed answers, asked for once the fold is opened.
async function showTests() {
  if (!at("tests").open || at("tests-list").childElementCount) return;
  try {
    at("tests-list").replaceChildren(...(await call("GET", "/tests")).flatMap((one) => [
      element("h3", { className: "query", dir: "auto", text: plainText(one.query) }),
      ...one.docs.flatMap((doc, i) => [
        ...(one.docs.length > 1 ? [element("p", { className: "small", text: words.caseText(now.kind, i) })] : []),
        element("div", { className: "text", dir: "auto", text: plainText(doc.text) })]),
      element("p", { className: "by", text: words.agreed(choice(now.kind, one.agreed)[2]) })]));
  } catch (error) {
    halt(words.trouble(error.status, error.message));
  }
}

const model = (one, width) => element("tr", {},
  element("th", { scope: "row" }, element("bdi", { text: one.name }), element("small", { text: "model" })),
  element("td", { className: "n", text: one.answered.toLocaleString("en") }),
  element("td", { colspan: width, text: one.without ? words.model(one) : "" }));

function acts(one) {
  const stopped = one.state === "stopped";
  const name = one.name ?? one.pseudonym;
  const out = one.state === "barred" ? [] : [button(`stop-${one.pseudonym}`, stopped ? "Let go on" : "Pause", name, () => call("PUT", `/people/${one.pseudonym}/state`, { stopped: !stopped }))];
  if (one.has_link && !one.is_you) out.push(button(`revoke-${one.pseudonym}`, "Revoke links", name, () => call("DELETE", `/people/${one.pseudonym}/links`), words.revoke(name)));
  return out;
}

function button(id, text, name, act, question) {
  const made = element("button", { type: "button", className: "act", id, text, "aria-label": `${text}: ${name}` });
  let sure = !question;
  made.addEventListener("click", async () => {
    if (!sure) {
      sure = true;
      made.textContent = question;
      made.setAttribute("aria-label", question);
      return;
    }
    await done(act, `${text}: ${name}. Done.`);
  });
  return made;
}

async function done(act, told) {
  try {
    await act();
    at("aloud").textContent = told;
  } catch (error) {
    halt(words.trouble(error.status, error.message));
    return;
  }
  await look();
}

at("pause").addEventListener("click", () => done(() => call("PUT", "/state", { stopped: !now.paused }), now.paused ? "All go on." : "The campaign is paused."));
at("tests").addEventListener("toggle", showTests);
at("hold").addEventListener("click", () => {
  held = !held;
  at("hold").setAttribute("aria-pressed", String(held));
  at("hold").classList.toggle("on", held);
  if (now) at("updated").textContent = words.updated(now.time, held);
  if (held) clearTimeout(next);
  else look();
});
at("invite").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = at("invite-name").value;
  try {
    const made = await call("POST", "/people", { name, role: at("invite-role").value });
    const field = element("input", { type: "text", readOnly: true, value: made.link, "aria-label": `Link of ${made.name}` });
    const copy = element("button", { type: "button", className: "button", text: "Copy" });
    copy.addEventListener("click", () => navigator.clipboard.writeText(made.link).then(() => { copy.textContent = "Copied"; }, () => field.select()));
    at("invited").replaceChildren(words.invited(made.name), element("br"), field, copy);
    at("invite").reset();
    field.select();
    await look();
  } catch (error) {
    at("invited").textContent = words.trouble(error.status, error.message);
  }
});
look();
