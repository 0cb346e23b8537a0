"""The sections of the page: the answer, the pairs, people's labels, what leaked, scores, order; and their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

import numpy as np

from irassay.agreement.label_agreement import Coefficient
from irassay.collection.texts import WITHOUT_TEXT
from irassay.comparison.equality import ROUNDING
from irassay.leakage import Calibration, Effect, Leak, Leaks, effect_words
from irassay.leakage.effect_words import left_out
from irassay.leakage.find import TRAIN_TEXTS
from irassay.leakage.pair_labels import ADDED, AMBIGUOUS, CONTRARY, PairLabels, PeopleAgreement
from irassay.leakage.what_leaked import Kinds
from irassay.leakage.words import own_texts
from irassay.messages import capital, counted, visible
from irassay.messages.said import Room
from irassay.result import Column, Curves, Finding, Scatter, Section, Table
from irassay.studies.leak.evidence import FieldCount, LeakEvidence, Scored
from irassay.studies.sections.captions import few

SAID = Room("leak")
EXPOSURES = {True: "exposed", False: "unexposed", None: "not known"}
MOST_POINTS = 120  # of a curve
MOST_ROWS = 200  # of leaked queries on the page; leaks.tsv has all


def headline(leaks: Leaks) -> str:
    """The headline."""
    return SAID("title", leaked=len(leaks.leaked), queries=len(leaks.queries), review=len(leaks.review))


def to_look_at(leaks: Leaks) -> str:
    """How many pairs people have to look at; "" for none."""
    queries = [pair.query for pair in leaks if pair.verdict == "review"]
    return SAID("review.look", n=len(queries), also=sum(leaks.state(query) == "leaked" for query in set(queries)))


def leaked(of: LeakEvidence) -> str:
    """The share with its interval."""
    low, high = of.leaks.interval
    return SAID("leaked", share=of.leaks.share, known=of.known, train=of.leaks.n_train, low=low, high=high)


def what_counts(of: LeakEvidence) -> str:
    """What is called a leak here."""
    if of.known:
        return SAID("what-counts.given")
    alone, people = of.threshold is None, of.people is not None
    return SAID("what-counts", alone=alone, threshold=round(of.threshold or 0.0, 3), dense=of.dense, people=people)


def standfirst(of: LeakEvidence) -> str:
    """What it did to scores and order; where nothing was tested, what a clean query is."""
    return conclusion(of) or cant_see(of)


def cant_see(of: LeakEvidence) -> str:
    """What a clean query is, and what isn't seen."""
    return SAID("cant-see.given" if of.known else "cant-see")


def conclusion(of: LeakEvidence) -> str:
    """What the leaked queries did to scores and order by the main measure; "" where nothing was tested."""
    first = of.scored.effects[0] if of.scored is not None and of.scored.effects else None
    if first is None:
        return ""
    facts, n, all_of_them = [], len(first.systems), first.n_systems
    if first.p is not None and first.did is not None:
        explained = "sign" if first.sign is not None else "more" if first.adjusted is None else "difficulty"
        form = "chance" if first.p > first.alpha else explained
        facts.append(SAID(f"conclusion.{form}", gain=first.is_gain(first.did)))
    if first.order is not None and first.order.p is not None:
        facts.append(SAID("conclusion.order", made=first.order.p <= first.alpha))
    slots = {"lost": n != all_of_them, "compared": n, "systems": all_of_them}
    facts[1:] = map(capital, facts[1:])
    return SAID("conclusion", measure=first.measure, facts=". ".join(facts), **slots) if facts else ""


def not_told(leaks: Leaks) -> str:
    """Which test queries have no words, so that nothing is known of them; "" for none."""
    return SAID("wordless", names=[visible(query) for query in leaks.wordless])


