"""How long `irassay trainset` takes for 24 sets from a million generated queries, and how much memory.

    python -m benchmarks.training_sets [--queries N] [--candidates N] [--words N] [--format FORMAT] [--check]

Every tenth negative that could be drawn copies the positive; the sets are held to have none of these.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.collections import SEED
from benchmarks.peak import most

GOALS = {"seconds": 20.0, "mb": 1000.0}  # of a collection: a third of 72 sets in a minute
N_TOPICS, N_LEAKS, JUDGED = 250, 721, 60
COPIED = 0.1
SIZES = [1000 << i for i in range(8)]


def write_world(to: Path, n: int, n_candidates: int, n_words: int) -> None:
    """Two sources of n/2 queries each, n documents and their copies, a run, clicks, leaks, and a test collection."""
    rng = random.Random(SEED)
    words = ["".join(rng.choices("abcdefghijklmnoprstuvw", k=rng.randrange(3, 9))) for _ in range(20_000)]
    texts = [" ".join(rng.choices(words, k=n_words)) for _ in range(1000)]
    with open(to / "docs.jsonl", "w") as docs:
        for i in range(n):
            text = f"{words[i % 20_000]} {words[i // 20_000]} {texts[i % 1000]}"
            docs.write(f'{{"_id": "D{i}", "text": "{text}"}}\n')
            if i < n * COPIED:
                docs.write(f'{{"_id": "C{i}", "text": "{text.upper()}"}}\n')
    for part, name in enumerate(("msmarco", "orcas")):
        with open(to / f"{name}.tsv", "w") as queries:
            for i in range(part * n // 2, (part + 1) * n // 2):
                queries.write(f"{i}\t{' '.join(rng.choices(words, k=6))}\n")
    with open(to / "clicks.txt", "w") as clicks:
        clicks.writelines(f"{i} 0 D{i} 1\n" for i in range(n))
    with open(to / "bm25.run", "w") as run:
        tails = [f"{rank} {30 - rank / 10:.4f} bm25\n" for rank in range(1, n_candidates + 1)]
        for i in range(n):
            start, copy = rng.randrange(n), [f"{i} Q0 C{i} 0 31 bm25\n"] if i < n * COPIED else []
            others = [f"{i} Q0 D{(start + 7919 * j) % n} {tail}" for j, tail in enumerate(tails)]
            run.write("".join(copy + others))
    leaky = rng.sample(range(n), N_LEAKS + 200)
    rows = [f"{j % N_TOPICS}\t{i}\t{'leak' if j < N_LEAKS else 'review'}\tpeople\n" for j, i in enumerate(leaky)]
    (to / "leaks.tsv").write_text("query\ttrain\tverdict\tby\n" + "".join(rows))
    topics = [f"{i}\t{' '.join(rng.choices(words, k=3))}\n" for i in range(N_TOPICS)]
    (to / "topics.tsv").write_text("".join(topics))
    labels = [f"{t} 0 N{(t * 97 + j) % 10_000} {int(j < 20)}\n" for t in range(N_TOPICS) for j in range(JUDGED)]
    (to / "qrels.txt").write_text("".join(labels))
    with open(to / "news.jsonl", "w") as news:
        news.writelines(f'{{"_id": "N{i}", "text": "{i} {texts[i % 1000]} {texts[i // 10]}"}}\n' for i in range(10_000))


def command(folder: Path, form: str) -> list[str]:
    """The arguments of `irassay`."""
    files = {
        "--corpus": "docs.jsonl",
        "--qrels": "clicks.txt",
        "--candidates": "bm25.run",
        "--leaks": "leaks.tsv",
        "--test": "topics.tsv",
        "--test-qrels": "qrels.txt",
        "--test-corpus": "news.jsonl",
        "-o": "sets",
    }
    words = [word for option, name in files.items() for word in (option, str(folder / name))]
    sources = [word for name in ("msmarco", "orcas") for word in ("--queries", str(folder / f"{name}.tsv"))]
    return ["trainset", *sources, *words, "--seed", "1", "--format", form]


def check(folder: Path) -> None:
    """Hold the sets to what was planted; JSON lines alone."""
    for kind, n_leaked in (("none", 0), ("train", 500), ("test", 500)):
        with open(folder / "sets" / f"{kind}-{SIZES[-1]}.jsonl") as lines:
            pairs = list(zip(*[map(json.loads, lines)] * 2))
        assert len(pairs) == SIZES[-1] // 2
        assert sum(a["topic"] != "" for a, _ in pairs) == n_leaked
        assert all(a["relevant"] and not b["relevant"] and a["text"].lower() != b["text"].lower() for a, b in pairs)


def step(words: list[str]) -> None:
    """Run the command in this process, and print what it took."""
    from irassay.cli.main import main as irassay

    start = time.perf_counter()
    assert irassay(words) == 0
    spent = os.times()
    print(json.dumps({"seconds": time.perf_counter() - start, "cpu": spent[0] + spent[1], "mb": most()}))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training_sets", description=__doc__)
    parser.add_argument("--queries", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--candidates", type=int, default=100, metavar="N", help="of each query")
    parser.add_argument("--words", type=int, default=55, metavar="N", help="of a document")
    parser.add_argument("--format", choices=("jsonl", "triples", "parquet"), default="jsonl")
    parser.add_argument("--check", action="store_true", help="exit 1 where it misses its goals for a million queries")
    parser.add_argument("--step", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.step:
        step(args.step)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        write_world(Path(folder), args.queries, args.candidates, args.words)
        size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6
        print(f"{args.queries:,} queries, {args.candidates} candidates each, {size:,.0f} MB, seed {SEED}", flush=True)
        words = [sys.executable, "-m", "benchmarks.training_sets", "--step", *command(Path(folder), args.format)]
        *said, told = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        took = json.loads(told)
        if args.format == "jsonl":
            check(Path(folder))
    print("\n".join(said))
    print(f"seconds {took['seconds']:.1f}  CPU {took['cpu']:.1f}  MB {took['mb']:.0f}")
    return int(args.check and any(took[name] > goal for name, goal in GOALS.items()))


if __name__ == "__main__":
    sys.exit(main())
