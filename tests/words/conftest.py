"""Hand-made verdicts and evidence for the tests of sentences, and the golden file of what they say."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from irassay.studies.overview.comparison import OverviewEvidence
from tests.evidence_by_hand import evidence_by_hand
from tests.verdict_by_hand import verdict_by_hand

GOLDEN = Path(__file__).with_name("sentences.txt")
CASE = "== "


def golden_sentences() -> dict[str, list[str]]:
    """What each test that takes `golden` says, in its order."""
    of: dict[str, list[str]] = {}
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        if line.startswith(CASE):
            of[line.removeprefix(CASE)] = []
        elif line:
            of[next(reversed(of))].append(line)
    return of


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Iterator[Callable[..., None]]:
    """Holds sentences to those in sentences.txt; with IRASSAY_RENEW=1 they are written there, for a person to read."""
    case = f"{request.path.stem}::{request.node.name}"
    sentences: list[str] = []
    yield lambda *texts: sentences.extend(str(text).replace("\n", "\\n") or "(nothing)" for text in texts)
    of = golden_sentences()
    if os.environ.get("IRASSAY_RENEW"):
        of[case] = sentences
        text = "\n\n".join("\n".join([CASE + name, *of[name]]) for name in sorted(of))
        GOLDEN.write_text(f"{text}\n", encoding="utf-8")
    assert sentences == of.get(case)


@pytest.fixture
def case() -> Callable[..., SimpleNamespace]:
    """What sentences read of a verdict like TREC DL 2021's; keyword arguments change it."""
    return verdict_by_hand


@pytest.fixture
def evidence() -> Callable[..., OverviewEvidence]:
    """Evidence of `n` systems on `n_queries` queries; further arguments change the league."""
    return evidence_by_hand
