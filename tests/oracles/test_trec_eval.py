"""Every value that trec_eval 9 and 10 print, for the measures we share, to the printed decimals."""

from __future__ import annotations

import lzma
import math
from functools import lru_cache
from itertools import pairwise

import pytest

from irassay.cli.main import main
from irassay.errors import InputError
from irassay.formats import read_qrels, read_runs
from irassay.measures import Measure, trec_names
from irassay.measures.specification import gain_table
from irassay.scoring import evaluate, evaluate_files
from tests.collections_at_hand import golden
from tests.oracles import golden_cases

DECIMALS = 4
HALF = 0.5 * 10**-DECIMALS + 1e-9
MALFORMED = (
    "n10-",
    "n15-",
    "n17",
    "n18",
    "n19",
)  # inputs that we refuse, or read by another rule: test_malformed_inputs


@lru_cache(maxsize=64)
def inputs(qrels, run):
    # The one run whose lines end in words that are no column; that it is refused is tested with the other refusals.
    return read_qrels(qrels), read_runs(golden_cases.plain_columns(run) if "results.trunc" in run.name else run)


def scored(case, measures):
    """Scores of a case as its options ask, and the refusal where version 10 refuses."""
    qrels, runs = inputs(case.qrels, case.run)
    compat = f"trec_eval-{case.version}"
    depth = case.number("-M", 0)
    if depth:
        runs = runs.first(depth)
    if case.exit == 4:
        with pytest.raises(InputError, match="leave out queries"):
            evaluate(qrels, runs, measures, compat=compat)
    queries = "qrels" if case.complete or case.exit == 4 else None
    return evaluate(qrels, runs, measures, compat=compat, queries=queries)


def excepted(case, name, query):
    """Where the golden values' own notes say that trec_eval is not to be followed."""
    if name == "num_rel" and query == "all" and case.complete and case.number("-l", 1) > 1:
        return True  # the summary with -c counts every grade above 0, whatever -l is
    if name.startswith("rbp_resid_p=") and case.complete:
        return True  # a missing query as one made-up document
    return name.startswith("ndcg_") and "=" in name and sorted_by_chance(case, case.measure(name))


def sorted_by_chance(case, measure):
    """Whether gains lie less than 1 apart: trec_eval's sort truncates the difference and leaves them as they come."""
    scale = [grade for grade in inputs(case.qrels, case.run)[0].scale if grade >= 0]
    gains = sorted(gain_table(measure.params["gains"])[grade] for grade in scale)
    return any(0 < b - a < 1 for a, b in pairwise(gains))


def differences(case):
    printed = case.printed()
    names = list(dict.fromkeys(name for name, _ in printed))
    if not names:
        return 0, []
    measures = {name: case.measure(name) for name in names}
    scores = scored(case, list(dict.fromkeys(measures.values())))
    at = {q: i for i, q in enumerate(scores.queries)}
    row = {name: scores.measures.index(measure) for name, measure in measures.items()}
    summary, values = scores.summary, scores.values
    compared, wrong = 0, []
    for (name, query), value in printed.items():
        if excepted(case, name, query) or math.isnan(value):
            continue
        ours = summary[row[name], 0, 0] if query == "all" else values[row[name], 0, 0, at[query]]
        compared += 1
        if not abs(ours - value) <= HALF:
            wrong.append((name, query, value, float(ours)))
    return compared, wrong


def check_all(cases):
    compared, failures = 0, []
    for case in cases:
        n, wrong = differences(case)
        compared += n
        if wrong:
            failures.append((case.id, len(wrong), wrong[:3]))
    assert not failures, failures[:12]
    return compared


@pytest.mark.parametrize("version", ["9", "10"])
def test_nasty_collections_agree(version):
    golden()
    cases = [
        c
        for c in golden_cases.cases("d")
        if c.version == version and not c.collection.startswith(MALFORMED) and c.output and c.exit in (0, 4)
    ]
    assert check_all(cases) > 82_000


@pytest.mark.parametrize("version", ["9", "10"])
@pytest.mark.parametrize(("group", "at_least"), [("a", 1_900), ("b", 128_000), ("c", 82_000), ("e", 173_000)])
def test_tracks_and_random_collections_agree(group, at_least, version):
    golden()
    cases = [c for c in golden_cases.cases(group) if c.version == version and c.output and c.exit in (0, 4)]
    assert check_all(cases) > at_least


@pytest.mark.parametrize("version", ["9", "10"])
def test_measures_over_judgment_groups_agree(version):
    golden()
    groups, run = golden("inputs/trec_eval-test/qrels.123.xz"), golden("inputs/trec_eval-test/results.test.xz")
    with lzma.open(golden(f"outputs/trec_eval-test/a9-qrels_jg.v{version}.xz"), "rt") as lines:
        printed = [[cell.strip() for cell in line.split("\t")] for line in lines]
    printed = [row for row in printed if "avgjg" in row[0]]
    names = list(dict.fromkeys(name for name, _, _ in printed))
    assert names == [name for name, _ in trec_names.translate("qrels_jg") if name != "num_q"]
    qrels = read_qrels(groups, input_format="subtopics")
    scores = evaluate(qrels, read_runs(run), names, compat=f"trec_eval-{version}")
    for name, query, value in printed:
        m = scores.measures.index(Measure.parse(name))
        ours = scores.summary[m, 0, 0] if query == "all" else scores.values[m, 0, 0, scores.queries.index(query)]
        assert ours == pytest.approx(float(value), abs=HALF), (name, query)
    assert len(printed) == 80


@pytest.mark.parametrize("depth", [1, 3, 10, 1000])
def test_lists_cut_are_what_trec_eval_reads_with_its_option(depth):
    """Values with -M are held to the printed ones above; here the lists, in both orders, to lists cut in Python."""
    golden()
    for case in golden_cases.cases("d"):
        if case.collection.startswith(MALFORMED) or case.version != "10":
            continue
        runs = inputs(case.qrels, case.run)[1]
        cut = runs.first(depth)
        for ties in ("float64", "float32"):
            by_hand = golden_cases.cut_at(runs, depth, ties)
            for system in runs.systems:
                for query in by_hand.queries:
                    assert list(cut.ranking(system, query, ties=ties)) == list(by_hand.ranking(system, query))


def test_files_are_cut_as_nouns_are(tmp_path, monkeypatch, capsys):
    golden()
    case = next(c for c in golden_cases.cases("e") if c.number("-M", 0) == 10)
    qrels, runs = inputs(case.qrels, case.run)
    nouns = evaluate(qrels, runs.first(10), ["AP", "NumRet"])
    files = evaluate_files(case.qrels, case.run, ["AP", "NumRet"], max_docs=10)
    assert files.summary.tolist() == nouns.summary.tolist()
    assert main(["eval", str(case.qrels), str(case.run), "-m", "AP", "-M", "10"]) == 0
    assert float(capsys.readouterr().out.split("\t")[3]) == nouns.summary[0, 0, 0]
    assert main(["eval", str(case.qrels), str(case.run), "-M", "0"]) == 2
