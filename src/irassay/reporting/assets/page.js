// The page's only script: theme, rail, sort, filter, pins, the pair matrix, save, copy. Everything is readable without it.
(() => {
"use strict";
const root = document.documentElement;
root.classList.add("js");

const remembered = {
  get() { try { return localStorage.getItem("irassay-theme") || "auto"; } catch { return "auto"; } },
  set(value) { try { localStorage.setItem("irassay-theme", value); } catch { /* private window */ } },
};
const wear = (theme) => theme === "auto" ? root.removeAttribute("data-theme") : root.setAttribute("data-theme", theme);
wear(remembered.get());

const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const one = (selector, from = document) => from.querySelector(selector);
const SVG = "http://www.w3.org/2000/svg";
const draw = (tag, attributes, text) => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
};
const seen = (element) => element.getClientRects().length > 0;
let data;

document.addEventListener("DOMContentLoaded", () => {
  data = JSON.parse(one("#data").textContent);
  themes();
  rail();
  all(".league").forEach(league);
  keepTextSize();
  all("[data-matrix]").forEach((square) => matrix(square.closest("figure")));
  tips();
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.save) save(button);
    if ("copy" in button.dataset) copy(button);
  });
});

function say(text) {
  const box = one("#say");
  box.textContent = "";
  setTimeout(() => { box.textContent = text; }, 30);
}

// Theme and rail

function themes() {
  const buttons = all(".theme button");
  const show = (theme) => buttons.forEach((b) => b.setAttribute("aria-pressed", String(b.dataset.theme === theme)));
  buttons.forEach((b) => b.addEventListener("click", () => {
    remembered.set(b.dataset.theme);
    wear(b.dataset.theme);
    show(b.dataset.theme);
  }));
  show(remembered.get());
}

function rail() {
  const links = new Map(all(".rail a").map((a) => [a.hash.slice(1), a]));
  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      links.forEach((a) => a.removeAttribute("aria-current"));
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-15% 0px -75% 0px" });
  all("main > section").forEach((section) => watch.observe(section));
}

// A stretched chart keeps the size of its text.
function keepTextSize() {
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const drawn = all("svg", target).find(seen);
      if (!drawn) continue;
      const wide = drawn.getBoundingClientRect().width, natural = drawn.viewBox.baseVal.width;
      drawn.style.setProperty("--k", wide > 0 ? Math.min(natural / wide, 1.15).toFixed(3) : "1");
    }
  });
  all(".draw").forEach((box) => watch.observe(box));
}

// League: sort, filter, pins

