"""The public functions, methods and attributes that scripts depend on: names, order and defaults, typed in here."""

import inspect

import pytest

import irassay
from irassay.collection import Metadata, Qrels, QrelsStack, Reading, Runs
from irassay.comparison import League
from irassay.estimates import Bounds
from irassay.measures import Measure
from irassay.provenance import Provenance
from irassay.result import Column, Finding, Result, Section, Table
from irassay.scoring import Scores

NEEDED = inspect.Parameter.empty
SCORED = {"queries": None, "ties": None, "compat": None, "keep": None, "threads": 0}
SURVEYED = {
    "measures": ("nDCG@10",),
    "metadata": None,
    "baseline": (),
    "alpha": 0.05,
    "n_resamples": None,
    "seed": 0,
    "threads": 0,
}
COMPARED = {"measure": None, "baseline": (), "test": "randomization", "correction": "holm", "alpha": 0.05}
COMPARED |= {"n_resamples": None, "seed": 0, "threads": 0}
# Positional names, then keywords with their defaults, in order. More may follow.
FUNCTIONS = {
    irassay.read_qrels: (["source"], {"input_format": None}),
    irassay.read_runs: (["source"], {"input_format": None, "keep": "order", "threads": 0}),
    irassay.evaluate: (["qrels", "runs", "measures"], SCORED),
    irassay.evaluate_files: (["qrels", "runs", "measures"], SCORED),
    irassay.compare: (["scores"], COMPARED),
    irassay.bound: (
        ["qrels", "runs", "measure"],
        {"unseen": None, "scale": None, "ties": "float64", "seed": 0, "threads": 0},
    ),
    irassay.check: (["qrels", "runs"], {"measures": ("nDCG@10",)}),
    irassay.overview: (["qrels", "runs"], SURVEYED),
    irassay.report: (["qrels", "runs"], {"to": NEEDED} | SURVEYED),
    Result.write: (["self", "to"], {}),
    Measure.parse: (["text"], {}),
    Qrels.grades: (["self", "query"], {}),
    Qrels.sel: (["self"], {"queries": NEEDED}),
    QrelsStack.grades: (["self", "query"], {}),
    QrelsStack.variant: (["self", "name"], {}),
    QrelsStack.batches: (["self", "n_variants"], {}),
    Runs.ranking: (["self", "system", "query"], {"ties": "float64"}),
    Runs.residual: (["self", "earlier"], {}),
    Scores.sel: (["self"], {"measure": None, "variant": None, "systems": None}),
    Scores.mean: (["self"], {}),
    League.result: (["self"], {}),
    Bounds.result: (["self"], {}),
    Table.to_pandas: (["self"], {}),
}
ATTRIBUTES = {
    Measure: "name params cutoff direction aggregate",
    Reading: "source sha256 lines used skipped problems",
    Qrels: "queries scale readings",
    QrelsStack: "base names recipes",
    Metadata: "columns",
    Runs: "systems metadata readings",
    Scores: "measures variants systems queries signatures values summary",
    League: "systems same mean low high difference p p_corrected letters leaders at_the_edge rank_intervals "
    "n_resamples",
    Bounds: "systems queries lower estimate upper exact difference_lower difference_upper difference_exact state",
    Finding: "code level doubt text numbers where effect action",
    Column: "name values unit definition digits",
    Table: "name title columns note",
    Section: "name title body",
    Provenance: "inputs options seed versions signatures",
    Result: "title standfirst sections provenance findings tables figures",
}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__qualname__)
def test_a_public_signature_stays_as_agreed(function):
    positional, keywords = FUNCTIONS[function]
    parameters = list(inspect.signature(function).parameters.values())
    by_place = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.POSITIONAL_ONLY)]
    by_name = [(p.name, p.default) for p in parameters if p.kind is p.KEYWORD_ONLY]
    assert by_place[: len(positional)] == positional
    assert [(name, default) for name, default in by_name if name in keywords] == list(keywords.items())


@pytest.mark.parametrize("noun", ATTRIBUTES, ids=lambda c: c.__name__)
def test_a_public_noun_has_the_attributes_agreed(noun):
    there = set(dir(noun)) | set(getattr(noun, "__annotations__", ()))
    assert set(ATTRIBUTES[noun].split()) <= there


@pytest.mark.parametrize("noun", [Finding, Column, Table, Section, Provenance, Result], ids=lambda c: c.__name__)
def test_the_nouns_of_a_result_take_their_fields_in_the_order_agreed(noun):
    fields = [name for name in ATTRIBUTES[noun].split() if name not in ("findings", "tables", "figures")]
    assert list(inspect.signature(noun).parameters)[: len(fields)] == fields


def test_a_report_takes_what_an_overview_takes():
    report, overview = (inspect.signature(f).parameters for f in (irassay.report, irassay.overview))
    taken = {name: p.default for name, p in report.items() if name != "to"}
    assert taken == {name: p.default for name, p in overview.items()}
