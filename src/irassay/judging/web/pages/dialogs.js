// Dialogs of the page: reasons to skip, note, guideline, keys, answers that the server didn't take. While one is open the
// clock stands; what was chosen in it goes to the functions given.

import { at, element, guideline as paintGuideline } from "./view.js";
import { SKIPS, failure } from "./words.js";

const NAMES = ["skip", "note", "guideline", "keys", "failures"];
const dialog = (name) => at(`dialog-${name}`);

export const isOpen = () => NAMES.some((name) => dialog(name).open);
export const close = () => NAMES.forEach((name) => dialog(name).close());

// Each dialog's door: opened() and closed() around it.
export function watch({ opened, closed }) {
  for (const name of NAMES) {
    const box = dialog(name);
    box.addEventListener("close", closed);
    box.addEventListener("click", (event) => {
      if (event.target === box || event.target.closest("[data-close]")) box.close();
    });
    const showModal = box.showModal.bind(box);
    box.showModal = () => { opened(); showModal(); };
  }
}

export function skip(chosen) {
  const choose = (reason) => { dialog("skip").close(); chosen(reason); };
  at("reasons").replaceChildren(...SKIPS.map(({ reason, name }, i) => {
    const button = element("button", { type: "button", className: "reason" }, element("kbd", { text: String(i + 1), "aria-hidden": "true" }), " ", name);
    button.addEventListener("click", () => choose(reason));
    return button;
  }));
  dialog("skip").onkeydown = (event) => {
    const one = !event.repeat && !event.altKey && !event.ctrlKey && !event.metaKey && SKIPS[Number(event.key) - 1];
    if (!one) return;
    event.preventDefault();
    choose(one.reason);
  };
  dialog("skip").showModal();
}

export function note(text, kept) {
  const box = at("note-text");
  box.value = text;
  at("note-form").onsubmit = () => kept(box.value.trim());
  box.onkeydown = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) at("note-form").requestSubmit();
  };
  dialog("note").showModal();
  box.focus();
}

export function guideline(text) {
  paintGuideline(at("guideline-body"), "h2", text, { id: "guideline-title", tabindex: "-1", autofocus: "" });
  dialog("guideline").showModal();
}

// own: of each key of the kind of task what it does
export function keys(own, settings, changed) {
  at("keys-list").querySelectorAll(".own").forEach((one) => one.remove());
  at("keys-list").prepend(...own.flatMap(([key, text]) => [
    element("dt", { className: "own" }, element("kbd", { text: key })),
    element("dd", { className: "own", text, dir: "auto" }),
  ]));
  for (const input of dialog("keys").querySelectorAll("input")) {
    input.checked = String(settings[input.name]) === input.value;
    input.onchange = () => changed(input.name, input.value);
  }
  dialog("keys").showModal();
}

export function failures(list, dropped) {
  const [answer] = list;
  if (!answer) return;
  const { title, text } = failure(answer);
  at("failure-title").textContent = title;
  at("failure-text").textContent = text;
  at("failure-hint").textContent = "";
  at("failure-copy").hidden = answer.state === "gone";
  at("failure-drop").textContent = answer.state === "gone" ? "I’ve read it" : "Let it go";
  at("failure-copy").onclick = async () => {
    const copy = JSON.stringify({ key: answer.key, ...answer.body }, null, 1);
    try {
      await navigator.clipboard.writeText(copy);
      at("failure-hint").textContent = "Copied.";
    } catch {
      at("failure-hint").textContent = copy;
    }
  };
  at("failure-drop").onclick = async () => {
    dialog("failures").close();
    await dropped(answer);
  };
  dialog("failures").showModal();
}
