# ruff: noqa: E501  the sentences are long
"""A made-up Result of any size with every figure in it: what the page's tests look at. Numbers are drawn, then kept consistent."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from page_world import GROUPS, HOSTILE, World

from irassay.provenance import Provenance
from irassay.result import (
    Bars,
    Column,
    Curves,
    Differences,
    Finding,
    Forest,
    LeagueChart,
    Lines,
    PairMatrix,
    PlaceChart,
    QueryChart,
    RatioMatrix,
    Result,
    Scatter,
    Section,
    Stacked,
    Strip,
    Strips,
    Table,
    Text,
)
from irassay.verdict import LabelsOfPair
from irassay.verdict.words.pairs import phrases

__all__ = ["HOSTILE", "example"]


@cache
def example(n: int = 63, n_queries: int = 53, *, hostile: bool = False, seed: int = 7) -> Result:
    """The Result of n systems."""
    w = World(n, n_queries, hostile=hostile, seed=seed)
    sections = [_verdict(w), _league(w), *_pair_sections(w), _labels(w)]
    sections += [
        *([_stability(w), _kinds(w)] if n >= 4 else []),
        _queries(w),
        _files(w),
        _method(w),
        Section("provenance", "Provenance", []),
    ]
    leaders = int(w.leader.sum())
    title = f"{leaders} of {n} systems share the lead."
    if n == 2:
        title = f"{w.names[0]} scores {w.difference[0, 1]:.3f} more than {w.names[1]}; other queries could reverse it."
    return Result(
        title=title,
        standfirst=f"Missing labels could change the order of only a few pairs. But {n_queries} queries separate fewer than half of them.",
        advice="To separate the leaders, add queries, not labels.",
        facts=(
            "TREC 2021 Deep Learning track, passages",
            f"{n} systems",
            f"{n_queries:,} queries",
            "10,828 labels",
            "nDCG@10",
        ),
        sections=sections,
        provenance=Provenance(
            inputs={f"runs/{name}.txt": f"{i:064x}" for i, name in enumerate(["qrels.txt", *w.names])},
            options={"measures": ["nDCG@10"], "n_resamples": 1_000_000, "alpha": 0.05},
            seed=0,
            versions={"irassay": "0.1", "python": "3.11.7", "numpy": "2.4"},
            signatures=["nDCG@10|ties=float64|queries=qrels|v=0.1"],
        ),
        study="overview",
    )


def _upper(w: World, matrix: Any) -> list[float]:
    return [float(v) for v in matrix[np.triu_indices(w.n, 1)]]


def _verdict(w: World) -> Section:
    pairs, settled = w.family, int(np.triu(w.differs, 1).sum())
    kept = int(np.triu(w.kept, 1).sum())
    k = int(w.leader.sum())
    body: list[Any] = []
    if w.n > 2:
        body += [
            Finding(
                "share-queries",
                "undecided",
                "queries",
                f"{settled:,} of {pairs:,} pairs of systems differ significantly.",
                {"settled": settled, "pairs": pairs, "share": settled / pairs},
            ),
            Finding(
                "share-labels",
                "settled",
                "labels",
                f"{kept:,} pairs keep their order whatever grades the 84 unjudged documents get.",
                {"settled": kept, "pairs": pairs, "share": kept / pairs},
            ),
        ]
    if w.n == 2:
        add = Finding("answer-next", "note", "queries", "Add queries.", action="Add queries.")
        return Section("verdict", "Verdict", [add])
    body += [
        Finding("answer-highest", "note", "none", f"{w.names[0]}, {w.mean[0]:.3f}.", where=[w.names[0]]),
        Finding(
            "answer-apart",
            "note",
            "queries",
            ", ".join(w.names[1:k]) + f": no two of these {k} differ significantly." if k > 1 else "No other system.",
        ),
        Finding("answer-behind", "note", "queries", f"{w.n - k} systems score significantly less than {w.names[0]}."),
        Finding(
            "answer-next",
            "note",
            "queries",
            f"Roughly 90 queries in all would separate {w.names[0]} from {w.names[-1]}.",
            action="One file needs a look first.",
        ),
    ]
    if w.n > 3:
        columns = [
            Column("system", w.names),
            Column("mean", w.mean.tolist(), digits=4),
            Column("leader", w.leader.tolist()),
        ]
        body.append(
            Strip(
                "strip",
                f"The first {k} systems span {w.mean[0] - w.mean[max(k - 1, 0)]:.2f} nDCG, and these {w.n_queries} queries can't split them",
                "One dot is one system, placed by its mean nDCG@10; dots that would overlap are stacked. Filled dots are the leading group: no two of them differ significantly.",
                Table("strip", "Mean scores", columns),
                "nDCG@10",
                labelled=[w.names[-1], w.names[w.n // 2]],
            )
        )
    return Section("verdict", "Verdict", body)


def _league(w: World) -> Section:
    rank = w.n > 2
    columns = [
        *([Column("rank_low", w.rank_low.tolist()), Column("rank_high", w.rank_high.tolist())] if rank else []),
        Column("system", w.names),
        Column("same", [(f"{w.names[0]}b", f"{w.names[0]}c") if i == 0 and w.n > 7 else () for i in range(w.n)]),
        Column("mean", w.mean.tolist(), digits=3),
        *(
            Column(c, getattr(w, c).tolist(), digits=3)
            for c in ("low", "high", "low50", "high50", "lower", "estimate", "upper")
        ),
        Column("judged", w.judged.tolist(), unit="share"),
        *([Column("letters", w.letters)] if rank else []),
        Column("leader", w.leader.tolist()),
    ]
    if w.n > 3:
        columns += [
            Column("meta:Submitted by", [GROUPS[i % 10] for i in range(w.n)]),
            Column("meta:Type", ["nnlm" if i < w.n * 0.8 else "trad" for i in range(w.n)]),
            Column("meta:Task", [("fullrank", "rerank")[i % 3 == 0] for i in range(w.n)]),
            Column("meta:Stages", [("multi", "single")[i % 4 == 0] for i in range(w.n)]),
            Column("meta:Retrieval", [None if i == 5 else ("dense", "sparse")[i % 2] for i in range(w.n)]),
        ]
    figure = LeagueChart(
        "league",
        f"Ranks are ranges: first place is open to {int(w.rank_high[0])} systems",
        f"Rank 1–{int(w.rank_high[0])} means: no system is significantly better. Systems joined by a bracket can't be told apart. Bands of two rows may overlap and the order still be fixed, because the same unjudged documents move both. The estimate assumes that unjudged documents are like judged ones of the same rank.",
        Table("league", "League", columns),
        "nDCG@10",
        w.brackets if rank else (),
    )
    return Section("league", "League table", [figure])


def _pair_sections(w: World) -> list[Section]:
    if w.n < 8:
        return [Section("pairs", "Who can be told apart", [_forest(w)])]
    n = w.n
    queries = [["settled" if w.differs[i, j] else "open" for j in range(n)] for i in range(n)]
    labels = [["settled" if w.kept[i, j] else "open" for j in range(n)] for i in range(n)]
    labels[3][4], labels[0][1] = "not known", "exactly tied"
    error = w.spread * 1.96
    counts = [
        ("settled", "queries", int(np.triu(w.differs, 1).sum())),
        ("open", "queries", w.family - int(np.triu(w.differs, 1).sum())),
    ]
    counts += [
        ("settled", "labels", int(np.triu(w.kept, 1).sum())),
        ("open", "labels", w.family - int(np.triu(w.kept, 1).sum()) - 2),
    ]
    counts += [("not known", "labels", 1), ("exactly tied", "labels", 1)]
    wins = [
        (
            int((w.scores[i] > w.scores[j]).sum()),
            int((w.scores[i] < w.scores[j]).sum()),
            int((w.scores[i] == w.scores[j]).sum()),
        )
        for i in range(n)
        for j in range(i + 1, n)
    ]
    columns = [Column(name, [c[k] for c in counts]) for k, name in enumerate(("state", "doubt", "pairs"))]
    figure = PairMatrix(
        "pairs",
        "The labels fix 98% of all pairs; the queries separate fewer than half",
        "Systems run from best to worst, left to right and top to bottom, so neighbours in score meet at the diagonal. Each pair appears twice: below the diagonal for the queries, mirrored above it for the labels. Point at a cell, or focus the square and use the arrow keys.",
        Table("pairs", "Pairs", columns),
        w.names,
        queries,
        labels,
        difference=_upper(w, w.difference),
        low=_upper(w, w.difference - error),
        high=_upper(w, w.difference + error),
        p=_upper(w, w.p),
        p_corrected=_upper(w, w.corrected),
        wins=wins,
        labels_low=_upper(w, w.label_low),
        labels_high=_upper(w, w.label_high),
        strength=[
            LabelsOfPair(labels[i][j], np.nan, np.nan, _agreeing(i, j), 100).strength
            for i in range(n)
            for j in range(i + 1, n)
        ],
        agreeing=[_agreeing(i, j) for i in range(n) for j in range(i + 1, n)],
        phrases=phrases(family=w.family, n_queries=53, n_draws=100, lower_is_better=False),
        family=w.family,
        assumes="low, high: 95% over queries, unadjusted.",
        ask="irassay compare qrels.txt runs/ -m nDCG@10 --pair",
    )
    return [Section("pairs", "Who can be told apart", [figure])]


def _agreeing(i: int, j: int) -> int:
    """Of 100 draws of missing labels, as many as make some pairs likely and others not."""
    return 90 + (i + 2 * j) % 11


def _forest(w: World) -> Forest:
    rows = [(i, j) for i in range(w.n) for j in range(i + 1, w.n)]
    error = w.spread * 1.96
    sentence = "Difference {:.4f}, better on 26 queries, worse on 23, equal on 4. Other queries: {:.3f} to {:.3f}; p 0.43, adjusted over {} pairs 1.00: can't be told apart."
    columns = [
        Column("pair", [f"{w.names[i]} − {w.names[j]}" for i, j in rows]),
        Column("difference", [float(w.difference[i, j]) for i, j in rows], digits=4),
        Column("low", [float(w.difference[i, j] - error[i, j]) for i, j in rows], digits=3),
        Column("high", [float(w.difference[i, j] + error[i, j]) for i, j in rows], digits=3),
        Column("labels_low", [float(w.label_low[i, j]) for i, j in rows], digits=3),
        Column("labels_high", [float(w.label_high[i, j]) for i, j in rows], digits=3),
        Column(
            "sentence",
            [
                sentence.format(
                    w.difference[i, j], w.difference[i, j] - error[i, j], w.difference[i, j] + error[i, j], w.family
                )
                for i, j in rows
            ],
        ),
    ]
    return Forest(
        "forest",
        "No pair differs significantly on these queries",
        "One row is one pair: the dot is the difference of the means, the line its 95% interval over queries, the band what missing labels allow.",
        Table("forest", "Pairs", columns),
        "difference in nDCG@10",
    )


def _labels(w: World) -> Section:
    stacked = Stacked(
        "grades",
        "10,828 labels, three in five of them relevant",
        "The bar is all labels, split by grade. Grade 0 is not relevant.",
        Table(
            "grades",
            "Labels by grade",
            [Column("part", ["grade 0", "grade 1", "grade 2", "grade 3"]), Column("count", [4338, 3063, 2341, 1086])],
        ),
    )
    panels = ("trad", "nnlm, one stage", "nnlm, several stages", "nnlm, reranking")
    xs = [1, 5, 10, 12, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    rows: list[tuple[str, str, int, float]] = []
    for i, name in enumerate(w.names):
        steep = float(w.rng.uniform(12, 40))
        rows += [
            (panels[i % min(4, w.n)], name, x, 0.0 if x <= 10 else float(0.85 * (1 - np.exp(-(x - 10) / steep))))
            for x in xs
        ]
    lines = Lines(
        "holes",
        "Almost no holes down to rank 10, most of the ranking unjudged below",
        "One thin line is one system: the share of its documents at that rank that are unjudged. The thick line is the mean of the panel.",
        Table(
            "holes",
            "Unjudged by rank",
            [
                Column("panel", [r[0] for r in rows]),
                Column("series", [r[1] for r in rows]),
                Column("x", [r[2] for r in rows]),
                Column("y", [r[3] for r in rows], unit="share"),
            ],
        ),
        "rank",
        "unjudged",
        marker=10,
        marker_text="measured to here",
    )
    counts = [571, 493, 148, 147, 93, 92, 60, 58, 57, 44]
    bars = Bars(
        "unique",
        "Every group found relevant documents that no other group had in its top ten",
        "The bar counts relevant documents in the top ten of one group only; the dark part is grade 2 or 3.",
        Table(
            "unique",
            "Unique relevant documents",
            [Column("row", list(GROUPS)), Column("value", counts), Column("part", [int(c * 0.35) for c in counts])],
        ),
        "documents",
    )
    points = [(p, c, x) for p in ("nDCG@10", "RR@10") for c in (w.names[0], "fused", "dense") for x in range(11)]
    heights = [0.9 - 0.03 * x - 0.05 * len(c) / 10 for _, c, x in points]
    curves = Curves(
        "curves",
        "The order keeps a tau of 0.58",
        "Agreement with the order at the start; a band holds 95% of resamples of the queries.",
        Table(
            "curves",
            "Tau by passages",
            [
                Column("panel", [p for p, *_ in points]),
                Column("series", [c for _, c, _ in points]),
                Column("x", [x for *_, x in points], digits=0),
                Column("y", heights, digits=3),
                Column("low", [y - 0.1 for y in heights], digits=3),
                Column("high", [y + 0.1 for y in heights], digits=3),
            ],
        ),
        "passages deemed relevant",
        "tau-a",
    )
    return Section("labels", "The labels", [stacked, lines, curves, bars])


def _stability(w: World) -> Section:
    place = np.arange(1, w.n + 1)
    spread = np.minimum(np.minimum(place, w.n - place + 1), 6)
    columns = [Column("system", w.names), Column("place", place.tolist())]
    columns += [
        Column(c, np.clip(place + s * spread, 1, w.n).astype(int).tolist())
        for c, s in (("low", -1), ("high", 1), ("low50", -0.4), ("high50", 0.4))
    ]
    columns.append(Column("first", [0.8, 0.19, 0.008] + [0.0] * (w.n - 3), unit="share"))
    return Section(
        "stability",
        "How steady is the order",
        [
            PlaceChart(
                "places",
                "In resamples of these queries the first comes first four times in five; halves of them agree half of the time",
                "The queries were resampled with replacement 10,000 times. The thin line holds the place in 95% of the draws, the thick line in half of them, the dot is the median.",
                Table("places", "Places in resamples", columns),
            )
        ],
    )


def _kinds(w: World) -> Section:
    """Systems by kind on one axis, and at two of their numbers."""
    kinds = [("nnlm", "trad", "nnlm", "nn")[i % 4] for i in range(w.n)]
    rows = sorted(range(w.n), key=lambda i: kinds[i])
    first = {k: kinds.index(k) for k in kinds}
    strips = Strips(
        "kinds",
        "The best of one kind is ahead of the best of the others",
        "One dot is one system. The filled dot is the best of its kind.",
        Table(
            "kinds",
            "Systems by kind",
            [
                Column("panel", ["kind"] * w.n),
                Column("heading", ["by kind: 12% ahead"] * w.n),
                Column("kind", [kinds[i] for i in rows]),
                Column("system", [w.names[i] for i in rows]),
                Column("mean", [float(w.mean[i]) for i in rows], digits=4),
                Column("best", [first[kinds[i]] == i for i in rows]),
            ],
        ),
        "nDCG@10",
        marker=float(w.mean.mean()),
        marker_text="all systems",
    )
    other = w.mean * 0.6 + 0.2 * np.sin(np.arange(w.n))
    scatter = Scatter(
        "two-sets",
        "Two sets of labels order the systems alike to tau 0.51",
        "One mark is one system. On the dotted line both sets give the same score.",
        Table(
            "two-sets",
            "Systems with two sets of labels",
            [
                Column("system", w.names),
                Column("x", w.mean.tolist(), digits=4),
                Column("y", other.tolist(), digits=4),
                Column("kind", kinds),
            ],
        ),
        "nDCG@10 with these labels",
        "nDCG@10 with the other labels",
        w.names[:8],
        same_scale=True,
        marker=float(other.mean()),
        marker_text="mean of all systems",
    )
    return Section("kinds", "Kinds of systems", [strips, scatter, _ratios(w)])


def _ratios(w: World) -> RatioMatrix:
    """Ratios by the means, some of them not known."""
    names, mean = w.names[:40], w.mean[:40]
    ratio = 0.5 + 2 * (mean[None, :] - mean[:, None])
    ratio[(np.add.outer(np.arange(len(names)), np.arange(len(names))) % 7 == 0) | np.eye(len(names), dtype=bool)] = (
        np.nan
    )
    columns = [Column("system", names)]
    columns += [Column(f"against-{j}", ratio[:, j].tolist(), digits=2, heading=s) for j, s in enumerate(names)]
    significant = (np.abs(ratio - 0.5) > 0.2).tolist()
    table = Table("win-matrix", "Win ratios", columns)
    return RatioMatrix(
        "win-matrix", "Whose first documents are preferred", "Read down a column.", table, names, significant
    )


def _differences(w: World) -> list[Differences]:
    """The first two, query by query; the texts are as hostile as the names."""
    if w.n < 2:
        return []
    gap = w.scores[0] - w.scores[1]
    order = np.argsort(-np.abs(gap), kind="stable")[:60]
    table = Table(
        "differences",
        "Queries by difference",
        [
            Column("query", [str(100000 + int(i)) for i in order]),
            Column("text", [f"{w.names[0]} and what else is meant by query {i}" for i in order]),
            Column("a", w.scores[0, order].tolist(), definition=w.names[0], digits=4),
            Column("b", w.scores[1, order].tolist(), definition=w.names[1], digits=4),
            Column("difference", gap[order].tolist(), digits=4),
        ],
    )
    documents = Table(
        "documents",
        "Documents",
        [
            Column("document", [w.names[0], "msmarco_passage_05_497938979"]),
            Column("rank_a", [1, None], definition=f"rank in {w.names[0]}", digits=0),
            Column("rank_b", [14, 2], definition=f"rank in {w.names[1]}", digits=0),
            Column("grade", ["3", "unjudged"]),
            Column("adds", [0.187, 0.0], digits=3),
            Column("text", ["the beginning of a passage " * 5, w.names[1]]),
        ],
        "9 other documents add nothing.",
    )
    return [
        Differences(
            "differences",
            f"6 of {w.n_queries} queries account for 61% of the absolute differences between {w.names[0]} and {w.names[1]}",
            f"How to read it. One row is one query. The filled dot is {w.names[0]}, the ring {w.names[1]}.",
            table,
            "nDCG@10",
            w.names[0],
            w.names[1],
            [documents] * 6,
        )
    ]


def _queries(w: World) -> Section:
    shown = min(w.n_queries, 60)
    per = np.sort(w.scores[:, :shown], axis=0)
    order = np.argsort(-per.mean(0))
    q = [per[:, i] for i in order]
    chart = QueryChart(
        "queries",
        "Eight of the queries make 60% of the spread",
        "One row is one query. The line joins lowest and highest score, the bar the middle half of all systems, the dot is the leader.",
        Table(
            "queries",
            "Queries",
            [
                Column("query", [str(100000 + int(i)) for i in order]),
                Column("text", [f"what is the meaning of query number {i}" for i in order]),
                *(
                    Column(c, [float(np.quantile(v, f)) for v in q], digits=3)
                    for c, f in (("low", 0), ("q1", 0.25), ("median", 0.5), ("q3", 0.75), ("high", 1))
                ),
                Column("focus", [float(w.scores[0, i]) for i in order], digits=3),
                Column("relevant", [20 + int(i) for i in order]),
                Column("judged", [200] * shown),
            ],
        ),
        "nDCG@10",
        focus=w.names[0],
    )
    return Section("queries", "Query by query", [chart, *_differences(w)])


def _files(w: World) -> Section:
    findings = [
        Finding(
            "rank-contradicts-score",
            "error",
            "none",
            f"{w.names[-1]}: the rank column contradicts the scores on all {w.n_queries} queries",
            {"score": 0.4611},
            [],
            "By its scores the run reaches 0.4611; by its rank column, 0.1245.",
            "Ask whoever made the file which column is right; if you made it, write scores that fall with rank.",
            [w.names[-1]],
        ),
        Finding(
            "same-documents",
            "warning",
            "none",
            f"{w.names[0]} and one more have the same top ten on every query",
            {},
            [w.names[0]],
            "They count as one system.",
        ),
        Finding(
            "unlabelled",
            "note",
            "none",
            "424 of the 477 queries in each run have no labels",
            {"queries": 424},
            [],
            "They are ignored. The means are over the labelled queries.",
        ),
        Finding(
            "passed",
            "settled",
            "none",
            "6 checks passed",
            {},
            [],
            "No document twice in a query, no score that is not a number.",
        ),
    ]
    return Section(
        "files", "The files", findings, standfirst="One error and one warning; the first places don't depend on it."
    )


def _method(w: World) -> Section:
    paragraph = f"We scored {w.n} systems on {w.n_queries} queries with nDCG@10. Pairs of systems were compared with a two-sided randomization test, with Holm's correction over all {w.family:,} pairs."
    latex = "\\begin{table}\n" + "\n".join(f"{i} & {m:.3f} \\\\" for i, m in enumerate(w.mean[:20])) + "\n\\end{table}"
    return Section(
        "method",
        "Method and LaTeX",
        [
            Text("paragraph", "Paragraph to paste", paragraph),
            Text("latex", "Table of the leaders in LaTeX", latex, "latex"),
        ],
    )
