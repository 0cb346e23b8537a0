"""The table of a paper: systems by measures, or by measures of several collections, in LaTeX. Names are escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from irassay.arguments import check_choice
from irassay.collection.own_documents import own_documents_of
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.comparison import League
from irassay.comparison.equality import rounding
from irassay.comparison.league.words import cautions
from irassay.comparison.testing import Correction, Test
from irassay.drawing.escape import latex
from irassay.formats.inputs import in_memory
from irassay.measures import parse_all
from irassay.messages import number
from irassay.preflight.order import TieMoves, tie_moves
from irassay.preflight.unfit import Unfit, check_labels, unfit
from irassay.random_keys import Seed
from irassay.scoring import Scores
from irassay.scoring.evaluate import evaluate_by
from irassay.scoring.silent import silent_systems
from irassay.studies.paper_caption import (
    ZEROS,
    Mark,
    Marked,
    caption_of,
    daggers,
    short_caption_of,
    warn,
    warnings_of,
    with_zeros,
)
from irassay.studies.paper_scores import ENVIRONMENTS, Across, Beside, standing, table
from irassay.verdict import Verdict
from irassay.verdict.over_collections import CollectionVerdicts, collections_given, verdicts_on
from irassay.verdict.settle import Asked, counted_labels, verdict_on

Caption: TypeAlias = Literal["full", "short"]
MARKS: tuple[Mark, ...] = get_args(Mark)
CAPTIONS: tuple[Caption, ...] = get_args(Caption)


def paper_table(
    qrels: Qrels,
    runs: Runs,
    measures: Sequence[str] = ("nDCG@10",),
    *,
    mark: Mark = "leader",
    caption: Caption = "full",
    across: Across = "column",
    baseline: Sequence[str] = (),
    test: Test = "randomization",
    correction: Correction = "holm",
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: Seed = 0,
    queries: str | None = None,
    ties: str | None = None,
    compat: str | None = None,
    identical_ids: Literal["count", "ignore"] | None = None,
    unseen: int | None = None,
    scale: Sequence[int] | None = None,
    threads: int = 0,
) -> str:
    r"""The LaTeX table of systems by measures that ``irassay compare --format latex`` prints.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    measures : sequence of str
        The columns, also one text of one; systems are in the order of the first.
    mark : {"leader", "best", "none"}
        Bold where a system leads alone by significance; or bold for the best mean and underlined for the second best,
        whether or not they differ significantly; or nothing. Daggers are set wherever there is a baseline.
    caption : {"full", "short"}
        All that the numbers leave open; or, in three sentences at most, what is compared, the marks and the test. Both
        say where runs leave queries out, have no labelled document, or have lists that were cut before the measure's
        depth.
    across : {"column", "page"}
        A ``table``, or a ``table*`` as wide as the page of a paper in two columns.
    baseline, test, correction, alpha, n_resamples, seed
        As for `compare`.
    queries, ties, compat : str, optional
        As for `evaluate`.
    identical_ids : {"count", "ignore"}, optional
        Whether a query's own document counts in the runs (the default), or is removed as by BEIR, which the caption
        says, also of runs that went through `Runs.without_identical_ids` before.
    unseen, scale : int, sequence of int, optional
        As for `settle`.
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
    InputError
        No run of a collection has a labelled document.

    Warns
    -----
    UserWarning
        What the command prints on standard error: queries that a run leaves out, runs without a labelled document or
        with lists that were cut before the measure's depth, equal scores, and limits of the test.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> queries = [f"q{i}" for i in range(8)]
    >>> qrels = Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries})
    >>> runs = Runs.from_dict({"new": {q: {"a": 1} for q in queries}, "old": {q: {"b": 1} for q in queries}})
    >>> paper_table(qrels, runs, ["P@1"], mark="best").splitlines()[8:10]
    ['new & \\textbf{1.0000} \\\\', 'old & \\underline{0} \\\\']
    """
    asked = Asked.of(locals())
    (qrels, runs), parsed = in_memory(qrels, runs, identical_ids), parse_all(measures)
    verdicts = [verdict_on(qrels, runs, measure, asked) for measure in parsed]
    scores = evaluate_by(qrels, runs, parsed[:1], asked.policy, threads=threads)
    beside = beside_of(qrels, runs, scores, verdicts, identical_ids=identical_ids or "count")
    check_labels({"": (qrels, runs)}, beside.unfit)
    ties_by = {measure: of for (_, measure), of in beside.ties.items()}
    warn(warnings_of(scores, (qrels, runs), beside.unfit[""], verdicts, ties_by))
    return table_of(verdicts, mark=mark, beside=beside, caption=caption, across=across) + "\n"


def paper_table_over(
    collections: Mapping[str, tuple[Qrels, Runs]],
    measures: Sequence[str] = ("nDCG@10",),
    *,
    mark: Mark = "leader",
    caption: Caption = "full",
    across: Across = "column",
    baseline: Sequence[str] = (),
    test: Test = "randomization",
    correction: Correction = "holm",
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: Seed = 0,
    queries: str | None = None,
    ties: str | None = None,
    compat: str | None = None,
    identical_ids: Literal["count", "ignore"] | None = None,
    unseen: int | None = None,
    scale: Sequence[int] | None = None,
    threads: int = 0,
) -> str:
    r"""The LaTeX table of systems by the measures of each collection, then of their mean.

    ``irassay compare --collection NAME=QRELS,RUN,... --format latex`` prints the same.

    Parameters
    ----------
    collections : mapping of str to (Qrels, Runs)
        At least two, as for `settle_over`.
    measures, mark, caption, across, baseline, test, correction, alpha, n_resamples, seed, queries, ties : optional
    compat, unseen, scale, threads : optional
        As for `paper_table`. The rows have the order of the mean by the first measure.
    identical_ids : {"count", "ignore"}, optional
        As for `paper_table`, in the runs of every collection.

    Returns
    -------
    str
        As `paper_table`; its rules between columns take booktabs too.

    Raises
    ------
    UsageError, InputError
        As `paper_table`, which says what is warned of.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> queries = [f"q{i}" for i in range(8)]
    >>> qrels = Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries})
    >>> runs = Runs.from_dict({"new": {q: {"a": 1} for q in queries}, "old": {q: {"b": 1} for q in queries}})
    >>> paper_table_over({"books": (qrels, runs), "films": (qrels, runs)}, ["P@1"]).splitlines()[10]
    'new & \\textbf{1.0000} & \\textbf{1.0000} & \\textbf{1.0000} \\\\'
    """
    asked = Asked.of(locals())
    collections = {
        name: in_memory(qrels, runs, identical_ids) for name, (qrels, runs) in collections_given(collections).items()
    }
    parsed = parse_all(measures)
    of = [verdicts_on(collections, measure, asked) for measure in parsed]
    unanswered = {name: counted_as_0(scores) for name, scores in of[0].scores.items()}
    moves = {
        (name, str(verdict.measure)): ties_of(verdict, *collections[name], one.scores[name].policy.ties)
        for one in of
        for name, verdict in one.each.items()
    }
    own = {name: own_documents_of(*both) for name, both in collections.items()}
    misfits = {name: unfit(*both, parsed) for name, both in collections.items()}
    check_labels(collections, misfits)
    warn(_warnings_over(collections, of, misfits, moves))
    beside = Beside(unanswered, moves, identical_ids or "count", own, misfits)
    means = [(one.mean, one.each) for one in of]
    return table_of_collections(means, mark=mark, beside=beside, caption=caption, across=across) + "\n"


def _warnings_over(
    collections: Mapping[str, tuple[Qrels, Runs]],
    of: Sequence[CollectionVerdicts],
    misfits: Mapping[str, Unfit],
    moves: Mapping[tuple[str, str], TieMoves | None],
) -> list[str]:
    """The warnings of the means, then of each collection, which they name."""
    texts = [text for one in of for text in cautions(one.mean.league)]
    for name, both in collections.items():
        verdicts = [one.each[name] for one in of]
        ties = {measure: of_ties for (collection, measure), of_ties in moves.items() if collection == name}
        each = warnings_of(of[0].scores[name], both, misfits[name], verdicts, ties)
        texts += [f"{name}: {text}" for text in each]
    return texts


def table_of_collections(
    of: Sequence[tuple[Verdict, Mapping[str, Verdict]]],
    *,
    mark: Mark,
    beside: Beside,
    caption: Caption = "full",
    across: Across = "column",
) -> str:
    """The table of one verdict a measure on the mean over collections and on each: the mean comes last."""
    columns = [(name, each[name]) for name in of[0][1] for _, each in of] + [("Mean", mean) for mean, _ in of]
    verdicts, datasets = [verdict for _, verdict in columns], [name for name, _ in columns]
    order = of[0][0].league
    return table_of(verdicts, mark=mark, datasets=datasets, order=order, beside=beside, caption=caption, across=across)


def beside_of(
    qrels: Qrels, runs: Runs, scores: Scores, verdicts: Sequence[Verdict], *, identical_ids: str = "count"
) -> Beside:
    """What is said beside verdicts on the runs of one collection; `scores` say which queries these leave out."""
    return Beside(
        {"": counted_as_0(scores)},
        {("", str(one.measure)): ties_of(one, qrels, runs, scores.policy.ties) for one in verdicts},
        identical_ids,
        {"": own_documents_of(qrels, runs)},
        {"": unfit(qrels, runs, [one.measure for one in verdicts if one.measure is not None])},
    )


def counted_as_0(scores: Scores) -> dict[str, int]:
    """System -> number of queries that its run leaves out, where each of them counts 0: of those that answer some."""
    if scores.policy.queries == "shared":
        return {}
    silent = silent_systems(scores)
    return {system: len(queries) for system, queries in scores.missing.items() if queries and system not in silent}


def ties_of(verdict: Verdict, qrels: Qrels, runs: Runs, ties: str) -> TieMoves | None:
    """What equal scores leave open of the means that a verdict is on; `ties` says which scores are equal."""
    if verdict.measure is None or not verdict.league.queries:
        return None
    return tie_moves(counted_labels(verdict.league, qrels, verdict.measure), runs, verdict.measure, ties=ties)


def table_of(
    verdicts: Sequence[Verdict],
    *,
    mark: Mark = "leader",
    datasets: Sequence[str] = (),
    order: League | None = None,
    beside: Beside | None = None,
    caption: Caption = "full",
    across: Across = "column",
) -> str:
    """The table of these verdicts, one a column, with rows in the order of `order` or the first column. `datasets` has
    each column's collection, for a second heading over the measures."""
    check_choice("mark", mark, MARKS)
    check_choice("caption", caption, CAPTIONS)
    check_choice("across", across, tuple(ENVIRONMENTS))
    leagues = [verdict.league for verdict in verdicts]
    main = order or leagues[0]
    marks: list[Mark] = ["none" if one.nothing_relevant else mark for one in verdicts]
    body = [
        " & ".join([latex(", ".join(names)), *(cell(league, names[0], by) for league, by in zip(leagues, marks))])
        + r" \\"
        for names in _rows(leagues, main)
    ]
    heads = ["System", *(latex(one.league.measure) + ZEROS * has for one, has in zip(verdicts, with_zeros(verdicts)))]
    measures = list(dict.fromkeys(league.measure for league in leagues))
    of_caption = short_caption_of if caption == "short" else caption_of
    marked: Marked = mark
    leads = (one.league.n > 1 and len(one.league.leaders) == 1 and not one.nothing_relevant for one in verdicts)
    if mark == "leader" and not any(leads):
        marked = "none" if main.baseline or main.n < 2 else "nobody"  # no caption explains a mark that no cell has
    text = of_caption(main, verdicts, mark=marked, datasets=datasets, beside=beside or Beside())
    over = _over(datasets) if datasets else ()
    return table(text, f"l{'r' * len(leagues)}", heads, body, label="-".join(measures), over=over, across=across)


