"""Tables and figures for a paper: marks, daggers, labels, the caption, and drawings without captions."""

import random
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

import irassay
from irassay.cli.main import main
from irassay.errors import UsageError
from irassay.messages import listed
from irassay.studies.paper_table import table

SKILLS = {"one": 0.9, "two": 0.87, "three": 0.5, "low": 0.2}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Forty queries with one relevant document; a system finds it first as often as its skill says, else not."""
    folder = tmp_path_factory.mktemp("paper")
    draw = random.Random(11)
    (folder / "qrels.txt").write_text("".join(f"q{i:02} 0 a 1\nq{i:02} 0 b 0\n" for i in range(40)))
    for system, skill in SKILLS.items():
        lines = [f"q{i:02} Q0 {'a' if draw.random() < skill else 'b'} 1 1 {system}\n" for i in range(40)]
        (folder / f"{system}.run").write_text("".join(lines))
    return folder


@pytest.fixture
def here(world, monkeypatch):
    monkeypatch.chdir(world)
    return world


FILES = ("qrels.txt", "one.run", "two.run", "three.run", "low.run")


def latex(capsys, *words):
    assert main(["compare", *FILES, *words, "--format", "latex"]) == 0
    return capsys.readouterr().out


def means(capsys, measure):
    assert main(["eval", *FILES, "-m", measure, "--format", "tsv"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    return {row[0]: float(row[3]) for row in rows}


def cells(text):
    lines = text.partition("\\midrule\n")[2].partition("\n\\bottomrule")[0].splitlines()
    return {
        cells[0]: cells[1:] for cells in ([cell.removesuffix(r" \\") for cell in line.split(" & ")] for line in lines)
    }


def test_best_and_second_best_are_marked_by_choice(here, capsys):
    """Oracle: the means of `eval`."""
    order = sorted(SKILLS, key=lambda name: -means(capsys, "P@1")[name])
    text = latex(capsys, "-m", "P@1", "--mark", "best")
    of = cells(text)
    assert [of[name][0].partition("{")[0] for name in order] == [
        r"\textbf",
        r"\underline",
        *[of[n][0] for n in order[2:]],
    ]
    assert "whether or not they differ significantly" in text
    assert r"\textbf" not in latex(capsys, "-m", "P@1", "--mark", "none").partition(r"\begin{tabular}")[2]


def test_equal_means_share_a_mark_and_lower_can_be_better(here, capsys):
    (here / "twin.run").write_text((here / "one.run").read_text().replace(" a ", " a ").replace("one", "twin"))
    assert main(["compare", *FILES, "twin.run", "-m", "P@1", "--mark", "best", "--format", "latex"]) == 0
    text = capsys.readouterr().out
    assert text.count(r"\textbf") >= 1
    best = min(means(capsys, "MFR@10"), key=means(capsys, "MFR@10").get)
    assert cells(latex(capsys, "-m", "MFR@10", "--mark", "best"))[best][0].startswith(r"\textbf")


def test_daggers_stand_beside_marks(here, capsys):
    of = cells(latex(capsys, "-m", "P@1", "--baseline", "low", "--mark", "best"))
    best = max(means(capsys, "P@1"), key=means(capsys, "P@1").get)
    assert re.fullmatch(r"\\textbf\{0\.\d{4}\}\$\^\{\\dagger\}\$", of[best][0])
    assert r"\dagger" not in of["low"][0]
    assert r"\textbf" not in latex(capsys, "-m", "P@1", "--baseline", "low").partition(r"\begin{tabular}")[2]


@pytest.mark.parametrize("options", [[], ["--baseline", "low"]])
def test_a_table_made_from_scores_says_that_labels_were_not_seen(here, capsys, options):
    assert main(["eval", *FILES, "-m", "P@1", "-q", "-o", "scores.tsv"]) == 0
    words = ["-m", "P@1", "--format", "latex", *options]
    sentence = "Made from scores alone: the labels, and how many documents lack one, were not seen."
    assert main(["compare", *FILES, *words]) == 0
    assert sentence not in capsys.readouterr().out
    assert main(["compare", "--scores", "scores.tsv", *words]) == 0
    assert sentence in capsys.readouterr().out
    assert main(["compare", "--scores", "scores.tsv", "--format", "markdown"]) == 0
    assert "labels: Not computed: scores per query say nothing about labels." in capsys.readouterr().out


def test_the_caption_says_what_missing_labels_could_change_and_nothing_where_there_are_none(here, capsys):
    whole = latex(capsys, "-m", "P@1")
    assert "label (" not in whole
    assert "could change" not in whole
    lines = [line for line in (here / "qrels.txt").read_text().splitlines() if not line.endswith("b 0")]
    (here / "holes.txt").write_text("\n".join([*lines, *(f"q{i:02} 0 b 0" for i in range(8))]) + "\n")
    words = ["compare", "holes.txt", *FILES[1:], "-m", "P@1", "--format", "latex"]
    assert main([*words, "--baseline", "low"]) == 0
    text = capsys.readouterr().out
    shares = [sum("Q0 b 1 1" in line and int(line[1:3]) >= 8 for line in (here / f).open()) / 40 for f in FILES[1:]]
    span = f"{100 * min(shares):.1f}--{100 * max(shares):.1f}"
    assert f"({span}\\% of a system's documents down to rank 1) count as not relevant." in text
    verdict = irassay.settle(irassay.read_qrels("holes.txt"), irassay.read_runs(FILES[1:]), "P@1", baseline=["low"])
    pairs = [verdict.pair(name, "low") for name in SKILLS if name != "low"]
    n, opened = sum(bool(pair.ahead) for pair in pairs), sum(bool(pair.ahead) and not pair.better() for pair in pairs)
    assert opened
    names = listed([pair.ahead for pair in pairs if pair.ahead and not pair.better()])
    assert (
        rf"Missing labels leave {opened} of the {n} $\dagger$ ({names}) open: the order is not proved, nor shown"
        in text
    )
    assert "or, where the order is proved, no longer significant." in text


def test_the_caption_counts_either_mark_of_those_whose_order_labels_leave_open(here, capsys):
    """Oracle: the pairs of `settle`, better than the baseline and worse apart."""
    lines = [line for line in (here / "qrels.txt").read_text().splitlines() if not line.endswith("b 0")]
    (here / "holes.txt").write_text("\n".join([*lines, *(f"q{i:02} 0 b 0" for i in range(8))]) + "\n")
    assert main(["compare", "holes.txt", *FILES[1:], "-m", "P@1", "--format", "latex", "--baseline", "three"]) == 0
    text = capsys.readouterr().out
    runs = irassay.read_runs(FILES[1:])
    verdict = irassay.settle(irassay.read_qrels("holes.txt"), runs, "P@1", baseline=["three"])
    pairs = [pair for name in SKILLS if name != "three" and (pair := verdict.pair(name, "three")).ahead]
    each = []
    for mark, of in (
        (r"$\dagger$", [pair for pair in pairs if pair.ahead != "three"]),
        (r"$\ddagger$", [pair for pair in pairs if pair.ahead == "three"]),
    ):
        assert of, "there is a system on either side"
        each.append(f"{sum(not pair.better() for pair in of)} of the {len(of)} {mark}")
    of_name = {name: verdict.pair(name, "three") for name in verdict.league.systems if name != "three"}
    names = listed([name for name, pair in of_name.items() if pair.ahead and not pair.better()])
    said = f"Missing labels leave {each[0]} and {each[1]} ({names}) open: the order is not proved, nor shown"
    assert said in text
    page = irassay.overview(irassay.read_qrels("holes.txt"), runs, measures=["P@1"], baseline=["three"])
    assert said in page.to_json().replace("\\\\", "\\"), "the report's table has the same caption"


def test_a_dagger_is_better_than_the_baseline_and_a_double_dagger_worse(here, capsys):
    """Oracle: the pairs of `compare`."""
    text = latex(capsys, "-m", "P@1", "--baseline", "three")
    assert r"$\dagger$: significantly better than three, $\ddagger$: significantly worse." in text
    assert marks_of(text) == {name: direction(name, "three", r"^{\dagger}", r"^{\ddagger}") for name in SKILLS}
    assert set(marks_of(text).values()) == {"", r"^{\dagger}", r"^{\ddagger}"}


def test_of_two_baselines_a_raised_mark_is_better_and_a_lowered_one_worse(here, capsys):
    text = latex(capsys, "-m", "P@1", "--baseline", "low", "--baseline", "two")
    assert r"better (raised mark) or worse (lowered mark) than $\dagger$: low, $\ddagger$: two." in text
    of = marks_of(text)
    assert of["three"] == r"^{\dagger}_{\ddagger}", "better than low, worse than two"
    assert of["low"] == r"_{\ddagger}"
    assert of["two"] == r"^{\dagger}"


def marks_of(text):
    return {name: "".join(re.findall(r"\$(.*)\$", of[0])) for name, of in cells(text).items()}


def direction(name, base, better, worse):
    runs = irassay.read_runs(FILES[1:])
    league = irassay.compare(irassay.evaluate(irassay.read_qrels("qrels.txt"), runs, ["P@1"]), baseline=[base])
    ahead = "" if name == base else league.pair(name, base).ahead
    return {"": "", name: better, base: worse}[ahead]


@pytest.fixture
def two(here):
    """A second collection: no run of `low`, `two` leaves three queries out, `three` returns only what has no label."""
    (here / "film").mkdir(exist_ok=True)
    qrels = (here / "qrels.txt").read_text().splitlines(keepends=True)
    (here / "film" / "qrels.txt").write_text("".join(line for line in qrels if line < "q20" and "b 0" not in line))
    for name in ("one", "two", "three"):
        lines = (here / f"{name}.run").read_text().splitlines(keepends=True)[3 * (name == "two") : 20]
        text = "".join(lines)
        (here / "film" / f"{name}.run").write_text(text.replace(" a ", " b ") if name == "three" else text)
    film = ",".join(f"film/{name}" for name in ("qrels.txt", "one.run", "two.run", "three.run"))
    return ["compare", "--collection", "book=" + ",".join(FILES), "--collection", "film=" + film, "-m", "P@1"]


def test_the_caption_names_what_is_left_out_and_the_columns_that_missing_labels_leave_open(two, capsys):
    assert main([*two, "-m", "RR", "--format", "latex"]) == 0
    text = capsys.readouterr().out
    assert "Unanswered queries count 0: two 3 in film." in text
    assert "--: not in that collection, or not in all collections of a mean. The mean compares 3 of 4 systems." in text
    assert cells(text)["low"][2:] == ["--"] * 4
    assert "could change the lead (film: P@1" in text
    assert "(book:" not in text, "all of its documents are labelled"

    assert main([*two, "--baseline", "three", "--format", "latex"]) == 0
    text = capsys.readouterr().out
    behind = re.search(r"Missing labels leave (.*?) open: the order", text)[1]
    opened, n = (sum(map(int, of)) for of in zip(*re.findall(r"(\d+) of the (\d+) \$\\d?dagger\$", behind)))
    assert n == len(re.findall(r"\^{\\d?dagger}", text.partition(r"\begin{tabular}")[2]))
    named = re.findall(
        r": ([a-z, ]+(?: and [a-z]+)?) by P@1", re.search(r"dagger\$ \((.*?)\) open: the order", text)[1]
    )
    assert sum(len(re.split(", | and ", names)) for names in named) == opened
    assert main([*two, "--queries", "shared", "--format", "latex"]) == 0
    text = capsys.readouterr().out
    assert "A query counts only where the run answers it." in text
    assert "or without a score on some query that others have. The mean compares 2 of 4 systems." in text
    assert "Unanswered" not in text


def test_the_caption_says_nothing_of_what_is_whole(here, capsys):
    text = latex(capsys, "-m", "P@1")
    assert not any(word in text for word in ("Unanswered", "--:", "only where", "neither proved"))


def test_a_system_that_one_collection_lacks_is_told_so(two, capsys):
    assert main([*two, "--baseline", "low"]) == 2
    assert '"low" is in book, not in film; in all of them there are ' in capsys.readouterr().err
    assert main([*two, "--format", "table"]) == 0
    assert "low: not ranked, not in collection film" in capsys.readouterr().err
    assert main(["compare", "film/qrels.txt", "film/one.run", "film/two.run", "--queries", "shared"]) == 0
    assert "two: not ranked, without a score on some query that others have" in capsys.readouterr().err


@pytest.mark.parametrize("mark", ["leader", "best"])
def test_a_mean_of_one_system_alone_carries_no_mark_and_no_pairs(two, capsys, mark):
    """Every other run of `film` has another name than on `book`."""
    files = [word.replace("film/three.run", "film/four.run").replace("film/two.run", "film/dos.run") for word in two]
    for old, new in (("two", "dos"), ("three", "four")):
        lines = Path(f"film/{old}.run").read_text().replace(f" {old}\n", f" {new}\n")
        Path(f"film/{new}.run").write_text(lines)
    assert main([*files, "--mark", mark, "--format", "latex"]) == 0
    out = capsys.readouterr().out
    assert re.fullmatch(r"0\.\d{4}", cells(out)["one"][-1])
    assert "Holm in each column over its 3--6 pairs" in out
    assert "The mean compares 1 of 6 systems." in out
    assert (r"\textbf" in "".join(row[0] for row in cells(out).values())) == (mark == "best")


def test_a_label_is_letters_digits_and_hyphens():
    assert r"\label{tab:ap-rel-2-ndcg-10}" in table("", "l", ["a"], [], label="AP(rel=2)-nDCG@10")


@pytest.mark.parametrize("options", [{}, {"mark": "best"}, {"baseline": ["low"]}, {"mark": "none", "alpha": 0.1}])
def test_one_call_in_python_gives_the_table_of_the_command_line(here, capsys, options):
    words = [
        word
        for name, value in options.items()
        for word in (f"--{name}", *(value if isinstance(value, list) else [str(value)]))
    ]
    text = latex(capsys, "-m", "P@1", "-m", "RR", *words)
    qrels, runs = irassay.read_qrels("qrels.txt"), irassay.read_runs(FILES[1:])
    assert irassay.paper_table(qrels, runs, ["P@1", "RR"], **options) == text
    with pytest.raises(UsageError, match="mark"):
        irassay.paper_table(qrels, runs, ["P@1"], mark="bold")


@pytest.mark.parametrize("options", [{}, {"mark": "best"}, {"baseline": ["one"], "correction": "bonferroni"}])
def test_one_call_in_python_gives_the_table_of_several_collections(two, capsys, options):
    words = [w for name, of in options.items() for w in (f"--{name}", *(of if isinstance(of, list) else [of]))]
    assert main([*two, "-m", "RR", *words, "--format", "latex"]) == 0
    collections = {
        name: (irassay.read_qrels(files[0]), irassay.read_runs(files[1:]))
        for name, files in ((w.partition("=")[0], w.partition("=")[2].split(",")) for w in two if "=" in w)
    }
    assert irassay.paper_table_over(collections, ["P@1", "RR"], **options) == capsys.readouterr().out


@pytest.fixture
def own(here):
    """Each run of the first collection, and of a copy of it, finds the query's own document first."""
    folders = []
    for folder in ("own", "too"):
        (here / folder).mkdir(exist_ok=True)
        (here / folder / "qrels.txt").write_text((here / "qrels.txt").read_text())
        for name in SKILLS:
            lines = (here / f"{name}.run").read_text().splitlines(keepends=True)
            own = [f"{line.split()[0]} Q0 {line.split()[0]} 1 2 {name}\n" for line in lines]
            (here / folder / f"{name}.run").write_text("".join(own + lines))
        folders.append([f"{folder}/qrels.txt", *(f"{folder}/{name}.run" for name in SKILLS)])
    return folders


