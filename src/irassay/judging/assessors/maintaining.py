"""A leaderboard that stays true: what new runs put first is asked against the best answers, and versions are kept."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from os import PathLike
from typing import Any

import numpy as np

from irassay.agreement.both_leaderboards import MEASURE, ends_of, for_best_answers, row_of
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.tasks import Task
from irassay.collection.texts import Texts
from irassay.collection.ties import Ties
from irassay.comparison.listed_documents import NOT_LISTED, ListedDocuments
from irassay.comparison.paired_scores import match
from irassay.errors import InputError, UsageError
from irassay.formats.nouns import runs_given
from irassay.judging.assessors.answer_sources import PEOPLE
from irassay.judging.assessors.given_labels import labels
from irassay.judging.assessors.payments import share_of
from irassay.judging.store import open_campaign
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.said import JUDGING
from irassay.judging.store.versions import Version
from irassay.label_sets.best_answers import best_answers
from irassay.measures import Measure
from irassay.pooling.rounds import Judged, succession
from irassay.random_keys import Seed, key_of
from irassay.record import Record
from irassay.result import Column, Table
from irassay.scoring import evaluate

PAIR = "pair"
WHY = "newcomer"  # of a task
_COMPARED = ("answers", "open", "runs", "leaderboard")
OWN, ANSWERS, OTHERS, NEW = "its run changed", "answers changed", "other runs changed", "new"


class Maintained(Record):
    """What one call of `maintain` found: the version that stands now, and what is left to judge."""

    version: Version
    is_new: bool  # whether this call made it
    n_tasks: int  # pairs that it asks for and that were not there
    n_open: int  # queries with newcomers that are not settled
    unanswered: Sequence[str]  # queries with judged pairs and no best answer yet


def maintain(
    campaign: Campaign | str | PathLike[str],
    runs: Runs | Mapping[str, Any],
    *,
    depth: int = 1,
    measure: str = MEASURE,
    queries: Texts | Mapping[str, str] | None = None,
    docs: Texts | Mapping[str, str] | None = None,
    source: str = PEOPLE,
    ties: Ties | None = None,
    seed: Seed = 0,
    threads: int = 0,
) -> Maintained:
    """Keep the best answers of a campaign of pairs, and its leaderboard, true for these runs.

    Parameters
    ----------
    campaign : Campaign or path
        Of pairs. Its first version has the best answers of all that was judged.
    runs : Runs or mapping
        The whole leaderboard. What one puts first and nobody has judged is a newcomer.
    depth : int, 1 or more
        How many first documents of each run count.
    measure : str
        Of the leaderboard; best answers are relevant, everything else is not.
    queries, docs : Texts or mapping of str to str, optional
        Texts of newcomers; the campaign has those that were judged.
    source : {"people", "model", "all"} or str
        Whose preferences count; see `irassay.labels`.
    ties : {"float64", "float32"}, optional
    seed : int or numpy.random.Generator
        Of the pairs drawn among many newcomers, and of the resamples behind intervals.
    threads : int

    Returns
    -------
    Maintained
        A version is kept where answers, open newcomers, runs or the leaderboard differ from the last one. A query with
        open newcomers keeps its answers.

    Raises
    ------
    InputError
        A newcomer has no text, or no query has a best answer.
    UsageError
        The campaign judges no pairs, or another call has just made a version.

    Notes
    -----
    `irassay.pooling.rounds` has the rule. Answers, leaderboard, changes and pairs to judge are one transaction.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from irassay import Runs
    >>> from irassay.collection.judging_scales import scale
    >>> from irassay.judging.store import Settings, make_campaign
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "shoes.campaign"
    >>> settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="", kind="pair")
    >>> texts = {"a": "Shoes.", "b": "Red shoes.", "c": "Red shoes, new."}
    >>> with make_campaign(file, settings) as campaign:
    ...     n = campaign.add([Task("pair", "q1", ("a", "b"))], queries={"q1": "red shoes"}, docs=texts)
    ...     ann = campaign.person(campaign.invite("Ann")).pseudonym
    ...     [held] = campaign.hold(ann, campaign.tasks())
    ...     receipt = campaign.record(ann, held.key, held.task, {"answer": ("Left", "Right")[held.docs.index("b")]})
    ...     of = maintain(campaign, Runs.from_dict({"new": {"q1": {"c": 1.0}}}), docs=texts)
    >>> of.version.answers, of.version.open, of.n_tasks
    ({'q1': ['b']}, {'q1': ['c']}, 1)
    """
    if isinstance(campaign, str | PathLike):
        with open_campaign(campaign) as opened:
            return maintain(
                opened, runs, depth=depth, measure=measure, queries=queries, docs=docs, source=source, ties=ties,
                seed=seed, threads=threads,
            )  # fmt: skip
    if depth < 1:
        raise UsageError(f"depth={depth!r}: expected 1 or more")
    if campaign.settings.kind != PAIR:
        raise UsageError(JUDGING("maintain.kind", source=campaign.source, kind=campaign.settings.kind, pair=PAIR))
    runs = runs_given(runs)
    key, of, before = key_of(seed), Measure.parse(measure), campaign.versions.all()
    given = labels(campaign, to="preferences", source=source)
    judged, last = _judged(given), before[-1] if before else None
    answers, unanswered = _answers(given, last, campaign)
    firsts = ListedDocuments.of(runs, list(answers), max(depth, of.cutoff or depth), ties=ties)
    newcomers = _newcomers(firsts, depth, answers, judged, last)
    places = {query: i for i, query in enumerate(campaign.queries())}
    found = {
        query: succession(answers[query], docs, judged.get(query, {}), key=key, number=places.get(query, 0))
        for query, docs in newcomers.items()
    }
    now = answers | {query: one.answers for query, one in found.items()}
    tasks = {Task(PAIR, query, pair, why=WHY): newcomers[query] for query, one in found.items() for pair in one.todo}
    was_asked = {task for version in before for task in version.asked}
    asked = {
        task.id: sorted({system for doc in task.docs for system in brought.get(doc, ())})
        for task, brought in tasks.items()
        if task.id not in was_asked
    }
    body: dict[str, Any] = {
        "number": len(before) + 1,
        "answers": {query: list(docs) for query, docs in now.items()},
        "open": {query: sorted(newcomers[query], key=str.encode) for query, one in found.items() if one.todo},
        "asked": asked,
        "runs": _hashes(firsts),
        "leaderboard": _leaderboard(now, runs, of, ties, key, threads),
        "changes": _changes({} if last is None else last.answers, now),
    }
    n_open = len(body["open"])
    if last is not None and not asked and all(body[name] == getattr(last, name) for name in _COMPARED):
        return Maintained(last, False, 0, n_open, unanswered)
    texts = (
        _picked(queries, {task.query for task in tasks}),
        _picked(docs, {doc for task in tasks for doc in task.docs}),
    )
    version, n_tasks = campaign.versions.add(body, list(tasks), *texts)
    return Maintained(version, True, n_tasks, n_open, unanswered)


def _changes(before: Mapping[str, Sequence[str]], now: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Query, answers before and answers now, of queries whose answers differ."""
    rows = ([query, *(" ".join(of.get(query, ())) for of in (before, now))] for query in dict.fromkeys([*now, *before]))
    return [row for row in rows if row[1] != row[2]]