def _rows(leagues: Sequence[League], order: League) -> list[list[str]]:
    """Runs in that league's order; those that are one system in every column share a row."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for run in [*order.runs, *order.unranked]:
        stands = tuple(standing(league, run) or run for league in leagues)
        rows.setdefault(stands, []).append(run)
    return list(rows.values())


def cell(league: League, run: str, mark: Mark = "leader") -> str:
    """The mean of a run as it is marked, with the marks of the baselines that it differs from."""
    name = standing(league, run)
    if name is None:
        return "--"
    i = list(league.systems).index(name)
    text = _marked(number(float(league.mean[i]), 4).replace("−", "$-$"), league, i, mark)
    return text + daggers(league, i) if league.baseline else text


def _marked(text: str, league: League, i: int, mark: Mark) -> str:
    if league.n < 2:  # nothing to be better than
        return text
    if mark == "leader":
        return rf"\textbf{{{text}}}" if list(league.leaders) == [league.systems[i]] else text
    place = _place(league, i) if mark == "best" else 0
    return {1: rf"\textbf{{{text}}}", 2: rf"\underline{{{text}}}"}.get(place, text)


def _place(league: League, i: int) -> int:
    """1 for the best mean, 2 for the next one; equal means share a place."""
    within, sign = rounding(league.mean), -1 if league.lower_is_better else 1
    better = sorted({float(sign * x) for x in league.mean if sign * (x - league.mean[i]) > within})
    distinct = [x for x, following in zip(better, [*better[1:], float("inf")]) if following - x > within]
    return 1 + len(distinct)


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