function league(figure) {
  const table = one(".rows", figure), body = table.tBodies[0], rows = [...body.rows];
  const form = one(".filters", figure);
  const state = { column: one("th.score", figure), direction: "descending" };
  const home = { ...state };
  rows.forEach((row, at) => { row.at = at; pinButton(row); });

  const loose = () => {
    const sorted = state.column !== home.column || state.direction !== home.direction;
    table.classList.toggle("loose", sorted || rows.some((row) => row.hidden));
  };
  const order = () => {
    const at = state.column.cellIndex, sign = state.direction === "descending" ? -1 : 1;
    const value = worth(state.column.dataset.sort, at);
    const back = state.column === home.column && state.direction !== home.direction ? -1 : 1;
    const sorted = [...rows].sort((a, b) => {
      const x = value(a), y = value(b);
      if (state.column === home.column) return back * (a.at - b.at);
      if (x === "" || y === "") return x === y ? a.at - b.at : x === "" ? 1 : -1;
      return (typeof x === "string" ? x.localeCompare(y, undefined, { numeric: true }) : x - y) * sign || a.at - b.at;
    });
    body.append(...sorted);
    all("th[data-sort]", table).forEach((th) => th.removeAttribute("aria-sort"));
    state.column.setAttribute("aria-sort", state.direction);
    loose();
  };
  for (const th of all("th[data-sort]", table)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...th.childNodes);
    th.append(button);
    button.addEventListener("click", () => {
      const first = th.dataset.sort === "number" ? "descending" : "ascending";
      const turned = state.direction === "ascending" ? "descending" : "ascending";
      state.direction = state.column === th ? turned : first;
      state.column = th;
      order();
      say(`Sorted by ${button.textContent}, ${state.direction}`);
    });
  }
  if (!form) return;
  form.append(sortList(table, (th, direction) => { Object.assign(state, { column: th, direction }); order(); }));
  const find = one("[data-find]", form), count = one(".count", form), selects = all("[data-filter]", form);
  const filter = () => {
    const wanted = find.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      const metas = all(".meta", row);
      const text = all(".system bdi, .meta", row).map((cell) => cell.textContent).join("\n").toLowerCase();
      const kept = text.includes(wanted) && selects.every((s) => !s.value || metas[s.dataset.filter].textContent === s.value);
      row.hidden = !kept;
      shown += kept;
    }
    count.textContent = `${shown} of ${rows.length} systems`;
    loose();
  };
  [find, ...selects].forEach((part) => part.addEventListener("input", filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  one("[data-clear]", form).addEventListener("click", () => { form.reset(); filter(); find.focus(); });
  const more = one(".more", form);
  more?.addEventListener("click", () => more.setAttribute("aria-expanded", String(form.classList.toggle("open"))));
}

// Where the table's head has no room, a list sorts.
function sortList(table, sort) {
  const list = document.createElement("select"), label = document.createElement("label");
  const heads = all("th[data-sort]", table);
  heads.forEach((th, k) => list.append(new Option(th.textContent, k, false, th.hasAttribute("aria-sort"))));
  list.addEventListener("change", () => {
    const th = heads[list.value];
    sort(th, th.dataset.sort === "number" ? "descending" : "ascending");
  });
  label.className = "sortby";
  label.append("Sort by", list);
  return label;
}

function worth(kind, at) {
  const text = (row) => row.cells[at].textContent.trim();
  if (kind === "rank") return (row) => row.cells[at].dataset.v === "" ? "" : Number(row.cells[at].dataset.v);
  if (kind === "number") return (row) => {
    const found = parseFloat(text(row).replace("−", "-").replace(/[^0-9.eE-]/g, ""));
    return Number.isNaN(found) ? "" : found;
  };
  return (row) => row.cells[at].querySelector("bdi")?.textContent ?? "";
}

const pinned = new Set();

function pinButton(row) {
  const button = document.createElement("button"), number = Number(row.dataset.s);
  button.type = "button";
  button.className = "pin";
  button.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-label", `Mark ${data.systems[number]} in all charts`);
  one(".system > span", row).prepend(button);
  button.addEventListener("click", () => pin(number, row, button));
}

function pin(number, row, button) {
  const on = !pinned.delete(number);
  if (on) pinned.add(number);
  button.setAttribute("aria-pressed", String(on));
  row.classList.toggle("pinned", on);
  for (const mark of all(`svg [data-s="${number}"]`)) {
    mark.classList.toggle("pin", on);
    if (on) mark.parentNode.append(mark);
  }
  all(`svg text[data-pin="${number}"]`).forEach((label) => label.remove());
  if (on) label(number);
  say(`${data.systems[number]} ${on ? "marked" : "no longer marked"} in all charts`);
}

// Where a chart doesn't print every name, a pinned mark gets its own.
function label(number) {
  const name = data.systems[number];
  for (const mark of all(`[data-kind=Strip] svg circle[data-s="${number}"]`)) {
    const x = Number(mark.getAttribute("cx")), wide = mark.ownerSVGElement.viewBox.baseVal.width;
    const anchor = x < 60 ? "" : x > wide - 60 ? "e" : "m";
    const near = all("circle", mark.parentNode).filter((c) => Math.abs(c.getAttribute("cx") - x) < 8 + 3.5 * name.length);
    const y = Math.min(...near.map((c) => Number(c.getAttribute("cy")))) - 11;
    mark.parentNode.append(draw("text", { x, y, class: `b ${anchor} halo`, "data-pin": number }, name));
  }
  for (const line of all(`[data-kind=Lines] svg path[data-s="${number}"]`)) {
    const end = line.getAttribute("d").split("L").pop().split(" ").map(Number);
    line.parentNode.append(draw("text", { x: end[0], y: end[1] + 16, class: "b e halo", "data-pin": number }, name));
  }
}

// The pair matrix

function matrix(figure) {
  const pairs = data.pairs, n = pairs.systems.length, square = one("[data-matrix]", figure);
  const [first, second] = all("[data-pair]", figure), sentence = one(".sentence", figure);
  const at = { i: 1, j: 0 };
  square.tabIndex = 0;
  square.setAttribute("role", "application");
  square.setAttribute("aria-label", "Pairs of systems: arrow keys move from pair to pair");
  const marks = all("g.cells", square).map((cells) => {
    const made = ["cross", "cross", "sel", "sel"].map((css) => draw("rect", { class: css, width: 1, height: 1 }));
    cells.append(...made);
    return made;
  });
  const place = (rect, x, y, w, h) => {
    for (const [name, value] of Object.entries({ x, y, width: w, height: h })) rect.setAttribute(name, value);
  };
  const show = (chosen) => {
    const { i, j } = at;
    for (const [row, column, cell, mirror] of marks) {
      place(row, 0, i, j, 1);
      place(column, j, 0, 1, i);
      place(cell, j, i, 1, 1);
      place(mirror, i, j, 1, 1);
    }
    if (!chosen) {
      first.value = String(Math.min(i, j));
      second.value = String(Math.max(i, j));
    }
    sentence.replaceChildren(...pairWords(Math.min(i, j), Math.max(i, j)));
  };
  const go = (i, j, chosen) => {
    if (i === j || i < 0 || j < 0 || i >= n || j >= n) return;
    Object.assign(at, { i, j });
    show(chosen);
  };
  square.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const [i, j] = [at.i + step[0], at.j + step[1]];
    go(...(i === j ? [i + step[0], j + step[1]] : [i, j]));
  });
  const point = (event) => {
    const cells = event.target.closest("svg")?.querySelector("g.cells");
    if (!cells) return;
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(cells.getScreenCTM().inverse());
    if (p.x >= 0 && p.y >= 0) go(Math.floor(p.y), Math.floor(p.x));
  };
  square.addEventListener("pointermove", point);
  square.addEventListener("click", point);
  const choose = () => {
    const a = Number(first.value), b = Number(second.value);
    if (a === b) sentence.textContent = "Choose two different systems.";
    go(Math.max(a, b), Math.min(a, b), true);
  };
  [first, second].forEach((list) => list.addEventListener("change", choose));
  show();
}

