"""The table of a paper: systems by measures, or by measures of several collections, in LaTeX. Names are escaped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from irassay.arguments import check_choice
from irassay.comparison.equality import rounding
from irassay.drawing.escape import latex
from irassay.wording import count, describe_correction, describe_test, interval, listed, number, percent, plural

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.comparison import League
    from irassay.comparison.testing import Correction, Test
    from irassay.random_keys import Seed
    from irassay.verdict import Verdict

Mark: TypeAlias = Literal["leader", "best", "none"]
MARKS: tuple[Mark, ...] = get_args(Mark)
DAGGERS = ("dagger", "ddagger", "S", "P")  # one a baseline


def paper_table(
    qrels: Qrels,
    runs: Runs,
    measures: Sequence[str] = ("nDCG@10",),
    *,
    mark: Mark = "leader",
    baseline: Sequence[str] = (),
    test: Test = "randomization",
    correction: Correction = "holm",
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: Seed = 0,
    queries: str | None = None,
    ties: str | None = None,
    compat: str | None = None,
    threads: int = 0,
) -> str:
    r"""The LaTeX table of systems by measures that ``irassay compare --format latex`` prints.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    measures : sequence of str
        The columns; systems are in the order of the first.
    mark : {"leader", "best", "none"}
        Bold where a system leads alone by significance; or bold for the best mean and underlined for the second best,
        whether or not they differ significantly; or nothing. Daggers are set wherever there is a baseline.
    baseline, test, correction, alpha, n_resamples, seed
        As for `compare`.
    queries, ties, compat : str, optional
        As for `evaluate`.
    threads : int
        0: one a core. The numbers don't depend on it.

    Returns
    -------
    str
        A table environment with caption and label, for a paper that loads booktabs; it ends with a newline.

    Raises
    ------
    UsageError
        An invalid argument.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> queries = [f"q{i}" for i in range(8)]
    >>> qrels = Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries})
    >>> runs = Runs.from_dict({"new": {q: {"a": 1} for q in queries}, "old": {q: {"b": 1} for q in queries}})
    >>> paper_table(qrels, runs, ["P@1"], mark="best").splitlines()[7:9]
    ['new & \\textbf{1.0000} \\\\', 'old & \\underline{0} \\\\']
    """
    from irassay.verdict import settle

    verdicts = [
        settle(
            qrels, runs, measure, baseline=baseline, test=test, correction=correction, alpha=alpha,
            n_resamples=n_resamples, seed=seed, queries=queries, ties=ties, compat=compat, threads=threads,
        )
        for measure in measures
    ]  # fmt: skip
    return table_of(verdicts, mark=mark) + "\n"


def table_of(
    verdicts: Sequence[Verdict],
    *,
    mark: Mark = "leader",
    datasets: Sequence[str] = (),
    order: League | None = None,
) -> str:
    """The table of verdicts that there are, one a column.

    Parameters
    ----------
    verdicts : sequence of Verdict
    mark : {"leader", "best", "none"}
    datasets : sequence of str
        The collection of each column, where there are several: a second heading over the measures.
    order : League, optional
        Whose order the rows have. Default: the first column's.
    """
    check_choice("mark", mark, MARKS)
    leagues = [verdict.league for verdict in verdicts]
    main = order or leagues[0]
    body = [
        " & ".join([latex(", ".join(names)), *(cell(league, names[0], mark) for league in leagues)]) + r" \\"
        for names in _rows(leagues, main)
    ]
    heads = ["System", *(latex(league.measure) for league in leagues)]
    measures = list(dict.fromkeys(league.measure for league in leagues))
    caption = f"{_legend(main, mark)}{_how(main, leagues, datasets)}{_labels_caveat(verdicts)}"
    over = _over(datasets) if datasets else ()
    return table(caption, f"l{'r' * len(leagues)}", heads, body, label="-".join(measures), over=over)


def _rows(leagues: Sequence[League], order: League) -> list[list[str]]:
    """Runs in that league's order; those that are one system in every column share a row."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for run in [*order.runs, *order.unranked]:
        stands = tuple(_standing(league, run) or run for league in leagues)
        rows.setdefault(stands, []).append(run)
    return list(rows.values())


def _standing(league: League, run: str) -> str | None:
    """The system that stands for a run; None where the league does not have it."""
    return next((s for s in league.systems if s == run or run in league.same.get(s, ())), None)


def cell(league: League, run: str, mark: Mark = "leader") -> str:
    """The mean of a run as it is marked, with the daggers of the baselines that it differs from."""
    name = _standing(league, run)
    if name is None:
        return "--"
    i = list(league.systems).index(name)
    text = _marked(number(float(league.mean[i]), 4).replace("−", "$-$"), league, i, mark)
    return text + daggers(league, i) if league.baseline else text


def _marked(text: str, league: League, i: int, mark: Mark) -> str:
    if mark == "leader":
        alone = list(league.leaders) == [league.systems[i]] and league.n > 1
        return rf"\textbf{{{text}}}" if alone else text
    place = _place(league, i) if mark == "best" else 0
    return {1: rf"\textbf{{{text}}}", 2: rf"\underline{{{text}}}"}.get(place, text)


def _place(league: League, i: int) -> int:
    """1 for the best mean, 2 for the next one; equal means share a place."""
    within, sign = rounding(league.mean), -1 if league.lower_is_better else 1
    better = sorted({float(sign * x) for x in league.mean if sign * (x - league.mean[i]) > within})
    distinct = [x for x, following in zip(better, [*better[1:], float("inf")]) if following - x > within]
    return 1 + len(distinct)


