// Tables whose heads sort them.

function sortable(table) {
  const body = table.tBodies[0], rows = [...body.rows], heads = all("thead th", table);
  rows.forEach((row, at) => { row.at = at; });
  for (const th of heads) {
    const kind = th.classList.contains("r") ? "number" : "text";
    sortButton(th, (button) => {
      const direction = turned(th, kind);
      heads.forEach((head) => head.removeAttribute("aria-sort"));
      th.setAttribute("aria-sort", direction);
      body.append(...[...rows].sort(byWorth(worth(kind, th.cellIndex), direction)));
      say(`Sorted by ${button.textContent}, ${direction}`);
    });
  }
}

// The head of a column made a button.
function sortButton(th, pressed) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "sort";
  button.append(...th.childNodes);
  th.append(button);
  button.addEventListener("click", () => pressed(button));
}

// A column that is sorted turns round; another begins with its highest numbers or first names.
function turned(th, kind) {
  const now = th.getAttribute("aria-sort");
  if (now) return now === "ascending" ? "descending" : "ascending";
  return kind === "number" ? "descending" : "ascending";
}

// What has no value comes last either way; equals keep their first order.
function byWorth(value, direction) {
  const sign = direction === "descending" ? -1 : 1;
  return (a, b) => {
    const x = value(a), y = value(b);
    if (x === "" || y === "") return x === y ? a.at - b.at : x === "" ? 1 : -1;
    return (typeof x === "string" ? x.localeCompare(y, undefined, { numeric: true }) : x - y) * sign || a.at - b.at;
  };
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
