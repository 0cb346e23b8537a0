"""One table of all options: what `--help`, the documentation, completion and the Python functions are held to."""

import inspect
from pathlib import Path

import pytest

import irassay
from irassay import search
from irassay.cli import options, verb_list
from irassay.cli.main import main
from irassay.cli.options.option import GROUPS
from irassay.cli.options.reading import reader
from irassay.cli.parser import SAID_OTHERWISE, Parser
from irassay.label_sets import extrapolated
from irassay.label_sets.anchor_tasks import draw_anchors

MOST = 12  # options that everyday help shows
FUNCTIONS = ("read_qrels", "read_runs", "evaluate", "evaluate_files", "compare", "bound", "check", "overview")
# Options that Python does without: what to print, where, and how the command ends.
COMMAND_LINE_ONLY = {
    *(
        "wiki",
        "members",
        "links",
        "links_of",
        "mentions",
        "sections",
        "list_title",
        "least_evidence",
        "check",
        "checked",
        "phrase",
    ),
    *("network", "instances", "reranker", "base", "preset", "epochs", "instances_a_step", "learning_rate"),
    *("query_length", "document_length", "pieces", "device", "also", "plan_file", "foresee"),
    *("check_labels", "version", "publish", "moves_to", "leave_out_missing_texts"),
    *(
        "names",
        "shell",
        "codes",
        "per_query",
        "no_summary",
        "pair_queries",
        "format",
        "output",
        "sort",
        "pair",
        "collections",
        "scores",
        "unjudged",
        "unjudged_limit",
        "fail_on",
        "rename",  # runs.renamed
        "uncounted",  # leave_out of irassay.sensitivity
    ),
    *("all", "color", "quiet", "to", "doc_texts"),
    *("instances", "with_leaks", "without_leaks", "others"),  # of irassay.leakage.memory
    *("files", "kind", "output_format", "rename_queries", "field", "index"),
    *(
        "mark",
        "caption",
        "across",
        "methods",
        "width",
        "captions",
    ),  # keywords of irassay.paper_table and irassay.write_figures
    *("figures", "figure_format", "result", "sheets", "sheets_by"),  # keywords of irassay.formats.write_*
    *(
        "campaign",
        "task_files",
        "judging_scale",
        "guideline",
        "overlap",
        "task_kind",
        "equal",
    ),  # of irassay.judging.store's Campaign and Settings
    *("listen", "origin", "people", "role", "revoke", "forget", "labels_form", "combine"),
    *("overlap_share", "batch", "pay", "fee"),  # of judging.assessors.overlap and judging.store's Settings
    *("measure", "one_baseline", "whole_order", "tied_within", "top", "unit", "ideals", "replay"),  # of irassay.decide
    *("model_labels", "drawn_at_once"),
    *("plan", "share", "judged_runs"),  # of judging.assessors.plan, judging.store's Settings and PoolFacts
    *(
        "consent",
        "tests",
        "training",
        "exam",
        "test_pairs",
        "earlier_labels",
    ),  # of Settings and irassay.judging.assessors.known_tasks
    *("as_of", "imported", "imported_from", "answering", "backup", "participant_parameter", "completion_url"),
    *("depth", "judged", "group", "order", "pool_format"),  # keywords of irassay.pooling.pool
    *("audit", "answers", "rel"),  # of irassay.pooling.audit and irassay.estimates.audit_coverage
    *("known_answers", "pair_rule", "sampled_queries", "min_pool", "bands"),  # of pooling.pairs, sample_pool and _bands
    "known_rule",  # of irassay.pooling.pool and known_answers
    "budget",  # of irassay.pooling.Pool.first
    *("passage_files", "index_folder", "passages"),  # what irassay.search's functions take first
    "anchor_tasks",  # irassay.label_sets.anchor_tasks.draw_anchors and anchor_form
    "as_query",  # irassay.search.VectorIndex.search_passages_as_queries
    "approximate",  # irassay.search.search_approximately
    *("topics", "per_stratum", "from_words", "strata"),  # of irassay.pooling.sample_queries and length_strata
    *(
        "old",
        "new",
        "similar",
        "doubtful",
        "fates",
        "aggregate",
    ),  # of irassay.label_sets.migrate_labels and transferred
    *("test_queries", "optional_qrels", "leak_runs", "cheap_encoder"),  # of irassay.leak: test, qrels, runs, screen
    *("train_query", "train_positive", "train_negative", "train_corpus"),  # of formats.reading.training.read_training
    *("judge", "task_limit", "money_limit", "again"),  # of irassay.judging.assessors.asking
    *("best_to", "wins_to", "next_to"),  # label_sets.best_answers, win_counts, and pooling.next_round
    *("leaks", "by_query", "clean_queries", "clean_train"),  # write_leaks, by_query_lines, clean_train
    *("review", "per_review", "n_sample"),  # of irassay.leakage.review
    *("train_queries", "candidates", "known_leaks", "test_topics", "test_qrels", "test_corpus"),  # of LabelledQueries
    *("leaked", "sizes", "as_many", "skip_missing"),  # of irassay.leakage.training_sets
    *("doc_attribute", "passage_qrels", "passage_to_document", "task", "pool_depth", "for_group"),
}


