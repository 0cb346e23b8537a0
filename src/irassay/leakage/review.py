"""Which pairs people are to look at: a sample for calibration, and a queue for review; and files that tools import."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from irassay.arguments import whole_number
from irassay.errors import UsageError
from irassay.files import WholeFiles
from irassay.formats.labels.quepid_book import book
from irassay.formats.labels.quepid_book import pair as pair_of_book
from irassay.formats.tables.separated import text_of as csv_of
from irassay.formats.trees.json_tree import text_of as json_of
from irassay.leakage.calibration import band_of, weights_of
from irassay.leakage.files import guarded, id_as_cell
from irassay.leakage.label_files import ANSWER, RATINGS
from irassay.leakage.leaks import KINDS, LEAKAGE, Leak, Leaks
from irassay.leakage.pair_labels import rows_of_pairs
from irassay.random_keys import Seed, key_of

PER_QUERY = 5
# Verdict and type stay empty for people to fill in; what the program proposes stands beside them.
COLUMNS = ["query", "train", "verdict", "type", "proposed", "similarity", "overlap", "field", "text", "train_text"]
LABEL_STUDIO_CONFIG = f"""<View>
  <Header value="Test query: $text"/>
  <Text name="pair" value="$train_text"/>
  <Choices name="{ANSWER}" toName="pair" choice="single">
{chr(10).join(f'    <Choice value="{kind}"/>' for kind in KINDS)}
  </Choices>
</View>
"""
_DRAW = 37  # the stream of sampled pairs


@dataclass(frozen=True, slots=True)
class PairSample:
    """Pairs drawn equally from bands of similarity, in the order of the candidates."""

    pairs: tuple[Leak, ...]
    weights: tuple[float, ...]  # how many candidates each pair stands for


def sample(leaks: Leaks, n: int, *, seed: Seed = 0) -> PairSample:
    """`n` pairs, or all, for people to label, drawn equally from bands of similarity (without one, overlap), a pair at
    its highest; a band with too few gives its share to others. Source: Cochran, Sampling Techniques, 1977, 5."""
    n, key = whole_number("n", n), key_of(seed)
    is_dense = any(pair.similarity is not None for pair in leaks)
    candidates = _highest(leaks, "similarity" if is_dense else "overlap")
    bands = band_of(np.array([score for score, _ in candidates], dtype=np.float64))
    rng = np.random.default_rng([key, _DRAW])
    drawn: list[int] = []
    for band, size in _allocation(bands, n).items():
        drawn += rng.choice(np.flatnonzero(bands == band), size, replace=False).tolist()
    drawn.sort()
    weights, _ = weights_of(bands[drawn], bands)
    return PairSample(tuple(candidates[i][1] for i in drawn), tuple(weights.tolist()))


def _highest(leaks: Leaks, score: str) -> list[tuple[float, Leak]]:
    """Each pair once, with its highest score; without those that have none."""
    best = []
    for rows in rows_of_pairs(leaks):
        scored = [(value, row) for row in rows if (value := getattr(row, score)) is not None]
        if scored:
            best.append(max(scored, key=lambda one: one[0]))
    return best


def _allocation(bands: np.ndarray, n: int) -> dict[int, int]:
    """How many to draw from each band: equally, as far as it has them; what is left over goes to the upper ones."""
    names, sizes = np.unique(bands, return_counts=True)
    given = np.zeros_like(sizes)
    n = min(n, int(sizes.sum()))
    while (left := n - int(given.sum())) > 0:
        has_more = np.flatnonzero(given < sizes)
        if left < len(has_more):
            given[has_more[len(has_more) - left :]] += 1
        else:
            given[has_more] = np.minimum(sizes[has_more], given[has_more] + left // len(has_more))
    return {int(band): int(size) for band, size in zip(names, given)}


def review_queue(leaks: Leaks, *, per_query: int = PER_QUERY) -> list[Leak]:
    """The pairs of each query that no machine decides, strongest first, each training text once, without pairs that
    leak by any field or that people decided."""
    per_query = whole_number("per_query", per_query)
    queue: list[Leak] = []
    for query in leaks.queries:
        once: dict[tuple[str, ...], Leak] = {}
        sure = {_name_of(pair) for pair in leaks.of(query) if pair.verdict == "leak"}
        for pair in leaks.of(query):
            if pair.verdict == "review" and pair.by != "people" and _name_of(pair) not in sure:
                once.setdefault(_name_of(pair), pair)
        queue += list(once.values())[:per_query]
    return queue


def certain_pairs(leaks: Leaks) -> int:
    """How many pairs leak by a machine's word, which `review_queue` leaves out."""
    return len({(pair.query, *_name_of(pair)) for pair in leaks if pair.verdict == "leak" and pair.by != "people"})


