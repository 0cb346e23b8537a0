"""Training sets with known leaks. Oracles: laws that follow from what a set is, worlds whose answer is known by hand,
and Table 2a of Fröbe et al., SPIRE 2022, for the topics that leak."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irassay
from irassay.cli.main import main
from irassay.cli.options import reading
from irassay.collection import Runs
from irassay.errors import InputError, UsageError
from irassay.formats import read_instances, read_training
from irassay.leakage import LabelledQueries, Leaks, training_sets, write_training_sets
from irassay.leakage.instance_sets import KINDS
from irassay.leakage.pair_choice import drawn, in_order
from irassay.leakage.pair_labels import named_pairs
from tests.annotations_at_hand import of_the_paper
from tests.collections_at_hand import collection
from tests.leakage.training_worlds import leak, world, written

worlds = st.builds(
    world,
    n=st.integers(18, 26),
    n_leaks=st.integers(1, 4),
    sources=st.sampled_from([("a",), ("a", "b"), ("a", "b", "c")]),
    seed=st.integers(0, 99),
)


def instances(sets):
    return {(kind, size): list(sets.instances(kind, size)) for kind in KINDS for size in sets.sizes}


def normal(text):
    return "".join(text.lower().split())


@given(worlds, st.integers(0, 2**64 - 1))
def test_a_larger_set_holds_the_smaller_one_and_the_same_leaks(of, seed):
    sets = of.sets(seed=seed)
    small, large = sets.sizes
    for kind in KINDS:
        few, many = list(sets.instances(kind, small)), list(sets.instances(kind, large))
        assert many[:small] == few
        assert [one for one in many if one.condition != "filler"] == [one for one in few if one.condition != "filler"]
        filler = [one for one in many if one.condition == "filler"]
        assert filler == list(sets.instances("none", large))[: len(filler)]  # the kinds share it


@given(worlds)
def test_filler_has_no_query_that_the_leaks_name_whatever_they_say(of):
    named = {one.train for one in of.leaks}
    for some in instances(of.sets()).values():
        assert not named & {one.query for one in some if one.condition == "filler"}


@given(worlds)
def test_filler_is_of_each_source_alike(of):
    sets = of.sets()
    for kind in KINDS:
        for size in sets.sizes:
            n = sets.n_filler(kind, size)
            of_each = Counter(one.source for one in sets.instances(kind, size) if one.condition == "filler")
            counts = [of_each[name] // 2 for name in of.sources]
            assert sum(counts) == n
            assert max(counts) - min(counts) <= 1


@given(worlds)
def test_sets_have_the_size_and_the_leaks_that_were_asked_for(of):
    for (kind, size), some in instances(of.sets()).items():
        assert len(some) == size
        assert sum(one.condition == kind for one in some) == (0 if kind == "none" else 2 * of.options["leaked"])
        assert all((one.topic == "") == (one.condition == "filler") for one in some)
        assert sum(one.relevant for one in some) == size // 2


@given(worlds)
def test_each_training_query_is_there_once_with_both_classes_of_its_own(of):
    queries = {query for texts in of.sources.values() for query in texts}
    for some in instances(of.sets()).values():
        trained = [one for one in some if one.condition != "test"]
        assert Counter(one.query for one in trained) == dict.fromkeys({one.query for one in trained}, 2)
        for one in trained:
            assert one.query in queries
            assert one.doc in (of.qrels if one.relevant else of.run)[one.query]
            assert one.relevant == (of.qrels[one.query].get(one.doc, 0) >= 1)
            assert one.text == of.corpus[one.doc]


@given(worlds)
def test_no_negative_is_a_positive_or_has_its_text(of):
    """A copy of each positive is among the candidates, in other case and with other spaces."""
    for some in instances(of.sets()).values():
        for one in some:
            if not one.relevant and one.condition != "test":
                positives = {normal(of.corpus[doc]) for doc, grade in of.qrels[one.query].items() if grade}
                assert normal(one.text) not in positives


@given(worlds)
def test_leaks_of_the_train_sets_are_those_that_people_call_leaks_of_these_topics(of):
    sets = of.sets()
    of_people = {(one.train, one.query) for one in of.leaks if one.verdict == "leak" and one.by == "people"}
    leaked = {(one.query, one.topic) for one in sets.instances("train", sets.sizes[-1]) if one.topic}
    assert leaked <= {(train, topic) for train, topic in of_people if topic in of.topics}


@given(worlds)
def test_a_topic_is_used_at_most_twice_with_other_documents_of_its_own_labels(of):
    sets = of.sets()
    some = [one for one in sets.instances("test", sets.sizes[0]) if one.condition == "test"]
    assert len({(one.query, one.doc) for one in some}) == len(some)
    assert max(Counter(one.query for one in some).values()) <= 4
    assert len({one.query for one in some}) == -(-of.options["leaked"] // 2)
    for one in some:
        assert (one.query, one.text) == (one.topic, of.test_corpus[one.doc])
        assert one.relevant == (of.test_qrels[one.query][one.doc] >= 1)


@given(worlds, st.integers(0, 99), st.integers(0, 99))
def test_the_seed_decides_and_the_order_of_what_is_read_does_not_matter(of, seed, shuffled):
    rng = random.Random(shuffled)

    def turned(mapping):
        return dict(rng.sample(list(mapping.items()), len(mapping)))

    sources = {name: turned(texts) for name, texts in of.sources.items()}
    other = replace(of, sources=sources, corpus=turned(of.corpus), leaks=rng.sample(of.leaks, len(of.leaks)))
    other = replace(other, topics=turned(of.topics), qrels=turned(of.qrels), run=turned(of.run))
    assert instances(other.sets(seed=seed)) == instances(of.sets(seed=seed))


def test_other_seeds_give_other_sets():
    of = world(n=60)
    assert len({tuple(of.sets(seed=seed).pairs("none", 6)) for seed in range(20)}) > 15


def test_all_orders_are_drawn_alike():
    """Oracle: 24 orders of four items, each 2,000 / 24 times within five standard errors."""
    counts = Counter(tuple(drawn("abcd", 1, f"q{i}", "others")) for i in range(2000))
    assert len(counts) == 24
    expected = 2000 / 24
    assert max(abs(n - expected) for n in counts.values()) < 5 * expected**0.5
    places = Counter(in_order(["x", "y"], key)[0] for key in range(400))
    assert abs(places["x"] - 200) < 50


def test_what_was_left_out_is_counted_by_reason():
    """By hand: of four queries one is named, one has no label, one no text, one no candidate; one pair is left, after
    a copy of its positive."""
    docs = {"d1": "A fox.", "d2": "a  FOX.", "d3": "A hat."}
    queries = {"t1": "fox", "t2": "red", "t3": "blue", "t4": " ", "t5": "hat", "t6": "leaks", "t7": "TOPIC"}
    qrels = {query: {"d1": 1} for query in queries if query != "t3"}
    run = {query: {"d1": 3.0, "d2": 2.0, "d3": 1.0} for query in queries if query != "t5"} | {"t1": {"d1": 1, "d2": 2}}
    topics, test_qrels = {"q": "Topic", "unlabelled": "x"}, {"q": {"n1": 1, "n2": 0}}
    train, test = (
        LabelledQueries(queries, qrels, docs, run),
        LabelledQueries(topics, test_qrels, {"n1": "x", "n2": "y"}),
    )
    leaks = Leaks(["q", "other"], [leak("q", "t6"), leak("other", "t6")])
    sets = training_sets(train, test, leaks, leaked=1, sizes=[2, 4], as_many=True)
    assert [(pair.query, pair.relevant, pair.other) for pair in sets.filler] == [("t2", "d1", "d3")]
    assert {reason: n for reason, n in sets.left_out.items() if "copies" not in reason} == {
        "training queries that the leaks name": 1,
        "training queries without a relevant document": 1,
        "training queries without a text": 1,
        "training queries with the text of a leak or of a test query": 1,
        "training queries without a non-relevant document": 2,
        "candidates that are labelled relevant": 3,
        "non-relevant documents with the text of a relevant one": sets.left_out[
            "non-relevant documents with the text of a relevant one"
        ],
        "leaks of other test queries": 1,
        "test queries without a label": 1,
    }
    assert 1 <= sets.left_out["non-relevant documents with the text of a relevant one"] <= 3
    assert (sets.sizes, sets.shortfalls) == ((2,), (("training queries for filler", 2, 1),))


def test_candidates_below_the_first_hundred_are_never_drawn():
    of = world(n=14, n_leaks=1, sources=("a",))
    for query, docs in of.run.items():
        (relevant,) = [doc for doc, grade in of.qrels[query].items() if grade]
        of.run[query] = {
            relevant: 999.0,
            **{f"x{i}": 200.0 - i for i in range(99)},
            **{f"y{i}": -i for i in docs_of(docs)},
        }
    of.corpus |= {f"x{i}": f"far text {i}" for i in range(99)}
    assert {pair.other[0] for pair in of.sets(sizes=[18]).filler} == {"x"}


def docs_of(docs):
    return range(len(docs))


def test_a_query_whose_first_candidates_are_all_copies_is_looked_at_again():
    """Ninety-nine copies and one other document: it is found, however the seed draws."""
    of = world(n=14, n_leaks=1, sources=("a",))
    for query in of.run:
        (relevant,) = [doc for doc, grade in of.qrels[query].items() if grade]
        of.run[query] = {f"{query}-{i}": float(i) for i in range(99)} | {"other": 3.5}
        of.corpus |= {f"{query}-{i}": of.corpus[relevant].upper() for i in range(99)}
    of.corpus["other"] = "another text"
    assert {pair.other for pair in of.sets(sizes=[16]).filler} == {"other"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"leaked": 4, "sizes": [8]}, "expected 4 training queries that people call a leak, but there are 3: "),
        ({"leaked": 9, "sizes": [18]}, "expected 9 pairs of test queries, two a query, but there are 6: ask for fewer"),
        ({"sizes": [1000]}, r"expected 500 training queries for filler, as many of each source \(a and b\), but "),
    ],
)
def test_too_little_is_said_with_its_counts(options, message):
    with pytest.raises(InputError, match=message):
        world().sets(**options)


def test_as_many_takes_what_there_is_and_says_so():
    sets = world().sets(leaked=4, sizes=[8, 1000], as_many=True)
    assert len(sets.leaks["train"]) == 3
    assert sets.sizes == (8, 2 * len(sets.filler))
    assert [(needed, there) for _, needed, there in sets.shortfalls] == [(4, 3), (500, len(sets.filler))]
    assert len(sets.instances("none", sets.sizes[-1])) == sets.sizes[-1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sizes": [4]}, "a set of 4 instances is smaller than its 6 leaked ones, two a query: ask for larger sizes"),
        ({"sizes": [7]}, "a set of 7 instances is odd, expected two instances a query"),
        ({"sizes": []}, "no size is given"),
    ],
)
def test_sizes_that_no_set_can_have_are_refused(options, message):
    with pytest.raises(UsageError, match=message):
        world().sets(**options)


def test_a_leak_of_no_training_query_is_refused():
    of = world()
    with pytest.raises(
        InputError, match=r'the leaks name 1 training queries, such as "t9", that are not in .*--queries'
    ):
        of.with_(leaks=[*of.leaks, leak("q0", "t9", "no")]).sets()


def test_a_document_without_a_text_is_an_error_or_counted():
    of = world()
    taken = of.sets(seed=3).filler[0].relevant
    corpus = {doc: text for doc, text in of.corpus.items() if doc != taken}
    with pytest.raises(InputError) as error:
        of.with_(corpus=corpus).sets(seed=3)
    assert re.search(f'no text of 1 document, such as "{taken}", which query ".*" needs', str(error.value))
    sets = of.with_(corpus=corpus).sets(seed=3, skip_missing=True)
    assert sets.left_out["documents without a text"] == 1
    assert sets.left_out["training queries without a relevant document"] == 1
    assert taken not in {one.doc for one in sets.instances("none", sets.sizes[-1])}


def test_a_test_document_without_a_text_is_an_error():
    of = world()
    with pytest.raises(InputError, match="no text of 8 documents"):
        of.with_(test_corpus={"n0": "a"}).sets()


@pytest.mark.parametrize("shuffled", [False, True])
def test_the_command_writes_the_same_bytes_whatever_the_order_of_lines(tmp_path, capsys, shuffled):
    of, rng = world(n=30), random.Random(5)
    folders = []
    for turn in range(2):
        place = tmp_path / str(turn)
        place.mkdir()
        words = written(of, place, rng if turn and shuffled else None)
        assert main([*words, "--seed", "7", "-o", str(place / "sets")]) == 0
        folders.append(place / "sets")
    first, again = ({p.name: p.read_bytes() for p in f.iterdir() if p.suffix == ".jsonl"} for f in folders)
    assert first == again
    assert set(first) == {f"{kind}-{size}.jsonl" for kind in KINDS for size in (6, 12)}
    assert capsys.readouterr().out.startswith("6 training sets of 6 to 12 instances in")


def test_what_is_written_is_what_the_sets_hold(tmp_path):
    sets = world().sets()
    write_training_sets(sets, tmp_path / "sets")
    for (kind, size), some in instances(sets).items():
        assert list(read_instances(tmp_path / "sets" / f"{kind}-{size}.jsonl")) == some


def test_the_manifest_says_what_is_there(tmp_path, capsys):
    of = world()
    words = written(of, tmp_path)
    assert main([*words, "--seed", "7", "-o", str(tmp_path / "sets")]) == 0
    manifest = json.loads((tmp_path / "sets" / "manifest.json").read_text())
    assert manifest["options"] == {"leaked": 3, "sizes": [6, 12], "seed": 7, "as_many": False, "skip_missing": False}
    for of_input in manifest["inputs"].values():
        assert of_input["sha256"] == hashlib.sha256(Path(of_input["file"]).read_bytes()).hexdigest()
    assert manifest["left_out"]["training queries that the leaks name"] == 7
    for name, entry in manifest["sets"].items():
        ((file, digest),) = entry["files"].items()
        data = (tmp_path / "sets" / file).read_bytes()
        assert (file, digest) == (f"{name}.jsonl", hashlib.sha256(data).hexdigest())
        lines = [json.loads(line) for line in data.splitlines()]
        assert entry["instances"] == {"relevant": len(lines) // 2, "non-relevant": len(lines) // 2}
        assert entry["queries"]["leaked"] == sum(line["condition"] != "filler" for line in lines) // 2
        assert entry["by_source"] == {
            source: n // 2 for source, n in sorted(Counter(line["source"] for line in lines).items())
        }


def test_triples_are_texts_and_ids_of_the_same_pairs(tmp_path):
    sets = world().sets()
    write_training_sets(sets, tmp_path, output_format="triples")
    for kind in KINDS:
        pairs = sets.instances(kind, 12).pairs
        texts = [line.split("\t") for line in (tmp_path / f"{kind}-12.triples.tsv").read_text().splitlines()]
        ids = [line.split("\t") for line in (tmp_path / f"{kind}-12.ids.tsv").read_text().splitlines()]
        assert texts == [[a.query_text, a.text, b.text] for a, b in pairs]
        assert ids == [[a.query, a.doc, b.doc] for a, b in pairs]


def test_parquet_has_a_row_a_pair(tmp_path):
    sets = world().sets()
    write_training_sets(sets, tmp_path, output_format="parquet")
    for kind in KINDS:
        (rows,) = read_training(tmp_path / f"{kind}-12.parquet")
        assert [(row.query, row.positives[0].text, row.negatives[0].text) for row in rows] == [
            (a.query_text, a.text, b.text) for a, b in sets.instances(kind, 12).pairs
        ]
        before = (tmp_path / f"{kind}-12.parquet").read_bytes()
        write_training_sets(sets, tmp_path, output_format="parquet")
        assert (tmp_path / f"{kind}-12.parquet").read_bytes() == before


def test_an_id_with_a_tab_goes_into_no_triples(tmp_path):
    of = world(n=14, n_leaks=1, sources=("a",))
    run = {query: {f"x\t{i}": 1.0 for i in range(3)} for query in of.run}
    sets = of.with_(run=run, corpus=of.corpus | {f"x\t{i}": f"far {i}" for i in range(3)}).sets()
    with pytest.raises(InputError, match="has a tab or a line end, which triples can't hold; --format jsonl can"):
        write_training_sets(sets, tmp_path / "sets", output_format="triples")
    assert not (tmp_path / "sets").exists()


def test_files_of_an_earlier_call_are_replaced_and_said_and_others_stay(tmp_path, capsys):
    words = [*written(world(), tmp_path), "-o", str(tmp_path / "sets")]
    assert main(words) == 0
    assert "replaced" not in capsys.readouterr().out
    (tmp_path / "sets" / "notes.txt").write_text("mine")
    assert main(words) == 0
    assert "7 files of an earlier call replaced." in capsys.readouterr().out
    assert (tmp_path / "sets" / "notes.txt").read_text() == "mine"


def test_an_input_is_never_replaced(tmp_path, capsys):
    of = world()
    words = written(of, tmp_path)
    (tmp_path / "sets").mkdir()
    (tmp_path / "a.tsv").rename(tmp_path / "sets" / "none-6.jsonl")
    words[2] = str(tmp_path / "sets" / "none-6.jsonl")
    before = (tmp_path / "sets" / "none-6.jsonl").read_bytes()
    assert main([*words, "-o", str(tmp_path / "sets")]) == 2
    assert "is also an input" in capsys.readouterr().err
    assert {path.name for path in (tmp_path / "sets").iterdir()} == {"none-6.jsonl"}
    assert (tmp_path / "sets" / "none-6.jsonl").read_bytes() == before


def test_a_query_twice_in_a_file_or_in_two_is_refused(tmp_path, capsys):
    words = written(world(), tmp_path)
    with open(tmp_path / "a.tsv", "a") as file:
        file.write("a3\tagain\n")
    assert main([*words, "-o", str(tmp_path / "sets")]) == 3
    assert 'a.tsv has the query "a3" twice; expected each id once' in capsys.readouterr().err
    written(world(), tmp_path)
    with open(tmp_path / "b.tsv", "a") as file:
        file.write("a3\tagain\n")
    assert main([*words, "-o", str(tmp_path / "sets")]) == 3
    assert 'a.tsv both have the query "a3"; expected each id in one file' in capsys.readouterr().err
    assert not (tmp_path / "sets").exists()


def test_what_is_not_given_is_named(capsys):
    assert main(["trainset", "--queries", "q.tsv"]) == 2
    assert "--corpus, --qrels, --candidates" in capsys.readouterr().err


def test_two_runs_are_no_candidates(tmp_path):
    of = world()
    with pytest.raises(InputError, match=r"the candidates are 2 runs, .*; expected one"):
        of.with_(run=Runs.from_dict({"x": of.run, "y": of.run})).sets()


@pytest.mark.parametrize(
    ("text", "sizes"), [("1000..128000", tuple(1000 << i for i in range(8))), ("4,2", (4, 2)), ("6..6", (6,))]
)
def test_sizes_double_or_are_listed(text, sizes):
    assert reading.sizes(text) == sizes


@pytest.mark.parametrize("text", ["", "1000..", "a", "0..8", "1000..100000", "8..4"])
def test_sizes_that_mean_nothing_are_refused(text):
    with pytest.raises(ValueError, match=r"numbers|doublings"):
        reading.sizes(text)


@pytest.mark.parametrize(
    ("name", "n_leaks", "n_topics"), [("robust04", 648, 172), ("core17", 138, 37), ("core18", 157, 38)]
)
def test_the_published_annotations_are_leaks_of_the_papers_topics(name, n_leaks, n_topics):
    """Table 2a: pairs and topics that leak."""
    text = (collection("leakage") / f"topics.{name}.txt").read_text(encoding="utf-8", errors="replace")
    topics = set(re.findall(r"<num> Number:\s*(\d+)", text))
    here = [label for label in of_the_paper() if label.is_leak and label.query in topics]
    rows = [pair.row for pair in named_pairs(of_the_paper()) if pair.row.query in topics]
    assert (len(here), len({row.query for row in rows})) == (n_leaks, n_topics)
    assert all(row.by == "people" and row.verdict == "leak" for row in rows)


@pytest.mark.parametrize(("name", "n"), [("robust04", 498), ("core17", 100), ("core18", 100)])
def test_sets_of_the_papers_collections(name, n):
    """Real topics, labels and people's leaks; invented clicks, texts and filler. Robust04 has labels of 249 topics, so
    two pairs of each are 498; the paper's sets of Core have 100 leaking queries."""
    folder = collection("leakage")
    labels = irassay.read_qrels(folder / f"qrels.{name}.txt.xz")
    topics = folder / f"topics.{name}.txt"
    pairs = [pair.row for pair in named_pairs(of_the_paper())]
    leaks = Leaks(list(dict.fromkeys(row.query for row in pairs)), pairs)
    trained = {row.train: row.train_text for row in pairs}
    queries = {"MS MARCO": trained | {f"m{i}": f"plain {i}" for i in range(600)}}
    queries["ORCAS"] = {f"o{i}": f"clicked {i}" for i in range(600)}
    ids = [query for texts in queries.values() for query in texts]
    train = LabelledQueries(
        queries,
        {query: {f"+{query}": 1} for query in ids},
        {f"{sign}{query}": f"{sign} {query}" for query in ids for sign in "+-"},
        {query: {f"+{query}": 2.0, f"-{query}": 1.0} for query in ids},
    )
    news = {doc: f"news {doc}" for query in labels.queries for doc in labels.grades(query)}
    test = LabelledQueries(topics, labels, news)
    sets = training_sets(train, test, leaks, leaked=n, sizes=[2 * n, 4 * n], seed=1)
    of_topic = Counter(pair.query for pair in sets.leaks["test"])
    assert set(of_topic.values()) == {2}
    assert len(of_topic) == n // 2
    for pair in sets.leaks["test"]:
        grades = labels.grades(pair.query)
        assert grades[pair.relevant] >= 1 > grades[pair.other]
    called = {(row.train, row.query) for row in pairs if row.verdict == "leak"}
    assert {(pair.query, pair.topic) for pair in sets.leaks["train"]} <= called
    assert not {pair.query for pair in sets.filler} & set(trained)
    with pytest.raises(InputError, match=f"expected {n + 2} pairs of test queries, two a query, but there are {n}: "):
        training_sets(train, test, leaks, leaked=n + 2, sizes=[2 * n + 4])


def test_the_answer_fits_a_terminal_and_says_what_there_was_too_little_of(tmp_path, capsys):
    words = written(world(), tmp_path)
    words[words.index("--leaked") + 1 :] = ["4", "--sizes", "8,12"]
    (tmp_path / "docs.tsv").write_text("".join((tmp_path / "docs.tsv").read_text().splitlines(keepends=True)[1:]))
    assert main([*words, "--as-many", "--skip-missing", "-o", str(tmp_path / "sets")]) == 0
    out = capsys.readouterr().out
    assert "Too few training queries that people call a leak: 3 of 4." in out
    assert re.search(r"^train-12 +3 +3 +\d +\d$", out, re.M)
    assert len(out.splitlines()) <= 21
    assert max(len(line) for line in out.splitlines() if str(tmp_path) not in line) <= 80
