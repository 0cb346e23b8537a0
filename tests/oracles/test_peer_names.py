"""Every name of ir_measures and trec_eval is a measure of ours, or is refused with a reason.

The names are those of ir_measures' registry and of trec_eval 10's table of measures; what is printed is what trec_eval
printed.
"""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import ir_measures
import pytest

from irassay.cli.main import main
from irassay.errors import UsageError
from irassay.measures import Measure, names_as_asked, trec_names
from irassay.measures import names as peer_names
from tests.collections_at_hand import golden

# What a measure of ir_measures needs besides its name, where it has no default.
NEEDS = {
    "P": "@5",
    "Precision": "@5",
    "R": "@5",
    "Recall": "@5",
    "Success": "@5",
    "IPrec": "@0.1",
    "BPM": "(max_rel=2)@5",
}
NEEDS |= {"SDCG": "(max_rel=2)@5", "NERR8": "(max_rel=2)@5", "NERR9": "(max_rel=2)@5", "NERR10": "(max_rel=2)"}
NEEDS |= {"NERR11": "(max_rel=2)", "INST": "(max_rel=2)", "INSQ": "(max_rel=2)", "RBP": "(rel=1)"}
NEEDS |= dict.fromkeys(("α_DCG", "α_nDCG", "alpha_DCG", "alpha_nDCG", "ERR_IA", "nERR_IA", "P_IA", "StRecall"), "@5")

OF_TREC_EVAL = [
    "runid",
    "num_q",
    "num_ret",
    "num_rel",
    "num_rel_ret",
    "map",
    "gm_map",
    "Rprec",
    "bpref",
    "recip_rank",
    "iprec_at_recall",
    "P",
    "relstring",
    "recall",
    "infAP",
    "gm_bpref",
    "Rprec_mult",
    "utility",
    "11pt_avg",
    "binG",
    "G",
    "dcg",
    "ideal_dcg",
    "ndcg",
    "ndcg_rel",
    "Rndcg",
    "ndcg_cut",
    "map_cut",
    "relative_P",
    "success",
    "set_P",
    "set_relative_P",
    "set_recall",
    "set_map",
    "set_F",
    "num_nonrel_judged_ret",
    "prefs_num_prefs_poss",
    "prefs_num_prefs_ful",
    "prefs_num_prefs_ful_ret",
    "prefs_simp",
    "prefs_pair",
    "prefs_avgjg",
    "prefs_avgjg_Rnonrel",
    "prefs_simp_ret",
    "prefs_pair_ret",
    "prefs_avgjg_ret",
    "prefs_avgjg_Rnonrel_ret",
    "prefs_simp_imp",
    "prefs_pair_imp",
    "prefs_avgjg_imp",
    "map_avgjg",
    "P_avgjg",
    "Rprec_mult_avgjg",
    "yaap",
    "rbp",
    "rbp_resid",
    "unj",
    "official",
    "all_trec",
    "set",
    "prefs",
    "qrels_jg",
]


@pytest.mark.parametrize("name", sorted(ir_measures.measures.registry))
def test_a_name_of_ir_measures_is_taken_and_printed_as_asked_or_refused_with_a_reason(name):
    text = name + NEEDS.get(name, "")
    theirs = ir_measures.parse_measure(text)
    if name in peer_names.REFUSED:
        with pytest.raises(UsageError, match="isn't computed here; the measures of novelty here are"):
            Measure.parse(text)
        return
    ((measure, printed),) = names_as_asked([text]).items()
    assert measure == Measure.parse(repr(theirs))
    if name != "SetRelP" and measure.name != name:
        assert printed == text


@pytest.mark.parametrize("name", OF_TREC_EVAL)
def test_a_name_of_trec_eval_is_taken_or_refused_with_a_reason(name):
    refused = any(name == of or (of.endswith("_") and name.startswith(of)) for of in trec_names.REFUSED)
    if refused:
        with pytest.raises(UsageError, match=f"trec_eval's {name} isn't computed here: it is "):
            Measure.parse(name)
    else:
        assert all(Measure.parse(printed) == measure for measure, printed in names_as_asked([name]).items())


def printed_by_trec_eval(path):
    with lzma.open(golden(path), "rt", encoding="utf-8") as lines:
        return list(dict.fromkeys(line.split()[0] for line in lines))


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        (["all_trec"], "outputs/nasty/n01-ties-byteorder/run.default.v10.xz"),
        (["official"], "outputs/trec_eval-test/a1-official.v9.xz"),
        (
            [
                "P.1,3,5,10,20",
                "relative_P.1,3,5,10",
                "iprec_at_recall.0.05,0.25,0.33",
                "Rprec_mult.0.5,1.0",
                "set_F.0.5",
            ],
            "",
        ),
    ],
)
def test_names_are_printed_as_trec_eval_prints_them(asked, path):
    ours = set(names_as_asked(asked).values())
    if not path:
        path = "outputs/nasty/n01-ties-byteorder/run.cut.v9.xz"
        assert ours < set(printed_by_trec_eval(path))
        return
    theirs = {name for name in printed_by_trec_eval(path) if not any(alike(name, of) for of in trec_names.REFUSED)}
    assert ours == theirs


def alike(name, refused):
    return name == refused or name.startswith(f"{refused.rstrip('_')}_")