RETRIEVAL = [
    *(search.index_texts, search.encode_texts, search.index_vectors, search.index_ciff),
    *(search.open_index, search.fuse),
]


def parameters():
    for name in FUNCTIONS:
        for parameter in inspect.signature(getattr(irassay, name)).parameters.values():
            if parameter.default is not inspect.Parameter.empty:
                yield name, parameter


@pytest.mark.parametrize(("function", "parameter"), list(parameters()), ids=lambda x: getattr(x, "name", x))
def test_a_keyword_has_the_default_of_its_option(function, parameter):
    option = options.every().get(parameter.name)
    if option is None:
        assert parameter.name in ("keep", "measure"), f"{function}({parameter.name}=) has no option"
        return
    if parameter.name == "measures":
        assert parameter.default == (option.shown,)
    elif parameter.name in ("ties", "queries") and parameter.default is not None:
        assert parameter.default == option.shown
    else:
        assert parameter.default == option.default


def test_every_option_of_a_computation_is_a_keyword_in_python():
    taken = {option.name for verb in verb_list.names() for option in Parser(verb).options}
    functions = [getattr(irassay, name) for name in (*FUNCTIONS, "whatif", "sensitivity", "leak", "prefer", "decide")]
    functions += [*RETRIEVAL, extrapolated, draw_anchors]
    known = {name for function in functions for name in inspect.signature(function).parameters}
    assert taken - known - COMMAND_LINE_ONLY == set()


@pytest.mark.parametrize("function", [*RETRIEVAL, extrapolated, draw_anchors])
def test_a_keyword_of_retrieval_has_the_default_of_its_option(function):
    of_verbs = {"depth": 100, "rel": 1}  # other verbs have others
    if function is search.encode_texts:
        of_verbs["dtype"] = "float32"  # only vectors that were made elsewhere have a type already
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.default is not inspect.Parameter.empty and name in options.every():
            assert parameter.default == of_verbs.get(name, options.TABLE[name].default), name


def test_a_keyword_refuses_what_its_option_refuses():
    for name, text in (("alpha", "0"), ("alpha", "1"), ("seed", "-1"), ("seed", str(2**64)), ("n_resamples", "0")):
        with pytest.raises(ValueError, match="number"):
            reader(options.TABLE[name].takes)(text)


@pytest.mark.parametrize("verb", verb_list.names())
def test_every_option_is_in_the_documentation(verb):
    page = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text()
    for option in Parser(verb).options:
        assert option.usage.replace("|", "\\|") in page or option.usage in page


def test_help_of_more_than_twenty_options_is_grouped_and_has_each_once():
    for verb in verb_list.names():
        parser = Parser(verb)
        named = [option for option in parser.options if not option.operand]
        text = parser.format_help()
        headings = [line.removesuffix(":") for line in text.splitlines() if line.removesuffix(":") in GROUPS.values()]
        wanted = [heading for group, heading in GROUPS.items() if any(option.group == group for option in named)]
        assert headings == (wanted if len(named) > 20 else [])
        for option in named:
            assert text.count(f"\n  {option.usage}") == 1, option.usage
        own = text.partition("\nExamples:")[0].splitlines()
        assert max(map(len, own)) <= 80, max(own, key=len)


