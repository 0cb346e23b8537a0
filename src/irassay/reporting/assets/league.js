// The league: sort, filter, and marks that light up in all charts.

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
    const value = worth(state.column.dataset.sort, state.column.cellIndex);
    const back = state.direction === home.direction ? 1 : -1;
    const inOrder = state.column === home.column ? (a, b) => back * (a.at - b.at) : byWorth(value, state.direction);
    body.append(...[...rows].sort(inOrder));
    all("th[data-sort]", table).forEach((th) => th.removeAttribute("aria-sort"));
    state.column.setAttribute("aria-sort", state.direction);
    loose();
  };
  for (const th of all("th[data-sort]", table)) {
    sortButton(th, (button) => {
      state.direction = turned(th, th.dataset.sort);
      state.column = th;
      order();
      say(`Sorted by ${button.textContent}, ${state.direction}`);
    });
  }
  if (!form) return;
  form.append(sortList(table, (th, direction) => { Object.assign(state, { column: th, direction }); order(); }));
  const find = one("[data-find]", form), count = one(".count", form), selects = all("[data-filter]", form);
  const facts = rows.map((row) => ({
    row,
    text: all(".system bdi, .meta", row).map((cell) => cell.textContent).join("\n").toLowerCase(),
    values: all(".meta", row).map((cell) => one("bdi", cell)?.textContent ?? ""),
  }));
  // A list's first entry is all; another's value may be "", which is what not stated reads as.
  const fits = (fact, list, k) => k === 0 || fact.values[list.dataset.filter] === list.options[k].value;
  const filter = () => {
    const wanted = find.value.trim().toLowerCase();
    const found = facts.filter((fact) => fact.text.includes(wanted));
    const kept = (but) => found.filter((fact) => selects.every((s) => s === but || fits(fact, s, s.selectedIndex)));
    const shown = new Set(kept().map((fact) => fact.row));
    for (const row of rows) row.hidden = !shown.has(row);
    for (const list of selects) {
      const others = kept(list);
      [...list.options].slice(1).forEach((option, k) => {
        option.textContent = `${option.dataset.value} (${others.filter((fact) => fits(fact, list, k + 1)).length})`;
      });
    }
    count.textContent = `${shown.size} of ${rows.length} systems`;
    all(".filtered", figure).forEach((said) => { said.hidden = shown.size === rows.length; });
    loose();
  };
  filter();
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
