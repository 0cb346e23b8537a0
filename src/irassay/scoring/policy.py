"""The policy of scoring that `ties`, `queries` and `compat` choose: order, queries and cutoffs."""

from __future__ import annotations

from irassay.arguments import check_choice
from irassay.collection.ties import TIES, tie_rule
from irassay.errors import InputError, UsageError, cut
from irassay.kernel import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irassay.collection.ties import Ties
    from irassay.measures import Measure


QUERIES = ("qrels", "shared", "with-relevant")
KEEP = ("queries", "summary")  # whether scores of queries stay, or only their summary
COMPAT = ("trec_eval-9", "trec_eval-10")


class Policy:
    """How scores are made, by `Policy.of`: `ties` is the precision in which scores are equal, `queries` which count;
    `recall_as_9` rounds recall levels to documents as trec_eval 9, `refuses_missing` raises where a run lacks a judged
    query, as trec_eval 10 without ``-c``."""

    __slots__ = ("queries", "recall_as_9", "refuses_missing", "ties")

    def __init__(self, ties: Ties, queries: str, *, recall_as_9: bool, refuses_missing: bool) -> None:
        self.ties = ties
        self.queries = queries
        self.recall_as_9 = recall_as_9
        self.refuses_missing = refuses_missing

    @classmethod
    def of(cls, *, ties: str | None = None, queries: str | None = None, compat: str | None = None) -> Policy:
        """The policy of the three options, None for the default."""
        check_choice("ties", ties, (None, *TIES))
        check_choice("queries", queries, (None, *QUERIES))
        check_choice("compat", compat, (None, *COMPAT))
        if compat is None:
            precision: Ties = "float32" if ties == "float32" else "float64"
            return cls(precision, queries or "qrels", recall_as_9=False, refuses_missing=False)
        nine = compat == "trec_eval-9"
        own_ties: Ties = "float32" if nine else "float64"
        if ties not in (None, own_ties):
            raise UsageError(f'compat="{compat}" reads scores as {own_ties}, but got ties="{ties}"; leave one out')
        if queries == "with-relevant" or (queries == "shared" and not nine):
            instead = ' or queries="shared"' if nine else ""
            raise UsageError(
                f'compat="{compat}" can\'t go with queries="{queries}"; leave one out, or say queries="qrels", '
                f"which is trec_eval's -c{instead}"
            )
        own_queries = "shared" if nine else "qrels"
        return cls(own_ties, queries or own_queries, recall_as_9=nine, refuses_missing=not nine and queries is None)

    @property
    def order(self) -> _core.Ties:
        """The tie rule as the kernel takes it."""
        return tie_rule(self.ties)

    def signature(self, measure: Measure, *, largest_grade: int) -> str:
        """What a score of `measure` depends on, in one line; only what applies to it."""
        from irassay.provenance import VERSION

        parts = [str(measure)]
        if measure.binarises and measure.params["rel"] == 1:
            parts.append("rel=1")
        if measure.is_relative:
            parts.append(f"max_rel={measure.pinned(largest_grade).params['max_rel']}")
        if measure.definition.cutoff == "recall" and self.recall_as_9:
            parts.append("recall=trec_eval-9")
        version = ".".join(VERSION.split(".")[:2])
        return "|".join([*parts, f"ties={self.ties}", f"queries={self.queries}", f"v={version}"])

    def check(self, missing: Mapping[str, Sequence[str]], n_queries: int) -> None:
        """InputError where a system has no score; `missing` is system -> labelled queries that its run leaves out."""
        if self.refuses_missing and any(missing.values()):
            raise InputError(
                'runs leave out queries of the labels, which compat="trec_eval-10" refuses; queries="qrels" (its -c) '
                "scores them 0",
                tuple(
                    f"{system}: {len(queries)} of {n_queries} left out, such as {cut(queries[0])}"
                    for system, queries in missing.items()
                    if queries
                ),
            )
        empty = [system for system, queries in missing.items() if len(queries) == n_queries]
        if self.queries == "shared" and empty and n_queries:
            raise InputError(
                'runs that have none of the labels\' queries have no score under queries="shared"; queries="qrels" '
                "scores them 0",
                tuple(f"{system}: none of {n_queries} queries" for system in empty),
            )