def read(files):
    return irassay.read_qrels(files[0]), irassay.read_runs(files[1:])


@pytest.mark.parametrize("options", [{"identical_ids": "ignore"}, {"unseen": 3, "scale": [0, 1]}])
def test_python_tables_take_the_options_of_the_command_line_that_their_captions_speak_of(own, capsys, options):
    """Oracle: `compare --format latex` of the same files."""
    words = {"identical_ids": ["--identical-ids", "ignore"], "unseen": ["--unseen", "3"], "scale": ["--grades", "0..1"]}
    words = ["-m", "nDCG@3", "--format", "latex", *(word for name in options for word in words[name])]
    assert main(["compare", *own[0], *words]) == 0
    text = capsys.readouterr().out
    assert irassay.paper_table(*read(own[0]), ["nDCG@3"], **options) == text
    assert ("as BEIR does" in text) == ("identical_ids" in options)
    collections = [f"--collection={name}={','.join(files)}" for name, files in zip("ab", own)]
    assert main(["compare", *collections, *words]) == 0
    text = capsys.readouterr().out
    assert irassay.paper_table_over(dict(zip("ab", map(read, own))), ["nDCG@3"], **options) == text
    assert ("as BEIR does" in text) == ("identical_ids" in options)
    with pytest.raises(UsageError, match="identical_ids"):
        irassay.paper_table(*read(own[0]), identical_ids="drop")


