"""People's labels from files. Oracles: what stands in the file; for a review, the answers that were filled in."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.errors import InputError, UsageError
from irassay.leakage.files import leak_lines
from irassay.leakage.label_files import RATINGS, read_pair_labels
from irassay.leakage.leaks import KINDS, Kind, Leak, Leaks
from irassay.leakage.pair_labels import PairLabel, PairLabels, people_agreement, type_of_labels
from irassay.leakage.review import LABEL_STUDIO_CONFIG, certain_pairs, review_queue, sample, write_review
from tests.annotations_at_hand import annotations

ANNOTATION = {
    "id": 7,
    "data": "polio vaccines",
    "label": ["Title-Specialization", "Variant-Identical"],
    "title": "Polio",
    "topic": "801",
    "ms-marco-qid": 12276978,
    "cosine_similarity": 1.0000002,
}

RATED = {"query_text": "q", "doc_id": "d", "judgements": [{"rating": 9}]}
# Keys that mean something, so that values of any kind stand where others are expected.
KEYS = ["data", "annotations", "result", "value", "choices", "from_name", "query", "train", "type", "judgements"]
ANY = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*KEYS, "rating"]) | st.text(), inner),
    max_leaves=20,
)


def file(to: Path, text: str) -> Path:
    to.write_text(text, encoding="utf-8")
    return to


def found(query: str, train: str, similarity: float | None = 0.8, **other: object) -> Leak:
    of = {"verdict": "review", "type": "reformulation", "by": "vectors", "overlap": None, "field": "title"}
    texts = {"text": f'about "{query}", ...', "train_text": f"train, {train}", "source": "train.tsv"}
    return Leak(query=query, train=train, similarity=similarity, **(of | texts | other))  # type: ignore[arg-type]


def test_an_annotation_is_a_label(tmp_path: Path) -> None:
    path = file(tmp_path / "a.jsonl", json.dumps(ANNOTATION) + "\n")
    label = PairLabel(
        "801", "12276978", "Polio", "polio vaccines", "title", "specialization", True, 1.0000002, str(path)
    )
    assert list(read_pair_labels(path)) == [label]


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (["Variant-Identical", "Title-Generalization"], "generalization"),
        (["Title-Identical", "Variant-Identical", "Different Topic"], "different"),
        (["Variant-Generalization"], "reformulation"),
        (["Title-Generalization", "Title-Reformulation"], "generalization"),
        (["identical"], "identical"),
    ],
)
def test_a_list_of_labels_means_one_type(labels: list[str], kind: Kind) -> None:
    assert type_of_labels(labels) == kind


def test_files_without_labels_are_no_labels() -> None:
    with pytest.raises(InputError, match="has 103 pairs and no label"):
        annotations("01")


def test_a_table_needs_query_training_text_and_an_answer(tmp_path: Path) -> None:
    rows = 'query\ttrain text\tverdict\nq1\ta "quoted text\tleak\nq1\tb\tno\nq2\tc\treview\nq2\td\t\n'
    labels = read_pair_labels(file(tmp_path / "a.tsv", rows))
    assert [(x.query, x.train, x.train_text, x.type, x.is_leak) for x in labels] == [
        ("q1", "", 'a "quoted text', None, True),
        ("q1", "", "b", "different", False),
    ]
    assert labels.n_without == 2


def test_tables_parted_by_tabs_may_have_quotes_where_their_heading_has_them(tmp_path: Path) -> None:
    """As Label Studio exports TSV (label-studio-sdk 2.1.2)."""
    rows = '"query"\t"similarity"\t"train"\t"train_text"\t"type"\n"q1"\t""\t"t7"\t"a ""b"""\t"identical"\n'
    labels = read_pair_labels(file(tmp_path / "a.tsv", rows))
    assert [(x.train, x.type, x.similarity, x.train_text) for x in labels] == [("t7", "identical", None, 'a "b"')]


def test_flat_objects_are_labels(tmp_path: Path) -> None:
    """As Label Studio exports JSON_MIN (label-studio-sdk 2.1.2)."""
    task = {"query": "q1", "train": "t7", "similarity": None, "proposed": "identical", "id": 0, "annotator": 1}
    labels = read_pair_labels(file(tmp_path / "a.json", json.dumps([task | {"type": "generalization"}, task])))
    assert ([(x.train, x.type) for x in labels], labels.n_without) == ([("t7", "generalization")], 1)


