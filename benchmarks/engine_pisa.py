"""PISA, where somebody has installed `pyterrier-pisa==0.4.9`: its dependency tbb is not free, so no lock has it.

In a process of its own, given the terms that our analysis makes: `python -m benchmarks.engine_pisa FOLDER TASK N WAY`
builds an index of N passages (`build`), or searches to depth N (`search`) by the algorithm WAY for queries that it is
given as JSON, and prints the seconds a query and the lists.

Its BM25 has no 1 in the logarithm and the factor k1 + 1: its scores are held against this formula, and its lists
against ours.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from benchmarks import postings
from benchmarks.engines import BEST, CHECKED, K1, TOLERANCE, B, Lists, Ours, Search
from benchmarks.peers import Disagree
from benchmarks.timing import Took, now, since
from irassay.search import analyse

WARM = 50  # queries before the clock starts
SHARED = 0.9  # of its best passages, at the least, are ours
LEAST_IDF = 1e-6  # as PISA has it


class Pisa:
    def __init__(self, search: Search, algorithm: str) -> None:
        self.folder, self.passages, self.depth = search.passages.folder / "pisa", search.passages, search.depth
        self.algorithm = algorithm
        self.queries = {query: " ".join(analyse(text)) for query, text in search.texts.items()}
        if not self.folder.exists():
            self._ask("build", search.passages.size)

    def once(self) -> Took:
        said = self._ask("search", self.depth)
        return Took(said["cpu"], said["wall"])

    def check(self, ours: Ours) -> str:
        lists = self._ask("search", BEST)["lists"]
        theirs: Lists = [lists[query] for query in list(self.queries)[:CHECKED]]
        mine = ours.best("exact")
        texts = self.passages.texts(passage for best in theirs for passage in best)
        for query, best in zip(self.queries.values(), theirs):
            for passage, score in best.items():
                expected = self._score(query, texts[passage])
                if not math.isclose(score, expected, rel_tol=TOLERANCE):
                    raise Disagree(f"PISA: {passage} has {score}, by its formula {expected}")
        shared = sum(len(one.keys() & other.keys()) for one, other in zip(mine, theirs))
        if shared < SHARED * CHECKED * BEST:
            raise Disagree(f"PISA: {shared} of the best {CHECKED * BEST} passages are ours")
        return (
            f"PISA's best scores of {CHECKED} queries are its formula's; {shared} of {CHECKED * BEST} passages are ours"
        )

    def _score(self, query: str, text: str) -> float:
        """By PISA's formula."""
        of, passage = postings.statistics(self.passages.size), Counter(analyse(text))
        norm = K1 * (1 - B + B * passage.total() / of.average)
        numbers = postings.numbers()
        score = 0.0
        for term, times in Counter(query.split()).items():
            if count := passage[term]:
                n = float(of.with_term[numbers[term]])
                idf = max(LEAST_IDF, math.log((of.n_docs - n + 0.5) / (n + 0.5)))
                score += times * idf * (K1 + 1) * count / (count + norm)
        return score

    def _ask(self, task: str, number: int) -> Any:
        command = [sys.executable, "-m", "benchmarks.engine_pisa", str(self.folder), task, str(number), self.algorithm]
        given = json.dumps(self.queries)
        done = subprocess.run(
            command, input=given, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        return json.loads(done.stdout.splitlines()[-1])


def has_pisa() -> bool:
    return find_spec("pyterrier_pisa") is not None


def main(folder: str, task: str, number: int, algorithm: str) -> None:
    from pyterrier_pisa import PisaIndex

    index = PisaIndex(folder, text_field="text", stemmer="none", stops="none", threads=1)
    if task == "build":
        index.index(_documents(number))
        print("{}")
    else:
        print(json.dumps(_searched(index, json.load(sys.stdin), number, algorithm)))


def _searched(index: Any, queries: dict[str, str], depth: int, algorithm: str) -> dict[str, Any]:
    import pandas as pd

    frame = pd.DataFrame({"qid": list(queries), "query": list(queries.values())})
    search = index.bm25(k1=K1, b=B, num_results=depth, threads=1, query_algorithm=algorithm, query_weighted=True)
    search(frame[:WARM])
    start = now()
    lists = search(frame)
    took = since(start) * (1 / len(queries))
    best = {query: dict(zip(group.docno, group.score.tolist())) for query, group in lists.groupby("qid")}
    return {"cpu": took.cpu, "wall": took.wall, "lists": best}


def _documents(size: int) -> Iterator[dict[str, str]]:
    words = postings.vocabulary()[1]
    for at, passage in enumerate(postings.lists(size)):
        yield {"docno": f"p{at}", "text": " ".join(words[term] for term in passage)}


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
