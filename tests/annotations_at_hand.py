"""The published annotations of pairs of a topic and an MS MARCO query (Froebe et al., SPIRE 2022)."""

from __future__ import annotations

from functools import cache

from irassay.leakage.label_files import read_pair_labels
from irassay.leakage.pair_labels import PairLabel, PairLabels
from tests.collections_at_hand import collection

NAME = "query-reformulation-classification-iteration-{}.jsonl"
# The files of the paper's numbers: of the first, the labels that two people agreed on.
OF_THE_PAPER = (
    "01-annotated-by-maik-and-cakiki",
    "02-annotated-by-chris",
    "03-annotated-by-maik",
    "04-annotated-by-maik",
)


def annotations(name: str) -> PairLabels:
    return read_pair_labels(collection("leakage") / "manual-annotations" / NAME.format(name))


@cache
def of_the_paper() -> tuple[PairLabel, ...]:
    return tuple(label for name in OF_THE_PAPER for label in annotations(name))


def of_two_people() -> tuple[PairLabels, PairLabels]:
    folder = collection("leakage") / "manual-annotations" / "annotator-agreement"
    first, second = (folder / NAME.format(f"01-annotated-by-{person}") for person in ("maik", "cakiki"))
    return read_pair_labels(first), read_pair_labels(second)