def counts(of: LeakEvidence) -> str:
    """What was counted on the way; "" for nothing. `calibrated` says which labels fit several pairs."""
    apart = (TRAIN_TEXTS, WITHOUT_TEXT, AMBIGUOUS, CONTRARY, ADDED)
    left, there = [(n, what) for what, n in of.leaks.counts.items() if what not in apart], of.leaks.counts
    named = "; ".join(counted(n, what) for n, what in left)
    return SAID("counted", left=named, added=there.get(ADDED, 0), contrary=there.get(CONTRARY, 0)).strip()


def calibrated(of: Calibration) -> list[str]:
    """What people's labels say of the threshold, a fact a sentence."""
    more = of.n_candidates > of.n_labelled
    texts = [
        SAID("calibration", pairs=of.n_labelled, labels=of.n_labels if of.n_labels > of.n_labelled else 0),
        SAID("calibration.candidates", candidates=of.n_candidates, dense=of.score == "similarity") if more else "",
        *_threshold(of),
        SAID("calibration.unscored", n=of.n_without_score),
        SAID("calibration.ambiguous", n=of.n_ambiguous),
        SAID("calibration.weaker", n=of.n_of_weaker_fields),
        SAID("calibration.same-stems", n=of.n_same_stems),
    ]
    return [text for text in texts if text]


def _threshold(of: Calibration) -> list[str]:
    """From which threshold on the interval says that pairs leak; or that it says so of none, or labels are too few."""
    curve, share, needed = of.overall, of.precision, str(of.overall.least_surely)
    if of.threshold is not None and (step := curve.at(of.threshold)) is not None:
        slots = {"dense": of.score == "similarity", "start": step.threshold, "estimate": step.precision}
        return [SAID("calibration.from", share=share, **slots), SAID("calibration.kept", kept=step.kept)]
    if curve.stays_from is not None:
        few = curve.steps[0].n_labelled < curve.least_surely
        return [SAID("calibration.estimate", share=share, start=curve.stays_from, few=few, needed=needed)]
    form = "nowhere" if curve.too_few is None else "too-few"
    return [SAID(f"calibration.{form}", share=share, needed=needed)]


def label_files(files: Sequence[PairLabels]) -> list[str]:
    """Files that have the same labels, and rows that are no labels, since they are a machine's."""
    copies = ((next((of for of in files[:i] if one.says_as(of)), None), one) for i, one in enumerate(files))
    return [
        *(SAID("label-files.copy", one=copy.source, other=one.source) for copy, one in copies if copy),
        *(SAID("label-files.machine", n=one.n_by_machines, source=one.source) for one in files if one.n_by_machines),
    ]


def people_agree(of: PeopleAgreement) -> list[str]:
    """How far two people agree on the pairs that both labelled."""
    types = "agreement.no-types" if of.kinds is None else "agreement.types"
    verdicts = SAID("agreement.verdicts", agree=of.verdicts_agree, **_kappa(of.verdicts))
    about = {"pairs": of.n_types, "agree": of.kinds_agree, **_kappa(of.kinds or of.verdicts)}
    return [SAID("agreement", pairs=of.n_pairs), verdicts, SAID(types, **about)]


def _kappa(of: Coefficient) -> dict[str, float]:
    ends = {"ends": not isnan(of.low), "low": of.low, "high": of.high}
    return {"one": isnan(of.value), "kappa": of.value, **ends}


def leader(of: Effect) -> str:
    """Who has the best mean with the leaked queries and without; "" where there is nothing to compare."""
    if len(of.systems) < 2 or not of.n_leaked or not of.n_clean:
        return ""
    sign = -1 if of.lower_is_better else 1
    best = max(sign * (one.clean or 0.0) for one in of.systems)
    ahead = [one.system for one in of.systems if sign * (one.clean or 0.0) >= best - ROUNDING]
    first, some = of.systems[0].system, of.n_systems > len(of.systems)
    slots = {"stays": first in ahead, "ahead": ahead, "beside": [name for name in ahead if name != first]}
    return SAID("leader", some=some, first=first, measure=of.measure, **slots)


