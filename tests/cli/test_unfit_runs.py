"""Runs that labels or measures don't fit: `compare`, its tables and Python say what `check` says, and claim nothing."""

import json
import re
import warnings

import pytest

import irassay
from irassay.cli.main import main
from irassay.errors import InputError

N, DEPTH = 12, 40  # queries, documents a list


def ranking(system, query, depth, *, of=""):
    """Relevant documents of r0 to r9 at ranks that depend on system and query, then others."""
    shift = {"new": 1, "old": 3, "base": 5}[system]
    docs = [f"{of}r{i // 4}" if (i + query) % 4 == shift % 4 and i < DEPTH else f"{of}n{i}" for i in range(depth)]
    return {doc: float(depth - i) for i, doc in enumerate(docs)}


def lists(depths, *, of=None, skip=()):
    """System -> query -> ranking; `of` are prefixes of ids, and of `skip` new answers none."""
    return {
        name: {
            f"q{q:02}": ranking(name, q, depth(q) if callable(depth) else depth, of=(of or {}).get(name, ""))
            for q in range(N)
            if name != "new" or q not in skip
        }
        for name, depth in depths.items()
    }


QRELS = {f"q{q:02}": {f"r{i}": 1 for i in range(10)} | {f"n{i}": 0 for i in range(DEPTH)} for q in range(N)}
WHOLE = {"new": DEPTH, "old": DEPTH, "base": DEPTH}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder in which `write` leaves labels and runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def write(of, *, prefix="", qrels=QRELS):
    """Files of labels and of the runs; returns their names."""
    irassay.write_qrels(irassay.Qrels.from_dict(qrels), f"{prefix}qrels.txt")
    files = [f"{prefix}qrels.txt"]
    for name, run in of.items():
        with open(f"{prefix}{name}.run", "w") as file:
            for query, ranked in run.items():
                of_query = enumerate(ranked.items(), 1)
                file.writelines(f"{query} Q0 {doc} {i} {score} {name}\n" for i, (doc, score) in of_query)
        files.append(f"{prefix}{name}.run")
    return files


