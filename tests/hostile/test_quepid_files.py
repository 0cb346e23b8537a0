"""What Quepid and the Rated Ranking Evaluator export: read as it is, several ratings as one, refused where broken.

The shapes are those that Quepid's templates under app/views/api/v1/export write, and RRE's example ratings.
"""

from __future__ import annotations

import itertools
import json

import pytest

import irassay
from irassay.cli.main import main
from irassay.errors import InputError
from irassay.formats import detection, read_qrels, read_runs
from irassay.formats.labels.quepid_book import rating_of
from irassay.formats.sources import opening
from irassay.label_sets import united
from irassay.preflight import check


def judged(*ratings):
    more = {"unrateable": False, "judge_later": False, "user_email": "ann@example.org", "explanation": None}
    return [{"rating": rating, **more} for rating in ratings]


def paired(query, doc, *ratings):
    about = {"position": 1, "document_fields": {"title": "ratings"}, "information_need": None, "notes": None}
    return {"query_text": query, "doc_id": doc, **about, "options": None, "judgements": judged(*ratings)}


def book(*pairs, **more):
    about = {"name": "Shoes", "show_rank": False, "support_implicit_judgements": False, "scale": [0, 1, 2, 3]}
    return {**about, "scale_with_labels": {"0": "Poor"}, **more, "query_doc_pairs": list(pairs)}


BOOK = book(paired("red shoes", "d1", 3.0, 2.0), paired("red shoes", "d2", None), paired("hat", "d2", 0, 3, 1, 2))
CASE = {
    "case_name": "Shoes",
    "options": None,
    "scorer": {"name": "nDCG@10", "code": "x" * 30_000},
    "queries": [
        {
            "arranged_at": 1,
            "query_text": "red shoes",
            "ratings": [
                {"doc_id": "d1", "rating": 2.0, "user_email": "ann@example.org"},
                {"doc_id": 7, "rating": None},
            ],
        },
        {"query_text": "hat", "ratings": []},
    ],
    "try": {"query_params": "q=#$query##"},
}


def grouped(*texts, docs):
    return {"queries": [{"template": f"{i}", "placeholders": {"$query": q}} for i, q in enumerate(texts)]} | {
        "relevant_documents": docs
    }


@pytest.fixture
def put(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, content):
        (tmp_path / name).write_text(content if isinstance(content, str) else json.dumps(content))
        return name

    return write


def labels(path, **options):
    qrels = read_qrels(path, **options)
    return {query: dict(qrels.grades(query)) for query in qrels.queries}


def name_of(path):
    return detection.label_format(opening.head_of(path), source=path)


def test_a_book_has_one_grade_for_the_ratings_of_its_assessors(put):
    path = put("book.json", BOOK)
    assert name_of(path) == "quepid-book"
    assert labels(path) == {"red shoes": {"d1": 3}, "hat": {"d2": 1}}  # 2.5 is rounded up; least of 3, 2 and 1
    reading = read_qrels(path).readings[0]
    assert (reading.skipped, reading.left_out) == (
        {"document without a rating": 1},
        {"disagreement of assessors": 2, "ratings of assessors more than 1 apart": 1},  # 3 and 2; 0 to 3
    )


