"""Tables to paste into a paper. Names from files are escaped: nothing in them is a command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.drawing.escape import latex
from irassay.messages import CORRECTIONS, IN_LATEX, TESTS, adjustment, number, p_value
from irassay.studies.overview.words import OVERVIEW
from irassay.studies.paper_caption import DAGGERS, bases, caption_of, daggers, lead_open, meaning, order_open
from irassay.studies.paper_environment import table
from irassay.studies.paper_runs import Beside
from irassay.studies.paper_scores import of_scores, without_label
from irassay.studies.paper_table import cell
from irassay.verdict.verdict import Verdict

if TYPE_CHECKING:
    from irassay.comparison import League

MOST_ROWS = 40


def leaders_table(verdict: Verdict, beside: Beside) -> str:
    """The leaders, or all systems where they are few; with a baseline all systems and their p-values."""
    league = verdict.league
    if league.baseline:
        return _baseline_table(verdict, beside)
    leaders = set(league.leaders)
    rows = [i for i, s in enumerate(league.systems) if verdict.kind in ("two", "few", "tied") or s in leaders][
        :MOST_ROWS
    ]
    ranks = bool(league.rank_intervals) and league.n > 2
    letters = any(league.letters) and league.n > 2
    heads = [
        "System",
        *(["Rank"] if ranks else []),
        latex(league.measure),
        r"95\% interval",
        *(["Group"] if letters else []),
    ]
    spec = "l" + "r" * ranks + "rr" + "l" * letters
    body = []
    for i in rows:
        low, high = league.rank_intervals[i] if ranks else (0, 0)
        cells = [_name(league, i)]
        if ranks:
            cells.append(f"{low}--{high}" if low != high else str(low))
        cells += [number(float(league.mean[i]), 4), f"{_plain(float(league.low[i]))}--{_plain(float(league.high[i]))}"]
        if letters:
            cells.append(latex(league.letters[i]))
        body.append(" & ".join(cells) + r" \\")
    caption = OVERVIEW(
        "latex.caption", measure=latex(league.measure), leading=len(rows) if len(rows) < league.n else 0, n=league.n,
        queries=verdict.n_queries, adjustment=adjustment(league.interval),
    )  # fmt: skip
    caption = _with(caption, [_rule(league), *_of_scores(verdict, beside), lead_open([verdict])])
    return table(caption, spec, heads, body, label=f"leaders-{league.measure}")


def _of_scores(verdict: Verdict, beside: Beside) -> list[str]:
    return [*of_scores([verdict], (), beside), without_label([verdict])]


def _with(caption: str, sentences: Sequence[str]) -> str:
    return " ".join([caption, *filter(None, sentences)])


def _name(league: League, i: int) -> str:
    system = league.systems[i]
    return latex(", ".join([system, *league.same.get(system, ())]))


def _plain(x: float) -> str:
    return number(x, 3).replace("−", "$-$")


def _rule(league: League) -> str:
    form = "text" if not any(league.letters) or league.n < 3 else "letters" if league.n <= 20 else "many"
    return OVERVIEW(f"latex-rule.{form}", **_tested(league)) if league.n > 1 else ""


def _tested(league: League) -> dict[str, Any]:
    test, correction = TESTS[league.test].name, CORRECTIONS[league.correction]
    return {"test": test, "correction": correction, "alpha": league.alpha, "pairs": league.family}


def _baseline_table(verdict: Verdict, beside: Beside) -> str:
    league = verdict.league
    places = bases(league)
    body = []
    for i in range(league.n):
        chances = ["" if i == base else _chance(float(league.p_corrected[i, base])) for base in places]
        cells = [_name(league, i), f"{number(float(league.mean[i]), 4)}{daggers(league, i)}", *chances]
        body.append(" & ".join(cells) + r" \\")
    caption = OVERVIEW(
        "latex-rule.baseline", measure=latex(league.measure), queries=len(league.queries), meaning=meaning(league),
        several=len(league.baseline) > 1, **_tested(league),
    )  # fmt: skip
    caption = _with(caption, [*_of_scores(verdict, beside), order_open([verdict])])
    heads = (
        ["$p$, adjusted"] if len(places) == 1 else [rf"$p$, adjusted ($\{mark}$)" for mark, _ in zip(DAGGERS, places)]
    )
    return table(
        caption,
        "lr" + "r" * len(places),
        ["System", latex(league.measure), *heads],
        body,
        label=f"baseline-{league.measure}",
    )


def _chance(p: float) -> str:
    return p_value(p, IN_LATEX).replace("<", "$<$")


def measures_table(verdicts: Sequence[Verdict], beside: Beside) -> str:
    """Runs by measures, the highest bold only where it leads alone."""
    main, leagues = verdicts[0].league, [verdict.league for verdict in verdicts]
    runs = main.runs
    body = [" & ".join([latex(run), *(cell(league, run) for league in leagues)]) + r" \\" for run in runs[:MOST_ROWS]]
    heads = ["System", *(latex(league.measure) for league in leagues)]
    rows = {"first": MOST_ROWS if len(runs) > MOST_ROWS else 0, "runs": len(runs), "measures": len(leagues)}
    caption = OVERVIEW("latex.measures", caption=caption_of(main, verdicts, mark="leader", beside=beside), **rows)
    return table(caption, "l" + "r" * len(leagues), heads, body, label="measures")
