"""Lucene 9.5 as Anserini uses it, where IRASSAY_LUCENE_JAR names Anserini's jar and Java is 17 or newer.

The jar `anserini-0.22.1-fatjar.jar` is in the wheel that `pip download --no-deps pyserini==0.22.1` gives.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks.engines import BEST, CHECKED, Ours, Scores, Search, check_scores
from benchmarks.passages import Passages
from benchmarks.timing import Took


class Lucene:
    def __init__(self, search: Search) -> None:
        self.folder, self.texts, self.depth = search.passages.folder / "lucene", search.texts, search.depth

    def once(self) -> Took:
        return self._search(self.depth)[0]

    def check(self, ours: Ours) -> str:
        return check_scores("Lucene", ours.best("lucene"), self._search(BEST)[1])

    def _search(self, depth: int) -> tuple[Took, Scores]:
        with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
            file.writelines(f"{query}\t{text}\n" for query, text in self.texts.items())
            file.flush()
            seconds, *lines = _run("search", str(self.folder), file.name, str(depth), str(CHECKED))
        scores: dict[str, list[float]] = {query: [] for query in list(self.texts)[:CHECKED]}
        for line in lines:
            query, score = line.split("\t")
            scores[query].append(float(score))
        return _took(seconds) * (1 / len(self.texts)), [each[:BEST] for each in scores.values()]


def has_lucene() -> bool:
    return bool(_jar()) and Path(_jar()).exists() and shutil.which("java") is not None


def build(passages: Passages) -> Took:
    """Of the whole process."""
    shutil.rmtree(passages.folder / "lucene", ignore_errors=True)
    return _took(_run("build", str(passages.folder / "lucene"), *map(str, passages.files))[0])


def _jar() -> str:
    return os.environ.get("IRASSAY_LUCENE_JAR", "")


def _run(*words: str) -> list[str]:
    program = str(Path(__file__).with_name("Lucene.java"))
    command = ["java", "-Xmx6g", "-XX:+UseSerialGC", "-cp", _jar(), program, *words]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.splitlines()


def _took(line: str) -> Took:
    cpu, wall = map(float, line.split())
    return Took(cpu, wall)