def warned(call, *args, **options):
    """The text that a call returns, and what it warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        text = call(*args, **options)
    return text, [str(one.message) for one in caught]


CUT = "new: lists that end before rank 40 (new at rank 10; other runs go on to rank 40); 75.0% of new's places to "
CUT_CAPTION = "ists end before the measure's depth, the rest counts as not relevant: new at rank 10 (by R@40)"


def test_an_order_that_a_run_loses_by_lists_cut_short_is_refused_until_lists_are_taken_as_they_are(here, capsys):
    """By hand: the lists of new have 10 documents, those of the others 40."""
    files = write(lists(WHOLE | {"new": 10}))
    for order in ("old > new", "new > old", "old > new - 0.01"):
        assert main(["compare", *files, "-m", "R@40", "--expect", order]) == 3
        said = capsys.readouterr().err
        assert "error: new: lists that end before rank 40: 75.0% of new's places to rank 40 are empty" in said
        assert "--require taken takes the lists as they are." in said
    assert main(["compare", *files, "-m", "R@40", "--expect", "old > new", "--require", "taken"]) == 0
    assert CUT in capsys.readouterr().err
    assert main(["compare", *files, "-m", "P@10", "--expect", "old > new"]) in (0, 1, 4, 5)  # as deep as all lists
    assert "lists that end before" not in capsys.readouterr().err


TURN = "new's lists end at rank 10{} where other runs go on, and whole lists could turn the order"


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_no_system_is_called_better_by_an_order_that_the_end_of_lists_could_make(here, capsys, form):
    """By hand: new has 10 documents a query, the others 40. The rule is that of `--expect`, which refuses the order."""

    def said(files, *words):
        assert main(["compare", *files, "-m", "R@40", "--format", form, *words]) == 0
        return " ".join(capsys.readouterr().out.replace("**", "").replace("\\", "").split())

    files = write(lists(WHOLE | {"new": 10}))
    for words in (["--pair", "new", "old"], ["--pair", "old", "new", "--require", "proved"]):
        text = said(files, *words)
        assert text.startswith(
            "### R@40 " * (form == "markdown") + "With these lists old scores more than new; which is better"
        )
        assert f"which is better is open: {TURN.format('')}{' (' if form == 'table' else '.'}" in text
        assert "Write:" not in text
        assert "is better than" not in text
    assert "old is better than new" in said(files, "--pair", "new", "old", "--require", "taken")
    league = TURN.format("").replace("the order", "the orders that it loses.")
    for words in ([], ["--baseline", "old"]):
        assert league in said(files, *words)
        assert league not in said(files, *words, "--require", "taken")
    for pair in (["old", "base"], ["new", "old", "-m", "P@10"]):
        assert "whole lists" not in said(files, "--pair", *pair).partition("P@10")[2 * ("P@10" in pair)]
    a, b = write(lists(WHOLE), prefix="a-"), write(lists(WHOLE | {"new": 10}), prefix="b-")
    mean = said(["--collection", f"A={','.join(a)}", "--collection", f"B={','.join(b)}"], "--pair", "new", "old")
    assert TURN.format(" in B") in mean.partition("A, 12")[0]
    assert TURN.format("") in mean.partition("B, 12")[2]


def test_records_of_a_pair_name_no_better_system_where_the_end_of_lists_could_make_the_order(here, capsys):
    files = write(lists(WHOLE | {"new": 10}))
    for words, better in (([], None), (["--require", "taken"], "old")):
        assert main(["compare", *files, "-m", "R@40", "--pair", "new", "old", "--format", "json", *words]) == 0
        (pair,) = json.loads(capsys.readouterr().out)["measures"][0]["pairs"]
        assert pair["better_system"] == better


def test_report_refuses_the_same_orders_as_compare_and_writes_no_page(here, capsys):
    """By hand: the lists of new have 10 documents, those of the others 40."""
    files = write(lists(WHOLE | {"new": 10}))
    for order in ("old > new", "new > old", "old > new - 0.01"):
        words = [*files, "-m", "R@40", "--expect", order]
        assert main(["compare", *words]) == 3
        said = capsys.readouterr().err
        assert main(["report", *words, "-o", "page.html"]) == 3
        assert capsys.readouterr().err == said.replace("nothing was compared", "nothing was reported")
        assert not (here / "page.html").exists()
    assert main(["report", *files, "-m", "R@40", "--expect", "old > new", "--require", "taken"]) == 0
    assert main(["report", *files, "-m", "P@10", "--expect", "old > new"]) in (0, 1, 4, 5)  # as deep as all lists


def test_an_order_that_the_run_with_short_lists_wins_stands(here, capsys):
    """What is missing could only help it."""
    none = {query: {f"n{i}": float(-i) for i in range(DEPTH)} for query in QRELS}
    files = write(lists(WHOLE | {"new": 10}) | {"old": none})
    assert main(["compare", *files, "-m", "R@40", "--expect", "new > old"]) == 0
    assert main(["compare", *files, "-m", "AP", "--expect", "new > old"]) == 0


def test_the_order_of_a_mean_over_collections_is_refused_too_and_names_the_collection(here, capsys):
    a, b = write(lists(WHOLE), prefix="a-"), write(lists(WHOLE | {"new": 10}), prefix="b-")
    files = ["--collection", f"A={','.join(a)}", "--collection", f"B={','.join(b)}", "-m", "R@40"]
    assert main(["compare", *files, "--expect", "old > new"]) in (3, 4)
    main(["compare", *files])
    assert f"B: {CUT}" in capsys.readouterr().err


@pytest.mark.parametrize("depth", [lambda q: 10 + q, lambda q: 40 if q % 3 else 10], ids=["filters", "few-hits"])
def test_a_run_with_few_hits_of_some_queries_was_not_cut(here, capsys, depth):
    files = write(lists(WHOLE | {"new": depth}))
    assert main(["compare", *files, "-m", "R@40", "--expect", "old > new"]) in (0, 1, 4, 5)
    assert "lists that end before" not in capsys.readouterr().err


def test_lists_that_all_runs_cut_alike_are_said_and_no_order_is_refused(here, capsys):
    files = write(lists(WHOLE))
    assert main(["compare", *files, "-m", "R@100", "--expect", "old > new"]) in (0, 1, 4, 5)
    assert (
        "3 runs: lists that end before rank 100 (no list goes on after rank 40); 60.0% of " in capsys.readouterr().err
    )


@pytest.mark.parametrize("caption", ["full", "short"])
def test_a_table_says_which_lists_were_cut_in_its_caption_and_in_a_warning(here, capsys, caption):
    files = write(lists(WHOLE | {"new": 10}))
    assert main(["compare", *files, "-m", "R@40", "-m", "P@10", "--format", "latex", "--caption", caption]) == 0
    said = capsys.readouterr()
    assert CUT_CAPTION in said.out
    assert CUT in said.err
    qrels, runs = irassay.read_qrels(files[0]), irassay.read_runs(files[1:])
    text, caught = warned(irassay.paper_table, qrels, runs, ["R@40", "P@10"], caption=caption)
    assert text == said.out
    assert sum(CUT in one for one in caught) == 1


@pytest.mark.parametrize("caption", ["full", "short"])
def test_a_run_without_a_labelled_document_is_said_beside_its_zeros(here, capsys, caption):
    """It was a 0 with a mark for significance, and a warning about rare scores."""
    files = write(lists(WHOLE, of={"new": "doc_"}))
    assert main(["compare", *files, "-m", "R@40", "--format", "latex", "--caption", caption, "--baseline", "old"]) == 0
    said = capsys.readouterr()
    assert "0 since no retrieved document has a label: new" in said.out
    assert '▲ No labelled document is in 1 run (new); its scores are all 0: change the ids: without "doc_"' in said.err
    assert "such as new, scores alike" not in said.err
    qrels, runs = irassay.read_qrels(files[0]), irassay.read_runs(files[1:])
    text, caught = warned(irassay.paper_table, qrels, runs, ["R@40"], caption=caption, baseline="old")
    assert text == said.out
    assert any("No labelled document is in 1 run (new)" in one for one in caught)


def test_collections_whose_runs_are_swapped_are_refused_with_the_names_of_both(here, capsys):
    """Every system was 0 there, and the mean bold."""
    other = {query: {f"x{doc}": grade for doc, grade in of.items()} for query, of in QRELS.items()}
    a = write(lists(WHOLE), prefix="a-", qrels=other)
    b = write(lists(WHOLE, of=dict.fromkeys(WHOLE, "x")), prefix="b-")
    files = ["--collection", f"A={','.join(a)}", "--collection", f"B={','.join(b)}", "-m", "R@40"]
    expected = "The runs of B have documents with these labels: are the files swapped?"
    assert main(["compare", *files]) == 3
    said = capsys.readouterr().err
    assert "error: A: No labelled document is in any run: every score is 0" in said
    assert expected in said
    read = {name: (irassay.read_qrels(of[0]), irassay.read_runs(of[1:])) for name, of in (("A", a), ("B", b))}
    with pytest.raises(InputError, match=re.escape(expected)):
        irassay.paper_table_over(read, ["R@40"])
    with pytest.raises(InputError, match="No labelled document is in any run"):
        irassay.paper_table(*read["A"], ["R@40"])


@pytest.mark.parametrize(
    ("skip", "turned", "lead"), [(0, (), ""), (1, (), "new"), (0, ("old",), "old"), (1, ("old",), "2")]
)
def test_a_sentence_to_write_names_the_runs_that_are_not_whole(here, capsys, skip, turned, lead):
    """By hand: 1 of 12 queries is more than the twentieth from which `check` calls a run not comparable."""
    of = lists(WHOLE | {"base": lambda q: 5 + q % 3}, skip=range(skip))
    for name in turned:
        of[name] = {query: {doc: -score for doc, score in ranked.items()} for query, ranked in of[name].items()}
    assert main(["compare", *write(of), "-m", "P@10", "--format", "table"]) == 0
    lead = {"": "Write: ", "2": "As old and new stand, write: "}.get(lead, f"As {lead} stands, write: ")
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line.startswith(lead)], out


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("caption", ["full", "short"])
def test_queries_that_a_run_leaves_out_stand_in_both_captions_and_in_a_warning(here, capsys, caption, over):
    """By hand: new lacks 3 of 12 queries."""
    whole, some = lists(WHOLE), lists(WHOLE, skip=range(3))
    qrels = irassay.Qrels.from_dict(QRELS)
    runs = irassay.Runs.from_dict(some)
    if over:
        pairs = {"A": (qrels, runs), "B": (qrels, irassay.Runs.from_dict(whole))}
        text, caught = warned(irassay.paper_table_over, pairs, ["R@40"], caption=caption)
        assert any(one == "A: new: 3 labelled queries unanswered; each counts 0" for one in caught)
    else:
        text, caught = warned(irassay.paper_table, qrels, runs, ["R@40"], caption=caption)
        assert caught[0] == "new: 3 labelled queries unanswered; each counts 0"
    assert f"nanswered queries count 0: new 3{' in A' * over}" in text


def test_what_python_warns_of_a_table_is_what_the_command_prints_beside_it(here, capsys):
    """Oracle: standard error of `compare --format latex`."""
    same = {query: dict.fromkeys(ranked, 1.0) for query, ranked in lists(WHOLE)["old"].items()}
    files = write(lists(WHOLE, skip=range(4)) | {"old": same})
    measures = ["P@5", "R@40", "AP"]
    words = [word for measure in measures for word in ("-m", measure)]
    assert main(["compare", *files, *words, "--format", "latex"]) == 0
    said = capsys.readouterr()
    runs = irassay.read_runs(files[1:])
    text, caught = warned(irassay.paper_table, irassay.read_qrels(files[0]), runs, measures)
    assert text == said.out
    assert [f"▲ {one}" for one in caught] == said.err.splitlines()
    assert len(caught) > 1


TWICE = "12 queries of A are in B too, with the same scores of every run: they count twice, so p-values and intervals "


def test_queries_that_are_in_two_collections_with_the_same_scores_are_said_to_count_twice(here, capsys):
    """Twice the same queries gave smaller p-values without a word."""
    a, b = write(lists(WHOLE), prefix="a-"), write(lists(WHOLE), prefix="b-")
    files = ["--collection", f"A={','.join(a)}", "--collection", f"B={','.join(b)}", "-m", "AP"]
    assert main(["compare", *files]) == 0
    assert f"▲ {TWICE}are too small: leave one of the two out\n" in capsys.readouterr().err
    both = irassay.Qrels.from_dict(QRELS), irassay.Runs.from_dict(lists(WHOLE))
    for call in (irassay.settle_over, irassay.paper_table_over):
        measure = "AP" if call is irassay.settle_over else ["AP"]
        _, caught = warned(call, {"A": both, "B": both}, measure)
        assert any(one.startswith(TWICE) for one in caught)
    assert main(["compare", "--collection", f"A={','.join(a)}", "--collection", f"B={','.join(a)}", "-m", "AP"]) == 2
    said = 'error: --collection "A" and "B" are the same files; give each once\n'
    assert capsys.readouterr().err == said


def test_queries_that_share_only_their_ids_are_not_counted_twice(here):
    """As 1 to 50 are queries of several collections: the lists differ on one query."""
    other = lists(WHOLE)
    other["new"]["q03"] = dict(list(other["new"]["q03"].items())[20:])
    qrels = irassay.Qrels.from_dict(QRELS)
    pairs = {"A": (qrels, irassay.Runs.from_dict(lists(WHOLE))), "B": (qrels, irassay.Runs.from_dict(other))}
    _, caught = warned(irassay.settle_over, pairs, "AP")
    assert not any("count twice" in one for one in caught)