def test_rows_of_leaks_tsv_by_people_come_back_as_labels_and_the_machines_rows_do_not(tmp_path: Path) -> None:
    sure = {"verdict": "leak", "type": "identical"}
    pairs = [found("q1", "t1", by="people", **sure), found("q1", "t2", verdict="no", by="people"), found("q2", "t3")]
    pairs += [found("q2", f"t{by}", by=by, **sure) for by in ("words", "ngrams", "vectors")]
    labels = read_pair_labels(file(tmp_path / "leaks.tsv", "".join(leak_lines(Leaks(["q1", "q2"], pairs)))))
    assert [(x.train, x.type, x.is_leak, x.similarity) for x in labels] == [
        ("t1", "identical", True, 0.8),
        ("t2", "different", False, 0.8),
    ]
    assert ({x.train_source for x in labels}, labels.n_without) == ({"train.tsv"}, 4)


def test_a_file_of_machines_verdicts_says_how_people_s_count(tmp_path: Path) -> None:
    rows = "".join(leak_lines(Leaks(["q1"], [found("q1", "t1", verdict="leak"), found("q1", "t2")])))
    message = (
        "has 2 pairs and no label of people: 2 by words, ngrams, vectors; expected people in the column by .*--rev"
    )
    with pytest.raises(InputError, match=message):
        read_pair_labels(file(tmp_path / "leaks.tsv", rows))


def test_a_name_in_the_column_by_is_a_person_s(tmp_path: Path) -> None:
    rows = "query\ttrain\ttype\tby\nq\tt\tidentical\tJo\nq\tu\tidentical\t\n"
    assert len(read_pair_labels(file(tmp_path / "a.tsv", rows))) == 2


def test_labels_of_two_fields_or_two_files_are_no_contradiction(tmp_path: Path) -> None:
    head = "query\ttrain\tverdict\tfield\ttext\tsource\n"
    rows = "q\t7\tleak\ttitle\tfox\ta\nq\t7\tno\tvariant\tfoxes\ta\nq\t7\tleak\tvariant\tred\ta\n"
    labels = read_pair_labels(file(tmp_path / "a.tsv", head + rows + "q\t7\tno\ttitle\tfox\tb\n"))
    assert [label.is_leak for label in labels] == [True, False, True, False]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.jsonl", json.dumps(ANNOTATION | {"label": ["Title-Same"]}), ':1  label "Title-Same", expected identical, '),
        ("a.jsonl", json.dumps(ANNOTATION | {"label": [3]}), ":1  label .*, expected one of identical"),
        ("a.jsonl", json.dumps(ANNOTATION | {"topic": None}), ":1  no query or no training text"),
        ("a.jsonl", json.dumps(ANNOTATION | {"topic": [1]}), r':1  query is "\[1\]", expected text'),
        ("a.jsonl", json.dumps(ANNOTATION | {"cosine_similarity": 91}), ':1  similarity is "91", expected a number'),
        ("a.jsonl", "{", ":1  not JSON"),
        ("a.json", "[3]", r"\[0\]  a whole number, expected an object"),
        ("a.tsv", "query\ttrain\ttype\nq\tt\tsame\n", ':2  label "same", expected identical'),
        ("a.tsv", "query\ttrain\ttype\tverdict\nq\tt\tdifferent\tleak\n", ":2  .* contradict each other"),
        ("a.tsv", "query\ttrain\ttype\nq\tt\tidentical\nq\tt\tdifferent\n", ":3  .* have the label identical before"),
        ("a.tsv", "query\ttype\nq\tidentical\n", ":2  no query or no training text"),
        ("a.tsv", "doc\ttype\nq\tidentical\n", "one of them query"),
        ("a.csv", "doc,type\nq,identical\n", "has the columns doc, type; expected query, train or train_text"),
        ("a.csv", "query,train,type\nq,identical\n", ":2  2 cells, expected 3"),
        ("a.tsv", "query\ttrain\ttype\nq\tt\0\tidentical\n", ":2  NUL byte"),
        ("a.tsv", "query\ttrain\nq\tt\n", "has 1 pair and no label"),
        ("a.json", json.dumps({"query_doc_pairs": [RATED]}), r"\[0\]  rating .9., expected"),
    ],
)
def test_labels_that_can_not_be_read_are_located(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_pair_labels(file(tmp_path / name, text))


@given(ANY)
def test_any_json_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, value: object) -> None:
    path = tmp_path_factory.mktemp("any") / "a.json"
    for whole in ([value], {"query_doc_pairs": [value]}, value):
        with suppress(InputError):
            read_pair_labels(file(path, json.dumps(whole)))


def answer_in_csv(path: Path, answers: Sequence[Kind]) -> None:
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    for row, answer in zip(rows, answers, strict=True):
        row["type"] = answer
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def answer_in_tsv(path: Path, answers: Sequence[Kind]) -> None:
    heading, *rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    for row, answer in zip(rows, answers, strict=True):
        row[heading.index("type")] = answer
    file(path, "".join("\t".join(row) + "\n" for row in (heading, *rows)))


