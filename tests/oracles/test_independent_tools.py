"""Values of ir_measures' providers: trec_eval by pytrec_eval, C/W/L's RBP, INST, INSQ, SDCG, BPM and NERR, gdeval's
nDCG and ERR, Judged, Accuracy, MS MARCO's RR; and those of compatibility by its authors' script."""

from __future__ import annotations

import csv
import lzma
from functools import lru_cache

import pytest

from irassay.collection import Runs
from irassay.formats import read_qrels, read_runs
from irassay.measures import Measure
from irassay.scoring import evaluate
from tests.collections_at_hand import collection, golden
from tests.oracles import golden_cases


@lru_cache(maxsize=1)
def inputs():
    return {(c.collection, c.system): (c.qrels, c.run) for c in golden_cases.cases("b", "e")}


@lru_cache(maxsize=32)
def nouns(case, system):
    qrels, run = inputs()[case, system]
    return read_qrels(qrels), read_runs(run)


def ours(name):
    """Our measure for a provider's, None where we have none."""
    try:
        return Measure.parse(name.replace("compatibility", "Compat"))
    except ValueError:
        return None


def values(file):
    """{(case, system, measure): {query: value}} of the measures that we have."""
    found = {}
    with lzma.open(golden(f"outputs/independent/{file}.tsv.xz"), "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            key = (row["case"], row["system"], row["measure"])
            found.setdefault(key, {})[row["query"]] = float(row["value"])
    return {(case, system, ours(name)): v for (case, system, name), v in found.items() if ours(name)}


@lru_cache(maxsize=32)
def lowest_id_first(case, system):
    """The run with equal scores ordered the other way round, as the pure Python providers order it."""
    rankings = {}
    for line in golden_cases.text_of(inputs()[case, system][1]).decode().splitlines():
        query, _, doc, _, score, _ = line.split()
        rankings.setdefault(query, []).append((-float(score), doc))
    lists = {q: {doc: float(-i) for i, (_, doc) in enumerate(sorted(docs))} for q, docs in rankings.items()}
    return nouns(case, system)[0], Runs.from_dict({system: lists})


def largest_difference(file, *, order=nouns, without=(), **options):
    collection("trec-dl-2021-passage")
    worst, compared = 0.0, 0
    for (case, system, measure), expected in values(file).items():
        if str(measure) in without:
            continue
        qrels, runs = order(case, system)
        scores = evaluate(qrels, runs, [measure], **options)
        at = {q: i for i, q in enumerate(scores.queries)}
        for query, value in expected.items():
            if query == "all":
                continue
            compared += 1
            worst = max(worst, abs(scores.values[0, 0, 0, at[query]] - value))
    return worst, compared


@pytest.mark.parametrize(
    ("file", "decimals", "at_least", "options"),
    [
        # float32 scores and version 9's recall cutoffs
        ("ir_measures-pytrec_eval", 9, 19_000, {"compat": "trec_eval-9", "queries": "qrels"}),
        # the framework's AP knows only the relevant documents that were retrieved
        ("ir_measures-cwl_eval", 9, 11_500, {"without": ("AP",)}),
        ("claclark-compatibility", 9, 2_900, {"order": lowest_id_first}),
        ("ir_measures-accuracy", 9, 1_300, {}),
        ("ir_measures-judged", 9, 1_800, {"order": lowest_id_first}),
        ("ir_measures-msmarco", 9, 1_800, {"order": lowest_id_first}),
        # five decimals are printed
        ("ir_measures-gdeval", 5, 3_700, {}),
    ],
)
def test_every_shared_value_agrees(file, decimals, at_least, options):
    worst, compared = largest_difference(file, **options)
    assert worst <= 0.5 * 10**-decimals + 1e-12
    assert compared > at_least
