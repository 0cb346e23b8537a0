"""The nouns as a notebook shows them: facts and a bounded table of each. Reads no file and computes no score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import singledispatch
from statistics import median

from irassay.collection.metadata import NOT_STATED, Metadata
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.reading import ERRORS, WARNINGS, Reading
from irassay.collection.runs import Runs
from irassay.collection.stack import QrelsStack
from irassay.collection.texts import Texts
from irassay.messages import number, plural
from irassay.result import Column, Table, View

COUNTED_QUERIES = 2000  # beyond, what each run answers is not counted for a glance
METADATA = 5  # columns beside a run's name


def html_of_noun(noun: object) -> str | None:
    """A noun as a notebook draws it; None where nothing draws."""
    return view_of(noun)._repr_html_()


@singledispatch
def view_of(noun: object) -> View:
    """A noun at a glance."""
    raise TypeError(f"no view of a {type(noun).__name__}")


@view_of.register(Qrels)
def of_qrels(qrels: Qrels) -> View:
    """How many labels of each grade, and how many a query has."""
    counts = qrels.grade_counts
    each = sorted(qrels.core.n_judged(query) for query in qrels.queries)
    facts = [plural(len(qrels.queries), "query"), plural(qrels.n_labels, "label")]
    if each:
        facts.append(f"{each[0]:,} to {each[-1]:,} a query, median {number(float(median(each)), None)}")
    if qrels.subtopics:
        facts.append("by subtopic")
    if qrels.strata:
        facts.append("with strata")
    grades = sorted(counts)
    shares = [counts[g] / max(qrels.n_labels, 1) for g in grades]
    columns = [Column("grade", grades), Column("labels", [counts[g] for g in grades]), Column("share", shares, "share")]
    return View("Qrels", facts, table=Table("qrels", "", columns), note=_sources(qrels.readings))


@view_of.register(QrelsStack)
def of_stack(stack: QrelsStack) -> View:
    """The variants with their recipes."""
    n_rows = min(len(stack.names), View.ROWS)
    recipes = [", ".join(f"{k}={v}" for k, v in stack.recipes[i].items()) for i in range(n_rows)]
    # A row beyond those shown is never looked at, but says how many there are.
    rest = [""] * (len(stack.names) - n_rows)
    columns = [Column("variant", list(stack.names))]
    if any(recipes):
        columns.append(Column("recipe", [*recipes, *rest]))
    base = stack.base
    facts = [plural(len(stack.names), "variant"), f"{base.n_labels:,} (query, document) pairs"]
    facts.append(plural(len(base.queries), "query"))
    return View("QrelsStack", facts, table=Table("stack", "", columns))


@view_of.register(Runs)
def of_runs(runs: Runs) -> View:
    """The systems, the queries that each answers, and what is known of them."""
    facts = [plural(len(runs.systems), "system"), plural(len(runs.queries), "query")]
    facts.append(plural(runs.n_documents, "retrieved document"))
    columns = [Column("system", list(runs.systems))]
    if len(runs.queries) <= COUNTED_QUERIES:
        lengths = [runs.core.lengths(query) for query in runs.queries]
        n_queries = [sum(of[i] > 0 for of in lengths) for i in range(len(runs.systems))]
        columns.append(Column("queries", n_queries, definition="queries that the run answers"))
        documents = [sum(of[i] for of in lengths) for i in range(len(runs.systems))]
        columns.append(Column("documents", documents, definition="over all queries"))
    for name, of in list(runs.metadata.columns.items())[:METADATA]:
        columns.append(Column(name, [of.get(s, NOT_STATED) for s in runs.systems], heading=name))
    return View("Runs", facts, table=Table("runs", "", columns), note=_sources(runs.readings))


@view_of.register(Preferences)
def of_preferences(preferences: Preferences) -> View:
    """The number of comparisons, by assessor where assessors are named."""
    counts = Counter(one.judge for one in preferences.comparisons)
    assessors = sorted(counts, key=lambda assessor: (-counts[assessor], assessor))
    facts = [plural(len(preferences.queries), "query"), plural(preferences.n_pairs, "judged pair")]
    columns = [Column("assessor", assessors), Column("comparisons", [counts[name] for name in assessors])]
    table = Table("preferences", "", columns) if any(assessors) else None
    return View("Preferences", facts, table=table, note=_sources(preferences.readings))


@view_of.register(Texts)
def of_texts(texts: Texts) -> View:
    """Where they come from, and the first ones where they are in memory; nothing is read to be shown."""
    loaded = texts.in_memory
    if loaded is None:
        return View("Texts", [texts.source] if texts.source else [], note="Streamed: read again at each walk.")
    facts = [texts.source] if texts.source else []
    first = list(loaded.items())[: View.ROWS]
    rest = [""] * (len(loaded) - len(first))
    columns = [
        Column("id", [*(key for key, _ in first), *rest]),
        Column("text", [*(" ".join(text.split()) for _, text in first), *rest]),
    ]
    return View("Texts", [*facts, plural(len(loaded), "text")], table=Table("texts", "", columns))


@view_of.register(Metadata)
def of_metadata(metadata: Metadata) -> View:
    """A row a system."""
    columns = [Column("system", list(metadata.systems))]
    for name, of in metadata.columns.items():
        columns.append(Column(name, [of.get(s, NOT_STATED) for s in metadata.systems], heading=name))
    facts = [plural(len(metadata.systems), "system"), plural(len(metadata.columns), "column")]
    return View("Metadata", facts, table=Table("metadata", "", columns))


@view_of.register(Reading)
def of_reading(reading: Reading) -> View:
    """Lines used and skipped, and problems with an example of each kind."""
    facts = [reading.source or "from memory", plural(reading.lines, "line"), f"{reading.used:,} used"]
    facts += [f"{n:,} skipped: {rule}" for rule, n in reading.skipped.items()]
    problems = [(kind, n) for kind in (*ERRORS, *WARNINGS) if (n := reading.counts.get(kind, 0))]
    columns = [
        Column("problem", [kind for kind, _ in problems]),
        Column("lines", [n for _, n in problems]),
        Column("first", [next(iter(reading.located([kind])), "") for kind, _ in problems]),
    ]
    return View("Reading", facts, table=Table("problems", "", columns) if problems else None)


def _sources(readings: Iterable[Reading]) -> str:
    """The files, the first few by name."""
    names = list(dict.fromkeys(r.source for r in readings if r.source))
    if not names:
        return ""
    more = f" and {len(names) - 3:,} more" if len(names) > 3 else ""
    return f"Read from {', '.join(names[:3])}{more}."