@pytest.mark.parametrize("verb", verb_list.names())
def test_help_shows_at_most_twelve_everyday_options_and_help_all_every_one(verb, capsys):
    named = [option for option in Parser(verb).options if not option.operand]
    assert main([verb, "--help"]) == 0
    few = capsys.readouterr().out
    shown = [o.name for o in named if f"\n  {o.usage}" in few or f"\n  {o.spelling[-1]} ..." in few]
    assert len(shown) <= MOST
    assert len(few.splitlines()) <= 24, "one screen"
    assert max(map(len, few.splitlines())) <= 80
    assert sorted(Parser(verb).everyday or shown) == sorted(shown)
    assert (len(shown) < len(named)) == (f"\n{len(named) - len(shown)} more options: irassay {verb} --help all" in few)
    assert all(len(line) <= 80 for line in few.splitlines())
    assert main(["help", verb, "all"]) == 0
    every = capsys.readouterr().out
    assert all(f"\n  {option.usage}" in every for option in named)


@pytest.mark.parametrize(
    ("verb", "typed", "hint"),
    [
        ("compare", "--topics", "did you mean --query-texts?"),
        ("pool", "--topics", "did you mean --query-texts?"),
        ("eval", "--metric", "did you mean --measure?"),
        ("report", "--metrics=AP", "did you mean --measure?"),
        ("compare", "--json", "did you mean --format json?"),
        ("eval", "--k", "did you mean a measure's own cutoff, as in -m nDCG@10?"),
        ("pool", "--k", "did you mean --depth?"),
        ("compare", "--n_resamples", "did you mean --resamples?"),
        ("compare", "--sheets", "irassay report or track has it"),
        (
            *("search", "--leave-out"),
            "irassay eval, compare, check, report, track, whatif, leak, pool, prefer, maintain or fuse has it; "
            "in sensitivity it means something else",
        ),
        ("eval", "--tie", "did you mean --ties?"),
    ],
)
def test_an_unknown_option_is_matched_by_meaning_then_by_its_letters(capsys, verb, typed, hint):
    assert main([verb, "q", "r", typed]) == 2
    assert capsys.readouterr().err.splitlines()[0].endswith(f"; {hint}")


def test_an_option_that_nobody_means_is_not_guessed(capsys):
    assert main(["compare", "q", "r", "--surprise"]) == 2
    assert capsys.readouterr().err == (
        'error: irassay compare has no option "--surprise"\nAll: irassay compare --help all\n'
    )


def test_other_names_are_of_options_that_there_are_and_hide_none():
    taken = {verb: Parser(verb).options for verb in verb_list.names()}
    names = {option.name for of in taken.values() for option in of}
    assert {name for name, _ in SAID_OTHERWISE.values()} <= names
    for of in taken.values():
        spellings = {spelling.lstrip("-") for option in of for spelling in option.spelling}
        for option in of:
            assert not set(option.called) & spellings, f"{option.name}: an option of that verb already"


def meanings():
    """Spelling -> what it can be in some verb: the option's name, and whether its value is a folder."""
    of = {}
    for verb in verb_list.names():
        for option in Parser(verb).options:
            for spelling in (*option.spelling, *option.also):
                of.setdefault(spelling, set()).add((option.name, option.value == "DIR"))
    return of


def test_a_spelling_means_one_thing_but_for_the_listed():
    several = {spelling for spelling, what in meanings().items() if len(what) > 1}
    assert several - {"-o"} == set(options.two_meanings())  # -o is --output


def test_what_keeps_two_meanings_stands_in_the_documentation_with_its_reason():
    page = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text()
    for spelling, reason in options.two_meanings().items():
        assert f"- `{spelling}`: {reason}" in page


@pytest.mark.parametrize(
    ("verb", "old", "new"),
    [
        ("track", "--queries", "--query-texts"),
        ("pool", "--queries", "--query-texts"),
        ("track", "--sparse-qrels", "--second-qrels"),
    ],
)
def test_an_old_spelling_still_works_and_is_not_listed(verb, old, new):
    parser = Parser(verb)
    name = next(option.name for option in parser.options if new in option.spelling)
    operands = ["q", "r"][-sum(option.operand for option in parser.options) :]
    for spelling in (old, new):
        assert getattr(parser.read([*operands, spelling, "f.tsv"]), name) == "f.tsv"
    assert f"{old} " not in parser.format_help()
    assert f"{new} " in parser.format_help()