def test_converting_a_book_says_what_becomes_of_ratings_that_differ(put, capsys):
    assert main(["convert", str(put("book.json", BOOK)), "--to", "json", "-o", "labels.json"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert (
        "Assessors rate 2 documents differently; one grade of each is kept, as Quepid makes it: the mean of two "
        "ratings (2.5 becomes 3 without --grade-scale), the least of the three best of more"
    ) in told
    assert "Ratings of 1 document lie more than 1 apart" in told
    assert "disagreement" not in told


def test_check_says_on_how_many_documents_assessors_disagree(put):
    """By hand: the ratings of red shoes d1 (3, 2) and of hat d2 (0 to 3) differ, those of hat d3 (1, 1) don't."""
    pairs = [*BOOK["query_doc_pairs"], paired("hat", "d3", 1, 1)]
    result = check(put("book.json", book(*pairs)), {"a": {"hat": {"d2": 1.0}}})
    (finding,) = [one for one in result.findings if one.code == "assessors-disagree"]
    assert finding.text.startswith("Assessors disagree on 2 of 3 labels, by more than 1 on 1")
    first = 'query_doc_pairs[0]  document "d1" in query "red shoes": ratings 3, 2, taken as 3'
    assert finding.where == (f"book.json: {first}",)
    same = check(put("same.json", book(paired("hat", "d3", 1, 1))), {"a": {"hat": {"d2": 1.0}}})
    assert not [one for one in same.findings if one.code == "assessors-disagree"]


@pytest.mark.parametrize("verb", ["eval", "compare"])
def test_ratings_that_differ_are_counted_and_the_first_is_named_with_the_scores(put, capsys, verb):
    """By hand: of d1 (2 and 3) and d2 (1 and 1) the first is one that differs; its grade is 3."""
    pairs = paired("hat", "d1", 2, 3), paired("hat", "d2", 1, 1), paired("shoe", "d1", 0), paired("shoe", "d2", 1)
    put("runs.json", {"hat": {"d1": 2.0, "d2": 1.0}, "shoe": {"d1": 2.0, "d2": 1.0}})
    put("other.json", {"hat": {"d2": 2.0, "d1": 1.0}, "shoe": {"d2": 2.0, "d1": 1.0}})
    sheet = "query,docid,Ann,Bo\nhat,d1,2.0,3.0\nhat,d2,1.0,1.0\nshoe,d1,0.0,\nshoe,d2,1.0,\n"
    for name, content, place in (
        ("book.json", book(*pairs), "book.json: query_doc_pairs[0]"),
        ("book.csv", sheet, "book.csv:2"),
    ):
        assert main([verb, put(name, content), "runs.json", "other.json", "-m", "nDCG@2"]) == 0
        told = " ".join(capsys.readouterr().err.split())
        assert "Assessors rate 1 document differently" in told
        assert f'; first: {place} document "d1" in query "hat": ratings 2, 3, taken as 3' in told


def test_a_mean_that_is_multiplied_is_said_as_it_is(put, capsys):
    """By hand: 2 and 3 are 2.5, and twice that is 5."""
    put("run.json", {"hat": {"d1": 2.0}})
    put("book.csv", "query,docid,Ann,Bo\nhat,d1,2.0,3.0\n")
    assert labels("book.csv", grade_scale=2) == {"hat": {"d1": 5}}
    assert main(["eval", "book.csv", "run.json", "--grade-scale", "2"]) == 0
    assert "ratings 2, 3, taken as 2.5, times 2" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("sheet", "said", "options", "grades"),
    [
        ("a,d1,3.0,1.0\nc,d2,1.5,\n", "not 1.5; --input-format quepid-book-csv --grade-scale 2", 2, {"d1": 4, "d2": 3}),
        ("a,d1,3,1\nc,d2,1,\n", "not 3; --input-format quepid-book-csv reads it as a book", None, {"d1": 2, "d2": 1}),
    ],
)
def test_a_table_with_the_columns_of_a_book_and_other_ratings_says_why_it_is_none_and_what_reads_it(
    put, capsys, sheet, said, options, grades
):
    put("run.json", {"a": {"d1": 2.0}})
    put("book.csv", "query,docid,Ann,Bo\n" + sheet)
    said = said.replace("csv --grade", "csv with --grade")
    for command in (["eval", "book.csv", "run.json"], ["convert", "book.csv", "--to", "trec"]):
        assert main(command) == 3
        assert f"a book of Quepid has ratings such as 3.0 there, {said}" in " ".join(capsys.readouterr().err.split())
    read = labels("book.csv", input_format="quepid-book-csv", grade_scale=options)
    assert {doc: grade for docs in read.values() for doc, grade in docs.items()} == grades


def test_ratings_off_the_scale_of_their_own_file_are_counted_and_the_first_is_named(put, capsys):
    """By hand: 4 lies beyond a book's 0 to 3, and 2 is no grade of a scorer's 0, 1, 3; 2.5 is a mean between two."""
    runs = put("runs.json", {"hat": {"d1": 2.0, "d2": 1.0}, "shoe": {"d1": 2.0, "d2": 1.0}})
    pairs = paired("hat", "d1", 3, 4), paired("hat", "d2", 0), paired("shoe", "d1", 1)
    of_case = [("hat", "d1", 2), ("hat", "d2", 2), ("shoe", "d1", 3)]
    case = {
        "case_name": "Shoes",
        "scorer": {"scale": [0, 1, 3]},
        "queries": [{"query_text": q, "ratings": [{"doc_id": d, "rating": r}]} for q, d, r in of_case],
    }
    first_pair = 'query_doc_pairs[0]  document "d1" in query "hat": rating 4, scale 0, 1, 2, 3'
    first_rating = 'queries[0].ratings[0]  document "d1" in query "hat": rating 2, scale 0, 1, 3'
    for name, content, said, place in (
        ("book.json", book(*pairs), "1 rating is", first_pair),
        ("case.json", case, "2 ratings are", first_rating),
    ):
        (finding,) = [one for one in check(put(name, content), runs).findings if one.code == "off-scale"]
        assert (finding.text, finding.level) == (f"{said} off the scale that the file itself names", "warning")
        assert finding.where == (f"{name}: {place}",)
        assert main(["eval", name, runs, "-m", "nDCG@2"]) == 0
        told = capsys.readouterr().err
        assert (
            f"{said} off the scale that the file itself names; each counts as it stands; first: {name}: {place}" in told
        )
    on = put("on.json", book(paired("hat", "d1", 2.5), paired("hat", "d2", 0), support_implicit_judgements=True))
    assert not [one for one in check(on, runs, grade_scale=2).findings if one.code == "off-scale"]


def test_several_ratings_become_one_as_quepid_says():
    """Its rule: two are averaged; of more the three largest agree, or their least counts."""
    for n in (1, 2, 3, 4):
        for ratings in itertools.product(range(4), repeat=n):
            best = list(ratings)
            while len(best) > 3:
                best.remove(min(best))
            expected = sum(best) / n if n < 3 else best[0] if best == [best[0]] * 3 else min(best)
            assert rating_of(ratings) == expected


def test_a_mean_between_two_grades_is_rounded_as_ruby_rounds_it(put):
    """Away from zero; not where the book holds what people clicked on, nor where a scale is given."""
    pairs = [paired("q", "up", 2, 3), paired("q", "down", -1, -2), paired("q", "same", 1, 1)]
    assert labels(put("b.json", book(*pairs))) == {"q": {"up": 3, "down": -2, "same": 1}}
    assert labels(put("b.json", book(*pairs)), grade_scale=2) == {"q": {"up": 5, "down": -3, "same": 2}}
    with pytest.raises(InputError, match=r"query_doc_pairs\[0\]  grade is \"2.5\".*--grade-scale"):
        labels(put("b.json", book(*pairs, support_implicit_judgements=True)))


def test_a_mean_that_a_book_of_implicit_judgements_keeps_is_refused_with_the_key_that_keeps_it(put):
    """Other fractions of such a book are what people clicked on, which no factor of 2 makes whole."""
    halves = put("b.json", book(paired("q", "d", 2, 3), support_implicit_judgements=True))
    with pytest.raises(InputError) as error:
        labels(halves)
    assert (
        'grade is "2.5", the mean of 2 and 3, expected a whole number; it is not rounded since the book has '
        '"support_implicit_judgements": true; --grade-scale 2 multiplies by 2'
    ) in str(error.value)
    assert labels(halves, grade_scale=2) == {"q": {"d": 5}}
    for ratings in ([0.37], [0.1, 0.2]):
        with pytest.raises(InputError, match="--grade-scale 10 multiplies by 10") as error:
            labels(put("b.json", book(paired("q", "d", *ratings), support_implicit_judgements=True)))
        assert "support_implicit_judgements" not in str(error.value)


def test_a_book_as_csv_has_a_column_for_each_assessor(put):
    """Quepid puts a space before a query that would begin a formula, and nothing for a rating that nobody gave."""
    rows = 'red shoes,d1,3.0,2.0\n" =hat",d2,,1.0\n"hat, warm",d3,0.0,""\nhat,d4,,""\n'
    path = put("book.csv", "query,docid,Ann Lee,Anonymous\n" + rows)
    assert name_of(path) == "quepid-book-csv"
    assert labels(path) == {"red shoes": {"d1": 3}, "=hat": {"d2": 1}, "hat, warm": {"d3": 0}}
    assert read_qrels(path).readings[0].skipped == {"header": 1, "document without a rating": 1}


@pytest.mark.parametrize(
    "text",
    [
        "query,docid,views\nred shoes,d1,3\n",  # whole numbers: perhaps no ratings
        "query,docid,price\nred shoes,d1,3.5\n",
        "query,docid,title\nred shoes,d1,Shoe 2.0\n",
        "query,docid,position\nred shoes,d1,1.0\n",
        "query,docid,score\nred shoes,d1,1.5\n",
        "query,docid\nred shoes,d1\n",
        "doc,docid,Ann\nred shoes,d1,1.0\n",
        "query,docid,rating\nred shoes,d1,1.0\n",
    ],
)
def test_no_other_table_is_taken_for_a_book(put, text):
    try:
        name = name_of(put("table.csv", text))
    except InputError:
        return
    assert name != "quepid-book-csv"


def test_whole_ratings_are_a_book_where_the_user_says_so(put):
    path = put("book.csv", "query,docid,Ann,Bo\nred shoes,d1,3,2\n")
    with pytest.raises(InputError, match=r"not 3; --input-format quepid-book-csv"):
        labels(path)
    assert labels(path, input_format="quepid-book-csv") == {"red shoes": {"d1": 3}}


def test_a_case_is_told_by_its_name_however_long_its_scorer_is(put):
    path = put("case.json", CASE)
    assert name_of(path) == "quepid-case"
    assert labels(path) == {"red shoes": {"d1": 2}}
    skipped = {"document without a rating": 1, "query without a rating": 1}
    assert read_qrels(path).readings[0].skipped == skipped


@pytest.mark.parametrize(
    "docs", [{"d1": {"gain": 3}, "d2": {"gain": 0}}, {"3": ["d1"], "0": ["d2"]}, [*({"document_id": "d1", "gain": 3},)]]
)
def test_ratings_for_rre_are_read_with_gains_by_grade_or_listed(put, docs):
    expected = {"d1": 3} if isinstance(docs, list) else {"d1": 3, "d2": 0}
    queries = [
        {"placeholders": {"$query": "red shoes"}, "relevant_documents": docs},
        {"placeholders": {"$query": "hat"}, "relevant_documents": {}},
    ]
    path = put("rre.json", {"id_field": "id", "index": "shop", "template": "t.json", "queries": queries})
    assert name_of(path) == "rre"
    assert labels(path) == {"red shoes": expected}
    assert read_qrels(path).readings[0].skipped == {"query without a rating": 1}


def test_documents_of_a_group_are_those_of_each_query_in_it(put):
    fender = grouped("fender", "Fender", "fender", docs={"1": {"gain": 3}, "2": {"gain": 2}})
    jazz = grouped("jazz", docs={"1": {"gain": 1}})
    both = {"1": 3, "2": 2}
    expected = {"fender": both, "Fender": both, "jazz": {"1": 1}}
    topics = {"index": "basses", "topics": [{"description": "b", "query_groups": [fender]}, {"query_groups": [jazz]}]}
    assert labels(put("topics.json", topics)) == expected
    assert read_qrels("topics.json").readings[0].skipped == {"query again in its group": 1}
    assert labels(put("groups.json", {"index": "basses", "query_groups": [fender, jazz]})) == expected
    named = {"query_placeholder": "text", "query_groups": [grouped(docs={"1": {"gain": 2}})]}
    named["query_groups"][0]["queries"] = [{"placeholders": {"text": "bass"}}]
    assert labels(put("named.json", named)) == {"bass": {"1": 2}}


def test_a_query_in_two_groups_with_other_grades_is_an_error(put):
    groups = [grouped("fender", docs={"1": {"gain": 3}}), grouped("fender", docs={"1": {"gain": 1}})]
    with pytest.raises(InputError, match=r'document "1" twice in query "fender" with other grades, 3 and 1'):
        labels(put("groups.json", {"query_groups": groups}))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ({"query_doc_pairs": [{"query_text": "q"}]}, "query_doc_pairs[0]  expected"),
        ({"query_doc_pairs": {"q": 1}}, 'no list "query_doc_pairs"'),
        (book(paired("q", "d", "good")), 'query_doc_pairs[0]  grade is "good"'),
        (book(paired("q", "d", 1, "good")), 'query_doc_pairs[0]  grade is "good"'),
        (book(paired("q", "d", 1), paired("q", "d", 2)), 'document "d" twice in query "q" with other grades'),
        ({"case_name": "c", "queries": [{"ratings": []}]}, "queries[0]  expected"),
        ({"case_name": "c", "queries": [{"query_text": "q", "ratings": [3]}]}, "queries[0].ratings[0]  expected"),
        ({"case_name": "c", "queries": [{"query_text": "q", "ratings": [{}]}]}, "queries[0].ratings[0]  expected"),
        ({"query_groups": [grouped("q", docs={"d": 3})]}, 'relevant_documents["d"]  expected'),
        ({"topics": [{"query_groups": 3, "x": grouped("q", docs={})}]}, 'topics[0]  no list "query_groups"'),
    ],
)
def test_what_is_broken_is_named_with_its_place(put, content, says):
    with pytest.raises(InputError) as caught:
        read_qrels(put("f", content))
    assert says in str(caught.value)


