"""`report --expect`, with a margin or without: answers, sentences and exit codes are those of `compare`."""

import json
import re

import pytest

import irassay
from irassay.cli.main import main
from irassay.errors import UsageError
from irassay.result import Result
from tests.cli.test_margin import FILES, here  # noqa: F401  the fixture


def section_of(path):
    result = Result.from_json(path.read_text())
    (section,) = [one for one in result.sections if one.name == "expected"]
    (finding,) = section.body
    return result, section, finding


@pytest.mark.parametrize(
    "words",
    [
        ["--expect", "old > bad"],
        ["--expect", "bad > old"],
        ["--expect", "new > old"],
        ["--expect", "new > old", "--margin", "0.15"],
        ["--expect", "new > old - 0.15"],
        ["--expect", "bad > old - 0.15"],
        ["--expect", "new > old - 0.001"],
        ["--expect", "old > bad", "--require", "proved"],
        ["--expect", "new > bad", "--baseline", "bad"],
        ["--expect", "new > bad - 0.2", "--baseline", "old", "--require", "taken"],
    ],
)
@pytest.mark.parametrize("whole", [True, False])
def test_exit_codes_and_numbers_are_those_of_compare(here, capsys, words, whole):  # noqa: F811
    if not whole:  # with labels missing, so that completions are drawn
        lines = (here / "qrels").read_text().splitlines()
        (here / "qrels").write_text("".join(f"{line}\n" for i, line in enumerate(lines) if i % 7))
    code = main(["compare", *FILES, *words, "--format", "json"])
    one = json.loads(capsys.readouterr().out)["measures"][0]
    assert main(["report", *FILES, *words, "-o", "page.json"]) == code
    result, section, finding = section_of(here / "page.json")
    assert result.provenance.options["expect"] == words[1]
    assert section.title.startswith("Is ")
    of = one["non_inferiority"]
    if of is None:
        assert abs(finding.numbers["difference"]) == pytest.approx(abs(one["pairs"][0]["difference"]), abs=1e-12)
    else:
        assert {name: finding.numbers[name] for name in ("difference", "low", "high", "margin", "answer")} == {
            name: of[name] for name in ("difference", "low", "high", "margin", "answer")
        }
    assert finding.level == ("settled" if code in (0, 1) else "undecided")
    command = result.provenance.options["command"]
    assert main([*command[1:-1], "again.json"]) == code
    assert section_of(here / "again.json")[2] == finding


def test_the_page_says_what_compare_prints(here, capsys):  # noqa: F811
    words = ["--expect", "new > old - 0.15"]
    assert main(["compare", *FILES, *words, "--format", "table", "--all"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert main(["report", *FILES, *words, "-o", "page.json"]) == 0
    _, section, finding = section_of(here / "page.json")
    assert section.title == "Is new worse than old by 0.15 or more?"
    assert finding.text.partition(" Difference")[0] in printed
    assert finding.text in capsys.readouterr().out
    assert main(["report", *FILES, *words, "-o", "page.html"]) == 0
    assert section.title in (here / "page.html").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--margin", "0.1"], "add --expect"),
        (["--require", "proved"], "add --expect"),
        (["--expect", "new"], "expected an order"),
        (["--expect", "new > nobody"], "nobody"),
        (["--expect", "new > old - 0.1", "--margin", "0.1"], "both have a margin"),
    ],
)
def test_what_expects_nothing_that_can_be_is_refused(here, capsys, words, message):  # noqa: F811
    assert main(["report", *FILES, *words, "-o", "page.json"]) == 2
    assert message in capsys.readouterr().err
    assert not (here / "page.json").exists()


UNTESTED = (
    'error: "new" and "bad" are not tested against each other, since neither is the baseline "old": leave out '
    "--baseline, or add --baseline bad\n"
)


