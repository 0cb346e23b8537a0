"""The caption of a paper's table: what its marks mean, how was tested, and what the numbers leave open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.comparison import League
from irassay.comparison.league.words import cautions
from irassay.drawing.escape import latex
from irassay.estimates.bounds.pair_draws import LIKELY, N_DRAWS
from irassay.formats.loss_warnings import say
from irassay.messages import (
    EVERY_0,
    capital,
    count,
    describe_correction,
    describe_test,
    listed,
    no_label_from,
    plural,
    visible,
)
from irassay.preflight.order import TieMoves
from irassay.preflight.unfit import Unfit, of_order
from irassay.scoring import Scores
from irassay.scoring.left_out_words import left_out
from irassay.studies.paper_scores import PAPER, Beside, false_numbers, in_means, of_scores, standing, without_label
from irassay.verdict import Verdict
from irassay.verdict.words.phrases import SAID

Mark: TypeAlias = Literal["leader", "best", "none"]
Marked: TypeAlias = Literal[Mark, "nobody"]  # as asked, or that no cell has the mark

NO_MEAN = ("not-there", "not-in-all", "silent", "not-ranked")  # why a cell has no mean
MOST_NAMED = 4  # systems of a column whose marks are open, before they are counted

DAGGERS = ("dagger", "ddagger", "S", "P")  # one a baseline, where there are several
BETTER, WORSE = DAGGERS[:2]  # where there is one
ZEROS = "$^{*}$"  # over a column with the scores of a collection on which nothing is relevant


def caption_of(
    main: League, verdicts: Sequence[Verdict], *, mark: Marked, datasets: Sequence[str] = (), beside: Beside
) -> str:
    """The columns' caption, names escaped; rows are in `main`'s order, `verdicts` and `datasets` have one a column."""
    leagues = [verdict.league for verdict in verdicts]
    leaves = f" {of}" if (of := in_means(leagues)) else ""
    texts = [
        *(f"{clause}." for clause in legend(main, leagues, mark)),
        how_tested(main, leagues, datasets),
        *of_scores(verdicts, datasets, beside),
        f"{clause}.{leaves}" if (clause := dashes(main, leagues)) else "",
        zeros(verdicts, datasets),
        PAPER("scores-alone") if all(verdict.unlikely == "scores alone" for verdict in verdicts) else "",
        without_label(verdicts),
        order_open(verdicts, datasets) if main.baseline else lead_open(verdicts, datasets),
    ]
    return " ".join(text for text in texts if text)


def legend(main: League, leagues: Sequence[League], mark: Marked) -> list[str]:
    """What the marks mean, without stops."""
    unmarked = mark == "none" or (mark == "leader" and main.baseline)
    return [*([] if unmarked else [PAPER(f"legend.{mark}")]), *([meaning(main, leagues)] if main.baseline else [])]


def how_tested(league: League, leagues: Sequence[League], datasets: Sequence[str]) -> str:
    """The test of the main league, its family, and the number of queries of all."""
    queries = _queries(leagues, datasets)
    if not any(one.family for one in leagues):
        return PAPER("tested.one-system", queries=queries)
    columns, n_baselines = len(leagues) > 1, len(league.baseline)
    return PAPER(
        "tested",
        test=describe_test(league.test, league.n_resamples, enumerated=league.enumerated), columns=columns,
        correction=describe_correction(league.correction, league.n_joint), alpha=league.alpha, queries=queries,
        single=league.family == 1 and not columns, same=len({tuple(one.queries) for one in leagues}) == 1,
        one=n_baselines == 1, several=n_baselines > 1, pairs=_pairs(leagues),
    )  # fmt: skip


def _pairs(leagues: Sequence[League]) -> str:
    """How many pairs a correction is over; the range where columns differ. A column of one system has none."""
    families = [league.family for league in leagues if league.family] or [0]
    low, high = min(families), max(families)
    return plural(high, "pair") if low == high else f"{count(low)}--{plural(high, 'pair')}"


def _queries(leagues: Sequence[League], datasets: Sequence[str]) -> str:
    """How many queries; of several collections how many of each, and that each counts the same in the mean."""
    over = next((league for league in leagues if len(league.collections) > 1), None)
    if over is not None and not datasets:
        return PAPER("tested.mean", n=len(over.collections), queries=len(over.queries))
    if over is not None:
        of = dict(zip(datasets, leagues))
        counts = [count(len(league.queries)) for league in of.values() if len(league.collections) < 2]
        return PAPER("tested.collections", n=len(over.collections), counts=listed(counts, len(counts)))
    counts = [count(len(queries)) for queries in dict.fromkeys(tuple(league.queries) for league in leagues)]
    return f"{listed(counts, 10)} {'query' if counts == ['1'] else 'queries'}"


def dashes(main: League, leagues: Sequence[League]) -> str:
    """Why a run has no mean in some column, without a stop; "" where all have one."""
    reasons = set()
    for league in leagues:
        for run in [*main.runs, *main.unranked]:
            if standing(league, run) is None:
                reasons.add(_why_no_mean(league, run, leagues))
    return PAPER("no-mean", reasons=", or ".join(PAPER(f"no-mean.{form}") for form in NO_MEAN if form in reasons))


def _why_no_mean(league: League, run: str, leagues: Sequence[League]) -> str:
    if run not in league.unranked:
        return "not-there"
    if run in league.silent:
        return "silent"
    of_parts = [one for one in leagues if len(one.collections) < 2] if len(league.collections) > 1 else []
    return "not-in-all" if any(run not in (*one.runs, *one.unranked) for one in of_parts) else "not-ranked"


def zeros(verdicts: Sequence[Verdict], datasets: Sequence[str]) -> str:
    """The columns where every score is 0 since nothing is relevant, by the grade that no label has."""
    texts = []
    for rel in sorted({one.rel for one in verdicts if one.nothing_relevant}):
        where = _where(
            verdicts, datasets, ["" if one.nothing_relevant and one.rel == rel else None for one in verdicts]
        )
        texts.append(PAPER("zeros.of", no_label=no_label_from(rel), where=where, every_0=EVERY_0))
    return PAPER("zeros", mark=ZEROS, texts="; ".join(texts), mean=bool(datasets))


def order_open(verdicts: Sequence[Verdict], datasets: Sequence[str] = ()) -> str:
    """How many marks of either kind missing labels leave open, by their order or significance; "" where none."""
    marked = [
        [(i, base) for base in bases(one.league) for i in range(one.n) if one.league.significant[i, base]]
        for one in verdicts
    ]
    left_out = _not_computed(verdicts, datasets, [bool(of) for of in marked])
    marked = [of if _is_computed(one) else [] for one, of in zip(verdicts, marked)]
    opened = [_named(one, [(i, j) for i, j in of if not one.decides(i, j)]) for one, of in zip(verdicts, marked)]
    if not any(opened):
        return left_out
    where = _where(verdicts, datasets, [f"{names} by " if names else None for names in opened])
    where = where or f" ({opened[0]})"
    by_mark = [
        (mark, of_mark(verdicts, marked, better=better))
        for mark, better in zip(mark_names(verdicts[0].league), (True, False))
    ]
    each = [PAPER("order-open.marks", open=n_open, n=n, marks=mark) for mark, (n_open, n) in by_mark if n]
    of = "" if all(map(_is_computed, verdicts)) else _of_collections(verdicts, datasets)
    draws = {"likely": LIKELY * N_DRAWS, "draws": N_DRAWS}
    return f"{PAPER('order-open', open=listed(each) + of, where=where, **draws)} {left_out}".rstrip()


def _named(verdict: Verdict, pairs: Sequence[tuple[int, int]]) -> str:
    """The systems of these pairs with a baseline, which is named too where there are several; "" without a pair."""
    systems, several = verdict.league.systems, len(verdict.league.baseline) > 1
    names = [f"{latex(systems[i])}{f' and {latex(systems[base])}' if several else ''}" for i, base in pairs]
    return listed(names, MOST_NAMED)


def _of_collections(verdicts: Sequence[Verdict], datasets: Sequence[str]) -> str:
    """Of which collections, or by which measures of one, the effect of missing labels was computed."""
    computed = [i for i, one in enumerate(verdicts) if _is_computed(one)]
    if datasets:
        return f" of {latex(listed(dict.fromkeys(datasets[i] for i in computed), len(computed)))}"
    return f" by {latex(listed([verdicts[i].league.measure for i in computed], len(computed)))}"


def _is_computed(verdict: Verdict) -> bool:
    """Whether the effect of missing labels was computed; True of scores alone, which have no labels."""
    return verdict.bounds is not None or verdict.reach is None


def _not_computed(verdicts: Sequence[Verdict], datasets: Sequence[str], claims: Sequence[bool]) -> str:
    """Of which columns with a claim the effect of missing labels is not computed, with the reason; "" of none."""
    texts = []
    for reason in ("sparse", "sparse in part", "no bounds"):
        those = [claim and not _is_computed(one) and one.unlikely == reason for one, claim in zip(verdicts, claims)]
        if any(those):
            where = "" if all(those) else _where(verdicts, datasets, ["" if one else None for one in those])
            form, almost_any = reason.replace(" ", "-"), SAID("phrase.almost-any")
            texts.append(PAPER(f"not-computed.{form}", where=where, almost_any=almost_any))
    return " ".join(texts)


def lead_open(verdicts: Sequence[Verdict], datasets: Sequence[str] = ()) -> str:
    """By which measures, and on which collections, missing labels could change the lead."""
    led = [not one.lead_carried for one in verdicts]
    left_out = _not_computed(verdicts, datasets, led)
    opened = [open_ and _is_computed(one) for one, open_ in zip(verdicts, led)]
    if not any(opened):
        return left_out
    names = [one.league.measure for one, open_ in zip(verdicts, opened) if open_]
    where = "" if len(verdicts) == 1 else f" by {latex(listed(names, len(names)))}"
    if datasets:
        where = _where(verdicts, datasets, ["" if one else None for one in opened])
    return f"{PAPER('lead-open', where=where)} {left_out}".rstrip()


def _where(verdicts: Sequence[Verdict], datasets: Sequence[str], texts: Sequence[str | None]) -> str:
    """The columns that have a text, by collection, each after its text: " (sci: 2 by AP; Mean: 3 by AP)"."""
    if len(verdicts) == 1:
        return ""
    of: dict[str, list[str]] = {}
    for one, collection, text in zip(verdicts, datasets or [""] * len(verdicts), texts):
        if text is not None:
            of.setdefault(collection, []).append(f"{text}{latex(one.league.measure)}")
    heads = ((f"{latex(collection)}: " if collection else "", columns) for collection, columns in of.items())
    return f" ({'; '.join(head + ', '.join(columns) for head, columns in heads)})"


def short_caption_of(
    main: League, verdicts: Sequence[Verdict], *, mark: Marked, datasets: Sequence[str] = (), beside: Beside
) -> str:
    """The caption in three sentences at most, of `irassay.studies.paper_caption.caption_of`'s arguments: systems,
    measures and collections; the marks, with what falsifies runs' numbers; test, pairs and queries."""
    leagues = [verdict.league for verdict in verdicts]
    names = list(dict.fromkeys(league.measure for league in leagues))
    on = next((league.collections for league in leagues if len(league.collections) > 1), ())
    rels = {  # the least relevant grades, where labels go further
        one.rel
        for one in verdicts
        if one.measure is not None and one.measure.binarises and one.reach is not None and max(one.reach.grades) > 1
    }
    compared = PAPER(
        "compared",
        measures=latex(listed(names, len(names))), systems=len(main.runs) + len(main.unranked),
        collections=latex(listed(on, len(on))), grades=listed([str(rel) for rel in sorted(rels)]),
    )  # fmt: skip
    clauses = [*legend(main, leagues, mark), dashes(main, leagues), zeros(verdicts, datasets).removesuffix(".")]
    clauses += false_numbers(verdicts, datasets, beside)
    marks = "; ".join(filter(None, clauses))
    return " ".join(filter(None, [compared, marks and f"{capital(marks)}.", how_tested(main, leagues, datasets)]))


