"""The evidence that sections of an overview share: each measure's verdict, facts of files and systems.

Data only. What one section alone reads stands in its own file. Tests fill both by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from irassay.preflight.words.comparable import to_mend
from irassay.provenance import Provenance

if TYPE_CHECKING:
    from irassay.result import Finding, Table
    from irassay.verdict import Reach, Verdict
    from irassay.verdict.pair import Require


@dataclass(frozen=True, slots=True)
class OverviewEvidence:
    """All that sections share."""

    verdict: Verdict  # of the main measure
    others: Sequence[Verdict] = ()  # of further measures, compared and not bounded
    # column -> system -> value; columns that say what kind of system it is
    metadata: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    files: Sequence[Finding] = ()  # the preflight's
    flags: Table | None = None  # runs that are not comparable as they are
    texts: Mapping[str, str] = field(default_factory=dict)  # query -> its text, where texts were given
    provenance: Provenance = field(default_factory=Provenance)  # of the whole overview
    require: Require = "likely"  # what labels must do for an order; no section asks for more than "taken"

    @property
    def reach(self) -> Reach:
        """How far the labels reach into the runs: an overview always knows."""
        assert self.verdict.reach is not None
        return self.verdict.reach

    @property
    def to_mend(self) -> str:
        """What in the files makes runs not comparable as they are, for "First mend ..."; "" where nothing does."""
        if self.flags is None:
            return ""
        systems, flags = (self.flags.column(name).values for name in ("system", "flag"))
        return to_mend(list(zip(systems, flags)), self.verdict.n_runs)
