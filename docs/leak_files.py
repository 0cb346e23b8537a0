"""Files of invented texts for the page of leaks that the documentation shows.

    python docs/leak_files.py FOLDER      writes queries.tsv, train.jsonl, corpus.jsonl, qrels.txt, runs/, runs.csv,
                                          labels.tsv

Sixty test queries, of which a dozen stand among the training queries, in these words or others; four systems that were
trained on them and four that were not.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

THINGS = (
    *("cast iron pans", "violin strings", "wooden boats", "clay pots", "paper lanterns", "wool sweaters"),
    *("bicycle chains", "garden benches", "glass bottles", "leather boots", "brass bells", "wicker baskets"),
)
ASKED = (
    "how to clean {}",
    "where were {} first made",
    "why do {} break in winter",
    "how heavy are old {}",
    "how to store {}",
)
OTHERS = (
    *("silver spoons", "kitchen knives", "straw hats", "rain barrels", "piano keys", "linen sheets", "oil lamps"),
    *("tin whistles", "stone walls", "rubber hoses", "walnut tables", "copper kettles", "cotton ropes", "chess pieces"),
)
MORE = (
    *("how to polish {}", "what do {} cost", "are {} safe for children", "who repairs {}", "best glue for {}"),
    *("can {} get wet", "museum of {}", "how to pack {} for moving", "names for {} in spain", "how to draw {}"),
)
KINDS = ("", "small ", "painted ", "heavy ", "broken ", "antique ", "cheap ", "new ")
SAID = (
    "People who work with {} every day say that {} takes patience, a soft cloth and dry hands.",
    "A shop in the old town sells {} and answers everybody who asks about {}.",
    "Nothing in this booklet about {} is of use to those who wonder about {}, but its drawings are fine.",
)
# System -> whether it was trained on the training queries, and how good it is.
SYSTEMS = {
    "tuned-large": ("yes", 1.5), "tuned-mixed": ("yes", 1.2), "tuned-small": ("yes", 0.9), "tuned-short": ("yes", 0.7),
    "plain-dense": ("no", 1.1), "sparse": ("no", 1.3), "words": ("no", 0.8), "words-expanded": ("no", 1.0),
}  # fmt: skip
LEAKED, GAIN = 12, 2.0
Row = dict[str, str]


def write(folder: Path) -> None:
    """Write the files."""
    random_ = random.Random(5)
    folder.mkdir(parents=True, exist_ok=True)
    queries = {f"q{n + 1:02}": asked.format(thing) for n, (asked, thing) in enumerate(zip(ASKED * 12, THINGS * 5))}
    docs = {f"{query}-{n}": passage(text, n) for query, text in queries.items() for n in range(8)}
    leaked = {query: queries[query] for query in sorted(random_.sample(list(queries), LEAKED))}
    rows, labels = training(queries, leaked, docs, random_)
    random_.shuffle(rows)
    lines(folder / "queries.tsv", [f"{query}\t{text}" for query, text in queries.items()])
    lines(folder / "train.jsonl", [json.dumps(row) for row in rows])
    lines(folder / "corpus.jsonl", [json.dumps({"_id": doc, "text": text}) for doc, text in docs.items()])
    lines(folder / "qrels.txt", [f"{query} 0 {query}-{n} {int(n < 2)}" for query in queries for n in range(8)])
    lines(folder / "labels.tsv", ["query\ttrain\ttype", *labels])
    lines(folder / "runs.csv", ["run,trained", *(f"{name},{trained}" for name, (trained, _) in SYSTEMS.items())])
    hard = {query: random_.gauss(0, 0.9) for query in queries}
    (folder / "runs").mkdir(exist_ok=True)
    for name, (trained, skill) in SYSTEMS.items():
        run = []
        for query in queries:
            better = skill + GAIN * (trained == "yes" and query in leaked) - hard[query]
            scores = {f"{query}-{n}": better * (n < 2) + random_.gauss(0, 1) for n in range(8)}
            best = sorted(scores, key=lambda doc: -scores[doc])
            run += [f"{query} Q0 {doc} {rank} {scores[doc]:.4f} {name}" for rank, doc in enumerate(best, start=1)]
        lines(folder / "runs" / f"{name}.run", run)


def passage(query: str, n: int) -> str:
    """A made-up passage about a query."""
    words = query.split()
    return (
        f"Leaflet {n + 1}. " + SAID[n % 3].format(" ".join(words[-2:]), " ".join(words[:3])) + f" It has {n + 3} pages."
    )


def training(
    queries: dict[str, str], leaked: dict[str, str], docs: dict[str, str], random_: random.Random
) -> tuple[list[Row], list[str]]:
    """Training rows, the leaked ones and look-alikes among them, and what people say of these."""
    rows, labels = [], []
    for n, (query, text) in enumerate(leaked.items()):
        said = (text.upper(), f"{text} at home", " ".join(reversed(text.split())))[n % 3]
        positive = docs[f"{query}-{0 if n < 7 else 5}"]
        rows.append(
            {"id": f"t{n}", "query": said, "positive": positive, "negative": docs[f"{query}-{1 if n > 9 else 6}"]}
        )
        labels.append(f"{query}\tt{n}\t{'specialization' if n % 3 == 1 else 'identical'}")
    others = [query for query in queries if query not in leaked]
    for n, query in enumerate(others[:24]):
        thing = next(thing for thing in THINGS if thing in queries[query])
        other = f"{thing.rsplit(' ', 1)[0]} cupboards"
        rows.append({"id": f"u{n}", "query": queries[query].replace(thing, other), "positive": "Cupboards are long."})
        labels.append(f"{query}\tu{n}\tdifferent")
    rows += [
        {"id": f"v{n}", "query": f"more about {n} things", "positive": docs[f"{query}-0"]}
        for n, query in enumerate(others[24:29])
    ]
    asked = [more.format(kind + thing) for more in MORE for kind in KINDS for thing in OTHERS]
    rows += [{"id": f"w{n}", "query": text, "positive": f"All of it, page {n}."} for n, text in enumerate(asked)]
    return rows, labels


def lines(to: Path, of: list[str]) -> None:
    """Write lines."""
    to.write_text("".join(f"{one}\n" for one in of))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