def bases(league: League) -> list[int]:
    """The rows of the baselines that have a mark."""
    return [league.systems.index(name) for name in league.baseline[: len(DAGGERS)]]


def daggers(league: League, i: int) -> str:
    """The marks of a system: of one baseline by direction, of several one each, raised where the system is better."""
    differs = [(mark, i < base) for mark, base in zip(DAGGERS, bases(league)) if league.significant[i, base]]
    if len(league.baseline) == 1:
        return "".join(rf"$^{{\{BETTER if better else WORSE}}}$" for _, better in differs)
    raised = "".join(rf"\{mark}" for mark, better in differs if better)
    lowered = "".join(rf"\{mark}" for mark, better in differs if not better)
    marks = f"^{{{raised}}}" * bool(raised) + f"_{{{lowered}}}" * bool(lowered)
    return f"${marks}$" if marks else ""


def meaning(main: League, leagues: Sequence[League]) -> str:
    """What the marks say that stand in the columns of `leagues`, without a stop at the end."""
    if len(main.baseline) == 1:
        columns = [(one.significant[:, base], base) for one in leagues for base in bases(one)]
        better = BETTER if any(column[:base].any() for column, base in columns) else ""
        worse = WORSE if any(column[base:].any() for column, base in columns) else ""
        return PAPER("legend.baseline", better=better, baseline=latex(main.baseline[0]), worse=worse)
    each = ", ".join(rf"$\{m}$: {latex(name)}" for m, name in zip(DAGGERS, main.baseline))
    return PAPER("legend.baselines", each=each)


