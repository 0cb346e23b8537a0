// Choosing in a list of passages: a choice and what is set aside stay through a reload, and are no answer until confirmed.

import * as passages from "./passages.js";
import * as words from "./words.js";

// The acts of a list. free(): whether something can be chosen now. answer(name): confirmed. told(hint, aloud): to be said.
export function listActs({ sitting, free, answer, told }) {
  const isList = () => words.isList(sitting().current?.task.kind);
  const arrange = (values, aloud) => {
    sitting().keep(values);
    passages.chosen(sitting().current);
    told("", aloud);
  };
  return {
    pick(name) {
      if (isList() && Number(name)) this.choose(name);
      else answer(name);
    },
    confirm() {
      const { chosen } = sitting().current ?? {};
      if (chosen) answer(chosen);
      else told(`${words.CHOOSE_FIRST}.`);
    },
    choose(name) {
      if (free()) arrange({ chosen: name, aside: (sitting().current.aside ?? []).filter((one) => one !== name) }, words.chosen(name));
    },
    aside(place = passages.focused() ?? sitting().current?.chosen) {
      if (!free() || !isList() || !place) return;
      const { aside = [], chosen } = sitting().current;
      const back = aside.includes(place);
      arrange({ chosen: chosen === place ? null : chosen, aside: back ? aside.filter((one) => one !== place) : [...aside, place] });
    },
  };
}