def test_no_file_of_quepid_is_taken_for_a_run(put):
    for name, content in (("book.json", BOOK), ("case.json", CASE)):
        with pytest.raises(InputError):
            read_runs(put(name, content))


def unrateable(query, doc, *ratings):
    marked = {"rating": None, "unrateable": True, "judge_later": None, "user_email": "bo@example.org"}
    return {**paired(query, doc), "judgements": [*judged(*ratings), marked]}


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """Of hat the documents a and b are rated and u is not; of cap none is. Old brings a, new brings u and x."""
    monkeypatch.chdir(tmp_path)
    pairs = [paired("hat", "a", 2.0), paired("hat", "b", 0.0), unrateable("hat", "u"), unrateable("cap", "c")]
    (tmp_path / "book.json").write_text(json.dumps(book(*pairs, unrateable("hat", "r", 1.0), paired("hat", "later"))))
    runs = {"old": {"hat": ["a", "b"], "cap": ["c"]}, "new": {"hat": ["u", "x", "a"], "cap": ["c", "d"]}}
    for name, lists in runs.items():
        scored = {query: {doc: -i for i, doc in enumerate(docs)} for query, docs in lists.items()}
        (tmp_path / f"{name}.json").write_text(json.dumps(scored))
    return tmp_path


def test_documents_that_no_assessor_could_rate_are_counted_by_themselves(shop, capsys):
    qrels = read_qrels("book.json")
    assert qrels.readings[0].skipped == {"document marked unrateable": 2, "document without a rating": 1}
    assert qrels.unrateable == {"hat": {"u"}, "cap": {"c"}}
    assert dict(qrels.grades("hat")) == {"a": 2, "b": 0, "r": 1}, "somebody else rated r"
    assert main(["convert", "book.json", "--to", "trec"]) == 0
    assert (
        "2 marks of documents as unrateable left out: trec has no place for them; compare --unjudged asks for the "
        "documents again"
    ) in " ".join(capsys.readouterr().err.split())
    assert main(["check", "book.json", "old.json", "new.json"]) == 0
    out = capsys.readouterr().out
    assert "note\tunrateable\t2 documents are marked unrateable\tquery cap: c\twithout a label" in out