def with_zeros(verdicts: Sequence[Verdict]) -> list[bool]:
    """Which columns have a mark since nothing is relevant there, or on a collection that their mean takes in."""
    zeros = {one.measure for one in verdicts if one.nothing_relevant}
    return [one.nothing_relevant or (len(one.league.collections) > 1 and one.measure in zeros) for one in verdicts]


def mark_names(league: League) -> tuple[str, str]:
    """The marks of systems that are better and worse than the baseline."""
    if len(league.baseline) == 1:
        return rf"$\{BETTER}$", rf"$\{WORSE}$"
    return "raised marks", "lowered marks"


def of_mark(
    verdicts: Sequence[Verdict], marked: Sequence[Sequence[tuple[int, int]]], *, better: bool
) -> tuple[int, int]:
    """The open ones, and all, of the marks at systems before the baseline, or behind it."""
    those = [(one, i, base) for one, of in zip(verdicts, marked) for i, base in of if (i < base) == better]
    return sum(not one.decides(i, base) for one, i, base in those), len(those)


def warnings_of(
    scores: Scores,
    both: tuple[Qrels, Runs],
    unfit: Unfit,
    verdicts: Iterable[Verdict],
    moves: Mapping[str, TieMoves | None],
) -> list[str]:
    """What stands beside the scores of one collection: of its runs, of equal scores, and of the tests. `moves` is
    measure -> what equal scores leave open."""
    qrels, runs = both
    texts = left_out(scores, {system: set(queries) for system, queries in runs.without_hits.items()})
    for verdict in verdicts:
        if verdict.measure is None:
            continue
        ties = moves.get(str(verdict.measure))
        texts += unfit.warnings(verdict.measure)
        texts += of_order(qrels, runs, verdict.measure, ties, read=scores.policy.ties)
        texts += [] if verdict.nothing_relevant else cautions(verdict.league, apart_from=unfit.unlabelled)
    return texts


def warn(texts: Iterable[str]) -> None:
    """Warn of each once, where the caller's own code called irassay."""
    for text in dict.fromkeys(texts):
        say(visible(text), UserWarning)
