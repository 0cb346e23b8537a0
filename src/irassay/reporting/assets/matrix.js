// The pair matrix: pointer, arrow keys, two lists, and the sentence of a pair in the words of the study.

function matrix(figure) {
  const names = data.systems, n = names.length, square = one("[data-matrix]", figure);
  const [first, second] = all("[data-pair]", figure), sentence = one(".sentence", figure);
  const command = one("[data-ask]", figure);
  if (!data.pairs && !command) return;
  all("[data-pair]", figure).forEach((list) => list.append(...names.map((name, i) => new Option(name, i))));
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
    const [a, b] = [Math.min(i, j), Math.max(i, j)];
    if (command) {
      command.textContent = `${command.dataset.ask} ${quoted(names[a])} ${quoted(names[b])}`;
      return;
    }
    if (!chosen) {
      first.value = String(a);
      second.value = String(b);
    }
    sentence.replaceChildren(...pairWords(a, b));
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
    tell(event, `${names[at.i]} · ${names[at.j]}`);
  };
  square.addEventListener("pointermove", point);
  square.addEventListener("click", point);
  const choose = () => {
    const a = Number(first.value), b = Number(second.value);
    if (a === b) sentence.textContent = "Choose two different systems.";
    go(Math.max(a, b), Math.min(a, b), true);
  };
  if (!command) [first, second].forEach((list) => list.addEventListener("change", choose));
  show();
}

// A word of a shell's command.
const quoted = (word) => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\"'\"'")}'`;

const count = (value) => Number(value).toLocaleString("en-US");
const fixed = (value, digits, more = 0) => value === 0 ? "0" : (value < 0 ? "−" : "") + (Math.abs(value) / 10 ** digits).toFixed(digits + more);

// How many decimals an end has beside the digits that are shown elsewhere: so many that its sign is seen.
const decimals = (value) => /e/.test(value) ? 0 : (String(value).split(".")[1] ?? "").length;
// Both ends of an interval, with as many decimals.
function ends(low, high, digits) {
  const more = Math.max(decimals(low), decimals(high));
  return { low: fixed(low, digits, more), high: fixed(high, digits, more) };
}

function pairNumbers(a, b) {
  const pairs = data.pairs, n = pairs.systems.length;
  const k = a * n - (a * (a + 1)) / 2 + (b - a - 1);
  const value = (name) => pairs[name].length ? pairs[name][k] : null;
  const state = pairs.queries[k], contains = state === "c";
  return {
    a: pairs.systems[a], b: pairs.systems[b], queries: contains ? "1" : state, contains, labels: pairs.labels[k],
    wins: pairs.wins.length ? pairs.wins.slice(3 * k, 3 * k + 3) : null,
    difference: value("difference"), low: value("low"), high: value("high"),
    p: pairs.chances[value("p")], corrected: pairs.chances[value("p_corrected")],
    strength: pairs.strength[k], agreeing: value("agreeing"), unlabelled: pairs.clauses[value("unlabelled")], effect: value("effect"), least: value("labels_low"), most: value("labels_high"),
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

// A phrase of the study with its places filled.
const filled = (phrase, values) => phrase.replace(/\{(\w+)\}/g, (place, name) => name in values ? values[name] : place);

// The two score the same on every query.
const equalEverywhere = (q) => q.wins && q.wins[0] === 0 && q.wins[1] === 0;

function pairHeadline(q) {
  const say = data.pairs.phrases;
  if (q.queries !== "1" && q.unlabelled) return filled(say.sparse, q);
  if (q.queries === "7" || q.queries === "8") return filled(q.queries === "7" ? say.against : say.against_other, q);
  if (q.queries !== "1") return filled(equalEverywhere(q) ? say.equal : say.open, q);
  const first = (q.difference > 0) !== say.lower_is_better, who = { ahead: first ? q.a : q.b, other: first ? q.b : q.a };
  return filled({ 1: say.better.proved, 2: say.better.likely }[q.strength] ?? say.more, who);
}

function pairSentence(q) {
  const say = data.pairs.phrases, parts = [pairHeadline(q)];
  if (q.difference !== null && q.wins) {
    const [better, worse, equal] = q.wins.map(count), queries = q.wins[0] === 1 ? say.query : say.queries;
    const difference = q.labels === "4" ? "0" : fixed(q.difference, 4);
    parts.push(filled(say.counted, { difference, better: filled(queries, { n: better }), worse, equal }));
  }
  if (q.p) {
    const around = q.low === null ? say.one_query : filled(say.around, ends(q.low, q.high, 3));
    const decision = q.queries === "1" ? say.differ : q.queries === "9" ? say.edge : equalEverywhere(q) ? say.no_difference : "";
    const beside = q.contains ? say.contains : { 6: say.leaves_out, 7: say.beside_against, 8: say.beside_against_other }[q.queries];
    if (beside) parts.push(filled(beside, q));
    parts.push(`${filled(say.chance, { around, p: q.p, p_corrected: q.corrected })}${decision && `: ${decision}`}.`);
  }
  return [...parts, filled(say.missing_labels, { text: labelNumbers(q) })].join(" ");
}

function labelNumbers(q) {
  const say = data.pairs.phrases, state = { 1: "settled", 2: "open", 3: "not known", 4: "exactly tied" }[q.labels];
  if (q.least === null || !state) return say.labels[""];
  const text = filled(say.labels[state], ends(q.least, q.most, 3));
  if (q.agreeing === null || !["2", "3"].includes(q.labels)) return text;
  return text + filled(q.queries === "1" ? say.kept.significance : say.kept.sign, { agreeing: count(q.agreeing) });
}
