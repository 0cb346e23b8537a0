// Save charts as files that stand alone, tables as CSV, and copy texts.

function save(button) {
  const figure = button.closest("figure"), kind = button.dataset.save;
  if (kind === "league") return keep("league.csv", new Blob(["\ufeff", data.league], { type: "text/csv" }));
  if (kind === "results") return keep("results.csv", new Blob(["\ufeff", data.results], { type: "text/csv" }));
  if (kind === "pairs") return keep("pairs.csv", new Blob(["\ufeff", pairsCsv()], { type: "text/csv" }));
  const drawn = one("template.saved", figure)?.content.querySelector("svg") ?? all(".draw svg", figure).find(seen);
  const below = [one("p.how", figure), starred(figure)].filter(Boolean).map((part) => part.textContent.trim().replace(/\s+/g, " "));
  const alone = standing(drawn, document.getElementById(figure.getAttribute("aria-labelledby")).textContent, below);
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

// The note that says what the stars in a league mean, where there are any.
function starred(figure) {
  const note = one(".under", figure);
  return one(".aside", figure) && note?.textContent.trim().startsWith("*") ? note : null;
}

// A copy that needs nothing of the page: its own colours, paper, margin and title, and how to read it.
function standing(drawn, title, below) {
  const wide = drawn.viewBox.baseVal.width, tall = drawn.viewBox.baseVal.height, margin = 24;
  const lines = wrapped(title, Math.floor(wide / 9)), top = margin + lines.length * 23 + 12;
  const told = below.flatMap((text) => wrapped(text, Math.floor(wide / 6.6))), foot = top + tall + 28;
  const [w, h] = [wide + 2 * margin, tall + top + margin + (told.length ? told.length * 18 + 14 : 0)];
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
  told.forEach((line, k) => made.append(draw("text", { x: margin, y: foot + 18 * k }, line)));
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
  const n = data.pairs.systems.length, states = ["", "settled", "open", "not known", "exactly tied", "open", "open", "open", "open", "open"], strengths = ["", "proved", "likely"];
  const guard = (text) => {
    const safe = /^\s*[=+\-@]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const part = (value, digits, more = 0) => value === null || value === undefined ? "" : (value / 10 ** digits).toFixed(digits + more);
  const assumes = guard(data.pairs.assumes), lines = ["a,b,difference,low,high,p,p_corrected,effect,better,worse,equal,queries,labels,labels_low,labels_high,strength,assumes"];
  for (let a = 0; a < n; a++) for (let b = a + 1; b < n; b++) {
    const q = pairNumbers(a, b);
    lines.push([guard(q.a), guard(q.b), part(q.difference, 4), part(q.low, 3, decimals(q.low)), part(q.high, 3, decimals(q.high)), q.p ?? "", q.corrected ?? "",
      part(q.effect, 2), ...(q.wins ?? ["", "", ""]), states[q.queries], states[q.labels], part(q.least, 3, decimals(q.least)), part(q.most, 3, decimals(q.most)), strengths[q.strength] ?? "", lines[1] ? "" : assumes].join(","));
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