def test_a_query_of_which_nothing_could_be_rated_does_not_drop_out_in_silence(shop, capsys):
    assert main(["check", "book.json", "old.json", "new.json", "--fail-on", "unrateable-queries"]) == 1
    row = "\tunrateable-queries\t1 query has no label: all its documents in the labels are marked unrateable\tcap\t"
    row = f"warning{row}"
    out = capsys.readouterr().out
    assert row in out
    assert "over 1 query; runs bring 1 document for it that nobody has rated\t" in out
    said = "1 query has no label, since all documents in the labels are marked unrateable, so it is in no mean: cap"
    for verb in ("eval", "compare"):
        assert main([verb, "book.json", "old.json", "new.json"]) == 0
        assert said in " ".join(capsys.readouterr().err.split())
    assert main(["check", "book.json", "old.json", "--fail-on", "unrateable"]) == 1
    (shop / "more.json").write_text(json.dumps(book(paired("cap", "c", 1.0))))
    assert main(["convert", "book.json", "more.json", "--to", "json", "-o", "both.json"]) == 0
    assert main(["check", "both.json", "old.json", "--fail-on", "unrateable-queries"]) == 0


UNRATED = {
    "book.csv": "query,docid,rating\nhat,a,2\nhat,b,0\ncap,c,\n",
    "case.csv": "query,docid,rating\nhat,a,2\nhat,b,0\ncap\n",
    "book.json": json.dumps(
        {
            "name": "b",
            "query_doc_pairs": [
                {"query_text": "hat", "doc_id": "a", "judgements": [{"rating": 2.0}]},
                {"query_text": "hat", "doc_id": "b", "judgements": [{"rating": 0.0}]},
                {"query_text": "cap", "doc_id": "c", "judgements": []},
            ],
        }
    ),
    "ratings.json": json.dumps(
        {"queries": [{"query": "hat", "ratings": {"a": 2, "b": 0}}, {"query": "cap", "ratings": {}}]}
    ),
    "body.json": json.dumps(
        {
            "requests": [
                {"id": "hat", "ratings": [{"_id": "a", "rating": 2}, {"_id": "b", "rating": 0}]},
                {"id": "cap", "ratings": [{"_id": "c", "rating": None}]},
            ]
        }
    ),
}