def answer_in_label_studio(path: Path, answers: Sequence[Kind]) -> None:
    tasks = json.loads(path.read_text())
    assert all(f"${name}" in LABEL_STUDIO_CONFIG for name in ("text", "train_text"))
    for task, answer in zip(tasks, answers, strict=True):
        result = {**task["predictions"][0]["result"][0], "id": "x", "value": {"choices": [answer]}}
        skipped = {"was_cancelled": True, "result": [{**result, "value": {"choices": ["different"]}}]}
        task["annotations"] = [skipped, {"id": 1, "completed_by": 3, "was_cancelled": False, "result": [result]}]
    file(path, json.dumps(tasks))


def answer_in_quepid(path: Path, answers: Sequence[Kind]) -> None:
    book = json.loads(path.read_text())
    assert book["scale_with_labels"] == {str(n): kind for n, kind in RATINGS.items()}
    for pair, answer in zip(book["query_doc_pairs"], answers, strict=True):
        (rating,) = [n for n, kind in RATINGS.items() if kind == answer]
        pair["judgements"] = [{"rating": float(rating), "unrateable": False, "user_email": "a@b.org"}]
    file(path, json.dumps(book))


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("review.tsv", answer_in_tsv),
        ("review.csv", answer_in_csv),
        ("review.json", answer_in_label_studio),
        ("review.quepid.json", answer_in_quepid),
    ],
)
def test_a_review_comes_back_with_what_people_said(
    tmp_path: Path, name: str, answer: Callable[[Path, Sequence[Kind]], None]
) -> None:
    pairs = [found(f"q{i % 2}", f"t{i}", 0.9 - i / 100) for i in range(5)]
    pairs.append(found("q0", "t0", None, train_text="another text with that id", source="other.tsv"))
    path = tmp_path / name
    assert write_review(pairs, path) == 6
    with pytest.raises(InputError, match="has 6 pairs and no label"):
        read_pair_labels(path)
    answers: list[Kind] = [*KINDS, KINDS[4]]
    answer(path, answers)
    assert [(x.query, x.train, x.type, x.similarity, x.train_text) for x in read_pair_labels(path)] == [
        (pair.query, pair.train, kind, pair.similarity, pair.train_text)
        for pair, kind in zip(pairs, answers, strict=True)
    ]


def test_no_other_files_are_written_for_review(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"ends in \.quepid\.json, \.json, \.csv, \.tsv"):
        write_review([], tmp_path / "review.xlsx")
    assert not list(tmp_path.iterdir())


def test_the_queue_has_what_is_open_and_nothing_that_is_decided() -> None:
    pairs = [found("q1", f"t{i}", 0.7 + i / 100) for i in range(4)]
    pairs += [found("q1", "sure", 0.99, verdict="leak"), found("q1", "no", 0.99, verdict="no")]
    pairs += [found("q1", "told", 0.99, by="people"), found("q1", "t3", 0.6, field="description"), found("q2", "t0")]
    leaks = Leaks(["q3", "q2", "q1"], pairs)
    assert [pair.train for pair in review_queue(leaks)] == ["t0", "t3", "t2", "t1", "t0"]
    assert [pair.train for pair in review_queue(leaks, per_query=1)] == ["t0", "t3"]
    assert certain_pairs(leaks) == 1


def test_a_pair_that_leaks_by_one_field_is_not_asked_about_in_another() -> None:
    sure = found("q1", "t1", 0.99, verdict="leak")
    leaks = Leaks(["q1"], [sure, found("q1", "t1", 0.8, field="description"), found("q1", "t2")])
    assert ([pair.train for pair in review_queue(leaks)], certain_pairs(leaks)) == (["t2"], 1)


def studio(name: str, *choices: str) -> str:
    result = [{"from_name": name, "type": "choices", "value": {"choices": list(choices)}}]
    return json.dumps([{"data": {"query": "q1", "train": "t1"}, "annotations": [{"result": result}]}])


def test_a_choice_of_leak_or_no_in_label_studio_is_a_verdict(tmp_path: Path) -> None:
    for word, is_leak in (("leak", True), ("no", False)):
        (tmp_path / "ls.json").write_text(studio("verdict", word))
        assert [label.is_leak for label in read_pair_labels(tmp_path / "ls.json")] == [is_leak]


def test_another_choice_in_label_studio_is_named_with_those_expected(tmp_path: Path) -> None:
    (tmp_path / "ls.json").write_text(studio("decision", "leak"))
    with pytest.raises(
        InputError, match=r'1 pair and answers to "?decision"?, expected a choice of the name type \(one'
    ):
        read_pair_labels(tmp_path / "ls.json")


