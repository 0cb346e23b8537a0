"""From three runs' first documents to `prefer` and `maintain`, by two people in Chromium; truth is counted by hand."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # people_in_chromium, served_by_hand

from people_in_chromium import judge_pairs
from served_by_hand import serve

from irassay import Runs, prefer
from irassay.judging.assessors import labels
from irassay.judging.assessors.maintaining import maintain
from irassay.judging.store import open_campaign

FIRSTS = {"alpha": "abcd", "beta": "bbda", "gamma": "cadb"}  # system -> its first document of each query
TEXTS = {doc: f"Passage {doc}: answer {worth}." for doc, worth in zip("abcd", (4, 1, 3, 2), strict=True)}
QUERIES = [f"q{i}" for i in range(4)]
PAIRS = [
    (query, *pair)
    for i, query in enumerate(QUERIES)
    for pair in combinations(sorted({firsts[i] for firsts in FIRSTS.values()}), 2)
]


def worth(text):
    return int(text.split()[-1].rstrip("."))


def by_worth(one, other):
    return int(worth(other) > worth(one))


def by_worth_but_near(one, other):
    """Says that neighbours are equal."""
    return None if abs(worth(one) - worth(other)) == 1 else by_worth(one, other)


def test_pairs_of_three_runs_judged_by_two_people_reach_prefer_and_maintain(tmp_path, browser):
    (tmp_path / "pairs.tsv").write_text("query\tdoc_a\tdoc_b\n" + "".join("\t".join(pair) + "\n" for pair in PAIRS))
    (tmp_path / "queries.tsv").write_text("".join(f"{query}\tabout {query}\n" for query in QUERIES))
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\t{text}\n" for doc, text in TEXTS.items()))
    texts = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")
    with serve("p.campaign", "pairs.tsv", *texts, "--kind", "pair", "--overlap", "2", cwd=tmp_path) as served:
        for name, rule in (("Ann", by_worth), ("Ben", by_worth_but_near)):
            link = served.ask("POST", "/campaign/people", {"name": name, "role": "assessor"})[1]["link"]
            context = browser.new_context()
            assert judge_pairs(context, link, rule) == len(PAIRS)
            context.close()
    runs = {name: {q: {doc: 1.0} for q, doc in zip(QUERIES, docs, strict=True)} for name, docs in FIRSTS.items()}
    asked = {query: {firsts[i] for firsts in FIRSTS.values()} for i, query in enumerate(QUERIES)}
    most = {query: max(worth(TEXTS[doc]) for doc in docs) for query, docs in asked.items()}
    # Neighbours tie: Ann's vote for one stands against Ben's for neither.
    best = {query: {doc for doc in docs if most[query] - worth(TEXTS[doc]) <= 1} for query, docs in asked.items()}
    with open_campaign(str(tmp_path / "p.campaign")) as campaign:
        preferences = labels(campaign)
        assert len(preferences.comparisons) == 2 * len(PAIRS)
        [table] = [one for one in prefer(preferences, Runs.from_dict(runs)).tables if one.name == "win-ratios"]
        kept = maintain(campaign, Runs.from_dict(runs))
    rows = zip(*(table.column(name).values for name in ("row", "column", "judged", "won", "lost", "tied")), strict=True)
    found = {(row, column): tuple(counts) for row, column, *counts in rows}
    for one, other in combinations(FIRSTS, 2):
        said = Counter(
            None if abs(worth(TEXTS[a]) - worth(TEXTS[b])) == 1 else worth(TEXTS[a]) < worth(TEXTS[b])
            for a, b in zip(FIRSTS[one], FIRSTS[other], strict=True)
            if a != b
        )
        assert found[one, other] == (sum(said.values()), said[True], said[False], said[None])
    assert {query: set(docs) for query, docs in kept.version.answers.items()} == best