def test_tex_files_end_with_a_line_end(here, capsys):
    for verb in ("compare", "report"):
        assert main([verb, *FILES, "-m", "P@1", "-o", f"{verb}.tex"]) == 0
        text = (here / f"{verb}.tex").read_text()
        assert text.endswith("\\end{table}\n")
        assert text.count(r"\begin{table}") == text.count(r"\label{tab:")


def test_figures_without_captions_have_the_width_that_was_asked_for(here, capsys):
    assert main(["report", *FILES, "-m", "P@1", "-o", "report.json"]) == 0
    assert main(["figures", "report.json", "-o", "with", "--width", "480"]) == 0
    assert main(["figures", "report.json", "-o", "bare", "--width", "480", "--captions", "none"]) == 0
    assert "without titles and captions" in capsys.readouterr().out
    pairs = [(path, here / "bare" / path.name) for path in sorted((here / "with").glob("*.svg"))]
    assert pairs
    for path, bare in pairs:
        sizes = []
        for file in (path, bare):
            root = ElementTree.parse(file).getroot()
            assert float(root.get("viewBox").split()[2]) == pytest.approx(480, abs=1)
            sizes.append(float(root.get("viewBox").split()[3]))
        assert sizes[1] < sizes[0]
        shown = "".join(ElementTree.parse(bare).getroot().itertext())
        drawn = [text.text or "" for text in ElementTree.parse(bare).getroot().iter("{http://www.w3.org/2000/svg}text")]
        assert "How to read it" not in "".join(drawn), shown[:80]