def test_what_a_set_of_trec_evals_lacks_is_said(files, capsys):
    """Oracle: what trec_eval printed for the set and irassay has no name for."""
    printed = printed_by_trec_eval("outputs/nasty/n01-ties-byteorder/run.default.v10.xz")
    lacking = [name for name in printed if any(alike(name, of) for of in trec_names.REFUSED)]
    assert {name.partition("_1")[0] for name in lacking} - {"runid", "relstring"} == {*trec_names.lacking("all_trec")}
    assert main(["eval", "qrels", "run", "-m", "all_trec"]) == 0
    assert "all_trec without utility, ndcg_rel, Rndcg and G, which irassay lacks" in capsys.readouterr().err
    assert main(["measures", "recall", "map", "--format", "tsv"]) == 0
    assert [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()] == ["name", "AP", "R"]


@pytest.fixture
def files(tmp_path, monkeypatch):
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 b 0\n1 0 c 2\n")
    (tmp_path / "run").write_text("1 Q0 c 1 3 run\n1 Q0 x 2 2 run\n1 Q0 a 3 1 run\n")
    monkeypatch.chdir(tmp_path)


def test_eval_prints_names_as_asked_and_compare_reads_them(files, capsys):
    asked = ["map", "ndcg@10", "P.1,2", "set_F.0.5", "MRR@10", "hits@2"]
    assert main(["eval", "qrels", "run", "-q", *(word for name in asked for word in ("-m", name)), "-o", "s.tsv"]) == 0
    rows = [line.split("\t") for line in Path("s.tsv").read_text(encoding="utf-8").splitlines()]
    printed = ["map", "ndcg@10", "P_1", "P_2", "set_F_0.5", "MRR@10", "hits@2"]
    assert [(query, name) for _, query, name, _ in rows] == [(q, name) for q in ("1", "all") for name in printed]
    by_hand = {
        "map": (1 + 2 / 3) / 2,
        "P_1": 1,
        "P_2": 0.5,
        "MRR@10": 1,
        "hits@2": 1,
        "set_F_0.5": 1.5 * 2 / 3 / (1 + 0.5 * 2 / 3),
    }
    assert {name: float(x) for _, query, name, x in rows if query == "all" and name in by_hand} == pytest.approx(
        by_hand
    )
    capsys.readouterr()
    assert main(["eval", "qrels", "run", "-m", "map", "-m", "AP", "--format", "table"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["System", "map", "AP"]
    assert main(["eval", "qrels", "run", "-m", "map", "--format", "json"]) == 0
    assert '"AP|rel=1|ties=float64' in capsys.readouterr().out


@pytest.mark.parametrize(
    "asked",
    [
        ["nDCG@10", "ndcg_cut_10"],
        ["R_cap@3", "relative_P_3"],
        ["relative_P_3", "R_cap@3", "recall_cap@3", "P_3"],
        ["iprec_at_recall_0.10", "IPrec@0.101"],
    ],
)
@pytest.mark.parametrize("form", ["tsv", "json", "table"])
def test_eval_prints_every_name_that_was_asked_for_once(files, capsys, asked, form):
    options = [word for name in [*asked, asked[0]] for word in ("-m", name)]
    assert main(["eval", "qrels", "run", *options, "--format", form]) == 0
    out = capsys.readouterr().out
    if form == "table":
        assert out.splitlines()[0].split() == ["System", *asked]
        return
    rows = json.loads(out)["scores"] if form == "json" else [line.split("\t") for line in out.splitlines()]
    printed = {row["measure"]: row["value"] for row in rows} if form == "json" else {r[2]: float(r[3]) for r in rows}
    assert list(printed) == asked
    assert len(rows) == len(asked)
    assert all(printed[name] == score_alone(name, capsys) for name in asked)


def score_alone(name, capsys):
    """The score by a measure that nothing else is asked for with."""
    assert main(["eval", "qrels", "run", "-m", name, "--format", "json"]) == 0
    ((score),) = json.loads(capsys.readouterr().out)["scores"]
    return score["value"]


def test_two_parameters_that_trec_eval_prints_as_one_are_two_names(files, capsys):
    assert main(["eval", "qrels", "run", "-m", "iprec_at_recall.0.10,0.101"]) == 0
    printed = [line.split("\t")[2] for line in capsys.readouterr().out.splitlines()]
    assert printed == ["iprec_at_recall_0.10", "IPrec@0.101"]


def test_compare_takes_two_names_of_one_measure_for_one(files, capsys):
    Path("other").write_text("1 Q0 x 1 3 other\n1 Q0 c 2 2 other\n1 Q0 a 3 1 other\n")
    for names in (["AP"], ["AP", "map"]):
        words = [word for name in names for word in ("-m", name)]
        assert main(["eval", "qrels", "run", "other", "-q", *words, "-o", f"{len(names)}.tsv"]) == 0
    answers = []
    for file in ("1.tsv", "2.tsv"):
        capsys.readouterr()
        assert main(["compare", "--scores", file, "--format", "tsv"]) == 0
        answers.append(capsys.readouterr().out)
    assert len(Path("2.tsv").read_text().splitlines()) == 2 * len(Path("1.tsv").read_text().splitlines())
    assert answers[0] == answers[1]
