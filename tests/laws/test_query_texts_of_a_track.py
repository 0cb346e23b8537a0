"""Texts of other queries than the labelled ones: a track says which are missing, and what that leaves out."""

from __future__ import annotations

from irassay import Qrels, Runs
from irassay.cli.main import main
from irassay.collection.texts import Texts
from irassay.studies.overview import overview
from irassay.studies.track import track

QRELS = Qrels.from_dict({f"q{i}": {"a": 2, "b": 0} for i in range(12)})
RUNS = Runs.from_dict({name: {f"q{i}": {"a": a, "b": 1.0} for i in range(12)} for name, a in (("s", 2.0), ("t", 0.5))})


def found(queries):
    texts = Texts(lambda: iter([(query, "why is that so" if i % 2 else "x " * 12) for i, query in enumerate(queries)]))
    return {one.code: one for one in track(QRELS, RUNS, query_texts=texts, measures=["nDCG@10"]).findings}


def test_labelled_queries_without_a_text_are_counted_and_named():
    one = found([f"q{i}" for i in range(10)])["queries-without-text"]
    assert (one.level, one.text) == ("warning", "2 of 12 labelled queries have no text: q10, q11")
    assert one.effect == "short and long queries are told apart among the other 10 only"


def test_queries_with_a_text_and_without_a_label_are_a_note():
    told = found([f"q{i}" for i in range(14)])
    assert (told["texts-without-label"].level, told["texts-without-label"].text) == (
        "note",
        "2 of 14 queries with a text have no label: q12, q13",
    )
    assert "queries-without-text" not in told


def test_the_texts_of_the_labelled_queries_alone_are_no_finding():
    assert not {"queries-without-text", "texts-without-label"} & set(found(QRELS.queries))


EMPTY = {query: "" if query == "q3" else "  " if query == "q7" else "why is that so" for query in QRELS.queries}


def test_empty_texts_are_named_by_track_and_report():
    for study, effect in (
        (track, "short and long queries are told apart among the other 10 only"),
        (overview, "shown by the id alone"),
    ):
        texts = Texts(lambda: iter(EMPTY.items()))
        told = {one.code: one for one in study(QRELS, RUNS, query_texts=texts, measures=["nDCG@10"]).findings}
        one = told["empty-query-texts"]
        assert (one.level, one.text) == ("warning", "2 of 12 labelled queries have an empty text: q3, q7")
        assert one.effect == effect
        assert "queries-without-text" not in told


def test_an_empty_text_is_no_short_query():
    """Oracle: the track whose file lacks these queries altogether."""
    pages = [
        track(QRELS, RUNS, query_texts=Texts(lambda of=of: iter(of.items())), measures=["nDCG@10"])
        for of in (EMPTY, {query: text for query, text in EMPTY.items() if text.strip()})
    ]
    short, lacking = ([(t.name, t.title, [list(c.values) for c in t.columns]) for t in page.tables] for page in pages)
    assert len(short) > 2
    assert short == lacking


def test_the_verbs_say_it_and_judge_refuses(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text("".join(f"q{i} 0 a 1\nq{i} 0 b 0\n" for i in range(12)))
    for name, docs in (("s", "abx"), ("t", "byz")):
        (tmp_path / f"{name}.run").write_text(
            "".join(f"q{i} Q0 {doc} {r} {9 - r} {name}\n" for i in range(12) for r, doc in enumerate(docs, 1))
        )
    (tmp_path / "queries.tsv").write_text("".join(f"{query}\t{text}\n" for query, text in EMPTY.items()))
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\ttext of {doc}\n" for doc in "abxyz"))
    said = "2 of 12 queries have an empty text in --query-texts: q3, q7"
    files, texts = ["qrels.txt", "s.run", "t.run"], ["--query-texts", "queries.tsv"]
    assert main(["compare", *files, *texts, "--pair", "s", "t", "--pair-queries", "-m", "P@1"]) == 0
    assert "empty text in --query-texts: q3" in capsys.readouterr().err
    assert main(["compare", *files, *texts, "--unjudged", "next.csv", "-m", "P@3"]) == 0
    assert said in capsys.readouterr().err
    assert main(["pool", "s.run", "t.run", *texts, "-o", "pool.tsv"]) == 0
    assert said in capsys.readouterr().err
    assert main(["judge", "news.db", "pool.tsv", *texts, "--doc-texts", "docs.tsv"]) == 3
    assert 'error: 2 queries to judge with an empty text: "q3", "q7"' in capsys.readouterr().err
    assert not (tmp_path / "news.db").exists()