def _picked(texts: Texts | Mapping[str, str] | None, ids: set[str]) -> Mapping[str, str]:
    return texts.pick(ids) if isinstance(texts, Texts) else texts or {}


def _judged(preferences: Preferences) -> dict[str, Judged]:
    """Query -> its judged pairs, by most judgments."""
    names, pairs = preferences.arrays.names, preferences.outcomes
    judged: dict[str, dict[tuple[str, str], int]] = {}
    columns = (pairs.query.tolist(), pairs.first.tolist(), pairs.second.tolist(), pairs.outcome.tolist())
    for query, first, second, outcome in zip(*columns, strict=True):
        one, other = names.docs[first], names.docs[second]
        is_turned = one.encode() > other.encode()
        pair = (other, one) if is_turned else (one, other)
        judged.setdefault(names.queries[query], {})[pair] = -outcome if is_turned else outcome
    return dict(judged)


def _answers(
    preferences: Preferences, last: Version | None, campaign: Campaign
) -> tuple[dict[str, Sequence[str]], list[str]]:
    """Query -> its best answers as the last version has them, else by all judged pairs; and queries without any.
    InputError where all are."""
    closed = set(campaign.closed_queries())
    kept = {} if last is None else {query: docs for query, docs in last.answers.items() if query not in closed}
    found = {one.query: one.docs for one in best_answers(preferences) if one.query not in kept}
    answers = kept | {query: docs for query, docs in found.items() if docs}
    unanswered = sorted(query for query, docs in found.items() if not docs)
    if not answers:
        raise InputError(JUDGING("maintain.none", campaign=campaign.source, unanswered=unanswered))
    return dict(sorted(answers.items())), unanswered


def _newcomers(
    firsts: ListedDocuments,
    depth: int,
    answers: Mapping[str, Sequence[str]],
    judged: Mapping[str, Judged],
    last: Version | None,
) -> dict[str, dict[str, list[str]]]:
    """Query -> document -> the systems that put it first, of those that nobody has judged or that are not settled."""
    open_ = {} if last is None else last.open
    out: dict[str, dict[str, list[str]]] = {
        query: {doc: [] for doc in open_[query]} for query in open_ if query in answers
    }
    known = {query: {*answers[query], *(doc for pair in judged.get(query, ()) for doc in pair)} for query in answers}
    is_first = (firsts.rank != NOT_LISTED) & (firsts.rank <= depth)
    for item in np.flatnonzero(is_first.any(axis=1)).tolist():
        query, doc = firsts.queries[firsts.item_query[item]], firsts.item_doc[item]
        if doc not in known[query] or doc in out.get(query, ()):
            brought = [firsts.systems[j] for j in np.flatnonzero(is_first[item]).tolist()]
            out.setdefault(query, {})[doc] = brought
    return out


