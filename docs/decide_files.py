"""Two systems' result lists with invented texts, and a script in an assessor's place, for docs/decide.md.

python docs/decide_files.py FOLDER
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

DISHES = (
    *("bread", "soup", "risotto", "pancakes", "dumplings", "omelette", "porridge", "lasagne", "falafel", "hummus"),
    *("ratatouille", "gnocchi", "paella", "chutney", "pesto", "meringue", "custard", "brioche", "kimchi", "tempura"),
)
HOW = ("Keep the {} warm until it is served.", "Salt the {} late.", "Old recipes let the {} rest for an hour.")
OTHER = ("Salt the pan before it is hot.", "Old recipes name no measures.", "Keep knives dry.", "Wash rice twice.")
RELEVANT = {"new": 0.7, "old": 0.45}  # rate of a system's documents
N_QUERIES, DEPTH = 40, 5
ASSESSOR = '''"""Fills in the grades of a file, as Ann would: 1 where the text is about the dish."""

import sys

head, *rows = [line.rstrip("\\n").split("\\t") for line in open(sys.argv[1], encoding="utf-8")]
with open(sys.argv[2], "w", encoding="utf-8") as done:
    print(*head, sep="\\t", file=done)
    for query, doc, _, query_text, doc_text in rows:
        print(query, doc, int(query_text.split()[-1] in doc_text), query_text, doc_text, sep="\\t", file=done)
'''


def write(folder: Path) -> None:
    """Lists of `new` and `old`, a query on each dish twice: two of five documents are in both."""
    draw = random.Random(1)
    lists: dict[str, list[str]] = {"new": [], "old": []}
    for number in range(N_QUERIES):
        dish, verb = DISHES[number % len(DISHES)], ("serve", "prepare")[number // len(DISHES)]
        both = [_text(draw, dish, 0.6) for _ in range(2)]
        for system, rate in RELEVANT.items():
            texts = both + [_text(draw, dish, rate) for _ in range(DEPTH - 2)]
            names = [f"b{number}-{i}" for i in range(2)] + [f"{system[0]}{number}-{i}" for i in range(DEPTH - 2)]
            results = [{"doc_id": name, "text": text} for name, text in zip(names, texts, strict=True)]
            draw.shuffle(results)
            record = {"query_id": f"q{number:02}", "query": f"how to {verb} {dish}", "results": results}
            lists[system].append(json.dumps(record) + "\n")
    for system, records in lists.items():
        (folder / f"{system}.jsonl").write_text("".join(records), encoding="utf-8")
    (folder / "ann.py").write_text(ASSESSOR, encoding="utf-8")


def _text(draw: random.Random, dish: str, rate: float) -> str:
    first, second = draw.sample(OTHER, 2)
    return f"{first} {draw.choice(HOW).format(dish)}" if draw.random() < rate else f"{first} {second}"


def decided(folder: Path, page: Path) -> None:
    """The page of the question, once all that was drawn is judged."""
    import irassay
    from irassay.formats.reading.texts import read_result_texts

    paths = [folder / "new.jsonl", folder / "old.jsonl"]
    queries, docs = read_result_texts(paths)

    def judge(asked: list[tuple[str, str]]) -> dict[str, dict[str, int]]:
        labels: dict[str, dict[str, int]] = {}
        for query, doc in asked:
            labels.setdefault(query, {})[doc] = int(queries[query].split()[-1] in docs[doc])
        return labels

    decider = irassay.decide(irassay.read_runs(paths), "P@5", seed=1)
    decider.run(judge, batch=20)
    decider.look(seconds=20).result().write(page)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