const count = (value) => Number(value).toLocaleString("en-US");
const fixed = (value, digits) => (value < 0 ? "−" : "") + (Math.abs(value) / 10 ** digits).toFixed(digits);
const span = (low, high) => `${fixed(low, 3)} to ${fixed(high, 3)}`;

function pairNumbers(a, b) {
  const pairs = data.pairs, n = pairs.systems.length;
  const k = a * n - (a * (a + 1)) / 2 + (b - a - 1);
  const value = (name) => pairs[name].length ? pairs[name][k] : null;
  return {
    a: pairs.systems[a], b: pairs.systems[b], queries: pairs.queries[k], labels: pairs.labels[k],
    wins: pairs.wins.length ? pairs.wins.slice(3 * k, 3 * k + 3) : null,
    difference: value("difference"), low: value("low"), high: value("high"),
    p: pairs.chances[value("p")], corrected: pairs.chances[value("p_corrected")],
    least: value("labels_low"), most: value("labels_high"),
  };
}

function pairWords(a, b) {
  const q = pairNumbers(a, b), bold = (text) => {
    const made = document.createElement("b"), name = document.createElement("bdi");
    name.textContent = text;
    made.append(name);
    return made;
  };
  return [bold(q.a), ` (${a + 1}) against `, bold(q.b), ` (${b + 1}). `, pairSentence(q)];
}

function pairSentence(q) {
  const tied = q.labels === "4", family = data.pairs.family, parts = [];
  if (q.difference !== null) {
    const wins = q.wins ? `, better on ${count(q.wins[0])} ${q.wins[0] === 1 ? "query" : "queries"}, worse on ${count(q.wins[1])}, equal on ${count(q.wins[2])}` : "";
    parts.push(`Difference ${tied ? "0" : fixed(q.difference, 4)}${wins}.`);
  }
  if (q.low !== null && q.p) {
    const adjusted = family > 1 ? `, adjusted over ${count(family)} pairs ${q.corrected}` : "";
    const decision = q.queries === "1" ? "they differ significantly" : "can't be told apart";
    parts.push(`Other queries: ${span(q.low, q.high)}; p ${q.p}${adjusted}: ${decision}.`);
    if (q.queries === "5") parts.push(`Alone it would differ; among ${count(family)} comparisons it doesn't.`);
    if (q.queries === "6") parts.push("The interval leaves out 0, the test doesn't decide.");
  } else {
    parts.push(q.queries === "1" ? "Queries: they differ significantly." : "Queries: can't be told apart.");
  }
  if (q.least === null) return [...parts, "Missing labels: not computed for this measure."].join(" ");
  const here = data.pairs.here;
  const said = {
    1: `${here} no label reverses the sign, `,
    2: `${here} they could make the two equal or reverse the sign, `,
    3: `${here} whether they could reverse the sign is not known, at the outside `,
    4: `the two are exactly tied ${here}; with other labels `,
  }[q.labels];
  return [...parts, said ? `Missing labels: ${said}${span(q.least, q.most)}.` : "Missing labels: not computed for this measure."].join(" ");
}

