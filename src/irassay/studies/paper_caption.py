"""The caption of a paper's table: what its marks mean, how was tested, and what the numbers leave open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from irassay.drawing.escape import latex
from irassay.estimates.bounds.pair_draws import LIKELY, N_DRAWS
from irassay.studies.paper_marks import ZEROS, bases, mark_names, meaning, of_mark
from irassay.studies.paper_runs import Beside, false_numbers
from irassay.verdict.words.phrases import ALMOST_ANY
from irassay.wording import (
    BY_CHANCE,
    EVERY_0,
    capital,
    count,
    describe_correction,
    describe_test,
    interval,
    listed,
    no_label_from,
    own_removed,
    percent,
    plural,
)

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.preflight.order import TieMoves
    from irassay.verdict import Verdict

Mark: TypeAlias = Literal["leader", "best", "none"]

ORDER_OPEN = (
    "Missing labels leave {open}{where} open: the order is not proved, nor shown to hold with its significance in "
    f"{LIKELY * N_DRAWS:.0f} of {N_DRAWS} sampled completions of the labels. Not counted: differences that missing "
    "labels could make significant, or, where the order is proved, no longer significant."
)
SPARSE = f"Labels are sparse{{where}}: {ALMOST_ANY}, so the effect of missing labels is not computed."
SPARSE_IN_PART = (
    "Labels of some of the collections in a mean are sparse{where}, so the effect of missing labels is not computed "
    "there."
)
NOT_COMPUTED = "The effect of missing labels is not computed{where}."
LEAD_OPEN = "Scores with the labels at hand; missing labels could change the lead{where}."
IDENTICAL_IDS = "Documents whose id is that of the query were removed from the runs, as BEIR does."
OWN_COUNTED = "Retrieved documents whose id is that of the query count as others do: {of}."
SHARED = "A query counts only where the run answers it."
WITH_RELEVANT = "Queries without a relevant document do not count."
FLOAT32 = "Scores of documents were read as 32-bit floats, as trec_eval 9 reads them."
SCORES_ALONE = "Made from scores alone: the labels, and how many documents lack one, were not seen."
NOT_THERE = "not in that collection"
NOT_IN_ALL = "not in all collections of a mean"
MEAN_OF = "The mean compares {n} of {of}."
MOST_NAMED = 4  # systems of a column whose marks are open, before they are counted
NOT_RANKED = "without a score on some query that others have"
SILENT = "without an answer to any labelled query"


def caption_of(
    main: League,
    verdicts: Sequence[Verdict],
    *,
    mark: Mark,
    datasets: Sequence[str] = (),
    beside: Beside,
) -> str:
    """The caption of the columns; names are escaped.

    Parameters
    ----------
    main : League
        Whose order the rows have.
    verdicts : sequence of Verdict
        One a column.
    mark : {"leader", "best", "none"}
    datasets : sequence of str
        The collection of each column, where there are several.
    beside : Beside
        What else is said of runs and scores.
    """
    leagues = [verdict.league for verdict in verdicts]
    texts = [
        *(f"{clause}." for clause in legend(main, mark)),
        how_tested(main, leagues, datasets),
        _own_documents(beside),
        *(f"{capital(clause)}." for clause in false_numbers(verdicts, datasets, beside)),
        how_scored(leagues[0].signature),
        _relevant(verdicts),
        _ties(verdicts, datasets, beside.ties),
        f"{clause}.{_in_means(leagues)}" if (clause := dashes(main, leagues)) else "",
        zeros(verdicts, datasets),
        SCORES_ALONE if all(verdict.unlikely == "scores alone" for verdict in verdicts) else "",
        _unequal(verdicts),
        order_open(verdicts, datasets) if main.baseline else lead_open(verdicts, datasets),
    ]
    return " ".join(text for text in texts if text)


def how_scored(signature: str) -> str:
    """Which queries count and how scores were read, where that is not the default.

    >>> how_scored("nDCG@10|ties=float64|queries=qrels|v=0.1"), how_scored("AP|rel=1|ties=float32|queries=qrels|v=0.1")
    ('', 'Scores of documents were read as 32-bit floats, as trec_eval 9 reads them.')
    """
    of = {"queries=shared": SHARED, "queries=with-relevant": WITH_RELEVANT, "ties=float32": FLOAT32}
    return " ".join(sentence for part, sentence in of.items() if part in signature.split("|"))


def standing(league: League, run: str) -> str | None:
    """The system that stands for a run; None where the league does not have it."""
    return next((s for s in league.systems if s == run or run in league.same.get(s, ())), None)


def legend(league: League, mark: Mark) -> list[str]:
    """What the marks mean, without stops."""
    texts = {
        "leader": "" if league.baseline else "Bold: leads alone",
        "best": "Bold: best mean, underlined: second best, whether or not they differ significantly",
        "none": "",
    }
    return [text for text in (texts[mark], meaning(league) if league.baseline else "") if text]


def how_tested(league: League, leagues: Sequence[League], datasets: Sequence[str]) -> str:
    """The test of the main league, its family, and the number of queries of all."""
    if not any(one.family for one in leagues):
        return f"One system, so nothing is tested; {_queries(leagues, datasets)}."
    test = describe_test(league.test, league.n_resamples, enumerated=league.enumerated)
    family = f" over {_pairs(leagues)}"
    if len(leagues) > 1:
        same_queries = len({tuple(one.queries) for one in leagues}) == 1
        each = " for each measure" if same_queries else " in each column"
        each += " and for each baseline" if len(league.baseline) > 1 else ""
        family = f"{each} over its {_pairs(leagues)}{' with the baseline' if len(league.baseline) == 1 else ''}"
    elif len(league.baseline) > 1:
        family += " for each baseline"
    correction = f"{describe_correction(league.correction, league.n_joint)}{family}"
    if league.family == 1 and len(leagues) == 1:
        correction = "1 pair"
    return rf"{test}, {correction}, $\alpha={league.alpha:g}$, {_queries(leagues, datasets)}."


def _pairs(leagues: Sequence[League]) -> str:
    """How many pairs a correction is over; the range where columns differ. A column of one system has none."""
    families = [league.family for league in leagues if league.family] or [0]
    low, high = min(families), max(families)
    return plural(high, "pair") if low == high else f"{count(low)}--{plural(high, 'pair')}"


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


def _own_documents(beside: Beside) -> str:
    """That queries' own documents were removed, with how many are labelled relevant; or which runs have them."""
    removed = {collection: own for collection, own in beside.own.items() if own.removed}
    relevant = [
        latex(own_removed(own.relevant, own.removed)) + (f" in {latex(collection)}" if collection else "")
        for collection, own in removed.items()
        if own.relevant
    ]
    if relevant:
        return f"{IDENTICAL_IDS} {capital(listed(relevant, len(relevant)))}; {BY_CHANCE}."
    if removed or beside.identical_ids == "ignore":
        return IDENTICAL_IDS
    often = [
        f"{latex(system)} on {count(n)} of {plural(answered, 'query')}" + (f" in {latex(name)}" if name else "")
        for name, own in beside.own.items()
        for system, (n, answered) in own.often().items()
    ]
    return OWN_COUNTED.format(of=listed(often, len(often))) if often else ""


