"""Options that mean nothing where they are given: exit 2, before any work, with what to do."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.cli.main import main
from irassay.search import index_texts, index_vectors


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Texts, vectors, an index of each, queries, and two runs."""
    monkeypatch.chdir(tmp_path)
    texts = {f"d{i}": f"fox {i}" for i in range(3)}
    (tmp_path / "texts.tsv").write_text("".join(f"{key}\t{text}\n" for key, text in texts.items()))
    (tmp_path / "queries.tsv").write_text("q1\tfox\n")
    (tmp_path / "gold.tsv").write_text("q1\td1\n")
    (tmp_path / "qrels").write_text("q1 0 d1 1\n")
    (tmp_path / "ids").write_text("".join(f"{key}\n" for key in texts))
    np.save(tmp_path / "v.npy", np.eye(3, dtype=np.float32))
    index_texts(texts, tmp_path / "words.index")
    index_vectors(np.eye(3, dtype=np.float32), list(texts), tmp_path / "dense.index")
    for name in "ab":
        (tmp_path / name).write_text(f"q1 Q0 d1 1 2.5 {name}\nq1 Q0 d2 2 1.5 {name}\n")
    return tmp_path


NEW = "-o new.index"
WITHOUT_EFFECT = {
    f"index texts.tsv --dtype float16 {NEW}": "--dtype has no effect without --encoder: leave it out",
    f"index texts.tsv --pooling cls --query-prefix q: {NEW}": "--pooling and --query-prefix have no effect without",
    f"index texts.tsv --encoder m:f --stem none {NEW}": "--stem has no effect with --encoder, which has words of its",
    f"index texts.tsv --encoder m:f --shard 60000 {NEW}": "--shard has no effect above 50,000 with --encoder",
    f"index --vectors v.npy --ids ids --stopwords none {NEW}": "--stopwords has no effect on --vectors, which are no",
    f"index --vectors v.npy --ids ids --encoder m:f {NEW}": "--encoder has no effect on --vectors",
    f"index --ciff x.ciff --dtype float16 {NEW}": "--dtype has no effect on --ciff",
    f"index --ciff x.ciff --add {NEW}": "--add has no effect on --ciff, whose header speaks for the whole collection",
    "search words.index queries.tsv --as-query": "--as-query belongs to --passages",
    "search words.index gold.tsv --passages --as-query": '--as-query has no effect in "words.index", an index of words',
    "search words.index queries.tsv --model ql --k1 1.2": "k1 has no effect in ql: leave it out, or choose bm25",
    "search words.index queries.tsv --mu 500": "mu has no effect in bm25: leave it out, or choose ql",
    "search dense.index gold.tsv --passages --model ql": 'model has no effect on "dense.index", an index of vectors',
    "search dense.index gold.tsv --passages --b 0.5 --lengths exact": "b and lengths have no effect on",
    "search words.index queries.tsv --timeout 5": 'timeout has no effect on "words.index", which no other engine',
    "extrapolate qrels words.index dense.index -o more --deemed 1 --timeout 5": (
        'timeout has no effect on "words.index" or "dense.index", which no other engine answers: leave it out'
    ),
    "extrapolate qrels dense.index -o more --deemed 1 --k1 1.2": "k1 has no effect on",
    "extrapolate qrels words.index -o more --deemed 1 --phi 0.5": "phi is of the fused list, which takes two indexes",
    "extrapolate qrels words.index -o more --deemed 1 --feed 2": "feed is of the fused list, which takes two indexes",
    "fuse a b --method rrf --phi 0.5": "phi has no effect in rrf: leave it out, or choose rbc",
    "fuse a b --method combsum --rrf-k 10": "rrf_k has no effect in combsum: leave it out, or choose rrf",
    "fuse a b --normalise zscore": "normalise has no effect in rbc: leave it out, or choose combsum, combmnz or",
    "fuse a b --method combsum --weight 1 --weight 2": "weight has no effect in combsum: leave it out, or choose",
}


@pytest.mark.parametrize(("command", "words"), WITHOUT_EFFECT.items(), ids=list(WITHOUT_EFFECT))
def test_an_option_without_effect_is_a_usage_error_and_nothing_is_written(command, words, folder, capsys):
    before = sorted(folder.iterdir())
    assert main(command.split()) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert (told.out, sorted(folder.iterdir())) == ("", before)


def test_options_of_words_go_to_the_index_of_words_among_several(folder, capsys):
    asked = ["extrapolate", "qrels", "words.index", "dense.index", "-o", "more", "--deemed", "1", "--model", "ql"]
    assert main([*asked, "--phi", "0.5", "--feed", "2"]) == 0
    assert (folder / "more" / "fused.qrels").exists()


OF_A_TABLE = {
    "--format latex --require taken": "--require has no effect in a LaTeX table, which has every system and marks what",
    "--format latex --all": "--all has no effect in a LaTeX table",
    "--format latex --pair a b --pair-queries": "--pair and --pair-queries have no effect in a LaTeX table",
    "-o table.tex --metadata ids": "--metadata has no effect in a LaTeX table",
    "--format tsv --mark best": "--mark has no effect with --format tsv, only with latex: leave it out",
    "-o answer.json --mark none": "--mark has no effect with --format json, only with latex: leave it out",
}


@pytest.mark.parametrize(("options", "words"), OF_A_TABLE.items(), ids=list(OF_A_TABLE))
def test_compare_refuses_what_its_form_has_no_place_for(options, words, folder, capsys):
    test_an_option_without_effect_is_a_usage_error_and_nothing_is_written(
        f"compare qrels a b {options}", words, folder, capsys
    )


def test_what_moves_the_exit_code_or_the_file_to_judge_may_stand_beside_latex(folder, capsys):
    for options in ("--expect a>b --require taken", "--unjudged judge.tsv --pair a b"):
        assert main(["compare", "qrels", "a", "b", "--format", "latex", *options.split()]) in (0, 4, 5)
        assert "tabular" in capsys.readouterr().out
