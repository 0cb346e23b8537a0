"""From preferences and runs to win ratios and best answers: counted, told in sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from os.path import isfile
from typing import TYPE_CHECKING, Any

from irassay.collection.preferences import Preferences
from irassay.comparison.win_ratios import LEAST_ASKED, Correction, Fill, win_ratios
from irassay.errors import InputError, cut
from irassay.formats.reading.preferences import read_preferences
from irassay.pooling.known_answers import KnownRule, known_answers
from irassay.provenance import Provenance, versions
from irassay.result import Result
from irassay.studies.files import Path, hashes, labels_of, runs_of
from irassay.studies.prefer import sections, words
from irassay.studies.prefer.evidence import Evidence, LeftOut
from irassay.wording import plural, runs_and_systems

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties


_SQLITE = b"SQLite format 3"  # the beginning of a campaign in a file


class Preferred(Evidence):
    """What was counted, with its page."""

    __slots__ = ()

    def result(self) -> Result:
        """The page."""
        facts = [
            plural(self.preferences.n_pairs, "preference"),
            plural(len(self.ratios.queries), "query"),
            runs_and_systems(self.n_runs, len(self.ratios.systems) - self.has_perfect),
        ]
        title, standfirst = words.title(self), words.standfirst(self)
        return Result(title, standfirst, sections.sections_of(self), self.provenance, facts, "prefer")


def explore(
    preferences: Path | Sequence[Path] | Preferences,
    runs: Path | Sequence[Path] | Runs | Mapping[str, Any],
    qrels: Path | Qrels | None = None,
    *,
    known_rule: KnownRule = "first",
    least_asked: float = LEAST_ASKED,
    fill: Fill = "none",
    correction: Correction = "bonferroni",
    leave_out: Sequence[str] = (),
    ties: Ties | None = None,
    threads: int = 0,
) -> Preferred:
    """As `prefer`, whose keywords these are, with the numbers instead of the page."""
    judged = _preferences_of(preferences)
    labels = labels_of(qrels)
    systems = runs_of(runs, leave_out=leave_out, threads=threads)
    _check_shared(judged, systems)
    queries = list(judged.queries if labels is None else labels.queries)
    perfect = None
    if labels is not None and _is_sparse(labels):
        perfect = {query: docs[0] for query, docs in known_answers(labels, known_rule).items()}
    ratios = win_ratios(
        judged, systems, queries=queries, perfect=perfect, qrels=labels, least_asked=least_asked, fill=fill,
        correction=correction, ties=ties,
    )  # fmt: skip
    options: dict[str, Any] = {
        "known_rule": known_rule, "least_asked": least_asked, "fill": fill, "correction": correction,
        "leave_out": list(leave_out), "ties": ties,
    }  # fmt: skip
    nouns = [noun for noun in (judged, labels, systems) if noun is not None]
    provenance = Provenance(hashes(nouns, []), {name: x for name, x in options.items() if x}, 0, versions())
    left_out = _left_out(judged, systems, queries, ratios.same)
    return Preferred(judged, ratios, len(systems.systems), perfect is not None, left_out, provenance)


def prefer(
    preferences: Path | Sequence[Path] | Preferences,
    runs: Path | Sequence[Path] | Runs | Mapping[str, Any],
    qrels: Path | Qrels | None = None,
    *,
    known_rule: KnownRule = "first",
    least_asked: float = LEAST_ASKED,
    fill: Fill = "none",
    correction: Correction = "bonferroni",
    leave_out: Sequence[str] = (),
    ties: Ties | None = None,
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
    known_rule : {"first", "all"}
        Which of a query's labels are its known answers.
    least_asked : float, from 0 to 1
        The share of the differing queries that must have an outcome for two systems to be compared.
    fill : {"none", "grades", "transitive"}
        What pairs that nobody judged count as; see `irassay.comparison.win_ratios`.
    correction : {"bonferroni", "holm"}
        Of the p-values, over the pairs of systems compared.
    leave_out : sequence of str
        Runs that are read as if their files were not there.
    ties : {"float64", "float32"}, optional
    threads : int

    Returns
    -------
    Result
        With the tables ``win-ratios``, ``wins`` and ``left-out``.

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
    return explore(**locals()).result()


def _preferences_of(source: Path | Sequence[Path] | Preferences) -> Preferences:
    """Preferences from files, from a campaign, or as they are."""
    if isinstance(source, Preferences):
        return source
    if not isinstance(source, str | PathLike) or not _is_campaign(fspath(source)):
        return read_preferences(source)
    from irassay.assessors.given_labels import labels
    from irassay.store import open_campaign

    with open_campaign(source) as campaign:
        return labels(campaign, to="preferences")


def _is_campaign(source: str) -> bool:
    if source.startswith("postgresql://"):
        return True
    if not isfile(source):
        return False
    with open(source, "rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


def _is_sparse(labels: Qrels) -> bool:
    """Whether nothing is labelled non-relevant: labels name known answers, and say nothing of other documents."""
    return all(grade >= 1 for query in labels.queries for grade in labels.grades(query).values())


def _check_shared(preferences: Preferences, runs: Runs) -> None:
    """Raise where the preferences are of other queries than the runs."""
    asked = preferences.queries
    if asked and not set(asked) & set(runs.queries):
        raise InputError(
            f"the preferences and the runs have no query in common: the preferences have {cut(asked[0])}, the runs "
            f"{cut(runs.queries[0]) if runs.queries else 'none'}; do their ids match?"
        )


def _left_out(
    preferences: Preferences, runs: Runs, queries: Sequence[str], same: Sequence[Sequence[str]]
) -> list[LeftOut]:
    counted, answered, asked = set(queries), set(runs.queries), set(preferences.queries)
    out = [LeftOut("query", query, words.NOT_LABELLED) for query in preferences.queries if query not in counted]
    out += [LeftOut("query", query, words.NOT_ANSWERED) for query in queries if query not in answered]
    out += [LeftOut("query", query, words.NOT_ASKED) for query in queries if query in answered and query not in asked]
    for first, *others in same:
        out += [LeftOut("system", name, words.SAME.format(first=first)) for name in others]
    if preferences.n_unjudged:
        out.append(LeftOut("pair", "", words.NOT_JUDGED, preferences.n_unjudged))
    return out
