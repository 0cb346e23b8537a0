// What the owner's page shows of the work that is left, of agreement, and of how each person judges.

import { reaches } from "./campaign_chart.js";
import * as words from "./campaign_words.js";
import { element } from "./view.js";

const OF_A_PERSON = ["severity", "left_share"];

export function paintPlan(at, plan) {
  at("plan").textContent = (plan?.sentences ?? []).join(" ");
  at("sizes").hidden = !plan?.sizes.length;
  const most = Math.max(...(plan?.sizes ?? []).map(([, , n]) => n));
  at("size-rows").replaceChildren(...(plan?.sizes ?? []).map(([first, last, n]) => {
    const bar = element("i", {});
    bar.style.inlineSize = `${(100 * n) / most}%`;
    return element("tr", {},
      element("th", { scope: "row", text: first === last ? String(first) : `${first}–${last}` }),
      element("td", { className: "n", text: n.toLocaleString("en") }),
      element("td", { className: "amount" }, element("div", { className: "track", "aria-hidden": "true" }, bar)));
  }));
}

export function paintAgreement(at, now) {
  const agreement = now.figures?.quality.agreement;
  const { title, text } = words.agreement(agreement, now.kind);
  at("agreement-title").textContent = title;
  at("agreement-text").textContent = text;
  const rows = (agreement?.numbers ?? []).filter(({ name, value }) => value !== null && words.COEFFICIENTS[name]);
  at("coefficients").hidden = rows.length === 0;
  const draw = reaches(rows);
  at("coefficient-rows").replaceChildren(...rows.map((one) => element("tr", {},
    element("th", { scope: "row", text: words.COEFFICIENTS[one.name] }, element("small", {}, element("bdi", { text: words.who(one, now.people) }), words.weighted(one, agreement.numbers))),
    element("td", { className: "n", text: words.number(one.value) }),
    element("td", { className: "chart" }, draw(one)),
    element("td", {}, words.range(one.low, one.high), element("small", { text: one.note })),
    element("td", { className: "n", text: one.tasks.toLocaleString("en") }),
    element("td", { className: "n", text: one.queries.toLocaleString("en") }))));
  at("more-kappas").textContent = words.moreKappas(agreement, rows);
}

// The columns that somebody has a number or a reason in.
export const columns = (people) => OF_A_PERSON.filter((name) => Object.values(people).some((own) => own.some((one) => one.name === name)));

export function cell(own, name) {
  const one = own?.find((number) => number.name === name);
  if (!one || (one.value === null && !one.note)) return element("td", { text: "–" });
  const value = one.value === null ? "–" : words.amount(one);
  const mark = one.is_apart ? [element("span", { className: "mark", "aria-hidden": "true", text: "▲ " })] : [];
  return element("td", { className: one.is_apart ? "apart" : "" }, ...mark, value,
    element("small", { text: words.ends(one) }), element("small", { className: "why", text: one.note }));
}

export function pace(own, middle) {
  const one = own?.find((number) => number.name === "pace_seconds");
  return element("td", {}, words.pace(middle),
    element("small", { text: words.interval(one) }), element("small", { text: words.middle(middle) }));
}
