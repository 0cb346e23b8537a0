"""An experiment with leaks from end to end: a made-up collection, then Vaswani with a query log drawn from its texts.

`make study-leakage` trains five models under three kinds of leakage, in four sizes with three seeds, on either, and
writes the tables of docs/simulations.md. It needs torch and transformers. The models are tiny and random: what they
remember of leaks says nothing about larger ones.
"""

from __future__ import annotations

import json
import lzma
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from irassay.leakage import Leak, Leaks, write_leaks
from irassay.search import index_texts
from irassay.search.neural.words import words_of
from irassay.studies.memorisation.experiment import experiment
from irassay.studies.memorisation.plan import read_plan
from irassay.workflows import executor_of
from simulations.leakage_world import collection_of_plan, write_bert, write_t5, write_world
from simulations.page import markdown, parser, tell
from tests.collections_at_hand import TEST_DATA

LOG = 4000  # training queries drawn from Vaswani's texts
OF_A_QUERY = 5  # words of such a query
LEAKS_A_TOPIC = 2
LEAKED = 150  # queries; some topics have one relevant document
LISTED = 50  # documents of a list
KNOWN = 4000  # words that the transformers know
SHORT: dict[str, Any] = {"query_length": 16, "document_length": 64, "dimensions": 32}
MODELS: dict[str, dict[str, Any]] = {
    "KNRM": {"model": "knrm", **SHORT, "learning_rate": 0.01, "epochs": 4},
    "PACRR": {"model": "pacrr", **SHORT, "learning_rate": 0.003, "epochs": 4},
    "Duet": {"model": "duet", **SHORT, "learning_rate": 0.003, "epochs": 2},
    "monoBERT": {"model": "monobert", "base": "bert", "query_length": 32, "learning_rate": 0.001},
    "monoT5": {"model": "monot5", "base": "t5", "query_length": 32, "learning_rate": 0.003},
}


def write_vaswani(folder: Path, *, seed: int = 0) -> None:
    """Vaswani's files, a log of words from its texts, and leaks of its queries; what has no label is not relevant."""
    rng = random.Random(seed)
    at = TEST_DATA / "vaswani"
    lines = lzma.decompress((at / "docs.tsv.xz").read_bytes()).decode().splitlines()
    texts = dict(line.split("\t", 1) for line in lines)
    topics = dict(line.lower().split("\t", 1) for line in (at / "queries.tsv").read_text().splitlines())
    relevant: dict[str, list[str]] = {}
    for query, _, doc, _ in (line.split() for line in (at / "qrels").read_text().splitlines()):
        relevant.setdefault(query, []).append(doc)
    log, clicks, leaks = {}, {}, []
    for i, doc in enumerate(rng.sample(sorted(texts), LOG)):
        words = words_of(texts[doc])
        log[f"q{i}"], clicks[f"q{i}"] = " ".join(rng.sample(words, min(OF_A_QUERY, len(words)))), doc
    for topic, text in topics.items():
        for i in range(LEAKS_A_TOPIC):
            words = words_of(text)
            words.pop(rng.randrange(len(words)))
            key = f"leak-{topic}-{i}"
            log[key], clicks[key] = " ".join(words), rng.choice(relevant[topic])
            of = ("generalization", "people", None, None, "title", text, log[key], "train.tsv")
            leaks.append(Leak(topic, key, "leak", *of))
    index = index_texts(texts, folder / "index")
    lists = {}
    for side, queries in (("test", topics), ("train", log)):
        runs = index.search(queries, depth=LISTED)
        lists[side] = {query: list(runs.ranking("index", query)) for query in runs.queries}
        rows = (f"{q} Q0 {d} {n} {-n} bm25\n" for q, docs in lists[side].items() for n, d in enumerate(docs, 1))
        (folder / f"{side}.run").write_text("".join(rows))
        (folder / f"{side}.tsv").write_text("".join(f"{query}\t{text}\n" for query, text in queries.items()))
        documents = (json.dumps({"_id": doc, "text": text}) + "\n" for doc, text in texts.items())
        (folder / f"{side}.jsonl").write_text("".join(documents))
    others = [f"{q} 0 {d} 0\n" for q, docs in lists["test"].items() for d in docs if d not in relevant[q]]
    (folder / "test.qrels").write_text("".join(f"{q} 0 {d} 1\n" for q in topics for d in relevant[q]) + "".join(others))
    (folder / "train.qrels").write_text("".join(f"{query} 0 {doc} 1\n" for query, doc in clicks.items()))
    write_leaks(Leaks(list(topics), leaks), folder / "leaks.tsv")
    (folder / "collections.toml").write_text(collection_of_plan("vaswani", LEAKED))
    counts = Counter(word for text in texts.values() for word in words_of(text))
    known = [word for word, _ in counts.most_common(KNOWN)]
    write_bert(folder / "bert", known)
    write_t5(folder / "t5", known)