def _name_of(pair: Leak) -> tuple[str, ...]:
    return pair.train, pair.train_text, "" if pair.train_text else pair.source


def write_review(pairs: Iterable[Leak], to: str | os.PathLike[str]) -> int:
    """Write pairs for people to label and return how many, by the ending: ``.quepid.json`` a book of Quepid, ``.json``
    Label Studio for `LABEL_STUDIO_CONFIG`, ``.csv`` or ``.tsv`` a table."""
    path, pairs = os.fspath(to), list(pairs)
    write = next((write for suffix, write in _WRITERS.items() if path.lower().endswith(suffix)), None)
    if write is None:
        raise UsageError(LEAKAGE("review.ending", endings=[*_WRITERS], path=path))
    with WholeFiles() as files:
        files.write(path, write(pairs))
    return len(pairs)


def _tsv(pairs: Sequence[Leak]) -> Iterator[str]:
    for row in _rows(pairs):
        yield "\t".join([*map(id_as_cell, row[:2]), *row[2:]]) + "\n"


def _csv(pairs: Sequence[Leak]) -> Iterator[str]:
    yield csv_of([*map(guarded, row[:2]), *row[2:]] for row in _rows(pairs))


def _rows(pairs: Sequence[Leak]) -> Iterator[list[str]]:
    yield COLUMNS
    for pair in pairs:
        numbers = ("" if x is None else repr(float(x)) for x in (pair.similarity, pair.overlap))
        texts = map(guarded, (pair.field, pair.text, pair.train_text))
        yield [pair.query, pair.train, "", "", pair.type, *numbers, *texts]


def _label_studio(pairs: Sequence[Leak]) -> Iterator[str]:
    """Tasks with the proposed type as a prediction, which people confirm."""
    tasks = []
    for pair in pairs:
        choice = {"from_name": ANSWER, "to_name": "pair", "type": "choices", "value": {"choices": [pair.type]}}
        predictions = [{"model_version": pair.by, "score": pair.strength, "result": [choice]}]
        tasks.append({"data": _data(pair), "predictions": predictions})
    yield json_of(tasks)


def _quepid(pairs: Sequence[Leak]) -> Iterator[str]:
    """Pairs without judgements, which Quepid asks its assessors about; a document's id is the training text's."""
    entries, taken = [], set()
    for position, pair in enumerate(pairs, 1):
        doc = pair.train or pair.train_text
        text = pair.text or pair.query
        while (text, doc) in taken:  # ids that are numbers of lines are in every file of training texts
            doc += "'"
        taken.add((text, doc))
        fields = {name: str(value) for name, value in _data(pair).items() if value is not None}
        entries.append(pair_of_book(text, doc, position=position, fields=fields))
    names = {str(rating): kind for rating, kind in RATINGS.items()}
    yield book(entries, name="leaks", scale=tuple(RATINGS), scale_labels=names)


def _data(pair: Leak) -> dict[str, str | float | None]:
    names = ("query", "train", "text", "train_text", "field", "similarity", "overlap")
    return {name: getattr(pair, name) for name in names} | {"proposed": pair.type}


_WRITERS = {".quepid.json": _quepid, ".json": _label_studio, ".csv": _csv, ".tsv": _tsv}