def marked(league: League) -> str:
    """Each baseline after its dagger."""
    return ", ".join(rf"$\{m}$: {latex(name)}" for m, name in zip(DAGGERS, league.baseline))


def daggers(league: League, i: int) -> str:
    """The daggers of the baselines that a system differs from."""
    bases = zip(DAGGERS, map(list(league.systems).index, league.baseline))
    marks = "".join(rf"\{mark}" for mark, base in bases if league.significant[i, base])
    return f"$^{{{marks}}}$" if marks else ""


def _legend(league: League, mark: Mark) -> str:
    """What the marks mean."""
    texts = {
        "leader": "" if league.baseline else "Bold: leads alone. ",
        "best": "Bold: best mean, underlined: second best, whether or not they differ significantly. ",
        "none": "",
    }
    against = f"Differs significantly from {marked(league)}. " if league.baseline else ""
    return texts[mark] + against


def _how(league: League, leagues: Sequence[League], datasets: Sequence[str]) -> str:
    """The test of the main league, its family, and the number of queries of all."""
    test = describe_test(league.test, league.n_resamples, enumerated=league.enumerated)
    family = f" over {plural(league.family, 'pair')}" if len(leagues) == 1 else " for each column"
    if len(leagues) > 1 and len({tuple(one.queries) for one in leagues}) == 1:
        family = " for each measure"
    if len(league.baseline) > 1:
        family += " for each baseline" if len(leagues) == 1 else " and baseline"
    correction = f"{describe_correction(league.correction, league.n_joint)}{family}"
    if league.family == 1 and len(leagues) == 1:
        correction = "1 pair"
    return rf"{test}, {correction}, $\alpha={league.alpha:g}$, {_queries(leagues, datasets)}."


def _queries(leagues: Sequence[League], datasets: Sequence[str]) -> str:
    """How many queries; of several collections how many of each, and that each counts the same in the mean."""
    over = next((league for league in leagues if len(league.collections) > 1), None)
    if over is not None and not datasets:
        return f"mean of {count(len(over.collections))} collections, {plural(len(over.queries), 'query')} in all"
    if over is not None:
        of = dict(zip(datasets, leagues))
        counts = [count(len(league.queries)) for league in of.values() if len(league.collections) < 2]
        collections = f"{count(len(over.collections))} collections of {listed(counts, len(counts))} queries"
        return f"{collections}, each of which counts the same in the mean"
    counts = [count(len(queries)) for queries in dict.fromkeys(tuple(league.queries) for league in leagues)]
    return f"{listed(counts, 10)} {'query' if counts == ['1'] else 'queries'}"


def _labels_caveat(verdicts: Sequence[Verdict]) -> str:
    """What a table without the labels' doubt leaves out: unequal labels, and claims that missing ones could change."""
    texts = [text for text in (_unequal(verdicts), _not_carried(verdicts)) if text]
    return "".join(f" {text}" for text in texts)


def _unequal(verdicts: Sequence[Verdict]) -> str:
    """How unequally the systems are judged, where they are."""
    shares = [1 - share for verdict in verdicts for share in verdict.judged.values()]
    if not shares or max(shares) == 0:
        return ""
    low, high = percent(min(shares)), percent(max(shares))
    span = low if low == high else interval(100 * min(shares), 100 * max(shares), 1) + "%"
    return f"Documents without a label ({latex(span)} of a system's) count as not relevant."


def _not_carried(verdicts: Sequence[Verdict]) -> str:
    """What missing labels could change of what is marked."""
    league = verdicts[0].league
    if league.baseline:
        open_marks = sum(
            bool(verdict.league.significant[i, j]) and not verdict.decides(i, j)
            for verdict in verdicts
            for i, j in verdict.pairs
        )
        daggers_open = "the dagger" if open_marks == 1 else "the daggers"
        of = "1 difference" if open_marks == 1 else f"{count(open_marks)} differences"
        return f"Missing labels could change {daggers_open} of {of}." if open_marks else ""
    names = dict.fromkeys(verdict.league.measure for verdict in verdicts if not verdict.lead_carried)
    if not names:
        return ""
    by = "" if len(verdicts) == 1 else f" by {latex(listed(list(names), len(names)))}"
    return f"Scores with the labels at hand; missing labels could change the lead{by}."


def _over(datasets: Sequence[str]) -> tuple[str, str]:
    """The heading of collections over their columns, and the rules below it."""
    spans: list[list[int | str]] = []
    for column, name in enumerate(datasets, 2):
        if spans and spans[-1][0] == name:
            spans[-1][2] = column
        else:
            spans.append([name, column, column])
    heads = [rf"\multicolumn{{{int(last) - int(first) + 1}}}{{c}}{{{latex(name)}}}" for name, first, last in spans]
    rules = "".join(rf"\cmidrule(lr){{{first}-{last}}}" for _, first, last in spans)
    return " & ".join(["", *heads]) + r" \\", rules


def table(
    caption: str,
    spec: str,
    heads: Sequence[str],
    body: Sequence[str],
    *,
    label: str,
    over: Sequence[str] = (),
) -> str:
    """A table environment; each line of the body ends itself. `label` becomes letters, digits and hyphens."""
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in label.lower())
    name = "-".join(part for part in plain.split("-") if part)
    lines = [r"\begin{table}", rf"\caption{{{caption}}}", rf"\label{{tab:{name}}}", rf"\begin{{tabular}}{{{spec}}}"]
    lines += [r"\toprule", *over, " & ".join(heads) + r" \\", r"\midrule", *body, r"\bottomrule", r"\end{tabular}"]
    return "\n".join([*lines, r"\end{table}"])
