"""What several sections of an overview read: the verdict of each measure, and what is known of files and systems.

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
class Evidence:
    """All that sections share.

    Attributes
    ----------
    verdict : Verdict
        Of the main measure.
    others : sequence of Verdict
        Of further measures, compared and not bounded.
    metadata : mapping
        Column -> system -> value; those columns that say what kind of system a system is.
    files : sequence of Finding
        The preflight's.
    flags : Table or None
        Runs that are not comparable as they are.
    texts : mapping
        Query -> its text, where texts were given.
    provenance : Provenance
        Of the whole overview.
    require : {"proved", "likely", "taken"}
        What labels must do for an order; where they are taken as they are, no section asks for more.
    """

    verdict: Verdict
    others: Sequence[Verdict] = ()
    metadata: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    files: Sequence[Finding] = ()
    flags: Table | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    provenance: Provenance = field(default_factory=Provenance)
    require: Require = "likely"

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