def unscored(of: Scored) -> str:
    """Leaked queries without a score, labelled ones that were not compared, the family of the tests; "" for none."""
    n, alpha = len(of.effects), of.effects[0].alpha if of.effects else 0.0
    slots = {"measures": n if n > 1 else 0, "alpha": alpha, "outside": of.n_outside}
    return SAID("unscored", unscored=of.n_unscored, **slots).strip()


def scores_title(of: Effect) -> str:
    """The chart's finding, no more than all numbers together say."""
    if of.p is None or of.did is None:
        return SAID("scores", measure=of.measure)
    form, difficulty = "chance" if of.p > of.alpha else "moves", of.sign is None and of.adjusted is not None
    return SAID(f"scores.{form}", gain=of.is_gain(of.did), difficulty=difficulty)


def precision_title(of: Calibration) -> str:
    """The chart's finding."""
    few = of.overall.too_few is not None or of.overall.stays_from is not None
    form = "from" if of.threshold is not None else "open" if few else "nowhere"
    return SAID(f"precision.{form}", dense=of.score == "similarity", start=of.threshold, share=of.precision)


def sections_of(of: LeakEvidence) -> list[Section]:
    """Those that have something to say, in reading order."""
    return [_answer(of), *_calibration(of), *_kinds(of), *_effects(of), *_review(of)]


def _answer(of: LeakEvidence) -> Section:
    leaks = of.leaks
    low, high = leaks.interval
    numbers = {"leaked": len(leaks.leaked), "queries": len(leaks.queries), "low": low, "high": high}
    level: Any = "warning" if leaks.leaked else "note"
    body: list[Any] = [Finding("leaked", level, "none", leaked(of), numbers)]
    warnings = {"own-texts": own_texts(leaks), "wordless": not_told(leaks)}
    body += [Finding(code, "warning", "none", text) for code, text in warnings.items() if text]
    searched = [one for one in (of.searched.chance, of.searched.recall) if one is not None]
    body += [Finding("vectors", "note", "none", one.explain()) for one in searched]
    seen = cant_see(of) if conclusion(of) else ""  # else the page begins with it
    rests_on = " ".join(filter(None, (what_counts(of), seen, counts(of))))
    body.append(Finding("counted", "note", "none", rests_on))
    if leaks.leaked:
        body.append(pairs_table(leaks))
    if any(pair.train_text for pair in leaks):
        body.append(fields_table(of))
    if leaks.leaked and any(pair.train_text for pair in leaks):
        types = {kind: n for kind, n in of.types.items() if n or kind != "different"}
        columns = [Column("type", list(types)), Column("leaks", list(types.values()), "pairs", digits=0)]
        body.append(Table("types", SAID("types.title"), columns, SAID("types.note")))
    return Section("answer", SAID("leaked.title"), body)


def _calibration(of: LeakEvidence) -> list[Section]:
    if of.people is None:
        return []
    calibration, agreement = of.people.calibration, of.people.agreement
    body: list[Any] = [Finding("calibration", "note", "none", " ".join(calibrated(calibration)))]
    if texts := label_files(of.people.files):
        body.append(Finding("label-files", "note", "labels", " ".join(texts)))
    body.append(precision(calibration))
    if agreement is not None:
        body.append(Finding("agreement", "note", "labels", " ".join(people_agree(agreement))))
        body += [disagreements_table(agreement)] if agreement.disagreements else []
    return [Section("calibration", SAID("calibration.title"), body)]


def _kinds(of: LeakEvidence) -> list[Section]:
    if of.kinds is None:
        return []
    body: list[Any] = [Finding("kinds", "note", "none", " ".join(effect_words.findings_on_kinds(of.kinds)))]
    if notes := effect_words.notes_on_kinds(of.kinds):
        body.append(Finding("kinds-notes", "note", "none", " ".join(notes)))
    if any(of.kinds.by_query.values()):
        body.append(kinds_table(of.kinds))
    return [Section("kinds", "What leaked?", body)]