def _relevant(verdicts: Sequence[Verdict]) -> str:
    """From which grade on a document is relevant for measures of relevant documents; the files of scores don't say."""
    of: dict[int, list[str]] = {}
    for one in verdicts:
        if one.measure is not None and one.measure.binarises and one.unlikely != "scores alone":
            of.setdefault(one.rel, []).append(one.league.measure)
    if not of:
        return ""
    names = {rel: latex(listed(dict.fromkeys(names), len(names))) for rel, names in of.items()}
    return f"Relevant is {', '.join(f'grade {rel} or more for {names[rel]}' for rel in sorted(names))}."


def _ties(verdicts: Sequence[Verdict], datasets: Sequence[str], ties: Mapping[tuple[str, str], TieMoves | None]) -> str:
    """The means that another order of equal scores moves by much, and whether another system could come first.

    Of several columns the one whose means move most, those first where another could lead; the others are counted.
    """
    columns: list[tuple[tuple[bool, float], str]] = []
    for one, collection in zip(verdicts, datasets or [""] * len(verdicts)):
        moves = None if len(one.league.collections) > 1 else ties.get((collection, str(one.measure)))
        if moves is None:
            continue
        systems = {name: ends for run, ends in moves.ranges.items() if (name := standing(one.league, run))}
        each = [f"{latex(name)} {latex(interval(*ends, 4))}" for name, ends in systems.items()]
        where = f" in {latex(collection)}" if collection else ""
        another = f" ({moves.another_first})" if moves.another_first else ""
        if each:
            most = max(high - low for low, high in systems.values())
            text = f"{', '.join(each)} by {latex(one.league.measure)}{where}{another}"
            columns.append(((bool(moves.another_first), most), text))
    if not columns:
        return ""
    worst = max(columns, key=lambda column: column[0])[1]
    n, n_first = len(columns) - 1, sum(leads for (leads, _), _ in columns)
    others = f"; means of {plural(n, 'other column')} move too" if n else ""
    leads = f", and in {n_first} columns another system could score highest" if n and n_first > 1 else ""
    return f"Other orders of equal scores give these means: {worst}{others}{leads}."