SPARSE = "almost any retrieved document might be relevant, so the effect of missing labels is not computed."


@pytest.fixture
def thin(here):
    """One relevant document a query and nothing else: of five documents of a list, four or five have no label.

    `full` has a label for every document but those that `low` alone has, from the tenth query on.
    """
    folder = here / "thin"
    folder.mkdir(exist_ok=True)
    sparse = [f"q{i:02} 0 a 1\n" for i in range(40)]
    full = list(sparse)
    for system in SKILLS:
        run = []
        for i, line in enumerate((here / f"{system}.run").read_text().splitlines()):
            others = [f"{system}{k}" for k in range(4)]
            docs = ["a", *others] if line.split()[2] == "a" else [*others, "a"]
            run += [f"q{i:02} Q0 {doc} {k} {9 - k} {system}\n" for k, doc in enumerate(docs)]
            full += [f"q{i:02} 0 {doc} 0\n" for doc in others if system != "low" or i < 10]
        (folder / f"{system}.run").write_text("".join(run))
    (folder / "sparse.txt").write_text("".join(sparse))
    (folder / "full.txt").write_text("".join(full))
    return [f"thin/{system}.run" for system in SKILLS]


def caption(capsys, *words):
    assert main(["compare", *words, "--format", "latex"]) == 0
    return re.search(r"caption\{(.*)\}", capsys.readouterr().out)[1]