def write_plan(folder: Path, sizes: Sequence[int], seeds: int) -> Path:
    """The plan beside the world's files."""
    models = "".join(
        f'\n[[models]]\nname = "{name}"\n' + "".join(f"{key} = {json.dumps(value)}\n" for key, value in of.items())
        for name, of in MODELS.items()
    )
    first = f"sizes = {list(sizes)}\nseeds = {list(range(1, seeds + 1))}\ndepth = {LISTED}\n\n"
    path = folder / "plan.toml"
    path.write_text(first + (folder / "collections.toml").read_text() + models)
    return path


def table(result: Any, collection: str) -> str:
    """Scores without leakage and their changes, and how far the rank offset grew."""
    scores = next(one for one in result.tables if one.name == f"effectiveness-{collection}")
    remembered = next(one for one in result.tables if one.name == "memory")
    cells = {name: scores.column(name).values for name in ("model", "leakage", "nDCG@10", "nDCG@10 p")}
    signs = (
        remembered.column("sign").values
        if "sign" in [one.name for one in remembered.columns]
        else ("",) * len(remembered)
    )
    rows_of = (remembered.column(name).values for name in ("model", "leakage", "growth"))
    growth = {(model, leakage): (grown, says) for model, leakage, grown, says in zip(*rows_of, signs, strict=True)}
    rows = [["Model", "Leakage", "nDCG@10", "p", "Rank offset grows by", "Remembered"]]
    for model, leakage, score, p in zip(*cells.values(), strict=True):
        grown, says = growth.get((model, leakage), (None, ""))
        rows.append(
            [
                model,
                leakage,
                f"{score:.3f}",
                "" if p is None else f"{p:.2g}",
                "" if grown is None else f"{grown:.2f}",
                str(says),
            ]
        )
    return markdown(rows)


def main(words: Iterable[str] | None = None) -> int:
    """Print the tables, and write them where asked to."""
    asked = parser("simulations.leakage", __doc__)
    asked.add_argument("--short", action="store_true", help="one size and seed of the made-up collection alone")
    asked.add_argument("--folder", type=Path, default=None, help="keep what was made there, and go on with it")
    asked.add_argument("--workers", default="local")
    args = asked.parse_args(words if words is None else list(words))
    with tempfile.TemporaryDirectory() as made:
        folder = args.folder or Path(made)
        worlds = ("made-up",) if args.short or not TEST_DATA.exists() else ("made-up", "vaswani")
        parts: dict[str, str] = {}
        for name in worlds:
            start = time.monotonic()
            parts[f"leakage-{name}"] = table(_experiment(folder / name, name, args), name)
            print(f"{name}: {time.monotonic() - start:.0f} s")
    return tell(parts, write=args.write)


def _experiment(folder: Path, name: str, args: Any) -> Any:
    if not (folder / "plan.toml").exists():
        folder.mkdir(parents=True, exist_ok=True)
        if name == "vaswani":
            write_vaswani(folder, seed=args.seed)
        else:
            write_world(folder, topics=10 if args.short else 50, training=300 if args.short else 2500, seed=args.seed)
            write_bert(folder / "bert")
            write_t5(folder / "t5")
        write_plan(folder, [200] if args.short else [500, 1000, 2000, 4000], 1 if args.short else 3)
    workers = int(args.workers) if args.workers.isdecimal() else args.workers
    result = experiment(read_plan(folder / "plan.toml"), folder / "out", executor_of(workers))
    result.write(folder / "experiment.html")
    return result


if __name__ == "__main__":
    sys.exit(main())