// Names under the pointer

function tips() {
  const tip = one("#tip");
  document.addEventListener("pointermove", (event) => {
    const mark = event.target.closest?.("svg [data-s]");
    tip.hidden = !mark;
    if (!mark) return;
    tip.textContent = data.systems[mark.dataset.s];
    tip.style.left = `${Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${event.clientY + 16}px`;
  });
}

// Save and copy

function save(button) {
  const figure = button.closest("figure"), kind = button.dataset.save;
  if (kind === "league") return keep("league.csv", new Blob(["\ufeff", data.league], { type: "text/csv" }));
  if (kind === "pairs") return keep("pairs.csv", new Blob(["\ufeff", pairsCsv()], { type: "text/csv" }));
  const drawn = one("template.saved", figure)?.content.querySelector("svg") ?? all(".draw svg", figure).find(seen);
  const alone = standing(drawn, one("h3", figure).textContent);
  const text = new XMLSerializer().serializeToString(alone);
  if (kind === "svg") return keep(`${figure.id.slice(7)}.svg`, new Blob([text], { type: "image/svg+xml" }));
  const image = new Image(), box = alone.viewBox.baseVal;
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = box.width * 2;
    canvas.height = box.height * 2;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => keep(`${figure.id.slice(7)}.png`, blob));
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

// A copy that needs nothing of the page: its own colours, paper, margin and title.
function standing(drawn, title) {
  const wide = drawn.viewBox.baseVal.width, tall = drawn.viewBox.baseVal.height, margin = 24;
  const lines = wrapped(title, Math.floor(wide / 9)), top = margin + lines.length * 23 + 12;
  const [w, h] = [wide + 2 * margin, tall + top + margin];
  const made = draw("svg", { xmlns: SVG, class: "c", viewBox: `0 0 ${w} ${h}`, width: w, height: h, role: "img" });
  const copied = drawn.cloneNode(true);
  all(".sel,.cross", copied).forEach((mark) => mark.remove());
  const named = all("title,desc", copied);
  named.forEach((part) => part.removeAttribute("id"));
  const inner = draw("g", { transform: `translate(${margin} ${top})` });
  inner.append(...[...copied.childNodes].filter((part) => !named.includes(part)));
  made.append(...named, draw("style", {}, data.marks), draw("rect", { class: "fp", width: w, height: h }));
  lines.forEach((line, k) => made.append(draw("text", { class: "ti", x: margin, y: margin + 15 + 23 * k }, line)));
  made.append(inner);
  return made;
}

function wrapped(text, length) {
  return text.split(" ").reduce((lines, word) => {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + word.length < length) lines[last] += ` ${word}`;
    else lines.push(word);
    return lines;
  }, []);
}

function pairsCsv() {
  const n = data.pairs.systems.length, states = ["", "settled", "open", "not known", "exactly tied", "open", "open"];
  const guard = (text) => {
    const safe = /^\s*[=+\-@]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const part = (value, digits) => value === null || value === undefined ? "" : (value / 10 ** digits).toFixed(digits);
  const lines = ["a,b,difference,low,high,p,p_corrected,better,worse,equal,queries,labels,labels_low,labels_high"];
  for (let a = 0; a < n; a++) for (let b = a + 1; b < n; b++) {
    const q = pairNumbers(a, b);
    lines.push([guard(q.a), guard(q.b), part(q.difference, 4), part(q.low, 3), part(q.high, 3), q.p ?? "", q.corrected ?? "",
      ...(q.wins ?? ["", "", ""]), states[q.queries], states[q.labels], part(q.least, 3), part(q.most, 3)].join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}

function keep(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  say(`Saved ${name}`);
}

async function copy(button) {
  const text = one(".text", button.parentElement);
  try {
    await navigator.clipboard.writeText(text.textContent);
  } catch {
    getSelection().selectAllChildren(text);
    document.execCommand("copy");
    getSelection().removeAllRanges();
  }
  button.textContent = "Copied";
  say("Copied");
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}
})();
