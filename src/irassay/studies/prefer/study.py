"""From preferences and runs to win ratios and best answers: counted, told in sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from irassay.agreement.both_leaderboards import MEASURE
from irassay.arguments import of_keywords
from irassay.collection.metadata import Metadata
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.texts import Texts
from irassay.collection.ties import Ties
from irassay.comparison.judged_documents import JudgedDocuments
from irassay.comparison.win_ratios import LEAST_ASKED, Correction, Fill, win_ratios
from irassay.errors import InputError, cut
from irassay.estimates.pools.left_out_answers import AnswersOf, pool_givers
from irassay.formats.inputs import Inputs
from irassay.formats.reading.qrels import read_preferences
from irassay.label_sets.best_answers import Incomplete
from irassay.messages import plural, runs_and_systems
from irassay.pooling.judging_orders import KnownRule
from irassay.preflight.ids import NEARLY_QUERIES, mending
from irassay.provenance import Provenance, versions
from irassay.random_keys import Seed
from irassay.result import Result
from irassay.studies.files import Path, hashes
from irassay.studies.prefer import answers as best_documents
from irassay.studies.prefer import leaderboards, sections, words
from irassay.studies.prefer.sections import NotCounted, PreferEvidence
from irassay.studies.prefer.settings import Settings


class Preferred(PreferEvidence):
    """What was counted, with its page."""

    __slots__ = ()

    def result(self) -> Result:
        """The page."""
        facts = [
            plural(self.preferences.n_pairs, "preference"),
            plural(len(self.ratios.queries), "query"),
            runs_and_systems(self.n_runs, len(self.ratios.systems) - self.has_perfect),
            words.judged_by(self.preferences.arrays.names.judges),
        ]
        facts = [fact for fact in facts if fact]
        title, standfirst = words.title(self.ratios), words.SAID("compared", **words.facts(self.ratios))
        return Result(title, standfirst, sections.sections_of(self), self.provenance, facts, "prefer")


def explore(preferences: Path | Sequence[Path] | Preferences, inputs: Inputs, settings: Settings) -> Preferred:
    """What was counted: `prefer` with its keywords in two values, without the page."""
    answers, ties = settings.answers, settings.ties
    judged = preferences if isinstance(preferences, Preferences) else read_preferences(preferences)
    labels = inputs.read(inputs.qrels)
    answers_here = best_documents.collect(judged, labels, settings)
    if answers is None:
        best = best_documents.labels_of_best(answers_here.best)
    else:
        best = answers(judged) if callable(answers) else inputs.read(answers)
    systems = inputs.rankings()
    unretrieved = _unretrieved(judged, systems)
    queries = list(judged.queries if labels is None else labels.queries)
    known = best_documents.collect_known(judged, systems, labels, settings.known_rule, ties)
    perfect = None if known is None else {query: docs[0] for query, docs in known.known.items()}
    ratios = win_ratios(
        judged, systems, queries=queries, perfect=perfect, qrels=labels, least_asked=settings.least_asked,
        fill=settings.fill, correction=settings.correction, ties=ties,
    )  # fmt: skip
    given = known.known if known else None
    boards = leaderboards.collect(judged, systems, labels, best, given, settings)
    givers = boards.givers if boards else pool_givers(judged, systems, ties=ties)
    orders = sections.orders_of(judged, systems, queries, ties)
    recorded = ("known_rule", "measure", "least_asked", "fill", "incomplete", "correction")
    options: dict[str, Any] = {name: getattr(settings, name) for name in recorded}
    options |= {"leave_out": list(inputs.leave_out), "ties": ties}
    nouns = [noun for noun in (judged, labels, best, systems) if noun is not None]
    options = {name: x for name, x in options.items() if x}
    provenance = Provenance(hashes(nouns, [inputs.metadata]), options, settings.seed, versions())
    not_counted = [*unretrieved, *_not_counted(judged, systems, queries, ratios.same)]
    return Preferred(
        judged, ratios, len(systems.systems), perfect is not None, not_counted, provenance, answers_here,
        givers.unjudged, known, orders, boards,
    )  # fmt: skip


def prefer(
    preferences: Path | Sequence[Path] | Preferences,
    runs: Path | Sequence[Path] | Runs | Mapping[str, Any],
    qrels: Path | Qrels | None = None,
    *,
    answers: Path | Qrels | AnswersOf | None = None,
    known_rule: KnownRule = "first",
    measure: str = MEASURE,
    least_asked: float = LEAST_ASKED,
    fill: Fill = "none",
    incomplete: Incomplete = "leave-out",
    correction: Correction = "bonferroni",
    leave_out: Sequence[str] = (),
    metadata: Path | Metadata | None = None,
    query_texts: Path | Texts | Mapping[str, str] | None = None,
    doc_texts: Path | Texts | Mapping[str, str] | None = None,
    ties: Ties | None = None,
    seed: Seed = 0,
    threads: int = 0,
) -> Result:
    """Whose first documents are preferred, and how far were the pairs judged that say so?

    Parameters
    ----------
    preferences : path, sequence of paths, or Preferences
        The files of a folder or pattern are rounds, by name.
    runs : path, sequence of paths, Runs, or mapping
    qrels : path or Qrels, optional
        The original labels: their queries count. Without them those with a judged pair do. Where nothing is labelled
        non-relevant, their known answers are the perfect ranking, which is one more system.
    answers : path, Qrels, or callable, optional
        Best answers, by which runs are scored beside the original labels. Default: those of the preferences, by
        `irassay.label_sets.best_answers`. A function from preferences to best answers, as that is, is also asked for
        those without each run's own documents.
    known_rule : {"first", "all"}
        Which of a query's labels are its known answers.
    measure : str
        Of both leaderboards.
    least_asked : float, from 0 to 1
        The share of the differing queries that must have an outcome for two systems to be compared.
    fill : {"none", "grades", "transitive"}
        What pairs that nobody judged count as; see `irassay.comparison.win_ratios`.
    incomplete : {"leave-out", "share"}
        Best answers of pools with pairs that nobody judged: none, or by the share of wins among the judged ones.
    correction : {"bonferroni", "holm"}
        Of the p-values, over the pairs of systems compared.
    leave_out : sequence of str
        Runs that are read as if their files were not there.
    metadata : path or Metadata, optional
        A column that says who gave documents to the pool marks the others.
    query_texts, doc_texts : path, Texts, or mapping, optional
        Shown beside best answers.
    ties : {"float64", "float32"}, optional
    seed : int or numpy.random.Generator
        Of the resamples behind intervals.
    threads : int

    Returns
    -------
    Result
        With the tables ``win-ratios``, ``wins``, ``best-answers``, ``pool-sizes``, ``rounds``, ``consistency``,
        ``strengths`` and ``not-counted``; of known answers ``known-answers``, ``categories`` and ``anchors``; with
        labels and best answers ``leaderboard`` and ``left-out``.

    Raises
    ------
    InputError
        Files that can't be read in one way only, or preferences and runs without a query in common.
    UsageError
        Arguments that can't mean anything.

    Notes
    -----
    *Assumes* what `irassay.comparison.win_ratios` assumes. *Source* Arabzadeh, Vtyurina, Yan and Clarke, Shallow
    pooling for sparse labels, 2021.

    Examples
    --------
    >>> from irassay.collection.preferences import Comparison
    >>> runs = {"bm25": {"q1": {"a": 1.0}}, "dense": {"q1": {"b": 1.0}}}
    >>> result = prefer(Preferences([Comparison("q1", {"a": 1.0, "b": 2.0})]), runs)
    >>> result.tables[0].name, result.tables[0].column("judged").values
    ('win-ratios', [1, 1])
    """
    return explore(preferences, of_keywords(Inputs, locals()), of_keywords(Settings, locals())).result()


def _unretrieved(preferences: Preferences, runs: Runs) -> list[NotCounted]:
    """How many documents of the preferences no run has for their query; an error where it has none of them."""
    asked = preferences.queries
    if asked and not set(asked) & set(runs.queries):
        there = cut(runs.queries[0]) if runs.queries else "none"
        raise InputError(words.SAID("no-query-in-common", asked=cut(asked[0]), there=there))
    judged = JudgedDocuments.of(preferences, runs.queries)
    found = runs.of_docs(dict.fromkeys(judged.docs))
    places = dict(zip(judged.queries, pairwise(judged.start.tolist()), strict=True))
    docs = [({*judged.docs[begin:end]}, query) for query, (begin, end) in places.items()]
    n = sum(len(of - _retrieved(found, query)) for of, query in docs)
    if docs and n == len(judged.docs):
        few = [(of, _retrieved(runs, query)) for of, query in docs[:NEARLY_QUERIES]]
        hint = mending(few, noun="documents", sides=("the preferences", "the runs"))
        example = cut(min(docs[0][0]))
        raise InputError(
            f"no run retrieves a document of the preferences, such as {example}; do their ids match? {hint}".rstrip()
        )
    return [NotCounted("document", "", words.SAID("not-counted.unretrieved"), n)] if n else []


def _retrieved(runs: Runs, query: str) -> set[str]:
    return {doc for system in runs.systems for doc in runs.ranking(system, query)}


def _not_counted(
    preferences: Preferences, runs: Runs, queries: Sequence[str], same: Sequence[Sequence[str]]
) -> list[NotCounted]:
    counted, answered, asked = set(queries), set(runs.queries), set(preferences.queries)
    whys = {
        "unlabelled": [query for query in preferences.queries if query not in counted],
        "unanswered": [query for query in queries if query not in answered],
        "unasked": [query for query in queries if query in answered and query not in asked],
    }
    out = [NotCounted("query", query, words.SAID(f"not-counted.{why}")) for why, of in whys.items() for query in of]
    for first, *others in same:
        out += [NotCounted("system", name, words.SAID("not-counted.same", first=first)) for name in others]
    if n := preferences.n_unjudged:
        out.append(NotCounted("pair", "", words.SAID("not-counted.unjudged"), n))
    return out
