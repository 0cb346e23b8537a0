"""What is to be judged goes to Quepid as a book that its import takes, and comes back as labels by the queries' ids."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

import irassay
from irassay.cli.main import main
from irassay.formats import read_qrels

# What Quepid's BookImporter asks of a file, from its source: the book's own keys, and pairs whose other keys are the
# columns of its table query_doc_pairs, since one that it lacks is an error. A pair without query or document is lost.
BOOK = {"name", "show_rank", "support_implicit_judgements", "scale", "scale_with_labels", "query_doc_pairs"}
COLUMNS = {"query_text", "doc_id", "position", "document_fields", "information_need", "notes", "options"}


def imported(text):
    """The pairs that Quepid makes of a book, or an AssertionError where it would refuse it."""
    book = json.loads(text)
    assert set(book) == BOOK
    assert book["name"]
    assert book["scale"] == sorted(set(book["scale"]))
    pairs = {}
    for pair in book["query_doc_pairs"]:
        assert set(pair) - {"judgements"} <= COLUMNS
        assert pair["query_text"]
        assert pair["doc_id"]
        assert pair["position"] is None or isinstance(pair["position"], int)
        assert isinstance(pair["document_fields"], dict)
        for judgement in pair["judgements"]:
            assert judgement["rating"] is not None
            assert "user_email" not in judgement  # Quepid refuses a book whose users it does not know
        pairs[pair["query_text"], pair["doc_id"]] = pair
    return pairs


def exported(text, rate):
    """The book as Quepid gives it back, zipped, with a rating by somebody for every pair."""
    book = json.loads(text)
    for pair in book["query_doc_pairs"]:
        rating = rate(pair["query_text"], pair["doc_id"])
        judgement = {"rating": rating, "unrateable": False, "judge_later": False, "user_email": "a@b.example"}
        pair["judgements"] = [judgement]
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("book_export_1.json", json.dumps(book))
    return data.getvalue()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.run").write_text("".join(f"{q} Q0 {d} 1 {s} a\n" for q in ("q1", "q2") for s, d in enumerate("xyz")))
    (tmp_path / "b.run").write_text("".join(f"{q} Q0 {d} 1 {s} b\n" for q in ("q1", "q2") for s, d in enumerate("zvw")))
    (tmp_path / "queries.tsv").write_text('q1\tred shoes\nq2\t=blue, "wide" hat\n')
    (tmp_path / "docs.tsv").write_text("".join(f"{d}\ttext of {d}\n" for d in "xyzvw"))
    (tmp_path / "qrels.txt").write_text("q1 0 z 1\nq2 0 z 1\nq2 0 x 0\n")
    return tmp_path


POOL = ["pool", "a.run", "b.run", "--depth", "2", "--queries", "queries.tsv", "--doc-texts", "docs.tsv"]


def test_a_pool_is_a_book_with_the_texts_in_the_order_of_judging(folder, capsys):
    """By hand: a's first two are z and y, b's w and v."""
    assert main([*POOL, "--to", "quepid", "-o", "book.txt"]) == 0
    pairs = imported((folder / "book.txt").read_text())
    texts = ("red shoes", '=blue, "wide" hat')
    assert set(pairs) == {(text, doc) for text in texts for doc in "zywv"}
    assert [pair["position"] for pair in pairs.values()] == list(range(1, 9))
    assert pairs["red shoes", "z"]["document_fields"] == {"text": "text of z"}
    assert not any(pair["judgements"] for pair in pairs.values())
    assert main([*POOL, "-o", "book.json"]) == 0
    assert (folder / "book.json").read_bytes() == (folder / "book.txt").read_bytes()


def test_what_comes_back_from_quepid_are_labels_by_the_ids_of_the_queries(folder, capsys):
    assert main([*POOL, "-o", "book.json"]) == 0

    def rate(query, doc):
        return float("zywv".index(doc)) if query == "red shoes" else 1.0

    (folder / "book_export_1.json.zip").write_bytes(exported((folder / "book.json").read_text(), rate))
    words = ["convert", "book_export_1.json.zip", "--to", "trec", "--rename-queries", "queries.tsv", "-o", "new.txt"]
    assert main(words) == 0
    qrels = read_qrels("new.txt")
    assert dict(qrels.grades("q1")) == {"z": 0, "y": 1, "w": 2, "v": 3}
    assert dict(qrels.grades("q2")) == dict.fromkeys("zywv", 1)


def test_answers_of_an_audit_come_back_from_a_book(folder, capsys):
    audit = ["pool", "b.run", "--judged", "qrels.txt", "--audit", "2", "--queries", "queries.tsv", "--depth", "3"]
    assert main([*audit, "-o", "audit.json"]) == 0
    listed = (folder / "audit.json").read_text()
    assert {doc for _, doc in imported(listed)} == {"w", "v"}
    (folder / "answers.zip").write_bytes(exported(listed, lambda query, doc: float(doc == "w")))
    capsys.readouterr()
    assert main([*audit, "--answers", "answers.zip"]) == 0
    assert "2 of 4 on 2 queries; 2 are new" in " ".join(capsys.readouterr().out.split())


def test_the_documents_to_judge_next_are_a_book_worst_first(folder, capsys):
    words = ["compare", "qrels.txt", "a.run", "b.run", "-m", "P@2", "--query-texts", "queries.tsv"]
    assert main([*words, "--unjudged", "next.tsv"]) == 0
    assert main([*words, "--unjudged", "next.json"]) == 0
    rows = [line.split("\t")[:2] for line in (folder / "next.tsv").read_text().splitlines()[1:]]
    texts = {"q1": "red shoes", "q2": '=blue, "wide" hat'}
    assert rows
    assert list(imported((folder / "next.json").read_text())) == [(texts[query], doc) for query, doc in rows]


def test_labels_are_a_book_that_is_read_again(folder):
    qrels = read_qrels("qrels.txt")
    irassay.write_qrels(qrels, "labels.json", output_format="quepid-book")
    pairs = imported((folder / "labels.json").read_text())
    assert {key: pair["judgements"][0]["rating"] for key, pair in pairs.items()} == {
        ("q1", "z"): 1.0,
        ("q2", "z"): 1.0,
        ("q2", "x"): 0.0,
    }
    assert dict(read_qrels("labels.json").grades("q2")) == {"z": 1, "x": 0}


def scale_of(path):
    return json.loads(path.read_text())["scale"]


TO_TEN = list(range(11))
RATED_TO_TEN = [("q1", "z", "Z", 10), ("q2", "z", "Z", 7), ("q2", "x", "X", 0)]


def test_documents_are_to_be_rated_on_the_scale_that_the_labels_file_names(folder, capsys):
    names = {str(grade): f"grade {grade}" for grade in TO_TEN}
    (folder / "book.json").write_text(shop("Shoes", TO_TEN, RATED_TO_TEN, scale_with_labels=names))
    queries = [
        {"query_text": q, "ratings": [{"doc_id": d, "rating": r} for p, d, _, r in RATED_TO_TEN if p == q]}
        for q in ("q1", "q2")
    ]
    scorer = {"name": "nDCG@10", "scale": TO_TEN}
    (folder / "case.json").write_text(json.dumps({"case_name": "Shoes", "scorer": scorer, "queries": queries}))
    for labels in ("book.json", "case.json"):
        assert main(["compare", labels, "a.run", "b.run", "--unjudged", "next.json"]) == 0
        told = " ".join(capsys.readouterr().err.split())
        assert "Rate the documents with 0 to 10, the scale that the file of the labels names." in told
        assert scale_of(folder / "next.json") == TO_TEN
    assert main(["compare", "book.json", "a.run", "b.run", "--unjudged", "next.json"]) == 0
    assert json.loads((folder / "next.json").read_text())["scale_with_labels"] == names
    assert main(["pool", "a.run", "b.run", "--judged", "case.json", "--to", "quepid", "-o", "pool.json"]) == 0
    assert scale_of(folder / "pool.json") == TO_TEN


def test_documents_are_to_be_rated_with_the_grades_of_labels_that_name_no_scale(folder, capsys):
    """By hand: with --grade-scale 0.3 ratings of 3, 7 and 10 are grades 0.9, 2.1 and 3, rounded 1, 2 and 3."""
    (folder / "ratings.csv").write_text("query,docid,rating\nq1,z,10\nq2,z,7\nq2,x,0\nq1,x,3\n")
    words = ["compare", "ratings.csv", "a.run", "b.run", "--unjudged"]
    for more in ([], ["--grade-scale", "0.3"]):
        assert main([*words, "next.json", *more]) == 0
        assert "with 0, 3, 7 or 10, the grades of the labels" in " ".join(capsys.readouterr().err.split())
        assert scale_of(folder / "next.json") == [0, 3, 7, 10]
    assert main([*words, "next.csv"]) == 0
    assert "with 0, 3, 7 or 10, the grades of the labels" in " ".join(capsys.readouterr().err.split())
    assert main([*words, "next.json", "--grades", "0..10"]) == 0
    assert "with 0 to 10, as --grades says" in " ".join(capsys.readouterr().err.split())
    assert scale_of(folder / "next.json") == TO_TEN


def test_half_ratings_that_two_assessors_make_are_no_grades_to_rate_with(folder):
    """By hand: ratings 0, 0.5, 1 and 3 times 2 are grades 0, 1, 2 and 6; a book's scale has whole numbers."""
    (folder / "ratings.csv").write_text("query,docid,rating\nq1,z,3\nq2,z,0.5\nq2,x,0\nq1,x,1\n")
    words = ["compare", "ratings.csv", "a.run", "b.run", "--grade-scale", "2", "--unjudged", "next.json"]
    assert main(words) == 0
    assert scale_of(folder / "next.json") == [0, 1, 3]


