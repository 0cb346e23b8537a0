"""The reports that the documentation shows: of the demo, of two real tracks, two systems, a tutorial's track, leaks.

    python docs/reports.py FOLDER      writes demo.html, two.html, organiser.html, dl21.html, covid.html, track.html,
                                       whatif.html, sensitivity.html, leak.html, decide.html

The real collections are looked for where the tests look (IRASSAY_TEST_DATA); without them their reports are left out.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irassay.label_sets.extrapolated import Extrapolated

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "docs"), str(ROOT / "docs" / "tutorials")]


def written(
    folder: Path,
    names: Sequence[str] = (
        "demo",
        "two",
        "organiser",
        "dl21",
        "covid",
        "track",
        "whatif",
        "sensitivity",
        "leak",
        "decide",
    ),
) -> dict[str, Path]:
    """Name -> page of those reports that can be made here."""
    import decide_files
    import files
    import leak_files

    import irassay
    from irassay.studies.demo import simulate, write_world
    from tests.collections_at_hand import TEST_DATA

    folder = folder.resolve()
    back = Path.cwd()
    with tempfile.TemporaryDirectory() as place:
        here = Path(place)
        write_world(simulate(), here / "demo")
        files.search_engineer(here / "two")
        files.organiser(here / "organiser")
        leak_files.write(here / "leak")
        (here / "decide").mkdir()
        decide_files.write(here / "decide")
        for name, source in (("dl21", "trec-dl-2021-passage"), ("covid", "trec-covid-round5")):
            if (TEST_DATA / source).exists():
                (here / name).symlink_to(TEST_DATA / source)
        pages = {}
        try:
            for name in names:
                if name == "decide":
                    pages[name] = folder / "decide.html"
                    decide_files.decided(here / name, pages[name])
                    continue
                source = SAME_FILES.get(name, name)
                qrels, runs, measures, metadata = ASKED[source]
                if not (here / source).exists():
                    print(f"{name}: no collection; set IRASSAY_TEST_DATA", file=sys.stderr)
                    continue
                os.chdir(here / source)  # pages say which files they were made from: names that anybody may have
                pages[name] = folder / f"{name}.html"
                if name == "whatif":
                    irassay.whatif(qrels, runs, measures=("R@100", "R@20", "R@1000")).write(pages[name])
                elif name == "sensitivity":
                    draws = near_golds(qrels, "passages.tsv.xz", here / "bm25.index")
                    irassay.sensitivity(
                        qrels, runs, extrapolated=draws, full_qrels=qrels, rel=2, doc_texts="passages.tsv.xz",
                        metadata=metadata,
                    ).write(pages[name])  # fmt: skip
                elif name == "leak":
                    irassay.leak(
                        "queries.tsv", "train.jsonl", labels="labels.tsv", qrels=qrels, corpus="corpus.jsonl",
                        runs=runs, measures=measures, metadata=metadata, exposed="trained",
                    ).write(pages[name])  # fmt: skip
                elif name.endswith("track"):
                    irassay.track(qrels, runs, metadata=metadata).write(pages[name])
                else:
                    irassay.report(qrels, runs, measures=measures, metadata=metadata, to=pages[name])
        finally:
            os.chdir(back)
    return pages


def near_golds(qrels: str, passages: str, index: Path) -> list[Extrapolated]:
    """What BM25 finds near one of each query's best labels, in ten draws, as docs/sensitivity.md has it."""
    import irassay
    from irassay.label_sets import extrapolated, one_relevant
    from irassay.search import index_texts, open_index

    grades = irassay.read_qrels(qrels)
    best = {}
    for query in grades.queries:
        of = grades.grades(query)
        best[query] = {doc: grade for doc, grade in of.items() if grade == max(of.values())}
    golds = one_relevant(irassay.Qrels.from_dict(best), draws=10)
    index_texts(passages, index)
    return [extrapolated(golds.variant(name), [open_index(index)]) for name in golds.names]


# Name -> labels, runs, measures, metadata.
ASKED: dict[str, tuple[str, str | list[str], tuple[str, ...], str | None]] = {
    "demo": ("qrels.txt", "runs", ("nDCG@10",), "runs.csv"),
    "two": ("ratings.csv", ["old.csv", "new.json"], ("nDCG@10",), None),
    "organiser": ("qrels.txt", "runs", ("nDCG@10", "AP(rel=2)"), "runs.csv"),
    "dl21": ("qrels", "runs", ("nDCG@10", "AP(rel=2)"), "runs.csv"),
    "covid": ("qrels.covid-round5.txt", "runs", ("nDCG@20",), "runs.csv"),
    "leak": ("qrels.txt", "runs", ("nDCG@10",), "runs.csv"),
}
# Overview of a track, or what-if -> the report whose files it is made from.
SAME_FILES = {"track": "dl21", "small-track": "organiser", "whatif": "covid", "sensitivity": "dl21"}


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    print(*written(Path(sys.argv[1])).values(), sep="\n")