@pytest.mark.parametrize("verb", ["report", "compare"])
@pytest.mark.parametrize("asked", [["--expect", "new > bad"], ["--pair", "new", "bad"]])
def test_an_order_of_two_systems_of_which_neither_is_the_baseline_is_refused(here, capsys, verb, asked):  # noqa: F811
    """Answered was "undecided", though the two were never tested; with one of the two as a baseline they are."""
    if verb == "report" and asked[0] == "--pair":
        return  # which report does not have
    to = ["-o", "page.json"] if verb == "report" else ["--unjudged", "judge.tsv"]
    assert main([verb, *FILES, *asked, "--baseline", "old", *to]) == 2
    assert capsys.readouterr().err.endswith(UNTESTED)
    assert not (here / to[1]).exists()
    assert main([verb, *FILES, *asked, "--baseline", "old", "--baseline", "bad", *to]) == 0


@pytest.mark.parametrize("asked", [["--expect", "new > bad"], ["--pair", "new", "bad"]])
@pytest.mark.parametrize("source", ["collections", "scores"])
def test_neither_is_one_that_is_asked_of_collections_or_of_scores(here, capsys, source, asked):  # noqa: F811
    runs = ",".join(FILES[1:4])
    files = ["--collection", f"A=qrels,{runs}", "--collection", f"B=qrels2,{runs}", "-m", "P@1"]
    (here / "qrels2").write_text((here / "qrels").read_text().replace("q39", "q40"))
    if source == "scores":
        main(["eval", *FILES, "-q", "--format", "tsv"])
        (here / "scores").write_text(capsys.readouterr().out)
        files = ["--scores", "scores"]
    assert main(["compare", *files, *asked, "--baseline", "old"]) == 2
    assert capsys.readouterr().err.endswith(UNTESTED)
    assert main(["compare", *files, *asked]) == 0


@pytest.mark.parametrize(
    ("order", "badge"),
    [("new > old - 0.15", "No"), ("bad > old - 0.1", "Yes"), ("new > old - 0.001", "Open"), ("old > bad", "Yes"),
     ("bad > old", "No")],
)  # fmt: skip
def test_the_page_answers_its_own_question(here, order, badge):  # noqa: F811
    """An expectation that is settled the other way stood there as passed."""
    main(["report", *FILES, "--expect", order, "-o", "page.html"])
    page = (here / "page.html").read_text()
    section = page[page.index('id="expected"') : page.index('id="league"')]
    assert re.sub("<[^>]*>", "", re.search('<p class="level">(.*?)</p>', section, re.S)[1]) == badge
    assert "Passed" not in section


def test_a_decided_expectation_comes_before_advice_about_something_else(here):  # noqa: F811
    assert main(["report", *FILES, "--expect", "new > old - 0.15", "-o", "page.json"]) == 0
    advice = Result.from_json((here / "page.json").read_text()).advice
    assert not advice or advice.startswith("Besides what was asked: ")


def test_the_answer_says_what_is_wrong_with_the_files_of_its_systems(here, capsys):  # noqa: F811
    words = ["report", *FILES, "--expect", "new > old - 0.15", "-o", "page.json"]
    assert main(words) == 0
    assert section_of(here / "page.json")[2].effect == ""
    lines = (here / "new.run").read_text().splitlines(keepends=True)
    query = lines[-1].split()[0]
    (here / "new.run").write_text("".join(line for line in lines if line.split()[0] != query))
    capsys.readouterr()
    main(words)
    said = "made from files with 1 warning: new: 1 labelled query unanswered"
    assert section_of(here / "page.json")[2].effect == said
    assert said in " ".join(capsys.readouterr().err.split())


def test_in_python_too(here):  # noqa: F811
    result = irassay.overview("qrels", list(FILES[1:4]), measures=["P@1"], expect="new > old", margin=0.15)
    finding = next(f for f in result.findings if f.code == "expected")
    assert finding.numbers["answer"] == "not inferior"
    for options in ({"expect": "new > old", "margin": 0}, {"expect": "new > old", "require": "maybe"}, {"margin": 1.0}):
        with pytest.raises(UsageError):
            irassay.overview("qrels", "old.run", **options)


def test_without_an_expectation_the_page_has_no_such_section_and_exits_0(here):  # noqa: F811
    assert main(["report", *FILES, "-o", "page.json"]) == 0
    assert "expected" not in {one.name for one in Result.from_json((here / "page.json").read_text()).sections}
