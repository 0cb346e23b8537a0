"""One statement of each keyword: what the overview takes is what the report, the verb and the recorded command know."""

import inspect
import typing

import pytest

import irassay
from irassay.cli import options
from irassay.cli.parser import Parser
from irassay.cli.verbs import report as verb
from irassay.comparison import testing
from irassay.errors import UsageError
from irassay.studies.overview import command
from irassay.studies.overview.study import Options
from irassay.studies.run_sheets import sheets_of
from irassay.studies.run_sheets.study import Options as SheetOptions

PARAMETERS = inspect.signature(irassay.overview).parameters
KEYWORDS = [name for name, of in PARAMETERS.items() if of.kind is of.KEYWORD_ONLY]


def annotations_of(typed):
    return {name: of.__forward_arg__ for name, of in typed.__annotations__.items()}


@pytest.mark.parametrize(
    ("study", "typed", "writes"),
    [(irassay.overview, Options, irassay.report), (sheets_of, SheetOptions, irassay.write_run_sheets)],
    ids=["report", "sheets"],
)
def test_what_passes_keywords_on_knows_each_by_name_type_and_default(study, typed, writes):
    keywords = {n: p for n, p in inspect.signature(study).parameters.items() if p.kind is p.KEYWORD_ONLY}
    assert annotations_of(typed) == {name: p.annotation for name, p in keywords.items()}
    shown = dict(inspect.signature(writes).parameters)
    assert shown.pop("to").default is inspect.Parameter.empty
    shown.pop("by", None)  # into which folders sheets go says nothing of what is on them
    assert shown == dict(inspect.signature(study).parameters)


def test_a_keyword_that_the_overview_does_not_know_is_refused():
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        irassay.report("q", "r", to="x.json", colour="red")


def test_the_verb_passes_on_every_keyword_and_nothing_else():
    parser = Parser("report")
    own = {"output", "figures", "figure_format", "sheets", "sheets_by"}  # what is written, and where
    assert {option.name for option in parser.options} - set(options.COMMON) - own == set(PARAMETERS)
    values = dict.fromkeys([option.name for option in parser.options], "word")
    assert verb.of_overview(values) == dict.fromkeys(PARAMETERS, "word")


@pytest.mark.parametrize("name", KEYWORDS)
def test_the_recorded_command_spells_every_keyword_as_the_command_line_does(name):
    value = (0, 1) if name == "scale" else 3 if PARAMETERS[name].default is None else "word"
    values = {each: of.default for each, of in PARAMETERS.items()} | {"qrels": "q", "runs": "r", name: value}
    words = command.report_command(values | {"measures": ["AP"]}, PARAMETERS)
    if name in command.UNRECORDED:
        assert words == ["irassay", "report", "q", "r", "-m", "AP"]
    else:
        assert command.spelling(name) in words
        assert command.spelling(name) in options.TABLE[name].spelling


@pytest.mark.parametrize("function", [irassay.compare, irassay.settle, irassay.overview, sheets_of])
def test_every_function_that_compares_has_the_defaults_of_testing(function):
    settings = testing.Testing()
    shared = {n: p.default for n, p in inspect.signature(function).parameters.items() if n in settings.__slots__}
    assert {"alpha", "n_resamples", "seed"} <= set(shared)
    assert shared == {name: getattr(settings, name) for name in shared}


def test_settings_that_cannot_go_together_are_refused_before_any_file_is_read():
    with pytest.raises(UsageError, match='correction="tukey" is computed from the randomization test'):
        irassay.overview("no such file", "no such runs", test="t", correction="tukey")


def test_types_of_the_words_stand_where_the_settings_do():
    assert typing.get_args(testing.Ranks) == options.TABLE["ranks"].choices


def test_every_keyword_is_said_again_in_the_commands_that_the_page_proposes_or_changes_no_number_of_theirs():
    """Oracle: the parsers of `check` and `compare`; texts beside the scores, and what is asked, stay behind."""
    of_check, of_compare = set(command.OF_CHECK), set(command.of_compare("one"))
    assert of_check <= {option.name for option in Parser("check").options}
    assert of_check | of_compare <= {option.name for option in Parser("compare").options}
    beside = {"metadata", "query_texts", "pool", "second_qrels", "since", "expect", "margin", "require", "threads"}
    assert set(KEYWORDS) == of_check | of_compare | beside | {"measures"}
    assert set(command.of_compare(None)) == of_compare - {"doc_texts"}