def _hashes(firsts: ListedDocuments) -> dict[str, str]:
    """System -> SHA-256 of its first documents, those that the leaderboard reads."""
    out = {}
    for j, system in enumerate(firsts.systems):
        listed = np.flatnonzero(firsts.rank[:, j] != NOT_LISTED)
        listed = listed[np.lexsort((firsts.rank[listed, j], firsts.item_query[listed]))]
        lines = (f"{firsts.queries[firsts.item_query[i]]}\t{firsts.item_doc[i]}\n" for i in listed.tolist())
        out[system] = hashlib.sha256("".join(lines).encode()).hexdigest()
    return out


def _leaderboard(
    answers: Mapping[str, Sequence[str]], runs: Runs, measure: Measure, ties: Ties | None, key: int, threads: int
) -> list[list[str]]:
    """A heading and a row a system, best first, as printed; none of a system that answers no query."""
    plain = for_best_answers(measure)
    paired = match(evaluate(labels_of(answers), runs, [plain], ties=ties, threads=threads), plain)
    row, ends = row_of(paired), ends_of(paired, key, threads)
    means = {system: float(paired.mean[i]) for system, i in row.items()}
    cells: list[list[str]] = []
    for place, system in enumerate(sorted(means, key=lambda one: (-paired.direction * means[one], one)), start=1):
        score, *interval = (f"{x:.4f}" for x in (means[system], *ends[row[system]]))
        rank = cells[-1][0] if cells and cells[-1][2] == score else str(place)
        cells.append([rank, system, score, *interval])
    return [["rank", "system", str(plain), "low", "high"], *cells]


def leaderboard_table(version: Version) -> Table:
    """The leaderboard of a version, a row a system."""
    heading, *rows = version.leaderboard
    return Table("leaderboard", "", [Column(name, [row[i] for row in rows]) for i, name in enumerate(heading)])


def changes_table(versions: Sequence[Version]) -> Table:
    """Every change of an answer, version by version."""
    rows = [(str(version.number), version.time, *row) for version in versions for row in version.changes]
    columns = [
        Column(name, [row[i] for row in rows]) for i, name in enumerate(("version", "time", "query", "before", "now"))
    ]
    return Table("changes", "", columns)


def labels_of(answers: Mapping[str, Sequence[str]]) -> Qrels:
    """Best answers as preference qrels."""
    return Qrels.from_dict({query: dict.fromkeys(docs, 1) for query, docs in answers.items()})


def moves(campaign: Campaign, since: Version, now: Version, *, source: str = PEOPLE) -> Table:
    """Which ranks moved between two versions and why, and what a newcomer cost: its judgments so far, shared by the
    systems that brought its documents, and their pay and fee."""
    ranks = [{row[1]: (int(row[0]), row[2]) for row in version.leaderboard[1:]} for version in (since, now)]
    same = [system for system in ranks[1] if system in ranks[0] and since.runs[system] == now.runs[system]]
    among = [sorted(same, key=lambda system: rank[system][0]) for rank in ranks]
    places = [{s: sum(rank[o][0] < rank[s][0] for o in of) for s in of} for rank, of in zip(ranks, among, strict=True)]
    costs = _costs(campaign, since, now, source)
    rows = []
    for system, (rank, score) in ranks[1].items():
        was, was_score = ranks[0].get(system, (None, None))
        if was is None:
            why = NEW
        elif was == rank:
            why = ""
        elif system not in same:
            why = OWN
        else:
            why = OTHERS if places[0][system] == places[1][system] else ANSWERS
        n = costs.get(system, Decimal(0))
        paid = share_of(Decimal(campaign.settings.pay) + Decimal(campaign.settings.fee), n, campaign.settings.batch)
        rows.append((system, was, rank, was_score, score, why, float(n), str(paid)))
    names = ("system", "rank_before", "rank", "score_before", "score", "why", "judgments", "cost")
    return Table("moves", "", [Column(name, [row[i] for row in rows]) for i, name in enumerate(names)])


def _costs(campaign: Campaign, since: Version, now: Version, source: str) -> dict[str, Decimal]:
    """System -> its part of the judgments given to what versions after `since` asked."""
    n = Counter(one.group for one in labels(campaign, to="preferences", source=source).comparisons)
    costs: dict[str, Decimal] = {}
    for version in campaign.versions.all():
        if since.number < version.number <= now.number:
            for task, systems in version.asked.items():
                for system in systems:
                    costs[system] = costs.get(system, Decimal(0)) + Decimal(n[task]) / len(systems)
    return costs
