"""`irassay compare`: the league, the sentences, the formats, and the exit codes that are asked for."""

import html
import json
import random

import pytest

from irassay.cli.main import main
from irassay.drawing.terminal import Screen
from irassay.messages import listed
from irassay.verdict import expectation

SYSTEMS = {"good": 2.5, "twin": 2.5, "fair": 1.6, "bad": 0.3, "odd\x1b[31m": 1.0}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Twenty-four queries, ten documents each, five systems; `twin` is `good` under another name."""
    draw = random.Random(7)
    folder = tmp_path_factory.mktemp("collection")
    (folder / "runs").mkdir()
    grades = {(q, d): draw.choice([0, 0, 0, 1, 2]) for q in range(24) for d in range(10)}
    lines = [f"q{q:02} 0 d{d} {g}\n" for (q, d), g in grades.items() if draw.random() < 0.9]
    (folder / "qrels.txt").write_text("".join(lines))
    made = {}
    for system, skill in SYSTEMS.items():
        if system == "twin":
            made[system] = made["good"]
        else:
            made[system] = [(q, d, g * skill + draw.gauss(0, 1)) for (q, d), g in grades.items()]
        text = "".join(f"q{q:02} Q0 d{d} 1 {score:.6f} {system}\n" for q, d, score in made[system])
        (folder / "runs" / f"{len(made)}.run").write_text(text)
    return folder


@pytest.fixture
def here(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "80")
    return folder


def said(capsys, *words, code=0):
    assert main(["compare", *words]) == code
    return capsys.readouterr()


def test_the_whole_league_begins_with_the_verdict_and_ends_with_the_two_shares_and_what_to_do(here, capsys):
    out = said(capsys, "qrels.txt", "runs", "-m", "nDCG@5", "--format", "table", "--all").out
    lines = out[: out.index("pairs in which no system")].splitlines()
    assert lines[0] == "3 of 4 systems share the lead: no two of them differ significantly."
    table = lines[lines.index("") + 1 :]
    assert "OTHER QUERIES  MISSING LABELS" in table[0]
    assert table[1].split()[:3] == ["Rank", "System", "nDCG@5"]
    assert "good (+1)" in table[2]
    assert "(+1): twin has the same top five." in lines
    assert any(line.startswith("queries  ") and " of 6 pairs settled" in line for line in lines)
    assert any(line.startswith("labels   ") and " of 6 pairs settled" in line for line in lines)
    assert "%" not in out.split("queries  ")[1], "up to seven systems get counts"
    assert out.endswith("correct.\n")


def test_below_thirty_queries_students_interval_stands_beside(here, capsys, monkeypatch):
    words = ["qrels.txt", "runs", "-m", "nDCG@5", "--format"]
    assert "With 24 queries, Student's t intervals are 1." in " ".join(
        said(capsys, *words, "table", "--all").err.split()
    )
    monkeypatch.setenv("COLUMNS", "160")
    assert "Student's t" in said(capsys, *words, "table").out
    row = json.loads(said(capsys, *words, "json").out)["measures"][0]["systems"][0]
    assert row["t_low"] < row["mean"] < row["t_high"]


ESTIMATED = "estimate: The estimate assumes that unjudged documents are like the judged ones of their rank."
BOUNDED = "over all grades (0, 1 and 2) of missing labels, including 5 documents a query that nobody retrieved;"


def test_no_file_of_numbers_travels_without_what_they_assume(here, capsys):
    words = ["qrels.txt", "runs", "-m", "nDCG@5"]
    heading, *rows = said(capsys, *words, "--format", "tsv").out.splitlines()
    assert heading.split("\t")[-1] == "assumes"
    told, *others = (row.split("\t")[-1] for row in rows)
    assert told.startswith("low, high: 95% percentile bootstrap over queries (10,000 resamples), unadjusted;")
    assert "t_low, t_high: Student's" in told
    assert f"lower, upper: {BOUNDED}" in told
    assert ESTIMATED in told
    assert others == [""] * 3, "once"
    heading, row = said(capsys, *words, "--pair", "good", "bad", "--format", "tsv").out.splitlines()
    told = dict(zip(heading.split("\t"), row.split("\t")))["assumes"]
    assert "p, p_corrected: randomization test, Holm over 6 pairs; assumes that two systems are exchangeable" in told
    assert f"labels_low, labels_high: {BOUNDED}" in told
    document = json.loads(said(capsys, *words, "--format", "json").out)["measures"][0]
    named = {name for part in document["assumes"].values() for names in part for name in names.split(", ")}
    ranges = {"low", "high", "t_low", "t_high", "lower", "upper", "estimate", "p", "p_corrected"}
    estimates = {"minimum_detectable", "unresolvable_by_labels"}
    carried = {"strength", "draws_agree", "better_system"}
    assert named == ranges | estimates | carried | {"labels_low", "labels_high"}
    assert named <= {*document["systems"][0], *document["pairs"][0]}


@pytest.mark.parametrize(
    ("asked", "measure"), [('RBP(gain="graded")', 'RBP(gain="graded",max_rel=4)'), ("INSQ@5", "INSQ(max_rel=4)@5")]
)
def test_scores_lie_within_their_bounds_where_the_scale_goes_beyond_every_label(here, capsys, asked, measure):
    """Labels go to 2, the scale to 4. Oracle: the measure with the grade written out, scored by `eval`."""
    words = ["qrels.txt", "runs", "-m", asked, "--grades", "0..4", "--format", "json"]
    found = json.loads(said(capsys, *words).out)["measures"][0]
    assert found["measure"] == measure
    assert main(["eval", "qrels.txt", "runs", "-m", measure, "--format", "json"]) == 0
    scored = json.loads(capsys.readouterr().out)
    for row in found["systems"]:
        assert row["lower"] - 1e-12 <= row["mean"] <= row["upper"] + 1e-12
        assert row["mean"] == pytest.approx(_mean(scored, row["system"]), abs=1e-12)


def _mean(scored, system):
    return next(row["value"] for row in scored["scores"] if row["system"] == system)


def test_nothing_is_assumed_of_numbers_that_are_not_there(here, capsys):
    assert main(["eval", "qrels.txt", "runs", "-m", "nDCG@5", "-q"]) == 0
    (here / "scores.tsv").write_text(capsys.readouterr().out)
    row = said(capsys, "--scores", "scores.tsv", "--format", "tsv").out.splitlines()[1]
    assert "labels" not in row
    assert "estimate" not in row


@pytest.mark.parametrize("form", ["tsv", "json"])
def test_scores_by_query_give_the_same_league(here, capsys, form):
    direct = said(capsys, "qrels.txt", "runs", "-m", "nDCG@5", "-m", "AP", "--format", "json").out
    assert main(["eval", "qrels.txt", "runs", "-m", "nDCG@5", "-m", "AP", "-q", "--format", form]) == 0
    (here / "scores").write_text(capsys.readouterr().out)
    piped = said(capsys, "--scores", "scores", "--format", "json").out
    keys = ("system", "same", "rank_low", "rank_high", "mean", "low", "high", "letters", "leader")
    pair_keys = ("a", "b", "difference", "low", "high", "p", "p_corrected", "family", "better", "worse", "equal")
    for one, other in zip(json.loads(direct)["measures"], json.loads(piped)["measures"], strict=True):
        assert [{k: row[k] for k in keys} for row in one["systems"]] == [
            {k: row[k] for k in keys} for row in other["systems"]
        ]
        assert [{k: row[k] for k in pair_keys} for row in one["pairs"]] == [
            {k: row[k] for k in pair_keys} for row in other["pairs"]
        ]
        assert other["settled_by_labels"] is None


@pytest.mark.parametrize("form", ["tsv", "json"])
def test_scores_by_query_tell_equal_scores_from_equal_documents(here, capsys, form):
    first = (here / "runs" / "1.run").read_text().splitlines()
    by_query = [first[i : i + 10] for i in range(0, len(first), 10)]
    swapped = []
    for lines in by_query:  # the same first five documents in another order: P@5 can't tell
        lines = sorted(lines, key=lambda line: -float(line.split()[4]))
        ids = [line.split()[2] for line in lines]
        ids[0], ids[1] = ids[1], ids[0]
        swapped += [" ".join([*line.split()[:2], doc, *line.split()[3:5], "swap"]) for line, doc in zip(lines, ids)]
    (here / "swap.run").write_text("\n".join(swapped) + "\n")
    words = ["qrels.txt", "runs", "swap.run", "-m", "P@5"]
    direct = json.loads(said(capsys, *words, "--format", "json").out)["measures"][0]
    assert main(["eval", *words, "-q", "--format", form]) == 0
    (here / "scores").write_text(capsys.readouterr().out)
    piped = json.loads(said(capsys, "--scores", "scores", "--format", "json").out)["measures"][0]
    (here / "swap.run").unlink()
    assert {row["system"]: row["same"] for row in piped["systems"]}["good"] == ["twin"]
    assert [pair["p_corrected"] for pair in piped["pairs"]] == [pair["p_corrected"] for pair in direct["pairs"]]


def test_scores_alone_say_nothing_about_labels(here, capsys):
    assert main(["eval", "qrels.txt", "runs", "-m", "nDCG@5", "-q"]) == 0
    (here / "scores.tsv").write_text(capsys.readouterr().out)
    out = said(capsys, "--scores", "scores.tsv", "--format", "table").out
    assert "Labels not computed: " in out
    out = said(capsys, "--scores", "scores.tsv", "--format", "table", "--all").out
    assert "labels   not computed" in out
    assert "MISSING LABELS" not in out


def test_a_table_with_headings_is_read_with_its_collections(here, capsys):
    rows = ["dataset,query,system,score"]
    draw = random.Random(3)
    for dataset, n in (("one", 12), ("two", 30)):
        for q in range(n):
            rows += [f"{dataset},{q},a,{draw.random() / 2}", f"{dataset},{q},b,{0.5 + draw.random() / 2}"]
    rows.append("one,0,c,0.5")
    (here / "scores.csv").write_text("\n".join(rows))
    captured = said(capsys, "--scores", "scores.csv", "-m", "mine", "--format", "json")
    document = json.loads(captured.out)["measures"][0]
    assert document["collections"] == ["one", "two"]
    assert [row["system"] for row in document["systems"]] == ["b", "a"]
    assert document["unranked"] == ["c"]
    assert "c: not ranked" in captured.err


def test_a_table_with_a_column_for_each_measure_is_the_table_with_a_line_for_each(here, capsys):
    """Without -m all measures of the file are compared; an empty cell is no score, as an absent line is none."""
    (here / "wide.csv").write_text("system,query,AP,RR\na,1,0.5,1\na,2,0.25,\nb,1,0.75,0.5\nb,2,0.5,1\n")
    rows = "a,1,AP,0.5\na,2,AP,0.25\nb,1,AP,0.75\nb,2,AP,0.5\na,1,RR,1\nb,1,RR,0.5\nb,2,RR,1\n"
    (here / "long.csv").write_text(f"system,query,measure,value\n{rows}")
    wide, long = (json.loads(said(capsys, "--scores", f, "--format", "json").out) for f in ("wide.csv", "long.csv"))
    assert wide["measures"] == long["measures"]
    assert [one["measure"] for one in wide["measures"]] == ["AP", "RR"]
    assert "there are AP, RR" in said(capsys, "--scores", "wide.csv", "-m", "P@1", code=2).err
    (here / "wide.csv").write_text("system,query,AP\na,1,good\n")
    assert 'wide.csv:2, AP  value is "good", expected a number' in said(capsys, "--scores", "wide.csv", code=3).err


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a\tq1\tP@1\tx\n", 's.tsv:1  value is "x", expected a number'),
        ("a\tq1\tP@1\t1\na\tq1\tP@1\t0\n", "s.tsv:2  a second score of a on query q1 for P@1"),
        ("a\tq1\t1\n", "s.tsv:1  3 columns, expected 4: system, query, measure, value"),
        ("", "s.tsv  no line of data, expected system, query, measure, value"),
        ("system\tquery\tvalue\na\tq1\n", "s.tsv:2  2 columns, expected 3"),
    ],
)
def test_bad_scores_are_located(here, capsys, text, problem):
    (here / "s.tsv").write_text(text)
    captured = said(capsys, "--scores", "s.tsv", code=3)
    assert problem in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "s.json:1  the file ends in the middle of an object"),
        ('{"a": 1}', 's.json has the format "None", expected "irassay.scores/1"'),
        ('{"format": "irassay.scores/1", "scores": [7]}', 's.json: scores[0]  expected {"system": ...'),
        (
            '{"format": "irassay.scores/1", "scores": [{"system": "a", "query": "1", "measure": "AP", "value": "x"},'
            '{"system": "a", "query": "2", "measure": "AP", "value": 1},'
            '{"system": "a", "query": "2", "measure": "AP", "value": 0}]}',
            's.json: scores[0]  value is "x", expected a number\n'
            "s.json: scores[2]  a second score of a on query 2 for AP",
        ),
        ('{"format": "irassay.scores/1", "scores": []}', "s.json  no line of data"),
        ('{"format": "irassay.scores/1", "scores": [], "same": {"AP": [1]}}', "s.json: same  expected lists"),
    ],
)
def test_bad_scores_in_json_are_located(here, capsys, text, problem):
    (here / "s.json").write_text(text)
    captured = said(capsys, "--scores", "s.json", code=3)
    assert problem in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(
    ("of_a", "warning"),
    [(0.5, ""), (0.25, "1 line of the query all is not the mean of the lines by query, and left out")],
)
def test_lines_of_the_query_all_are_no_query_and_named_where_they_are_not_the_mean(here, capsys, of_a, warning):
    text = "".join(f"{s}\tq{q}\tP@1\t{(q + i) % 2}\n" for i, s in enumerate("ab") for q in range(4))
    (here / "s.tsv").write_text(text + f"a\tall\tP@1\t{of_a}\nb\tall\tP@1\t0.5\n")
    captured = said(capsys, "--scores", "s.tsv", "--format", "json")
    assert json.loads(captured.out)["measures"][0]["queries"] == 4
    assert warning in captured.err
    assert ("query all" in captured.err) == bool(warning)


def test_a_pair_is_answered_on_one_screen_and_in_sentences_under_all(here, capsys):
    asked = ["qrels.txt", "runs", "-m", "nDCG@5", "--pair", "good", "bad", "--format", "table"]
    out = said(capsys, *asked).out
    assert len(out.splitlines()) <= 14
    lines = out.splitlines()
    assert lines[0] == "good is better than bad: the queries decide it, and no missing label reverses"
    assert lines[1] == "the order (nDCG@5, 24 queries)."
    words = " ".join(out.split())
    assert "p < 0.001 adjusted over 6 pairs queries settled better on " in words
    assert "labels settled missing labels can't change who is ahead" in words
    assert (
        'Write: "good is significantly better than bad (nDCG@5, 24 queries, p < 0.001, adjusted over 6 pairs)."'
        in words
    )
    assert "Next:" not in words, "nothing is open"

    out = said(capsys, *asked, "--all").out
    lines = out.splitlines()
    assert lines[0] == "good is better than bad: the queries decide it, and no missing label reverses"
    assert any(line.startswith("queries  settled  interval over queries: ") for line in lines)
    assert any(line.startswith("labels   ") for line in lines)
    assert "adjusted over 6 pairs" in " ".join(out.split())
    assert "; Student's t: " in " ".join(out.split())  # 24 queries
    assert "Rank" not in out
    assert "━" not in out


def test_two_systems_get_their_sentence_and_no_table(here, capsys):
    out = said(capsys, "qrels.txt", "runs/1.run", "runs/4.run", "-m", "nDCG@5", "--format", "table").out
    assert out.startswith("good is better than bad: the queries decide it")
    assert "Rank" not in out
    assert "adjusted" not in out, "one pair has nothing to adjust"


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_sentences_about_a_pair_give_both_scores_as_eval_does(here, capsys, form):
    files = ["qrels.txt", "runs/1.run", "runs/4.run", "-m", "nDCG@5"]
    assert main(["eval", *files, "--format", "tsv"]) == 0
    good, bad = (float(line.split("\t")[3]) for line in capsys.readouterr().out.splitlines())
    out = " ".join(said(capsys, *files, "--format", form, "--all").out.split())
    assert f"nDCG@5 is {good:.4f} for good and {bad:.4f} for bad. Difference " in out
    document = json.loads(said(capsys, *files, "--format", "json").out)
    assert [row["mean"] for row in document["measures"][0]["systems"]] == pytest.approx([good, bad], abs=1e-15)


AS_ASKED = [(), ("--expect", "good > bad - 0.01")]
OF_A_PAIR = [("--pair", "good", "bad"), ("--pair-queries",)]  # which a LaTeX table refuses


@pytest.mark.parametrize(
    ("words", "form"),
    [
        *((words, "latex") for words in AS_ASKED),
        *((words, form) for words in (*AS_ASKED, *OF_A_PAIR) for form in ("table", "tsv", "json", "markdown")),
    ],
)
def test_measures_are_printed_as_they_were_asked_for(here, capsys, words, form):
    """Oracle: the same answer by our names; eval prints measures as asked too."""
    words = ["--pair", "good", "bad", *words] if words == ("--pair-queries",) else list(words)
    files = ["qrels.txt", "runs", "--format", form, "--seed", "2"]
    ours = said(capsys, *files, "-m", "AP", "-m", "nDCG@5", *words).out
    asked = said(capsys, *files, "-m", "MAP", "-m", "ndcg@5", *words).out
    assert "MAP" in asked
    assert "ndcg@5" in asked
    plain = asked.replace("MAP", "AP").replace("ndcg@5", "nDCG@5")
    label = ("tab:map-ndcg-5", "tab:ap-ndcg-5")
    assert " ".join(plain.replace(*label).split()) == " ".join(ours.replace(*label).split())


def test_one_system_has_nothing_to_be_compared_with(here, capsys):
    out = said(capsys, "qrels.txt", "runs/1.run", "-m", "nDCG@5", "--format", "table").out
    assert out.startswith("One system: there is nothing to compare good with.\n")


def test_the_same_run_twice_is_one_system(here, capsys):
    out = said(capsys, "qrels.txt", "runs/1.run", "runs/2.run", "-m", "nDCG@5", "--format", "table").out
    assert "Both runs are one system for nDCG@5" in out


def test_a_baseline_has_a_sentence_for_a_paper_and_its_table_has_p_for_other_programs(here, capsys):
    asked = ["qrels.txt", "runs", "-m", "nDCG@5", "--baseline", "bad"]
    league = [line.split("\t") for line in said(capsys, *asked).out.splitlines()]
    pairs = [line.split("\t") for line in said(capsys, *asked, "--all").out.splitlines()]
    of_league, of_pairs = ({row[1]: dict(zip(rows[0], row)) for row in rows[1:]} for rows in (league, pairs))
    assert of_league["bad"]["p"] == of_league["bad"]["p_corrected"] == ""
    for name, row in of_pairs.items():
        assert [of_league[name][column] for column in ("p", "p_corrected")] == [row["p"], row["p_corrected"]]
    two = [*asked, "--baseline", "fair"]
    assert {"p bad", "p_corrected bad", "p fair"} <= set(said(capsys, *two).out.splitlines()[0].split("\t"))
    told = " ".join(said(capsys, *asked, "--format", "table").out.split())
    assert 'significantly from bad: 3 better, 0 worse, by nDCG@5 over 24 queries (p adjusted over 3 pairs)."' in told
    told = said(capsys, "qrels.txt", "runs/1.run", "runs/3.run", "--baseline", "fair", "--format", "table").out
    assert told.startswith("good can't be told apart from fair.")


def test_each_baseline_has_its_own_table_and_family(here, capsys):
    out = said(capsys, "qrels.txt", "runs", "--baseline", "bad", "--baseline", "fair", "--format", "table").out
    assert "Against bad, 3 pairs" in out
    assert "Against fair, 3 pairs" in out
    assert "Rank" not in out
    assert "Group" not in out


def test_latex_is_bold_only_where_one_leads_alone_and_daggers_name_the_baseline(here, capsys):
    three = ["qrels.txt", "runs/1.run", "runs/2.run", "runs/4.run"]
    table = said(capsys, *three, "-m", "nDCG@5", "-m", "AP", "--format", "latex").out
    shared = said(capsys, "qrels.txt", "runs/1.run", "runs/3.run", "-m", "nDCG@5", "--format", "latex").out
    assert r"System & nDCG@5 & AP \\" in table
    assert r"good, twin & \textbf{" in table
    assert table.count(r"\textbf") <= 2
    assert r"\textbf" not in shared
    marked = said(capsys, "qrels.txt", "runs", "-m", "nDCG@5", "--baseline", "bad", "--format", "latex").out
    assert r"$^{\dagger}$" in marked
    assert r"\textbf" not in marked


@pytest.mark.parametrize(
    ("order", "code"), [("good > bad", 0), ("bad > good", 1), ("bad < good", 0), ("good > twin", 5)]
)
def test_the_exit_code_answers_an_expectation(here, capsys, order, code):
    said(capsys, "qrels.txt", "runs", "-m", "nDCG@5", "--expect", order, "--format", "json", code=code)


@pytest.mark.parametrize(("named", "code"), [("undecided", 1), ("lead", 1), ("unranked", 0), ("error", 0)])
def test_the_exit_code_answers_what_fail_on_names(here, capsys, named, code):
    said(capsys, "qrels.txt", "runs", "-m", "nDCG@5", "--fail-on", named, "--format", "json", code=code)


@pytest.mark.parametrize(
    ("order", "named", "code"),
    [
        ("good > bad", "undecided", 1),
        ("good > bad", "unranked", 0),
        ("bad > good", "undecided", 1),
        ("good > fair", "undecided", 4),
        ("good > twin", "undecided", 5),
    ],
)
def test_an_expectation_and_fail_on_both_count(here, capsys, order, named, code):
    words = ["-m", "nDCG@5", "--expect", order, "--fail-on", named, "--format", "json"]
    said(capsys, "qrels.txt", "runs", *words, code=code)


def test_an_undecided_expectation_is_4(here, capsys):
    words = ["qrels.txt", "runs", "-m", "nDCG@5", "--expect", "good > fair"]
    document = json.loads(said(capsys, *words, "--format", "json", code=4).out)
    assert document["measures"][0]["pairs"][0]["queries"] == "open"


@pytest.mark.parametrize(
    ("text", "better", "worse"),
    [("p > 0.5 > old", "p > 0.5", "old"), ("old < p > 0.5", "p > 0.5", "old"), ("a>b", "a", "b"), ("x > y", "x", "y")],
)
def test_an_expectation_of_names_with_signs_is_read_as_the_systems_there_are(text, better, worse):
    assert expectation.parse(text, ["old", "p > 0.5", "a", "b"]) == (better, worse)


@pytest.mark.parametrize("order", ["good > dense - 0.01", "dense < good", "good > dense − 1e-2"])
def test_a_system_that_an_expectation_lacks_is_named_without_the_margin(here, capsys, order):
    assert 'no system "dense"; ' in said(capsys, "qrels.txt", "runs", "--expect", order, code=2).err


@pytest.mark.parametrize("text", ["good", "> bad", "good >", ""])
def test_an_expectation_that_is_no_order_is_refused(text):
    with pytest.raises(ValueError, match="expected an order such as 'new > old'"):
        expectation.parse(text)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "error: QRELS and RUN missing"),
        (["qrels.txt"], "error: RUN missing"),
        (["qrels.txt", "runs", "--scores", "s.tsv"], "error: --scores takes the place of qrels and runs"),
        (["--scores", "s.tsv", "--ties", "float32"], "error: --ties needs qrels and runs, not --scores"),
        (["qrels.txt", "runs", "--pair-queries"], "error: --pair-queries needs two systems: add --pair A B"),
        (["--scores", "s.tsv", "--pair-queries"], "error: --pair-queries needs qrels and runs, not --scores"),
        (["qrels.txt", "runs", "--alpha", "5"], 'error: --alpha is "5", expected a number above 0 and below 1'),
        (["qrels.txt", "runs", "--fail-on", "undecide"], 'error: --fail-on is "undecide"; did you mean undecided?'),
        (["qrels.txt", "runs", "--grades", "x"], 'error: --grades is "x", expected grades such as 0..3'),
    ],
)
def test_what_cant_mean_anything_is_said_before_work(here, capsys, words, message):
    assert said(capsys, *words, code=2).err.startswith(message)


def test_by_query_the_largest_differences_stand_with_their_documents(here, capsys):
    words = ["qrels.txt", "runs", "-m", "nDCG@5", "--pair", "good", "bad", "--pair-queries", "--format"]
    (here / "queries.tsv").write_text("".join(f"q{q:02}\tred shoes {q}\n" for q in range(24)))
    (here / "docs.tsv").write_text("".join(f"d{d}\tpassage {d}\n" for d in range(10)))
    out = said(capsys, *words, "table", "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv").out
    record = json.loads(said(capsys, *words, "json").out)["measures"][0]["pairs"][0]["by_query"]
    lines = said(capsys, *words, "tsv").out.splitlines()

    assert "10 of 24 queries account for " in " ".join(out.split())
    first = record[0]
    assert len(record) == 24
    assert sum("documents" in one for one in record) == 10
    assert abs(first["difference"]) == max(abs(one["difference"]) for one in record)
    assert sum(d["adds"] for d in first["documents"]) + first["others_add"] == pytest.approx(first["difference"])
    assert f"{first['query']}  red shoes {int(first['query'][1:])}" in out
    assert f"{first['documents'][0]['document']}  " in out
    assert "    passage " in out
    assert lines[0].split("\t") == ["measure", "a", "b", "query", "score_a", "score_b", "difference"]
    assert lines[1].split("\t")[:4] == ["nDCG@5", "good", "bad", first["query"]]
    assert float(lines[1].split("\t")[6]) == first["difference"]


def test_by_query_in_markdown_the_documents_are_those_of_json(here, capsys):
    words = ["qrels.txt", "runs", "-m", "nDCG@5", "--pair", "good", "bad", "--pair-queries", "--format"]
    (here / "queries.tsv").write_text("".join(f"q{q:02}\tred *shoes* {q}\n" for q in range(24)))
    (here / "docs.tsv").write_text("".join(f"d{d}\tpassage | {d}\n" for d in range(10)))
    out = said(capsys, *words, "markdown", "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv").out
    record = json.loads(said(capsys, *words, "json").out)["measures"][0]["pairs"][0]["by_query"]
    assert "**10 of 24 queries account for " in out
    shown = [one for one in record if "documents" in one]
    rows = [line.strip("| ").split(" | ") for line in out.splitlines() if " | passage " in line]
    assert [(row[0], row[3]) for row in rows] == [
        (doc["document"], "unjudged" if doc["grade"] is None else str(doc["grade"]))
        for one in shown
        for doc in one["documents"]
    ]
    for one in shown:
        assert f"**{one['query']} red \\*shoes\\* {int(one['query'][1:])}**: {one['a']:.4f}" in out.replace(
            "**: 0 ", "**: 0.0000 "
        )
    assert "account for" not in said(capsys, *words[:-2], "--format", "markdown").out


def test_an_unknown_system_is_answered_with_the_nearest(here, capsys):
    err = said(capsys, "qrels.txt", "runs", "--pair", "goood", "bad", code=2).err
    assert "good" in err


@pytest.mark.parametrize("width", [40, 80, 160])
def test_no_line_is_wider_than_the_screen_and_no_name_carries_a_control_character(here, capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    long = ["-m", 'nDCG(dcg="exp-log2",judged_only=True)@10']
    pair = ["--pair", "good", "odd\x1b[31m"]
    for more in ([], ["--baseline", "bad"], pair, [*pair, "--pair-queries"], long, [*long, "--baseline", "bad"]):
        captured = said(capsys, "qrels.txt", "runs", *more, "--format", "table", "--color", "never")
        explained = [line for line in captured.err.splitlines() if not line.startswith("▲")]  # quotes a file's line
        lines = [*captured.out.splitlines(), *explained]
        assert max(map(len, lines)) <= width, max(lines, key=len)
        assert "\x1b" not in captured.out + captured.err


def test_a_file_gets_its_provenance_with_seed_and_hashes(here, capsys):
    said(capsys, "qrels.txt", "runs", "-m", "nDCG@5", "--seed", "5", "-o", "league.json")
    record = json.loads((here / "league.json.provenance.json").read_text())
    assert record["signatures"] == ["nDCG@5|ties=float64|queries=qrels|v=0.1"]
    assert record["options"]["n_resamples"] >= 100_000
    assert all(len(sha) == 64 for sha in record["inputs"].values())
    assert json.loads((here / "league.json").read_text())["format"] == "irassay.comparison/1"


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(here, capsys):
    words = ["qrels.txt", "runs", "-m", "AP", "--format", "json", "--seed", "3"]
    assert said(capsys, *words, "--threads", "1").out == said(capsys, *words, "--threads", "2").out


def test_the_documents_to_judge_next_are_written_worst_first_with_their_texts(here, capsys):
    (here / "queries.tsv").write_text("".join(f"q{q:02}\tquery number {q}\n" for q in range(24)))
    (here / "docs.tsv").write_text("".join(f"d{d}\ttext of {d}\n" for d in range(10)))
    words = ["qrels.txt", "runs", "-m", "nDCG@5", "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv"]
    said(capsys, *words, "--unjudged", "first.tsv")
    head, *rows = [line.split("\t") for line in (here / "first.tsv").read_text().splitlines()]
    assert head == ["query", "doc", "pairs", "effect", "best_rank", "runs", "query_text", "doc_text"]
    assert rows
    assert [int(row[2]) for row in rows] == sorted((int(row[2]) for row in rows), reverse=True)
    labelled = {tuple(line.split()[0:3:2]) for line in (here / "qrels.txt").read_text().splitlines()}
    assert not {(row[0], row[1]) for row in rows} & labelled
    assert rows[0][6] == f"query number {int(rows[0][0][1:])}"
    said(capsys, *words, "--unjudged", "first.csv")
    quepid = (here / "first.csv").read_text().splitlines()
    assert quepid[0] == "query,docid,rating,text,query_id"
    assert quepid[1] == f"{rows[0][6]},{rows[0][1]},,{rows[0][7]},{rows[0][0]}"
    assert len(quepid) == 1 + len(rows)
    (here / "docs.tsv").write_text(f"{rows[0][1]}\tthe only text\n")
    asked = {row[1] for row in rows}
    lacks = f"{len(asked) - 1} of {len(asked)} documents have no text in --doc-texts"
    assert lacks in said(capsys, *words, "--unjudged", "first.csv").err


def test_a_measure_without_bounds_has_no_documents_to_name(here, capsys):
    err = said(capsys, "qrels.txt", "runs", "-m", "Judged@5", "--unjudged", "first.tsv", code=2).err
    assert err.startswith("error: Judged@5 has no bounds over missing labels")


def test_words_count_and_list():
    assert listed(list("abcdef"), 3) == "a, b and 4 more"


def test_queries_are_blue_and_labels_yellow_and_nothing_is_green(here, capsys):
    words = ["qrels.txt", "runs", "-m", "nDCG@5", "--format", "table", "--color", "always", "--all"]
    out = said(capsys, *words).out
    assert "\x1b[1;34mOTHER QUERIES\x1b[0m" in out
    assert "\x1b[1;33mMISSING LABELS\x1b[0m" in out
    assert "\x1b[32m" not in out
    assert Screen(color="never").style("x", "bold") == "x"


def test_several_baselines_are_counted_by_family_in_every_form(here, capsys):
    two = ["qrels.txt", "runs", "-m", "nDCG@5", "--baseline", "bad", "--baseline", "fair"]
    out = said(capsys, *two, "--format", "table", "--all")
    assert " of 6 pairs settled" in out.out
    each = "each baseline's 3 comparisons are a family, and a pair of two baselines counts in both"
    assert each in " ".join(out.err.split())
    assert "over 3 pairs for each baseline" in said(capsys, *two, "--format", "latex").out
    found = json.loads(said(capsys, *two, "--format", "json").out)["measures"][0]
    assert main(["report", *two, "-o", "several.json"]) == 0
    share = next(
        f
        for f in json.loads((here / "several.json").read_text())["sections"][0]["body"]
        if f["code"] == "share-queries"
    )
    assert share["numbers"]["pairs"] == len(found["pairs"]) == 6
    assert share["numbers"]["settled"] == found["settled_by_queries"]["settled"]
    assert f"of 6 comparisons with bad and fair differ significantly ({each})" in share["text"]


@pytest.mark.parametrize("width", [60, 80])
def test_rank_and_group_are_left_out_where_they_say_nothing(here, capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    (here / "one.txt").write_text("".join(f"q00 0 d{d} {d % 3}\n" for d in range(10)))
    query = said(capsys, "one.txt", "runs", "-m", "nDCG@5", "--format", "table", "--all")
    alone = said(capsys, "qrels.txt", "runs/3.run", "-m", "nDCG@5", "--format", "table")
    for out in (query.out, alone.out):
        assert "System" in out
        assert "Rank" not in out
        assert "Group" not in out
    assert "One query can't rank systems" in query.err
    assert "shared letter" not in query.err


def test_a_page_of_one_query_has_no_ranks_and_no_groups(here, capsys):
    (here / "one.txt").write_text("".join(f"q00 0 d{d} {d % 3}\n" for d in range(10)))
    assert main(["report", "one.txt", "runs", "-m", "nDCG@5", "-o", "one.html"]) == 0
    page = html.unescape((here / "one.html").read_text())
    assert "This query can't rank 4 systems" in page
    for absent in (">Rank<", ">Groups<", "share a letter", "Rank 1"):
        assert absent not in page


def test_a_folder_of_runs_before_the_labels_is_told_their_order(tmp_path, capsys):
    (tmp_path / "runs").mkdir()
    assert main(["compare", str(tmp_path / "runs"), str(tmp_path / "qrels.txt")]) == 3
    assert "is a directory, expected the file of the labels, which stands before the runs" in capsys.readouterr().err


def test_where_nothing_else_is_to_be_done_a_run_whose_ranks_contradict_its_scores_is_looked_at(tmp_path, capsys):
    """Three runs that all queries tell apart, every document judged; the second's ranks run against its scores."""
    docs = {"a": "wxyz", "b": "zwxy", "c": "zyxw"}
    (tmp_path / "qrels").write_text("".join(f"q{i:02} 0 {d} {int(d == 'w')}\n" for i in range(40) for d in "wxyz"))
    for name, order in docs.items():
        ranks = range(4, 0, -1) if name == "b" else range(1, 5)
        lines = (
            f"q{i:02} Q0 {d} {r} {9 - k} {name}\n" for i in range(40) for k, (d, r) in enumerate(zip(order, ranks))
        )
        (tmp_path / f"{name}.run").write_text("".join(lines))
    files = [str(tmp_path / name) for name in ("qrels", "a.run", "b.run", "c.run")]
    for form in (["--format", "table"], ["--all", "--format", "table"], ["--require", "taken", "--format", "table"]):
        told = " ".join(said(capsys, *files, "-m", "RR", *form).out.split())
        assert "One run needs a look first: b (not a leader as it stands)." in told
        assert "Nothing to do" not in told