def _effects(of: LeakEvidence) -> list[Section]:
    if of.scored is None:
        return []
    body: list[Any] = []
    if of.scored.unmatched:
        body.append(Finding("unmatched", "warning", "none", of.scored.unmatched))
    if text := unscored(of.scored):
        body.append(Finding("unscored", "note", "none", text))
    for one in of.scored.effects:
        numbers = {"did": one.did, "low": one.low, "high": one.high, "p": one.p}
        given = {name: value for name, value in numbers.items() if value is not None}
        gone = left_out(one)
        body += [Finding("unanswered", "warning", "queries", text) for text in gone]
        body += [Finding("effect", "note", "queries", text, given) for text in one.explain()[len(gone) :]]
        if text := leader(one):
            body.append(Finding("leader", "note", "queries", text))
        if one.systems and one.n_leaked and one.n_clean:
            body.append(scores(one))
    if of.scored.without_documents is not None:
        text = " ".join(of.scored.without_documents.explain())
        body.append(Finding("documents", "note", "labels", text))
    return [Section("effect", SAID("conclusion.title"), body)]


def _review(of: LeakEvidence) -> list[Section]:
    if not of.leaks.review:
        return []
    finding = Finding("review", "note", "none", SAID("review"), {"review": len(of.leaks.review)})
    firsts = sorted((of.leaks.of(query)[0] for query in of.leaks.review), key=lambda pair: -pair.strength)[:MOST_ROWS]
    table = _of_pairs("review", SAID("pairs.title", review=True), firsts, "")
    return [Section("review", SAID("review.title"), [finding, table])]


