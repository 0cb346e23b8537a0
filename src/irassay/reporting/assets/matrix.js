// The pair matrix: pointer, arrow keys, two lists, and the sentence of a pair in the words of the study.

function matrix(figure) {
  const names = data.systems, n = names.length, square = one("[data-matrix]", figure);
  const [first, second] = all("[data-pair]", figure), sentence = one(".sentence", figure);
  const command = one("[data-ask]", figure);
  if (!data.pairs && !command) return;
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
const fixed = (value, digits) => value === 0 ? "0" : (value < 0 ? "−" : "") + (Math.abs(value) / 10 ** digits).toFixed(digits);
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
    effect: value("effect"), least: value("labels_low"), most: value("labels_high"),
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
    if (q.queries === "7") parts.push(`The test favours ${q.a} significantly, but the means don't.`);
    if (q.queries === "8") parts.push(`The test favours ${q.b} significantly, but the means don't.`);
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
