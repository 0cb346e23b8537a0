"""Tables and figures for a paper: marks, daggers, labels, the caption, and drawings without captions."""

import random
import re
from xml.etree import ElementTree

import pytest

import irassay
from irassay.cli.main import main
from irassay.errors import UsageError
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
    assert f"({100 * min(shares):.1f}--{100 * max(shares):.1f}\\% of a system's) count as not relevant." in text
    verdict = irassay.settle(irassay.read_qrels("holes.txt"), irassay.read_runs(FILES[1:]), "P@1", baseline=["low"])
    pairs = [verdict.pair(name, "low") for name in SKILLS if name != "low"]
    n, opened = sum(bool(pair.ahead) for pair in pairs), sum(bool(pair.ahead) and not pair.better() for pair in pairs)
    assert opened
    assert rf"the order behind {opened} of the {n} $\dagger$ is neither proved nor likely." in text
    assert "Not counted: differences that missing labels could make significant" in text


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
    said = f"the order behind {each[0]} and {each[1]} is neither proved nor likely."
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
    assert "--: not in that collection, or not in all collections of a mean." in text
    assert cells(text)["low"][2:] == ["--"] * 4
    assert "could change the lead (film: P@1" in text
    assert "(book:" not in text, "all of its documents are labelled"

    assert main([*two, "--baseline", "three", "--format", "latex"]) == 0
    text = capsys.readouterr().out
    behind = re.search(r"the order behind (.*?) is neither", text)[1]
    opened, n = (sum(map(int, of)) for of in zip(*re.findall(r"(\d+) of the (\d+) \$\\d?dagger\$", behind)))
    assert n == len(re.findall(r"\^{\\d?dagger}", text.partition(r"\begin{tabular}")[2]))
    parts = re.findall(r"(\d+) by P@1", text)
    assert sum(map(int, parts)) == opened
    assert main([*two, "--queries", "shared", "--format", "latex"]) == 0
    text = capsys.readouterr().out
    assert "A query counts only where the run answers it." in text
    assert "or without a score on some query that others have." in text
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
    again = ["--collection", of[0], "--collection", of[0].replace("full=", "again="), "-m", "nDCG@5", "--format", form]
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
        said = rf"the order behind {opened} of the {len(marked)} $\dagger$ (full: {opened} by nDCG@5) is neither"
        assert said in text
    else:
        assert ("could change the lead (full: nDCG@5)" in text) != full.lead_carried
