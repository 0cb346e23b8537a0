"""What leaked of each test query. Oracle: every row held against every relevant document in plain Python, as the
definitions read; runs of 13 words by the plain twin of the kernel's."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay import Qrels
from irassay.collection.training import TrainedPassage, Training, TrainingRow
from irassay.errors import InputError, UsageError
from irassay.leakage import relevant_documents, what_leaked
from irassay.leakage.files import by_query_lines
from irassay.leakage.kinds import kinds_of
from irassay.leakage.leaks import Leak, Leaks
from irassay.leakage.what_leaked import PARTS
from tests.plain import leak as plain

LONG = [" ".join(f"{letter}{n}" for n in range(24)) for letter in "wv"]
BOILERPLATE = 2


def text(of: str) -> TrainedPassage:
    return TrainedPassage("", of)


def key(of: str, words: str = "") -> TrainedPassage:
    return TrainedPassage(of, words)


def row(name, query="", positives=(), negatives=()):
    return TrainingRow(name, query or f"query {name}", tuple(positives), tuple(negatives), int(name[1:]))


def leaks_of(queries, pairs, source="train.tsv"):
    """Pairs (query, row, verdict), with the texts that `row` gives."""
    return Leaks(
        queries,
        [
            Leak(query, train, said, "identical", "words", None, 1.0, "title", query, f"query {train}", source)
            for query, train, said in pairs
        ],
    )


def training(*rows, source="train.tsv"):
    return Training.of(rows, source=source)


CORPUS = {"d1": "Foxes are red.", "d2": "Dogs are blue.", "d3": "Birds are green.", "d4": LONG[0]}
QRELS = Qrels.from_dict({"q1": {"d1": 2, "d2": 0}, "q2": {"d3": 1}, "q3": {"d4": 1}})
QUERIES = ("q1", "q2", "q3")


def kinds(pairs, *rows, qrels=QRELS, corpus=CORPUS, **options):
    return dict(kinds_of(leaks_of(QUERIES, pairs), training(*rows), qrels, corpus=corpus, **options).by_query)


def test_a_query_asked_with_another_document_or_none_is_of_kind_query():
    for positives in ([], [text("Dogs are blue.")], [text("Nobody knows this.")], [key("d9")]):
        assert kinds([("q1", "t1", "leak")], row("t1", positives=positives))["q1"] == ("query",)


@pytest.mark.parametrize("passage", [text("foxes  ARE\nred."), key("d1"), key("d1", "Foxes are red.")])
def test_a_relevant_document_with_its_query_is_a_pair(passage):
    assert kinds([("q1", "t1", "leak")], row("t1", positives=[passage])) == {"q1": ("pair",), "q2": (), "q3": ()}


def test_without_a_corpus_a_passage_without_an_id_may_be_the_relevant_document():
    leaked = leaks_of(QUERIES, [("q1", "t1", "leak"), ("q2", "t2", "leak")])
    rows = row("t1", positives=[text("Foxes are red.")]), row("t2", positives=[key("x")])
    of = kinds_of(leaked, training(*rows), QRELS)
    assert (of.untold, of.n_unread) == (("q1",), 1)
    with_corpus = kinds_of(leaked, training(*rows), QRELS, corpus=CORPUS)
    assert (with_corpus.untold, with_corpus.by_query["q1"]) == ((), ("pair",))


def test_a_relevant_document_as_a_negative_of_its_query_contradicts_it():
    rows = row("t1", positives=[text("Dogs are blue.")], negatives=[text("Foxes are red.")])
    assert kinds([("q1", "t1", "leak")], rows)["q1"] == ("query", "contradicted")


def test_a_relevant_document_under_another_query_is_of_kind_document():
    assert kinds([], row("t1", positives=[text("Foxes are red.")])) == {"q1": ("document",), "q2": (), "q3": ()}
    # q2 is asked with q1's document.
    asked = kinds([("q2", "t1", "leak")], row("t1", positives=[text("Foxes are red.")]))
    assert asked == {"q1": ("document",), "q2": ("query",), "q3": ()}


def test_a_negative_under_another_query_and_documents_that_are_not_relevant_are_no_leak():
    rows = row("t1", positives=[text("Dogs are blue.")], negatives=[text("Foxes are red.")])
    assert not any(kinds([], rows).values())
    assert kinds([], row("t1", positives=[text("Dogs are blue.")]), rel=1)["q1"] == ()
    assert kinds([], row("t1", positives=[text("Birds are green.")]), rel=2)["q2"] == ()


def test_what_is_to_be_reviewed_stands_apart_and_is_no_other_query():
    of = kinds_of(
        leaks_of(QUERIES, [("q1", "t1", "review")]),
        training(row("t1", positives=[text("Foxes are red.")])),
        QRELS,
        corpus=CORPUS,
    )
    assert not any(of.by_query.values())
    assert {query: [one.kind for one in some] for query, some in of.in_review.items()} == {"q1": ["pair"]}
    # People said that it asks something else.
    assert kinds([("q1", "t1", "no")], row("t1", positives=[text("Foxes are red.")]))["q1"] == ("document",)


def test_half_of_a_documents_runs_in_one_passage_are_the_document_and_less_are_not():
    words = LONG[0].split()  # 12 runs of 13 words
    half, less = (" ".join(["Look:", *words[:n], "and so on"]) for n in (18, 17))
    assert kinds([], row("t1", positives=[text(half)]))["q3"] == ("document",)
    assert kinds([], row("t1", positives=[text(less)]))["q3"] == ()
    # Halves in two passages are no half in one.
    both = [text(" ".join(words[:17])), text(" ".join(words[7:]))]
    assert kinds([], row("t1", positives=both))["q3"] == ()


def test_runs_that_many_passages_have_are_boilerplate_and_rows_that_repeat_a_passage_make_none():
    many = [row(f"t{n}", positives=[text(f"Number {n}. {LONG[0]}")]) for n in range(11)]
    assert kinds([], *many)["q3"] == ()
    assert kinds([], *many[:10])["q3"] == ("document",)
    repeated = [row(f"t{n}", positives=[text(f"Said: {LONG[0]}")]) for n in range(30)]
    assert kinds([], *repeated)["q3"] == ("document",)


def test_ids_of_another_collection_are_not_the_same_documents():
    other = [row(f"t{n}", positives=[key(f"d{n}", f"Nothing of the kind, number {n}.")]) for n in (1, 2, 3)]
    of = kinds_of(leaks_of(QUERIES, []), training(*other), QRELS, corpus=CORPUS)
    assert not any(of.by_query.values())
    assert of.ids == {"train.tsv": "other"}
    assert of.corpus.n_trained == 0


def test_ids_are_of_the_same_collection_where_texts_say_so_and_unknown_without():
    same = [row("t1", positives=[key("d1", "Red things: foxes are red.")]), row("t2", positives=[key("d3")])]
    of = kinds_of(leaks_of(QUERIES, []), training(*same), QRELS, corpus=CORPUS)
    assert (of.by_query["q1"], of.by_query["q2"], of.ids) == (("document",), ("document",), {"train.tsv": "same"})
    of = kinds_of(leaks_of(QUERIES, []), training(*same), QRELS)
    assert (of.by_query["q1"], of.ids, of.corpus, of.n_with_text) == (("document",), {"train.tsv": "unknown"}, None, 0)


def test_a_shared_corpus_is_counted_and_is_no_leak():
    corpus = {f"c{n}": f"Passage number {n}." for n in range(100)} | CORPUS
    rows = [
        row(f"t{n}", positives=[text(f"Passage number {n}.")], negatives=[text("Passage number 99.")])
        for n in range(26)
    ]
    of = kinds_of(leaks_of(QUERIES, []), training(*rows), QRELS, corpus=corpus)
    assert not any(of.by_query.values())
    shared = of.corpus
    assert (shared.n_documents, shared.n_compared, shared.n_trained) == (104, 104, 26)
    assert shared.low == shared.high == shared.share == 0.25


def test_of_a_large_corpus_a_sample_says_how_much_was_trained_on():
    corpus = {f"c{n}": f"Passage number {n}." for n in range(5000)} | CORPUS
    rows = [row(f"t{n}", positives=[key(f"c{n}")]) for n in range(0, 5000, 4)]
    with mock.patch.object(relevant_documents, "SAMPLE", 1000):
        shared = kinds_of(leaks_of(QUERIES, []), training(*rows), QRELS, corpus=corpus).corpus
        back = dict(reversed(corpus.items()))
        assert kinds_of(leaks_of(QUERIES, []), training(*rows), QRELS, corpus=back).corpus == shared
    assert (shared.n_documents, shared.n_compared) == (5004, 1000)
    assert shared.low < 1250 / 5004 < shared.high
    assert shared.high - shared.low < 0.06


def test_the_corpus_counts_at_least_the_relevant_documents_that_are_told_by_runs_of_words():
    nearly = " ".join(["Look:", *LONG[0].split()[:20], "and so on"])
    title_left_out = {f"c{n}": f"Title {n} of a document." for n in range(6)}
    rows = [row("t1", positives=[text(nearly)]), row("t2", positives=[text("foxes are red.")])]
    corpus = CORPUS | title_left_out
    of = kinds_of(leaks_of(QUERIES, []), training(*rows), QRELS, corpus=corpus)
    assert of.documents() == {"q1": ("d1",), "q3": ("d4",)}
    assert (of.corpus.n_trained, of.corpus.share) == (2, 0.2)
    # As negatives they are no positives.
    against = [row("t1", negatives=[text(nearly)])]
    assert kinds_of(leaks_of(QUERIES, []), training(*against), QRELS, corpus=corpus).corpus.n_trained == 0
    # Of a sample that has neither of them the share is no less.
    with mock.patch.object(relevant_documents, "SAMPLE", 1):
        shared = kinds_of(leaks_of(QUERIES, []), training(*rows), QRELS, corpus=corpus).corpus
    assert shared.n_compared == 1
    assert shared.share >= shared.low >= 0.2


def test_every_row_of_a_query_counts_and_five_are_examples():
    rows = [TrainingRow("t1", "query t1", (key("d1"),), (key(f"d{n}"),), n) for n in range(10, 20)]
    of = kinds_of(leaks_of(QUERIES, [("q1", "t1", "leak")]), training(*rows), QRELS).found["q1"]
    assert [(one.kind, one.n_rows, one.docs, len(one.examples)) for one in of] == [("pair", 10, ("d1",), 5)]
    first = of[0].examples[0]
    assert (first.train, first.place, first.source, first.doc, first.passage, first.by, first.share) == (
        "t1", 10, "train.tsv", "d1", "d1", "id", 1.0,
    )  # fmt: skip


def test_leaks_name_rows_by_id_by_text_and_by_file():
    rows = [row("t1", positives=[key("d1")]), row("t2", positives=[key("d9")])]

    def named(train, train_text, source=""):
        pair = Leak("q1", train, "leak", "identical", "people", None, None, "", "", train_text, source)
        return kinds_of(Leaks(QUERIES, [pair]), training(*rows), QRELS)

    assert named("t1", "").by_query["q1"] == named("", "query t1").by_query["q1"] == ("pair",)
    assert named("t1", "query t1", "elsewhere.tsv").by_query["q1"] == ("pair",)  # the file has another path now
    for missing in (named("t1", "", "elsewhere.tsv"), named("t1", "something else"), named("", ""), named("t7", "")):
        assert (missing.by_query["q1"], missing.n_missing_pairs) == (("document",), 1)


def test_lines_of_by_query_name_the_kinds_in_their_order():
    rows = row("t1", positives=[text("Dogs are blue.")], negatives=[text("Foxes are red.")])
    leaks = leaks_of(QUERIES, [("q1", "t1", "leak")])
    of = kinds_of(leaks, training(rows, row("t2", positives=[key("d1")])), QRELS, corpus=CORPUS)
    assert [line.split("\t")[2] for line in by_query_lines(leaks, of.by_query)] == [
        "kinds", "query,contradicted,document", "", "",
    ]  # fmt: skip
    assert dict(of.documents()) == {"q1": ("d1",)}
    assert of.queries("document") == ("q1",)


def test_no_relevant_document_and_a_corpus_of_another_collection_are_errors():
    with pytest.raises(InputError, match='none of 3 test queries, such as "q1", has a document of grade 3 or more'):
        kinds([], row("t1"), rel=3)
    with pytest.raises(InputError, match='no text of the 3 relevant documents, such as "d1"'):
        kinds([], row("t1"), corpus={"x": "something"})
    with pytest.raises(UsageError, match="corpus"):
        kinds([], row("t1"), corpus=7)
    with pytest.raises(UsageError, match="rel"):
        kinds([], row("t1"), rel=0)
    with pytest.raises(UsageError, match="training files"):
        kinds_of(leaks_of(QUERIES, []), [], QRELS)


# Generated worlds: pieces of two long texts, short texts, ids that may be of another collection.
pieces = st.builds(
    lambda of, start, n, before: " ".join([*before, *LONG[of].split()[start : start + n]]),
    st.integers(0, 1), st.integers(0, 8), st.integers(11, 24), st.sampled_from([(), ("Look:",), ("as", "said")]),
)  # fmt: skip
contents = st.one_of(pieces, st.sampled_from(["Red fox", "red  FOX", "a blue dog", ""]))
passages = st.builds(TrainedPassage, st.sampled_from(["", "", "d0", "d1", "d2", "d3"]), contents).filter(any)
rows_of = st.lists(
    st.tuples(st.lists(passages, max_size=2), st.lists(passages, max_size=2)), min_size=1, max_size=6
).map(lambda some: [row(f"t{n}", positives=a, negatives=b) for n, (a, b) in enumerate(some)])
verdicts = st.dictionaries(
    st.tuples(st.sampled_from(QUERIES), st.integers(0, 5)),
    st.sampled_from(["leak", "leak", "review", "no"]),
    max_size=5,
)
grades = st.dictionaries(
    st.sampled_from(QUERIES), st.dictionaries(st.sampled_from(["d0", "d1", "d2", "d3"]), st.integers(0, 2), min_size=1),
    min_size=1,
).filter(lambda labels: any(grade >= 1 for of in labels.values() for grade in of.values()))  # fmt: skip
corpora = st.one_of(st.none(), st.fixed_dictionaries({f"d{n}": contents for n in range(4)}))


def normal(some: str) -> str:
    return "".join(some.casefold().split())


def alike(a: str, b: str) -> bool | None:
    few, many = sorted((set(a.lower().split()), set(b.lower().split())), key=len)
    return sum(word in many for word in few) >= 0.8 * len(few) if few else None


def by_hand(queries, verdict, rows, labels, corpus):
    """Every row against every relevant document: the kinds of each query, and of its rows in review."""
    texts = {doc: some for doc, some in (corpus or {}).items() if some.strip()}
    every = [passage for one in rows for passage in (*one.positives, *one.negatives)]
    compared = [alike(texts[p.id], p.text) for p in every if p.id in texts and p.text.strip()]
    ids_count = not compared or 2 * sum(map(bool, compared)) >= len(compared)
    distinct = {normal(p.text): p.text for p in every}.values()

    def is_doc(passage, doc):
        if passage.id == doc and ids_count:
            return True
        if doc not in texts or not passage.text.strip():
            return False
        if normal(passage.text) == normal(texts[doc]):
            return True
        own = {
            run for run in plain.runs(texts[doc]) if sum(run in plain.runs(some) for some in distinct) <= BOILERPLATE
        }
        return bool(own) and 2 * len(own & plain.runs(passage.text)) >= len(own)

    tallies = {"leak": {query: {} for query in queries}, "review": {query: {} for query in queries}}
    for query in queries:
        relevant = [doc for doc, grade in labels.get(query, {}).items() if grade >= 1]
        for one in rows:
            positive, negative = (
                {doc for doc in relevant if any(is_doc(p, doc) for p in some)}
                for some in (one.positives, one.negatives)
            )
            said = verdict.get((query, one.place))
            tally = tallies["review" if said == "review" else "leak"][query]
            if said in ("leak", "review"):
                tally.setdefault("pair" if positive else "query", []).append(positive)
                if negative:
                    tally.setdefault("contradicted", []).append(negative)
            elif positive:
                tally.setdefault("document", []).append(positive)
    return [
        {
            query: {kind: (len(some), tuple(sorted(set().union(*some)))) for kind, some in of.items()}
            for query, of in tally.items()
        }
        for tally in tallies.values()
    ]


def shown(kinds_by_query):
    return {query: {one.kind: (one.n_rows, one.docs) for one in some} for query, some in kinds_by_query.items()}


@given(verdicts, rows_of, grades, corpora)
def test_kinds_are_those_of_a_count_by_hand(verdict, rows, labels, corpus):
    relevant = {doc for of in labels.values() for doc, grade in of.items() if grade >= 1}
    if corpus is not None and not any(corpus[doc].strip() for doc in relevant):
        return
    leaks = leaks_of(QUERIES, [(query, f"t{place}", said) for (query, place), said in verdict.items()])
    with mock.patch.object(what_leaked, "BOILERPLATE", BOILERPLATE):
        of = kinds_of(leaks, training(*rows), Qrels.from_dict(labels), corpus=corpus)
        back = kinds_of(leaks, training(*rows[::-1]), Qrels.from_dict(labels), corpus=corpus)
    found, review = by_hand(QUERIES, verdict, rows, labels, corpus)
    assert shown(of.found) == shown(back.found) == found
    assert shown(of.in_review) == {query: some for query, some in review.items() if some}
    places = {query: [PARTS.index(kind) for kind in some] for query, some in of.by_query.items()}
    assert all(some == sorted(some) for some in places.values())
