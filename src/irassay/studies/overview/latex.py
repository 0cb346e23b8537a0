"""Tables to paste into a paper. Names from files are escaped: nothing in them is a command."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.drawing.escape import latex
from irassay.studies.overview.case import Case
from irassay.studies.overview.evidence import Evidence, Order
from irassay.studies.overview.league import every_run
from irassay.wording import CORRECTIONS, TESTS, alone, count, number, p_value, plural

MOST_ROWS = 40
MARKS = ("dagger", "ddagger", "S", "P")  # one a baseline


def leaders_table(evidence: Evidence, case: Case) -> str:
    """The leaders, or all systems where they are few; with a baseline all systems and their p-values."""
    order = evidence.order
    if order.baseline:
        return _baseline_table(order)
    leaders = set(order.leaders)
    rows = [i for i, s in enumerate(order.systems) if case.kind in ("two", "few", "tied") or s in leaders][:MOST_ROWS]
    ranks = bool(order.rank_intervals) and order.n > 2
    letters = any(order.letters) and order.n > 2
    heads = [
        "System",
        *(["Rank"] if ranks else []),
        latex(order.measure),
        r"95\% interval",
        *(["Group"] if letters else []),
    ]
    spec = "l" + "r" * ranks + "rr" + "l" * letters
    body = []
    for i in rows:
        low, high = order.rank_intervals[i] if ranks else (0, 0)
        cells = [_name(order, i)]
        if ranks:
            cells.append(f"{low}--{high}" if low != high else str(low))
        cells += [number(float(order.mean[i]), 4), f"{_plain(float(order.low[i]))}--{_plain(float(order.high[i]))}"]
        if letters:
            cells.append(latex(order.letters[i]))
        body.append(" & ".join(cells) + r" \\")
    which = f"the {count(len(rows))} leading systems" if len(rows) < order.n else plural(order.n, "system")
    caption = (
        f"{latex(order.measure)} of {which} ({count(case.n_queries)} queries). Intervals over queries, "
        f"{alone(order.interval)}. {_rule(order)}"
    )
    return _table(caption, spec, heads, body)


def _name(order: Order, i: int) -> str:
    system = order.systems[i]
    return latex(", ".join([system, *order.same.get(system, ())]))


def _plain(x: float) -> str:
    return number(x, 3).replace("−", "$-$")


def _rule(order: Order) -> str:
    how = f"{TESTS[order.test]}, {CORRECTIONS[order.correction]}"
    test = f"({how}, $\\alpha={order.alpha:g}$, {plural(order.family, 'pair')})"
    if not any(order.letters) or order.n < 3:
        return f"Pairs compared by {test[1:-1]}." if order.n > 1 else ""
    if order.n <= 20:
        return f"Systems share a letter if and only if they don't differ significantly {test}."
    return f"Systems that share a letter don't differ significantly; no shared letter decides nothing {test}."


def _against(order: Order) -> str:
    """The marks of the baselines, and how the comparisons with them were tested."""
    marks = ", ".join(rf"$\{m}$: {latex(name)}" for m, name in zip(MARKS, order.baseline))
    test, correction = TESTS[order.test], CORRECTIONS[order.correction]
    over = plural(order.family, "comparison") + (" for each baseline" if len(order.baseline) > 1 else "")
    return f"Differs significantly from {marks} ({test}, {correction} over {over}, $\\alpha={order.alpha:g}$)."


def _marks(order: Order, i: int) -> str:
    """The marks of the baselines that a system differs from."""
    bases = zip(MARKS, map(order.systems.index, order.baseline))
    marks = "".join(rf"\{mark}" for mark, base in bases if order.significant[i, base])
    return f"$^{{{marks}}}$" if marks else ""


def _baseline_table(order: Order) -> str:
    bases = [order.systems.index(name) for name in order.baseline[: len(MARKS)]]
    body = []
    for i in range(order.n):
        chances = ["" if i == base else _chance(float(order.p_corrected[i, base])) for base in bases]
        cells = [_name(order, i), f"{number(float(order.mean[i]), 4)}{_marks(order, i)}", *chances]
        body.append(" & ".join(cells) + r" \\")
    caption = f"{latex(order.measure)} ({plural(len(order.queries), 'query', 'queries')}). {_against(order)}"
    heads = ["$p$, adjusted"] if len(bases) == 1 else [rf"$p$, adjusted ($\{mark}$)" for mark, _ in zip(MARKS, bases)]
    return _table(caption, "lr" + "r" * len(bases), ["System", latex(order.measure), *heads], body)


def _chance(p: float) -> str:
    return p_value(p).replace("<", "$<$")


def measures_table(evidence: Evidence) -> str:
    """Runs by measures, the highest bold only where it leads alone."""
    orders = [evidence.order, *evidence.others]
    runs = every_run(evidence.order)
    body = [" & ".join([latex(run), *(_cell(order, run) for order in orders)]) + r" \\" for run in runs[:MOST_ROWS]]
    heads = ["System", *(latex(order.measure) for order in orders)]
    rows = f"The first {MOST_ROWS} of {count(len(runs))} runs" if len(runs) > MOST_ROWS else f"{count(len(runs))} runs"
    legend = "Bold: leads alone by that measure."
    if evidence.order.baseline:
        legend = _against(evidence.order)
    caption = f"{rows} by {count(len(orders))} measures. {legend}"
    return _table(caption, "l" + "r" * len(orders), heads, body)


def _cell(order: Order, system: str) -> str:
    name = next((s for s in order.systems if s == system or system in order.same.get(s, ())), None)
    if name is None:
        return "--"
    i = order.systems.index(name)
    text = number(float(order.mean[i]), 4).replace("−", "$-$")
    if order.baseline:
        return text + _marks(order, i)
    return rf"\textbf{{{text}}}" if list(order.leaders) == [name] and order.n > 1 else text


def _table(caption: str, spec: str, heads: Sequence[str], body: Sequence[str]) -> str:
    lines = [r"\begin{table}", rf"\caption{{{caption}}}", rf"\begin{{tabular}}{{{spec}}}", r"\toprule"]
    lines += [" & ".join(heads) + r" \\", r"\midrule", *body, r"\bottomrule", r"\end{tabular}", r"\end{table}"]
    return "\n".join(lines)
