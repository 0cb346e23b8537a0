"""Hand-made verdicts and evidence for the tests of sentences."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from irassay.studies.overview.evidence import OverviewEvidence
from tests.evidence_by_hand import evidence_by_hand
from tests.verdict_by_hand import verdict_by_hand


@pytest.fixture
def case() -> Callable[..., SimpleNamespace]:
    """What sentences read of a verdict like TREC DL 2021's; keyword arguments change it."""
    return verdict_by_hand


@pytest.fixture
def evidence() -> Callable[..., OverviewEvidence]:
    """Evidence of `n` systems on `n_queries` queries; further arguments change the league."""
    return evidence_by_hand