def shop(name, scale, rated, **more):
    """A book as Quepid exports it, with a title and a rating for each query and document."""
    pairs = [
        {"query_text": q, "doc_id": d, "document_fields": {"title": title}, "judgements": [{"rating": grade}]}
        for q, d, title, grade in rated
    ]
    return json.dumps({"name": name, "scale": scale, "scale_with_labels": None, **more, "query_doc_pairs": pairs})


def test_books_put_together_keep_the_name_the_scale_and_the_titles_that_are_equal(folder, capsys):
    labels = {"0": "Poor", "1": "Good"}
    (folder / "a.json").write_text(shop("Shoes", [0, 1], [("hat", "x", "Hat X", 1)], scale_with_labels=labels))
    (folder / "b.json").write_text(shop("Shoes", [0, 1], [("shoe", "y", "Shoe Y", 0)], scale_with_labels=labels))
    assert main(["convert", "a.json", "b.json", "--to", "quepid-book", "-o", "both.json"]) == 0
    assert "differ" not in capsys.readouterr().err
    both = json.loads((folder / "both.json").read_text())
    assert (both["name"], both["scale"], both["scale_with_labels"]) == ("Shoes", [0, 1], labels)
    pairs = imported((folder / "both.json").read_text())
    assert {key: pair["document_fields"]["title"] for key, pair in pairs.items()} == {
        ("hat", "x"): "Hat X",
        ("shoe", "y"): "Shoe Y",
    }


