"""Every name of ir_measures and trec_eval is a measure of ours, or is refused with a reason.

The names are those of ir_measures' registry and of trec_eval 10's table of measures; what is printed is what trec_eval
printed.
"""

from __future__ import annotations

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
    assert capsys.readouterr().out.splitlines()[0].split() == ["System", "map"]
    assert main(["eval", "qrels", "run", "-m", "map", "--format", "json"]) == 0
    assert '"AP|rel=1|ties=float64' in capsys.readouterr().out