def dashes(main: League, leagues: Sequence[League]) -> str:
    """Why a run has no mean in some column, without a stop; "" where all have one."""
    reasons = set()
    for league in leagues:
        for run in [*main.runs, *main.unranked]:
            if standing(league, run) is None:
                reasons.add(_why_no_mean(league, run, leagues))
    there = [reason for reason in (NOT_THERE, NOT_IN_ALL, SILENT, NOT_RANKED) if reason in reasons]
    return f"--: {', or '.join(there)}" if there else ""


def _in_means(leagues: Sequence[League]) -> str:
    """Of how many systems a mean over collections says who is best; "" where it has all."""
    mean = next((league for league in leagues if len(league.collections) > 1 and league.unranked), None)
    if mean is None:
        return ""
    return f" {MEAN_OF.format(n=count(len(mean.runs)), of=plural(len(mean.runs) + len(mean.unranked), 'system'))}"


def _why_no_mean(league: League, run: str, leagues: Sequence[League]) -> str:
    if run not in league.unranked:
        return NOT_THERE
    if run in league.silent:
        return SILENT
    of_parts = [one for one in leagues if len(one.collections) < 2] if len(league.collections) > 1 else []
    return NOT_IN_ALL if any(run not in (*one.runs, *one.unranked) for one in of_parts) else NOT_RANKED


def zeros(verdicts: Sequence[Verdict], datasets: Sequence[str]) -> str:
    """The columns where every score is 0 since nothing is relevant, by the grade that no label has."""
    texts = []
    for rel in sorted({one.rel for one in verdicts if one.nothing_relevant}):
        where = _where(
            verdicts, datasets, ["" if one.nothing_relevant and one.rel == rel else None for one in verdicts]
        )
        texts.append(f"{no_label_from(rel)}{where}, so {EVERY_0}")
    if not texts:
        return ""
    means = " there, and the mean takes it in" if datasets else ""
    return f"{ZEROS}: {'; '.join(texts)}{means}."


def _unequal(verdicts: Sequence[Verdict]) -> str:
    """How unequally the systems are judged, where they are, at each depth that a measure reads to."""
    of: dict[int | None, list[float]] = {}
    for one in verdicts:
        shares = of.setdefault(one.depth, [])
        shares += [1 - share for share in one.judged.values()]
    there = {depth: shares for depth, shares in of.items() if any(share > 0 for share in shares)}
    if not there:
        return ""
    first, *others = [(_span(shares), _down_to(depth, len(of))) for depth, shares in there.items()]
    spans = [f"{first[0]} of a system's documents{first[1]}", *(f"{span}{where}" for span, where in others)]
    return f"Documents without a label ({', '.join(spans)}) count as not relevant."


def _span(shares: Sequence[float]) -> str:
    low, high = percent(min(shares)), percent(max(shares))
    return latex(low if low == high else interval(100 * min(shares), 100 * max(shares), 1) + "%")


def _down_to(depth: int | None, n_depths: int) -> str:
    """Which documents these are; "" where all measures read equally deep."""
    if n_depths < 2:
        return ""
    return " in whole lists" if depth is None else f" down to rank {count(depth)}"


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
    each = [f"{count(n_open)} of the {count(n)} {mark}" for mark, (n_open, n) in by_mark if n]
    of = "" if all(map(_is_computed, verdicts)) else _of_collections(verdicts, datasets)
    return f"{ORDER_OPEN.format(open=listed(each) + of, where=where)} {left_out}".rstrip()


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
    for reason, sentence in (("sparse", SPARSE), ("sparse in part", SPARSE_IN_PART), ("no bounds", NOT_COMPUTED)):
        those = [claim and not _is_computed(one) and one.unlikely == reason for one, claim in zip(verdicts, claims)]
        if any(those):
            where = "" if all(those) else _where(verdicts, datasets, ["" if one else None for one in those])
            texts.append(sentence.format(where=where))
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
    return f"{LEAD_OPEN.format(where=where)} {left_out}".rstrip()


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
