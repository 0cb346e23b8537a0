"""The sections of the page: the answer, the pairs, people's labels, what leaked, scores, order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.leakage import kinds_words
from irassay.leakage.effect_words import left_out
from irassay.leakage.own_texts import own_texts
from irassay.result import Finding, Section
from irassay.studies.leak import charts, tables, words

if TYPE_CHECKING:
    from irassay.studies.leak.evidence import LeakEvidence


def sections_of(of: LeakEvidence) -> list[Section]:
    """Those that have something to say, in reading order."""
    return [_answer(of), *_calibration(of), *_kinds(of), *_effects(of), *_review(of)]


def _answer(of: LeakEvidence) -> Section:
    leaks = of.leaks
    low, high = leaks.interval
    numbers = {"leaked": len(leaks.leaked), "queries": len(leaks.queries), "low": low, "high": high}
    level: Any = "warning" if leaks.leaked else "note"
    body: list[Any] = [Finding("leaked", level, "none", words.leaked(of), numbers)]
    if text := own_texts(leaks):
        body.append(Finding("own-texts", "warning", "none", text))
    if text := words.not_told(leaks):
        body.append(Finding("wordless", "warning", "none", text))
    body += [Finding("vectors", "note", "none", text) for text in words.of_search(of)]
    if text := words.counts(of):
        body.append(Finding("counted", "note", "none", text))
    if leaks.leaked:
        body.append(tables.pairs_table(leaks))
    if any(pair.train_text for pair in leaks):
        body += [tables.fields_table(of), *([tables.types_table(of)] if leaks.leaked else [])]
    return Section("answer", "Which test queries leaked?", body)


def _calibration(of: LeakEvidence) -> list[Section]:
    if of.people is None:
        return []
    calibration, agreement = of.people.calibration, of.people.agreement
    body: list[Any] = [Finding("calibration", "note", "none", " ".join(words.calibrated(calibration)))]
    if texts := words.label_files(of.people.files):
        body.append(Finding("label-files", "note", "labels", " ".join(texts)))
    body.append(charts.precision(calibration))
    if agreement is not None:
        body.append(Finding("agreement", "note", "labels", " ".join(words.agreement(agreement))))
        body += [tables.disagreements_table(agreement)] if agreement.disagreements else []
    return [Section("calibration", "How right is the threshold?", body)]


def _kinds(of: LeakEvidence) -> list[Section]:
    if of.kinds is None:
        return []
    body: list[Any] = [Finding("kinds", "note", "none", " ".join(kinds_words.findings(of.kinds)))]
    if notes := kinds_words.notes(of.kinds):
        body.append(Finding("kinds-notes", "note", "none", " ".join(notes)))
    if any(of.kinds.by_query.values()):
        body.append(tables.kinds_table(of.kinds))
    return [Section("kinds", "What leaked?", body)]


def _effects(of: LeakEvidence) -> list[Section]:
    if of.scored is None:
        return []
    body: list[Any] = []
    if of.scored.unmatched:
        body.append(Finding("unmatched", "warning", "none", of.scored.unmatched))
    if text := words.unscored(of.scored):
        body.append(Finding("unscored", "note", "none", text))
    for one in of.scored.effects:
        numbers = {"did": one.did, "low": one.low, "high": one.high, "p": one.p}
        given = {name: value for name, value in numbers.items() if value is not None}
        gone = left_out(one)
        body += [Finding("unanswered", "warning", "queries", text) for text in gone]
        body += [Finding("effect", "note", "queries", text, given) for text in one.explain()[len(gone) :]]
        if text := words.leader(one):
            body.append(Finding("leader", "note", "queries", text))
        if one.systems and one.n_leaked and one.n_clean:
            body.append(charts.scores(one))
    if of.scored.without_documents is not None:
        text = " ".join(of.scored.without_documents.explain())
        body.append(Finding("documents", "note", "labels", text))
    return [Section("effect", "Did it move scores or order?", body)]


def _review(of: LeakEvidence) -> list[Section]:
    if not of.leaks.review:
        return []
    finding = Finding("review", "note", "none", words.REVIEW, {"review": len(of.leaks.review)})
    return [Section("review", "For people to look at", [finding, tables.review_table(of.leaks)])]
