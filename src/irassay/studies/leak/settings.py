"""What is asked of leaks, in one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.collection.texts import TITLE
from irassay.leakage.calibration import PRECISION
from irassay.leakage.find import Path, SearchSettings

if TYPE_CHECKING:
    from irassay.leakage.relevant_documents import Corpus
    from irassay.measures import Measure

MEASURES = ("nDCG@10",)


@dataclass(frozen=True, slots=True)
class Settings(SearchSettings):
    """What is asked of leaks; fields as the keywords of `leak`."""

    found: Path | None = None
    fields: Sequence[str] = (TITLE, "description")
    variants: Path | None = None
    labels: Path | Sequence[Path] = ()
    precision: float = PRECISION
    measures: Sequence[str | Measure] = MEASURES
    corpus: Corpus | None = None
    rel: int = 1
    exposed: str | None = None
    alpha: float = 0.05
