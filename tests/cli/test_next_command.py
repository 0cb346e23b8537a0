"""``Next:`` asks the same of the same files: no option that the user gave is lost in silence."""

import shlex

import pytest

from irassay.cli import verb_list
from irassay.cli.next_command import next_command
from irassay.cli.parser import Parser


def command(given_to, words, verb, **more):
    return next_command(verb, Parser(given_to).read(words).texts, given_to=given_to, **more)


@pytest.mark.parametrize(
    ("given_to", "words", "verb", "expected"),
    [
        ("eval", "q r -m nDCG@10 -m 'AP(rel=2)' -q --sort name", "compare", "q r -m nDCG@10 -m 'AP(rel=2)'"),
        ("eval", "q r/ --ties float32 --label-map A=1,B=0", "compare", "q r/ --ties float32 --label-map A=1,B=0"),
        ("check", "q.txt r --grade-scale 2 --all --fail-on lead", "compare", "q.txt r --grade-scale 2"),
        ("compare", "q 'my r' --baseline a --baseline b", "report", "q 'my r' --baseline a --baseline b"),
        ("compare", "q r --rename '*-x=*'", "report", "q r --rename '*-x=*'"),
        ("compare", "q r --alpha 0.1 --seed 3", "report", "q r --alpha 0.1 --seed 3"),
        ("compare", "q.txt r --grades 0..3 --test randomization", "report", "q.txt r --grades 0..3"),
        ("compare", "q.txt r --require proved --format table", "compare", "q.txt r --require proved"),
        ("whatif", "q.txt r --select depth --depth 50", "whatif", "q.txt r --select depth --depth 50"),
    ],
)  # fmt: skip
def test_the_next_command_has_the_options_that_were_given(given_to, words, verb, expected):
    assert command(given_to, shlex.split(words), verb) == f"irassay {verb} {expected}"


def test_no_verb_is_proposed_that_would_answer_another_question():
    assert command("compare", ["q.txt", "r", "--compat", "trec_eval-9"], "report") == ""


def test_many_files_are_named_by_their_kind():
    assert (
        command("eval", ["q", *(f"runs/number-{i:03}.run" for i in range(40))], "compare") == "irassay compare q RUN..."
    )


def sample(option):
    """A value that departs from the default; None where any would do harm here."""
    if option.count == 0:
        return []
    if option.choices:
        return [next(choice for choice in option.choices if choice != option.default)]
    texts = {
        "scale": "0..2",
        "label_map": "A=1",
        "grade_scale": "2",
        "alpha": "0.2",
        "flip": "1:0:0.2",
        "measures": "AP",
        "n_resamples": "700",
    }
    return [texts.get(option.name, "7")] * (option.count if isinstance(option.count, int) else 1)


@pytest.mark.parametrize(("given_to", "verb"), [("eval", "compare"), ("check", "compare"), ("compare", "report")])
def test_whatever_is_given_is_in_the_next_command_or_there_is_none(given_to, verb):
    """Every option of the verb by itself: the next verb's parser reads the same value back."""
    assert {given_to, verb} <= set(verb_list.names())
    for option in Parser(given_to).options:
        if option.operand or option.name in ("scores", "unjudged") or option.group == "answer":
            continue
        words = ["q", "r", option.spelling[-1], *sample(option)]
        line = command(given_to, words, verb)
        if option.group == "decision":
            continue
        takes = option.name in {one.name for one in Parser(verb).options}
        assert bool(line) == takes, option.name
        if takes:
            again = Parser(verb).read(shlex.split(line)[2:])
            assert again.texts[option.name] == Parser(given_to).read(words).texts[option.name]