def test_texts_are_query_texts_and_a_second_set_of_labels_second_qrels_in_every_verb():
    for verb in verb_list.names():
        for option in Parser(verb).options:
            if option.name in ("query_texts", "second_qrels"):
                assert option.spelling == options.TABLE[option.name].spelling


def test_from_which_grade_on_a_document_is_relevant_stands_in_the_help_of_verbs_without_rel():
    """Oracle: what `track` and `whatif` count as relevant where nothing is asked."""
    from irassay.studies.track.track_data import RELEVANT

    assert RELEVANT == {"passage": 2, "document": 1}
    help_of = {verb: " ".join(Parser(verb).format_help().split()) for verb in ("track", "whatif", "pool")}
    assert "relevant is grade 2 or more, in documents 1" in help_of["track"]
    assert "relevant is grade 1 or more" in help_of["whatif"]
    assert "the least grade that counts as relevant, for --answers and --known (1)" in help_of["pool"]


@pytest.mark.parametrize("verb", verb_list.names())
def test_the_file_of_a_verb_names_options_that_it_takes(verb):
    of, names = verb_list.description(verb), {option.name for option in Parser(verb).options}
    assert {name for name, entry in of.items() if isinstance(entry, dict)} - {"rules"} <= names
    lists = [value for key, value in of.items() if isinstance(value, list) and key not in ("options", "examples")]
    assert {name for value in lists for name in value} <= names
    parts = [part.removeprefix("-") for rule in of.get("rules", {}) for part in rule.split()]
    assert {word.partition("=")[0] for part in parts for word in part.split("|")} <= names


def test_every_option_of_the_table_has_a_sentence():
    for option in options.every().values():
        assert option.help[0].islower() or option.name in ("qrels", "runs", "names", "shell"), option.name
        assert not option.help.endswith("."), option.name


def test_an_operand_may_stand_after_options(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q").write_text("1 0 a 1\n")
    for name in "xy":
        (tmp_path / name).write_text(f"1 Q0 a 1 1 {name}\n")
    assert main(["eval", "q", "-m", "P@1", "x", "--ties", "float64", "y"]) == 0
    assert capsys.readouterr().out == "x\tall\tP@1\t1.0\ny\tall\tP@1\t1.0\n"


def two_runs(folder):
    (folder / "q").write_text("1 0 a 1\n")
    for name in "xy":
        (folder / name).write_text(f"1 Q0 a 1 1 {name}\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["compare", "--expect", "x > y", "--expect", "y > x"], '--expect is given twice, as "x > y" and as "y > x"'),
        (["eval", "--output=a", "-o", "b"], '--output is given twice, as "a" and as "b"'),
        (["check", "--format", "json", "--format", "tsv"], '--format is given twice, as "json" and as "tsv"'),
        (["report", "--margin", "0.1", "--margin", "0.2"], '--margin is given twice, as "0.1" and as "0.2"'),
    ],
)
def test_a_second_value_never_silently_takes_the_place_of_the_first(words, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    two_runs(tmp_path)
    assert main([words[0], "q", "x", "y", *words[1:]]) == 2
    assert said in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["q", "x", "y"]


@pytest.mark.parametrize("verb", verb_list.names())
def test_every_option_that_takes_one_value_refuses_another(verb):
    parser = Parser(verb)
    for option in parser.options:
        if option.operand or option.repeated or option.count is not None:
            continue
        operands = [f"o{i}" for i, other in enumerate(parser.options) if other.operand]
        with pytest.raises(irassay.UsageError, match="is given twice"):
            Parser(verb).read([*operands, option.spelling[-1], "one", option.spelling[-1], "other"])


def test_the_same_value_twice_is_one_value(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    two_runs(tmp_path)
    assert main(["eval", "q", "x", "-m", "P@1", "--ties", "float64", "--ties", "float64"]) == 0
    assert capsys.readouterr().out == "x\tall\tP@1\t1.0\n"


def test_files_of_scores_may_each_have_the_option_before_them():
    args = Parser("compare").read(["--scores", "a", "b", "--scores", "c"])
    assert args.scores == ["a", "b", "c"]
