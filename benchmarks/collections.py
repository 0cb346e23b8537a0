"""The collections: TREC-COVID round 5 as it is, and synthetic ones of known shape, made once from a fixed seed.

COVID: 126 runs, 50 queries, 1,000 deep, many judged documents. MSM: 75 runs, 6,980 queries, 10 deep, one relevant
document a query. DM: 12 runs, 1,196 queries, 100 deep, 43 relevant documents a query. DEEP: 6 runs, 6,980 queries,
1,000 deep, one relevant document a query; 1.5 GB of text. LOG: 3 runs, 1,000,000 queries, 3 deep, one relevant
document a query.
"""

from __future__ import annotations

import lzma
import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.collections_at_hand import TEST_DATA as DATA

CACHE = Path(os.environ.get("IRASSAY_BENCH_CACHE", "build/bench-data"))
SEED = 20_261


class Missing(Exception):
    """A collection is not at hand."""


@dataclass(frozen=True)
class Collection:
    name: str
    qrels: Path
    runs: tuple[Path, ...]
    separator: str

    @property
    def paths(self) -> list[str]:
        return [str(path) for path in self.runs]

    @property
    def folder(self) -> str:
        return str(self.runs[0].parent)

    @property
    def lines(self) -> int:
        return sum(path.read_bytes().count(b"\n") for path in self.runs)


def covid() -> Collection:
    """The runs decompressed: what is measured is reading text."""
    source = DATA / "trec-covid-round5"
    if not source.is_dir():
        raise Missing("TREC-COVID round 5 is not at hand: set IRASSAY_TEST_DATA")

    def write(folder: Path) -> None:
        shutil.copy(source / "qrels.covid-round5.txt", folder / "qrels")
        for path in sorted((source / "runs").glob("*.xz")):
            (folder / "runs" / path.stem).write_bytes(lzma.decompress(path.read_bytes()))

    return _made("COVID", "\t", write)


def covid_xz() -> tuple[Path, Path]:
    """The same as it is distributed: qrels and a folder of compressed runs."""
    covid()
    return DATA / "trec-covid-round5" / "qrels.covid-round5.txt", DATA / "trec-covid-round5" / "runs"


def msm() -> Collection:
    """75 runs that differ in skill on the 6,980 queries of MS MARCO's small development set, or as many like them."""
    return _made("MSM", " ", lambda folder: _write_lists(folder, _marco_queries(), systems=75, depth=10, pool=36))


def pref() -> Collection:
    """16 runs on the same queries, as deep as a leaderboard's measure."""
    return _made("PREF", " ", lambda folder: _write_lists(folder, _marco_queries(), systems=16, depth=10, pool=36))


def dm() -> Collection:
    """12 runs under labels whose number a query follows a power law from 5 to 682."""
    return _made("DM", " ", lambda folder: _write_lists(folder, _many_relevant(), systems=12, depth=100, pool=900))


def deep() -> Collection:
    """6 runs as deep as first stages are, on the same queries: sparse labels and 42 million lines."""
    return _made("DEEP", " ", lambda folder: _write_lists(folder, _marco_queries(), systems=6, depth=1000, pool=2500))


def query_log() -> Collection:
    """3 runs on a million queries with one clicked document each, as a log of queries gives them."""

    def write(folder: Path) -> None:
        docs = np.random.default_rng(SEED + 3).integers(0, 8_841_823, 1_000_000)
        relevant = {str(query): [str(doc)] for query, doc in enumerate(docs)}
        _write_lists(folder, relevant, systems=3, depth=3, pool=6)

    return _made("LOG", " ", write)


def _made(name: str, separator: str, write: Callable[[Path], None]) -> Collection:
    folder = CACHE / name
    if not (folder / "done").exists():
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "runs").mkdir(parents=True)
        write(folder)
        (folder / "done").touch()
    return Collection(name, folder / "qrels", tuple(sorted((folder / "runs").iterdir())), separator)


def _marco_queries() -> dict[str, list[str]]:
    source = DATA / "msmarco-dev" / "qrels.msmarco-passage.dev-subset.txt.xz"
    if source.exists():
        relevant: dict[str, list[str]] = {}
        for line in lzma.decompress(source.read_bytes()).decode().splitlines():
            query, _, doc, grade = line.split()
            if int(grade) > 0:
                relevant.setdefault(query, []).append(doc)
        return relevant
    rng = np.random.default_rng(SEED)
    queries = np.sort(rng.choice(1_102_000, 6_980, replace=False))
    counts = rng.choice([1, 2, 3, 4], 6_980, p=[0.942, 0.052, 0.005, 0.001])
    return {str(q): [str(d) for d in rng.integers(0, 8_841_823, n)] for q, n in zip(queries, counts)}


def _many_relevant() -> dict[str, list[str]]:
    rng = np.random.default_rng(SEED + 1)
    shape, low, high = 0.67, 5, 682
    uniform = rng.random(1_196)
    counts = (low * (1 - uniform * (1 - (low / high) ** shape)) ** (-1 / shape)).astype(int)
    docs = (str(1_000_000 + d) for d in rng.permutation(7_000_000))
    return {str(2_000 + q): [next(docs) for _ in range(n)] for q, n in enumerate(counts)}


def _write_lists(folder: Path, relevant: dict[str, list[str]], *, systems: int, depth: int, pool: int) -> None:
    """Every query has a pool of candidates, relevant ones among them; a system ranks it by skill and noise."""
    rng = np.random.default_rng(SEED + 2)
    skill = np.linspace(0.6, 1.8, systems)
    with ExitStack() as stack:
        files = [stack.enter_context(open(folder / "runs" / f"sys{s:02d}", "w")) for s in range(systems)]
        qrels = stack.enter_context(open(folder / "qrels", "w"))
        for query, docs in relevant.items():
            qrels.writelines(f"{query} 0 {doc} 1\n" for doc in docs)
            others = [str(d) for d in rng.integers(0, 8_841_823, max(pool - len(docs), depth))]
            candidates = list(dict.fromkeys(docs + others))
            good = np.arange(len(candidates)) < len(docs)
            shared = rng.normal(size=len(candidates))
            noise = rng.normal(size=(systems, len(candidates)))
            scores = 20 + skill[:, None] * good + shared + 0.7 * noise
            order = np.argsort(-scores, axis=1)[:, :depth]
            for s, file in enumerate(files):
                row, values = order[s], scores[s]
                file.write(
                    "".join(
                        f"{query} Q0 {candidates[d]} {r} {values[d]:.6f} sys{s:02d}\n" for r, d in enumerate(row, 1)
                    )
                )