@pytest.mark.parametrize("baseline", [(), ("--baseline", "low")])
def test_the_caption_counts_no_order_where_labels_are_sparse(thin, capsys, baseline):
    text = caption(capsys, "thin/sparse.txt", *thin, "-m", "nDCG@5", "-m", "RR@5", *baseline)
    assert text.endswith(f"Labels are sparse: {SPARSE}")
    assert not any(words in text for words in ("neither proved", "could change", "Not counted"))
    page = irassay.overview(
        "thin/sparse.txt", irassay.read_runs(thin), measures=["nDCG@5"], baseline=list(baseline[1:])
    )
    assert f"Labels are sparse: {SPARSE}" in page.to_json(), "the report's table has the same sentence"
    assert "could change the lead" not in page.to_json()


@pytest.mark.parametrize("form", ["table", "markdown"])
@pytest.mark.parametrize("words", [(), ("--pair", "one", "low")])
def test_a_mean_over_collections_says_that_labels_of_one_are_sparse(thin, capsys, form, words):
    """The measure has bounds; of two full collections the mean has them too."""
    of = [f"{name}=thin/{name}.txt,{','.join(thin)}" for name in ("full", "sparse")]
    both = ["--collection", of[0], "--collection", of[1], "-m", "nDCG@5", "--format", form]
    assert main(["compare", *both, *words]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "labels are sparse in some of these collections, where almost any retrieved document might be" in out
    assert "has no bounds" not in out
    assert "Nothing to do" not in out, "where nothing is computed of the labels, they settle nothing"
    shutil.copy("thin/full.txt", "thin/again.txt")
    other = of[0].replace("full", "again")
    again = ["--collection", of[0], "--collection", other, "-m", "nDCG@5", "--format", form]
    assert main(["compare", *again, *words]) == 0
    assert "in some of these collections" not in capsys.readouterr().out


@pytest.mark.parametrize("baseline", [(), ("--baseline", "low")])
def test_the_caption_names_the_columns_whose_labels_are_sparse_and_counts_the_others(thin, capsys, baseline):
    """Oracle: the pairs of `settle` on the full collection."""
    of = [f"{name}=thin/{name}.txt,{','.join(thin)}" for name in ("full", "sparse")]
    text = caption(capsys, "--collection", of[0], "--collection", of[1], "-m", "nDCG@5", *baseline)
    assert f"Labels are sparse (sparse: nDCG@5): {SPARSE}" in text
    in_part = "Labels of some of the collections in a mean are sparse (Mean: nDCG@5), so the effect of missing labels"
    assert f"{in_part} is not computed there." in text
    qrels, runs = irassay.read_qrels("thin/full.txt"), irassay.read_runs(thin)
    full = irassay.settle(qrels, runs, "nDCG@5", baseline=list(baseline[1:]))
    if baseline:
        marked = [pair for name in SKILLS if name != "low" and (pair := full.pair(name, "low")).ahead]
        opened = sum(not pair.better() for pair in marked)
        assert opened
        named = listed([name for name in full.league.systems if name in {p.ahead for p in marked if not p.better()}])
        of_all = rf"{opened} of the {len(marked)} $\dagger$ of full"
        assert f"Missing labels leave {of_all} (full: {named} by nDCG@5) open: the order" in text
    else:
        assert ("could change the lead (full: nDCG@5)" in text) != full.lead_carried


@pytest.mark.parametrize("verb", ["eval", "compare"])
def test_a_measure_for_which_no_label_is_relevant_is_named_and_so_is_the_mean_that_takes_its_zeros_in(
    here, capsys, verb
):
    """Oracle: the grades of the file, which are 0 and 1 here and 0 and 2 there; `check` says the same of them."""
    (here / "twos.txt").write_text((here / "qrels.txt").read_text().replace("a 1", "a 2"))
    of = [f"{name}={file},one.run,two.run,low.run" for name, file in (("ones", "qrels.txt"), ("twos", "twos.txt"))]
    assert main([verb, "--collection", of[0], "--collection", of[1], "-m", "AP(rel=2)", "-m", "AP"]) == 0
    err = capsys.readouterr().err
    assert "ones: AP(rel=2): no label has grade 2 or more, so every score is 0" in err
    assert "AP(rel=2): the mean over collections takes in the 0 of every system on ones" in err
    assert "twos: AP(rel=2): no label" not in err
    assert "on twos" not in err
    assert main([verb, *FILES, "-m", "AP(rel=2)"]) == 0
    assert capsys.readouterr().err.count("▲") == 1, "nothing about a baseline or intervals"
    found = irassay.check(here / "qrels.txt", list(FILES[1:]), measures=["AP(rel=2)"]).findings[0]
    assert (found.code, found.text) == ("nothing-relevant", "No label has grade 2 or more")


def test_a_column_in_which_nothing_is_relevant_is_marked_and_has_no_leader(here, capsys):
    (here / "twos.txt").write_text((here / "qrels.txt").read_text().replace("a 1", "a 2"))
    of = [f"{name}={file},one.run,two.run,low.run" for name, file in (("ones", "qrels.txt"), ("twos", "twos.txt"))]
    words = ["--collection", of[0], "--collection", of[1], "-m", "AP(rel=2)", "-m", "AP", "--mark", "best"]
    assert main(["compare", *words, "--format", "latex"]) == 0
    text = capsys.readouterr().out
    star = "$^{*}$"
    heads = next(line for line in text.splitlines() if line.startswith("System"))
    assert [star in head for head in heads.split(" & ")[1:]] == [True, False, False, False, True, False]
    said = "no label has grade 2 or more (ones: AP(rel=2)), so every score is 0 there, and the mean takes it in."
    assert f"{star}: {said}" in text
    assert [row[0] for row in cells(text).values()] == ["0"] * 3
    assert main(["compare", *FILES, "-m", "AP(rel=2)", "--format", "table"]) == 0
    out = capsys.readouterr().out
    assert "No label has grade 2 or more, so every score is 0: there is nothing to compare." in " ".join(out.split())
    assert main(["compare", *FILES[:3], "-m", "AP(rel=2)", "--format", "table"]) == 0
    assert "there is nothing to compare" in " ".join(capsys.readouterr().out.split())
    assert main(["compare", *FILES, "-m", "AP(rel=2)", "--format", "markdown"]) == 0
    of_markdown = capsys.readouterr().out
    assert of_markdown.count("**") == 2, "the sentence alone is bold, and no system"
    assert "share the lead" not in out
    assert "settled" not in out


@pytest.fixture
def tied(here):
    """A run whose two documents have equal scores on 30 of 40 queries, where ids put the relevant one first."""
    equal = "".join(f"q{i:02} Q0 {doc} 1 1 flat\n" for i in range(30) for doc in "ba")
    rest = "".join(f"q{i:02} Q0 a 1 1 flat\n" for i in range(30, 40))
    (here / "flat.run").write_text(equal + rest)
    return here


def test_compare_says_what_check_says_of_a_mean_that_equal_scores_move(tied, capsys):
    """Oracle: `check`, and by hand: of P@1 10 of 40 queries are certain, and 30 depend on the order."""
    runs = ["one.run", "low.run", "flat.run"]
    finding = next(one for one in irassay.check("qrels.txt", runs, measures=["P@1"]).findings if one.code == "ties")
    assert main(["compare", "qrels.txt", *runs, "-m", "P@1", "--format", "latex", "--mark", "best"]) == 0
    captured = capsys.readouterr()
    assert f"{finding.text}; {finding.effect}" in captured.err
    assert "another system could score highest" in captured.err
    said = "Other orders of equal scores give these means: "
    said += "flat 0.2500--1.0000 (another system could score highest)."
    assert said in captured.out
    assert main(["compare", "qrels.txt", "one.run", "low.run", "-m", "P@1", "--format", "latex"]) == 0
    captured = capsys.readouterr()
    assert "qual scores" not in captured.out + captured.err


def test_of_several_collections_the_caption_says_where_equal_scores_move_a_mean(tied, capsys):
    shutil.copy("qrels.txt", "again.txt")
    words = ["--collection", "A=qrels.txt,one.run,flat.run", "--collection", "B=again.txt,one.run,flat.run"]
    assert main(["compare", *words, "-m", "P@1", "--format", "latex"]) == 0
    captured = capsys.readouterr()
    assert (
        "means: flat 0.2500--1.0000 by P@1 in A (another system could score highest); means of 1 other" in captured.out
    )
    assert "1 other column move too, and in 2 columns another system could score highest." in captured.out
    assert "by P@1 in B (another" not in captured.out
    assert captured.err.count("Equal scores in the top 1: flat") == 2
    qrels, runs = irassay.read_qrels("qrels.txt"), irassay.read_runs(["one.run", "flat.run"])
    assert irassay.paper_table_over({"A": (qrels, runs), "B": (qrels, runs)}, ["P@1"]) == captured.out


def test_the_caption_gives_the_number_of_pairs_and_its_range_where_columns_differ(two, capsys):
    """By hand: four systems make 6 pairs, three make 3; beside a baseline 3 and 2."""
    assert main([*two, "--format", "latex"]) == 0
    assert "Holm in each column over its 3--6 pairs, $" in capsys.readouterr().out
    assert main([*two, "--baseline", "three", "--format", "latex"]) == 0
    assert "Holm in each column over its 2--3 pairs with the baseline, $" in capsys.readouterr().out
    assert "Holm for each measure over its 6 pairs, $" in latex(capsys, "-m", "P@1", "-m", "AP")


def test_the_caption_counts_documents_without_a_label_at_each_depth(thin, capsys):
    """Oracle: the shares of `settle` by each measure."""
    qrels, runs = irassay.read_qrels("thin/full.txt"), irassay.read_runs(thin)
    said = []
    for measure, depth in (("P@1", " of a system's documents down to rank 1"), ("AP", " in whole lists")):
        shares = [100 * (1 - share) for share in irassay.settle(qrels, runs, measure).judged.values()]
        said.append(f"0--{max(shares):.1f}\\%{depth}")
        assert min(shares) == 0
    text = caption(capsys, "thin/full.txt", *thin, "-m", "P@1", "-m", "AP")
    assert f"Documents without a label ({', '.join(said)}) count as not relevant." in text


def test_the_caption_says_from_which_grade_a_document_is_relevant(here, capsys):
    said = "Relevant is grade 1 or more for P@1 and AP, grade 2 or more for RR(rel=2)."
    assert said in latex(capsys, "-m", "nDCG@10", "-m", "P@1", "-m", "RR(rel=2)", "-m", "AP")
    assert "Relevant is" not in latex(capsys, "-m", "nDCG@10")


def sentences(text):
    """Sentences of a caption: a stop before a space ends one, where a word or a number stands before it."""
    return [one for one in re.split(r"(?<=[a-z0-9$])\. ", text.removesuffix(".")) if one]


@pytest.mark.parametrize("baseline", [(), ("--baseline", "three"), ("--baseline", "one", "--baseline", "three")])
@pytest.mark.parametrize("mark", ["leader", "best", "none"])
def test_a_short_caption_has_three_sentences_at_most_and_says_how_was_tested(two, here, capsys, baseline, mark):
    """Oracle: the clauses of the full caption."""
    for words in (two, ["compare", *FILES, "-m", "P@1", "-m", "RR"]):
        texts = {}
        for kind in ("full", "short"):
            assert main([*words, *baseline, "--mark", mark, "--format", "latex", "--caption", kind]) == 0
            texts[kind] = re.search(r"\\caption{(.*)}\n", capsys.readouterr().out)[1]
        assert len(sentences(texts["short"])) <= 3
        test = re.search(r"Randomization test.*?(queries|in the mean)\.", texts["full"])[0]
        assert texts["short"].endswith(test)
        for clause in ("Bold: ", r"$\dagger$: ", "--: not in"):
            assert (clause in texts["short"]) == (clause in texts["full"])
        of = " on book and film" if words is two else ""
        assert texts["short"].startswith(("P@1 of" if words is two else "P@1 and RR of") + f" 4 systems{of}. ")
    assert main(["compare", *FILES, "-m", "P@1", "--caption", "short"]) == 2
    assert "--caption has no effect with --format tsv, only with latex" in capsys.readouterr().err


def test_python_gives_the_short_caption_too(here, capsys):
    qrels, runs = irassay.read_qrels("qrels.txt"), irassay.read_runs(FILES[1:])
    assert irassay.paper_table(qrels, runs, "P@1", caption="short") == latex(capsys, "-m", "P@1", "--caption", "short")
    assert "\\caption{P@1 of 4 systems on a and b. " in irassay.paper_table_over(
        {"a": (qrels, runs), "b": (qrels, runs)}, "P@1", caption="short"
    )
    with pytest.raises(UsageError, match="caption must be one of full, short"):
        irassay.paper_table(qrels, runs, caption="none")


@pytest.mark.parametrize(("across", "environment"), [([], "table"), (["--across", "page"], "table*")])
def test_a_table_names_its_packages_and_is_as_wide_as_the_page_by_choice(here, capsys, across, environment):
    text = latex(capsys, "-m", "P@1", *across)
    lines = text.splitlines()
    assert lines[:2] == [r"% needs \usepackage{booktabs}", rf"\begin{{{environment}}}"]
    assert lines[-1] == rf"\end{{{environment}}}"
    qrels, runs = irassay.read_qrels(FILES[0]), irassay.read_runs(FILES[1:])
    assert irassay.paper_table(qrels, runs, ["P@1"], across="page" if across else "column") == text


def test_a_caption_says_each_fact_once(tmp_path, monkeypatch, capsys):
    """By hand: every list ends at rank 12 with one document in four unjudged, also of its first eight."""
    monkeypatch.chdir(tmp_path)
    queries = [f"q{i:02}" for i in range(8)]
    (tmp_path / "qrels").write_text("".join(f"{q} 0 d{i} {i % 2}\n" for q in queries for i in range(12) if i % 4))
    for name, shift in (("a", 0), ("b", 4)):
        lists = ((q, (i + shift) % 12, i) for q in queries for i in range(12))
        (tmp_path / name).write_text("".join(f"{q} Q0 d{d} {i} {50 - i} {name}\n" for q, d, i in lists))
    words = ["compare", "qrels", "a", "b", "--format", "latex"]
    assert main([*words, "-m", "P@8", "-m", "P@12", "-m", "AP", "-m", "P@100"]) == 0
    text = capsys.readouterr().out
    assert "Lists end before the measure's depth, the rest counts as not relevant: all at rank 12 (by P@100)." in text
    depths = "down to rank 8, 12 and 100, and in whole lists"
    assert rf"Documents without a label (25.0\% of a system's documents {depths}) count as not relevant." in text
    assert main([*words, "-m", "P@100"]) == 0
    alone = capsys.readouterr().out
    assert "the rest counts as not relevant: all at rank 12. Relevant is grade 1 or more. " in alone


def test_a_table_of_one_system_says_nothing_of_who_leads():
    qrels = irassay.Qrels.from_dict({f"q{i}": {"a": 1, "b": 0} for i in range(8)})
    alone = irassay.Runs.from_dict({"one": {q: {"a": 1.0} for q in qrels.queries}})
    assert "leads alone" not in irassay.paper_table(qrels, alone, ["P@1"])
