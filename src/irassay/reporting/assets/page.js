// The page's script, first of five parts that are joined into one: theme, rail, size of text, names under the pointer.
// Everything is readable without it.
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
  all("table.sortable").forEach(sortable);
  unfoldWhatIsLinked();
  keepTextSize();
  all("[data-matrix]").forEach((square) => matrix(square.closest("figure")));
  tips();
  all(".word").forEach(besideItsTerm);
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

// Meanings open beside their term; without a script they open in the middle of the window.
function besideItsTerm(word) {
  let place;
  all(`[popovertarget="${word.id}"]`).forEach((b) => b.addEventListener("click", () => { place = b.getBoundingClientRect(); }));
  word.addEventListener("toggle", () => {
    if (!place || !word.matches(":popover-open")) return;
    const { width, height } = word.getBoundingClientRect();
    const below = place.bottom + 6 + height < innerHeight;
    word.style.inset = "auto";
    word.style.margin = "0";
    word.style.left = `${Math.max(8, Math.min(place.left, innerWidth - width - 8))}px`;
    word.style.top = `${below ? place.bottom + 6 : Math.max(8, place.top - height - 6)}px`;
  });
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
  all(".menu a").forEach((a) => a.addEventListener("click", () => { one(".menu details").open = false; }));
}

// A link into a folded section opens it.
function unfold(hash) {
  const to = hash.length > 1 && document.getElementById(hash.slice(1));
  if (!to) return;
  for (let box = to.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
  all(":scope > .room", to).forEach((room) => { room.open = true; });
}

function unfoldWhatIsLinked() {
  addEventListener("hashchange", () => unfold(location.hash));
  all('a[href^="#"]').forEach((a) => a.addEventListener("click", () => unfold(a.hash)));
  unfold(location.hash);
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

// Names under the pointer

function tips() {
  const tip = one("#tip");
  document.addEventListener("pointermove", (event) => {
    const mark = event.target.closest?.("svg [data-s]");
    if (mark) tell(event, data.systems[mark.dataset.s]);
    else tip.hidden = !event.target.closest?.("g.cells");
  });
}

function tell(event, text) {
  const tip = one("#tip");
  tip.hidden = event.pointerType === "touch";
  tip.textContent = text;
  tip.style.left = `${Math.max(Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8), 0)}px`;
  tip.style.top = `${event.clientY + 16}px`;
}
