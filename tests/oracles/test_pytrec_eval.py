"""Per-query values equal pytrec_eval's to the last bit, in trec_eval 9's order, on collections full of ties."""

from __future__ import annotations

import numpy as np
import pytest
import pytrec_eval

from irassay.collection import Qrels, Runs
from irassay.measures import parse_all
from irassay.scoring import evaluate

NAMES = [
    *("ndcg_cut_10", "ndcg", "map", "map_cut_100", "recip_rank", "P_5", "recall_10", "Rprec", "bpref", "infAP"),
    *("success_5", "iprec_at_recall_0.30", "set_P", "set_recall", "set_map", "num_ret", "num_rel", "num_rel_ret"),
]


@pytest.mark.parametrize("seed", range(3))
def test_every_bit_of_every_value_agrees(seed):
    rng = np.random.default_rng(seed)
    docs = [f"d{i}" for i in range(300)]
    labels, run = {}, {}
    for query in map(str, range(40)):
        judged = rng.choice(docs, 80, replace=False)
        labels[query] = {d: int(g) for d, g in zip(judged, rng.integers(-1, 5, 80))}
        retrieved = rng.choice(docs, rng.integers(1, 200), replace=False)
        run[query] = {d: float(np.float32(s)) for d, s in zip(retrieved, rng.integers(0, 60, len(retrieved)) / 7)}
    theirs = pytrec_eval.RelevanceEvaluator(labels, pytrec_eval.supported_measures).evaluate(run)
    measures = parse_all(NAMES)
    scores = evaluate(Qrels.from_dict(labels), Runs.from_dict({"s": run}), measures, compat="trec_eval-9")
    for i, name in enumerate(NAMES):
        expected = [theirs[query][name] for query in scores.queries]
        assert scores.values[i, 0, 0].tolist() == expected, name