def precision(of: Calibration) -> Curves:
    """Precision, and the share of leaks that is kept, by threshold."""
    steps = of.overall.steps
    steps = steps[:: max(1, len(steps) // MOST_POINTS)]
    panels = ("Precision", "Leaks kept")
    values = [step.precision for step in steps], [step.kept for step in steps]
    columns = [
        Column("panel", [panel for panel in panels for _ in steps]),
        Column("series", ["all pairs"] * (2 * len(steps))),
        Column("x", [step.threshold for _ in panels for step in steps], digits=3),
        Column("y", [value for some in values for value in some], "share", digits=3),
        Column("low", [*(step.low for step in steps), *values[1]], "share", "95% over queries", 3),
        Column("high", [*(step.high for step in steps), *values[1]], "share", "95% over queries", 3),
    ]
    title = precision_title(of)
    axis = "cosine" if of.score == "similarity" else "overlap"
    return Curves("precision", title, SAID("precision.how"), Table("precision", title, columns), axis, "of pairs", True)


def scores(of: Effect) -> Scatter:
    """A point a system: its mean on clean queries, and on leaked ones."""
    title = scores_title(of)
    columns = [
        Column("system", [one.system for one in of.systems]),
        Column("x", [one.clean for one in of.systems], "", "on clean queries", 4),
        Column("y", [one.leaked for one in of.systems], "", "on leaked queries", 4),
        Column("kind", [EXPOSURES[one.exposed] for one in of.systems], heading="exposure"),
    ]
    sign = -1.0 if of.lower_is_better else 1.0
    clean, leaked = (sign * np.array([m or 0.0 for m in means]) for means in (columns[1].values, columns[2].values))
    named = few([one.system for one in of.systems], clean, leaked)
    return Scatter(
        f"leaked-{of.measure}", title, SAID("scores.how"), Table("scores", title, columns),
        f"{of.measure} on clean queries", "on leaked queries", named, same_scale=True,
    )  # fmt: skip


def pairs_table(leaks: Leaks) -> Table:
    """The strongest pair of each leaked query."""
    firsts = [leaks.of(query)[0] for query in leaks.leaked]
    shown = sorted(firsts, key=lambda pair: -pair.strength)[:MOST_ROWS]
    note = SAID("pairs.note", left=len(firsts) - len(shown), shown=MOST_ROWS, n=len(firsts))
    return _of_pairs("pairs", SAID("pairs.title", review=False), shown, note)


def _of_pairs(name: str, title: str, pairs: list[Leak], note: str) -> Table:
    columns = [
        Column("query", [pair.query for pair in pairs]),
        Column("test_text", [pair.text for pair in pairs], heading="test text"),
        Column("train_text", [pair.train_text for pair in pairs], heading="training text"),
        Column("type", [pair.type if pair.train_text else "" for pair in pairs]),
        Column("overlap", [pair.overlap for pair in pairs], "", SAID("pairs.overlap"), 2),
        Column("similarity", [pair.similarity for pair in pairs], "", SAID("pairs.similarity"), 3),
    ]
    there = [column for column in columns if any(value not in ("", None) for value in column.values)]
    return Table(name, title, there, note)


def fields_table(of: LeakEvidence) -> Table:
    """Test queries and training texts with a leak, by field, file, and all."""
    sources = list(dict.fromkeys(pair.source for pair in of.leaks))
    rows: list[tuple[str, str, FieldCount]] = []
    for source in [*sources, None] if len(sources) > 1 else [None]:
        named = SAID("fields.files") if source is None else source
        fields = list(of.fields)
        rows += [(named, name, FieldCount.of(of.leaks, name, source)) for name in fields]
        if len(fields) != 1:
            rows.append((named, SAID("fields.union"), FieldCount.of(of.leaks, None, source)))
    columns = [
        Column("source", [source for source, *_ in rows], heading="training texts"),
        Column("field", [name for _, name, _ in rows]),
        Column("queries", [n.queries for *_, n in rows], "", SAID("fields.queries"), 0),
        Column("train", [n.train for *_, n in rows], "", SAID("fields.train"), 0, heading="training"),
        Column("review", [n.review for *_, n in rows], "", SAID("fields.review"), 0),
    ]
    return Table("fields", SAID("fields.title"), columns, SAID("fields.note"))


def kinds_table(kinds: Kinds) -> Table:
    """What leaked of each query, with a training row that shows it."""
    rows = [(query, one) for query, several in kinds.found.items() for one in several][:MOST_ROWS]
    firsts = [one.examples[0] if one.examples else None for _, one in rows]
    columns = [
        Column("query", [query for query, _ in rows]),
        Column("kind", [one.kind for _, one in rows]),
        Column("rows", [one.n_rows for _, one in rows], "", SAID("kinds.rows"), 0),
        Column("documents", [len(one.docs) for _, one in rows], "", SAID("kinds.documents"), 0),
        Column("example", [first.train_text if first else "" for first in firsts], heading="training text"),
        Column("document", [first.doc if first else "" for first in firsts]),
        Column("by", [(first.by or "") if first else "" for first in firsts], "", SAID("kinds.by")),
    ]
    return Table("kinds", SAID("kinds.title"), columns, SAID("kinds.note"))


def disagreements_table(of: PeopleAgreement) -> Table:
    """The pairs on which two people disagree."""
    pairs = of.disagreements[:MOST_ROWS]
    said = [[one.type or ("leak" if one.is_leak else "no leak") for one in side] for side in zip(*pairs, strict=True)]
    columns = [
        Column("query", [one.query for one, _ in pairs]),
        Column("test_text", [one.text for one, _ in pairs], heading="test text"),
        Column("train_text", [one.train_text for one, _ in pairs], heading="training text"),
        *(Column(f"said_{n}", cells, heading=source) for n, (cells, source) in enumerate(zip(said, of.sources), 1)),
    ]
    return Table("disagreements", SAID("agreement.pairs"), columns)