def test_a_decimal_comma_is_a_number(tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_text('query;train;verdict;similarity\nq1;t1;leak;0,93\nq1;t2;no;"0.71"\n')
    assert [label.similarity for label in read_pair_labels(tmp_path / "labels.csv")] == [0.93, 0.71]
    (tmp_path / "labels.csv").write_text("query;train;verdict;similarity\nq1;t1;leak;1,234,5\n")
    with pytest.raises(InputError, match="1 problem"):
        read_pair_labels(tmp_path / "labels.csv")


@given(st.lists(st.floats(-1, 1) | st.none(), max_size=40), st.integers(1, 50), st.integers(0, 9))
def test_weights_of_a_sample_bring_the_bands_back(scores: list[float | None], n: int, seed: int) -> None:
    pairs = [found("q", f"t{i}", score) for i, score in enumerate(scores)]
    drawn = sample(Leaks(["q"], pairs), n, seed=seed)
    scored = [score for score in scores if score is not None]
    assert len(drawn.pairs) == len(set(drawn.pairs)) == min(n, len(scored))
    if n >= len(scored) / 2 and len(drawn.pairs) >= 40:
        assert sum(drawn.weights) == pytest.approx(len(scored))
    assert sum(drawn.weights) <= len(scored) + 1e-9
    assert all(weight >= 1 for weight in drawn.weights)


def test_a_sample_takes_as_many_of_each_band() -> None:
    scores = [0.72] * 500 + [0.78] * 50 + [0.83] * 3 + [0.97] * 100
    drawn = sample(Leaks(["q"], [found("q", f"t{i}", score) for i, score in enumerate(scores)]), 63)
    counts = {score: sum(pair.similarity == score for pair in drawn.pairs) for score in dict.fromkeys(scores)}
    assert counts == {0.72: 20, 0.78: 20, 0.83: 3, 0.97: 20}
    assert sum(drawn.weights) == pytest.approx(len(scores))
    assert drawn == sample(Leaks(["q"], [found("q", f"t{i}", score) for i, score in enumerate(scores)]), 63)


def labels_of(source: str, *said: tuple[str, str | None, bool]) -> PairLabels:
    return PairLabels(tuple(PairLabel(q, "t", "", "", "", x, leak, None, source) for q, x, leak in said), source)


def test_two_people_who_agree_beyond_chance() -> None:
    """Cohen's kappa by hand: 3 of 4 agree, chance (3/4 * 2/4 + 1/4 * 2/4) = 1/2, so 1/2."""
    same = [(f"q{i}", "identical", True) for i in range(3)]
    other = [(f"q{i}", "different", False) for i in range(4)]
    first = labels_of("a", *same, other[3], ("x", None, True))
    second = labels_of("b", *same[:2], *other[2:])
    agreement = people_agreement(first, second)
    assert agreement.kinds is not None
    assert (agreement.kinds.value, agreement.verdicts.value, agreement.kinds_agree) == (0.5, 0.5, 0.75)
    assert (agreement.n_pairs, agreement.only_first, agreement.only_second) == (4, 1, 0)
    both, one, none = ("identical", "identical"), ("identical", "different"), ("different", "different")
    assert agreement.counts == {both: 2, one: 1, none: 1}
    assert [(one.query, other.is_leak) for one, other in agreement.disagreements] == [("q2", False)]


def test_labels_of_two_fields_of_a_pair_are_not_held_against_each_other() -> None:
    def by(source: str, title: bool, description: bool) -> PairLabels:
        said = (("title", title), ("description", description))
        return PairLabels(tuple(PairLabel("q", "t", "", "", of, None, leak, None, source) for of, leak in said), source)

    agreement = people_agreement(by("a", True, False), by("b", True, False))
    assert (agreement.n_pairs, agreement.disagreements) == (2, ())


def test_verdicts_alone_have_no_kappa_of_types() -> None:
    agreement = people_agreement(labels_of("a", ("q", None, True)), labels_of("b", ("q", "identical", True)))
    assert agreement.kinds is None
    assert agreement.disagreements == ()


def test_where_nobody_gave_a_type_nothing_is_said_of_types_though_a_no_is_the_type_different() -> None:
    said = ("q", None, True), ("r", "different", False)
    agreement = people_agreement(labels_of("a", *said), labels_of("b", *said))
    assert (agreement.kinds, agreement.n_types, agreement.n_pairs) == (None, 0, 2)


def test_a_copy_of_a_file_has_the_same_labels_in_whatever_order() -> None:
    said = ("q", None, True), ("r", "different", False)
    assert labels_of("a", *said).says_as(labels_of("b", *said[::-1]))
    assert not labels_of("a", *said).says_as(labels_of("b", said[0]))
    assert not labels_of("a", said[0]).says_as(labels_of("b", ("q", "identical", True)))


def test_people_who_share_no_pair_are_no_pair_of_people() -> None:
    with pytest.raises(InputError, match="a and b have no pair in common"):
        people_agreement(labels_of("a", ("q", None, True)), labels_of("b", ("r", None, True)))