@pytest.mark.parametrize("name", list(UNRATED))
def test_a_query_that_nobody_rated_is_named_where_queries_are_counted(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(UNRATED[name])
    for run, docs in {"old": {"a": 2, "b": 1}, "new": {"b": 2, "a": 1}}.items():
        (tmp_path / f"{run}.json").write_text(json.dumps({"hat": docs, "cap": {"c": 1}}))
    files = [name, "old.json", "new.json"]
    assert main(["check", *files, "--fail-on", "unrated-queries"]) == 1
    row = (
        "warning\tunrated-queries\t1 query has no label: nobody has rated a document\tcap\tit is in no mean, which is "
    )
    assert f"{row}over 1 query" in capsys.readouterr().out
    said = "1 query has no label, since nobody has rated a document, so it is in no mean: cap"
    for verb in ("eval", "compare"):
        assert main([verb, *files]) == 0
        assert said in " ".join(capsys.readouterr().err.split())
    verdict = irassay.overview(name, files[1:]).sections[0]
    assert verdict.name == "verdict"
    assert [f.where for f in verdict.body if getattr(f, "code", "") == "unrated-queries"] == [("cap",)]


def test_a_query_with_one_marked_document_and_others_that_nobody_rated_is_called_unrated(shop, capsys):
    pairs = [paired("hat", "a", 2.0), unrateable("cap", "c"), paired("cap", "d")]
    (shop / "book.json").write_text(json.dumps(book(*pairs)))
    qrels = read_qrels("book.json")
    assert (qrels.queries_unrateable, qrels.queries_unrated) == ([], ["cap"])
    assert main(["check", "book.json", "old.json", "new.json", "--fail-on", "unrated-queries"]) == 1
    text = "1 query has no label: nobody has rated a document, and 1 is marked unrateable\tcap\t"
    assert f"warning\tunrated-queries\t{text}" in capsys.readouterr().out


def test_a_query_that_another_file_has_labels_of_is_not_called_unrated(tmp_path):
    (tmp_path / "a.csv").write_text(UNRATED["book.csv"])
    (tmp_path / "b.csv").write_text("query,docid,rating\ncap,c,1\n")
    assert irassay.read_qrels(tmp_path / "a.csv").queries_unrated == ["cap"]
    both = united([irassay.read_qrels(tmp_path / name) for name in ("a.csv", "b.csv")])
    assert both.queries_unrated == []


def test_what_is_marked_unrateable_is_not_to_be_judged_again(shop, capsys):
    assert (
        main(["compare", "book.json", "old.json", "new.json", "--unjudged", "next.json", "--pair", "new", "old"]) == 0
    )
    told = " ".join(capsys.readouterr().err.split())
    asked = [pair["doc_id"] for pair in json.loads((shop / "next.json").read_text())["query_doc_pairs"]]
    assert asked == ["x"]
    assert "next.json 1 document to judge, worst first" in told
    assert "2 labels settle it" in told, "x and the document that can't be rated"
    assert "1 more is marked unrateable and left out. The number of labels counts it." in told
    (shop / "new.json").write_text(json.dumps({"hat": {"u": 2, "a": 1}}))
    assert (
        main(["compare", "book.json", "old.json", "new.json", "--unjudged", "next.json", "--pair", "new", "old"]) == 0
    )
    told = " ".join(capsys.readouterr().err.split())
    assert "next.json 0 documents to judge: the 1 whose labels matter is marked unrateable." in told


def test_a_book_keeps_the_scorer_whose_scale_it_has(tmp_path, monkeypatch):
    """As BookImporter reads it: the scale and its words of the scorer, which earlier ones look up by its name."""
    monkeypatch.chdir(tmp_path)
    words = {"0": "Irrelevant", "1": "Poor", "2": "Good", "3": "Perfect"}
    scorer = {"name": "nDCG@10", "scale": [0, 1, 2, 3], "scale_with_labels": words, "code": "x"}
    old = {"name": "Shoes", "scorer": scorer, "query_doc_pairs": [paired("hat", "a", 2.0)]}
    (tmp_path / "old.json").write_text(json.dumps(old))
    assert main(["convert", "old.json", "--to", "quepid-book", "-o", "new.json"]) == 0
    written = json.loads((tmp_path / "new.json").read_text())
    assert written["scorer"] == {name: scorer[name] for name in ("name", "scale", "scale_with_labels")}
    assert (written["scale"], written["scale_with_labels"]) == ([0, 1, 2, 3], words)
    assert read_qrels("new.json").grades("hat") == {"a": 2}
    assert main(["convert", "new.json", "--to", "quepid-book", "-o", "again.json"]) == 0
    assert (tmp_path / "again.json").read_text() == (tmp_path / "new.json").read_text()


def test_ratings_of_two_assessors_in_two_books_come_with_the_way_to_combine_them(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, rating in (("ann", 3.0), ("bo", 1.0)):
        (tmp_path / f"{name}.json").write_text(json.dumps(book(paired("hat", "a", rating))))
    assert main(["convert", "ann.json", "bo.json", "--to", "trec"]) == 3
    said = " ".join(capsys.readouterr().err.split())
    assert "(query,docid,ANN,BO): --input-format quepid-book-csv reads it as one grade" in said
    (tmp_path / "both.csv").write_text("query,docid,ANN,BO\nhat,a,3,1\n")
    assert main(["convert", "both.csv", "--input-format", "quepid-book-csv", "--to", "trec"]) == 0
    assert capsys.readouterr().out == "hat 0 a 2\n"