def test_books_put_together_say_which_name_scale_and_titles_differ(folder, capsys):
    """By hand: the scales 0, 1 and 0, 2 make 0, 1, 2; each pair keeps its title, and hat, x that of the first file."""
    (folder / "a.json").write_text(shop("Shoes", [0, 1], [("hat", "x", "Hat X", 1)]))
    (folder / "b.json").write_text(shop("Hats", [0, 2], [("shoe", "x", "X", 0), ("hat", "x", "Hat", 1)]))
    (folder / "qrels.txt").write_text("hat 0 z 3\ncap 0 x 0\n")
    files = ["a.json", "b.json", "qrels.txt"]
    assert main(["convert", *files, "--to", "quepid-book", "-o", "both.json"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert 'The files\' names differ ("Shoes" and "Hats"): the book is called labels' in told
    assert "The files' scales differ: (0, 1) and (0, 2); the book has the grades of all of them" in told
    assert "The scale (0, 1, 2) lacks grades of the labels: (3) added" in told
    assert '1 document has other fields in several files, such as "x": the first are kept' in told
    both = json.loads((folder / "both.json").read_text())
    assert (both["name"], both["scale"]) == ("labels", [0, 1, 2, 3])
    titles = {key: pair["document_fields"] for key, pair in imported((folder / "both.json").read_text()).items()}
    assert titles == {
        ("hat", "x"): {"title": "Hat X"},
        ("shoe", "x"): {"title": "X"},
        ("hat", "z"): {},
        ("cap", "x"): {"title": "Hat X"},
    }


def annotated(**about):
    """A pair of a query and a document as Quepid exports it, rated 2."""
    return {"query_text": "hat", "doc_id": "x", **about, "judgements": [{"rating": 2, "user_email": "a@b.example"}]}


ABOUT = {
    "position": 3, "document_fields": {"title": "Hat X"}, "information_need": "a warm one", "notes": "seen twice",
    "options": {"color": "red"},
}  # fmt: skip


def test_what_a_book_says_of_a_pair_goes_into_the_next_book(folder, capsys):
    """Position, fields, information need, notes and options are those of the pair, not of its document elsewhere."""
    other = {"query_text": "cap", "doc_id": "x", "position": 1, "document_fields": {"title": "Cap X"}, "judgements": []}
    (folder / "a.json").write_text(json.dumps({"name": "A", "query_doc_pairs": [annotated(**ABOUT), other]}))
    (folder / "b.csv").write_text("query,docid,rating\ncap,x,1\n")
    assert main(["convert", "a.json", "b.csv", "--to", "quepid-book", "-o", "both.json"]) == 0
    pairs = imported((folder / "both.json").read_text())
    assert {key: pairs["hat", "x"][key] for key in ABOUT} == ABOUT
    assert pairs["cap", "x"]["position"] == 1
    assert pairs["cap", "x"]["document_fields"] == {"title": "Cap X"}
    assert pairs["cap", "x"]["notes"] is None
    assert "names for their queries" not in capsys.readouterr().err


def test_what_can_not_be_kept_of_pairs_under_other_names_of_queries_is_said(folder, capsys):
    (folder / "a.json").write_text(json.dumps({"name": "A", "query_doc_pairs": [annotated(**ABOUT)]}))
    (folder / "texts.tsv").write_text("q7\that\n")
    assert main(["convert", "a.json", "--to", "quepid-book", "--query-texts", "texts.tsv", "-o", "b.json"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert (
        "Positions, information needs, notes and options of 1 document left out: the labels have other names for their "
        "queries"
    ) in told
    (pair,) = imported((folder / "b.json").read_text()).values()
    assert (pair["query_text"], pair["position"], pair["document_fields"]) == ("q7", None, {"title": "Hat X"})


def test_what_quepid_would_lose_in_silence_is_refused(folder, capsys):
    (folder / "queries.tsv").write_text("q1\t" + "x" * 2049 + "\nq2\that\n")
    assert main([*POOL, "-o", "book.json"]) == 3
    assert "whose query_text has at most 2,048 characters" in " ".join(capsys.readouterr().err.split())
    assert not (folder / "book.json").exists()


MANY = 12  # labels of a file whose largest grade says something of its scale


def test_labels_of_two_scales_put_together_are_named_whatever_they_become(folder, capsys):
    """Planted: scales that two books name, one that a book names beside ratings off it, largest ratings 3 and 10."""
    (folder / "three.json").write_text(shop("A", [0, 1, 2, 3], [("hat", "x", "X", 3)]))
    (folder / "ten.json").write_text(shop("B", TO_TEN, [("shoe", "y", "Y", 10)]))
    rows = [("three.csv", "a", 4), ("again.csv", "b", 4), ("ten.csv", "c", 11), ("one.csv", "d", 2)]
    for name, doc, n in rows:
        lines = "".join(f"q1,{doc}{i},{i % n}\n" for i in range(MANY))
        (folder / name).write_text(f"query,docid,rating\n{lines}")
    (folder / "few.csv").write_text("query,docid,rating\nq1,e,1\nq1,f,0\n")

    def said(*files, to="csv", more=()):
        capsys.readouterr()
        assert main(["convert", *files, "--to", to, "-o", f"all.{to}", *more]) == 0
        return " ".join(capsys.readouterr().err.split())

    for to in ("csv", "trec", "json"):
        told = said("three.json", "ten.json", to=to)
        assert "The scales differ, 0 to 3 in three.json and 0 to 10 in ten.json, but a grade counts the same" in told
    assert "The scales seem to differ, 0 to 3 in three.json and 0 to 10 in ten.csv" in said("three.json", "ten.csv")
    assert "The scales seem to differ, 0 to 3 in three.csv and 0 to 10 in ten.csv" in said("three.csv", "ten.csv")
    assert "seem to differ, 0 and 1 in one.csv and 0 to 3 in three.csv" in said("one.csv", "three.csv")
    for name, doc, top in (("low.json", "g", 1), ("high.json", "h", 3)):
        rated = [("hat", f"{doc}{i}", "", i % (top + 1)) for i in range(MANY)]
        (folder / name).write_text(shop("A", [0, 1, 2, 3], rated))
    alike = [("three.csv", "again.csv"), ("three.csv", "few.csv"), ("ten.json", "three.csv"), ("low.json", "high.json")]
    for files in (*alike, ("three.csv",)):
        assert "scales" not in said(*files)


def test_labels_whose_queries_are_none_of_the_texts_are_counted_and_named(folder, capsys):
    """By hand: of three queries one is a text, one is another's in lower case, and one is nobody's."""
    (folder / "book.json").write_text(
        shop(
            "A",
            [0, 1],
            [("red shoes", "x", "", 1), ("BLUE HAT", "y", "", 1), ("BLUE HAT", "z", "", 0), ("no", "x", "", 1)],
        )
    )
    (folder / "texts.tsv").write_text("q1\tred shoes\nq2\tblue hat\n")
    assert main(["convert", "book.json", "--query-texts", "texts.tsv", "--to", "trec", "-o", "new.txt"]) == 0
    assert " ".join(capsys.readouterr().err.split()).startswith(
        "▲ 2 labelled queries are not in texts.tsv, and their 3 labels are left out: BLUE HAT and no; in lower case, 1 "
        "of 1 queries in texts.tsv is in the labels"
    )
    assert (folder / "new.txt").read_text() == "q1 0 x 1\n"
    (folder / "texts.tsv").write_text("q1\tred shoes\nq2\tBLUE HAT\nq3\tno\n")
    assert main(["convert", "book.json", "--query-texts", "texts.tsv", "--to", "trec", "-o", "new.txt"]) == 0
    assert "left out" not in capsys.readouterr().err


def test_a_file_among_several_none_of_whose_queries_is_a_text_is_named(folder, capsys):
    (folder / "a.json").write_text(shop("A", [0, 1], [("red shoes", "x", "", 1)]))
    (folder / "b.json").write_text(shop("A", [0, 1], [("hat", "y", "", 1)]))
    (folder / "texts.tsv").write_text("q1\tred shoes\n")
    words = ["convert", "a.json", "b.json", "--query-texts", "texts.tsv", "--to", "trec", "-o", "new.txt"]
    assert main(words) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "1 labelled query is not in texts.tsv, and keeps its name: hat" in told


def test_answers_of_an_audit_on_other_texts_are_counted(folder, capsys):
    audit = ["pool", "b.run", "--judged", "qrels.txt", "--audit", "2", "--queries", "queries.tsv", "--depth", "3"]
    assert main([*audit, "-o", "audit.json"]) == 0
    rated = [("red shoes", doc, "", 0) for doc in "wv"] + [("Blue hats", doc, "", 0) for doc in "wv"]
    (folder / "answers.json").write_text(shop("A", [0, 1], rated))
    capsys.readouterr()
    assert main([*audit, "--answers", "answers.json"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "1 labelled query is not in --query-texts, and its 2 labels are left out: Blue hats" in told


def test_labels_that_prove_no_order_are_said_to_make_it_likely_all_the_same(tmp_path, monkeypatch, capsys):
    """Planted: 22 and 20 of 40 queries won, and ten relevant documents that nobody retrieved can hide in each."""
    monkeypatch.chdir(tmp_path)
    queries = [f"q{i:02}" for i in range(40)]
    (tmp_path / "qrels").write_text(
        "".join(f"{q} 0 g {int(i < 22)}\n{q} 0 n {int(i >= 20)}\n" for i, q in enumerate(queries))
    )
    for name, docs in (("a", "gx"), ("b", "nu")):
        (tmp_path / f"{name}.run").write_text(
            "".join(f"{q} Q0 {doc} {r} {9 - r} {name}\n" for q in queries for r, doc in enumerate(docs, 1))
        )
    said = "leave it open in 100 of 100 draws from the estimate: documents that nobody retrieved keep it open."
    proof = "This is about proof: labels can make an order likely before that"
    for more in ([], ["--require", "proved"]):
        assert main(["compare", "qrels", "a.run", "b.run", "--unjudged", "next.csv", *more]) == 0
        told = " ".join(capsys.readouterr().err.split())
        assert said in told
        assert (proof in told) == (not more)
