"""The two shares, the short answers, and where all systems stand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate

from irassay.messages import Name, down_to, parts
from irassay.result import Doubt, Finding, Level, Section, Strip
from irassay.studies.overview.comparison import OverviewEvidence
from irassay.studies.page_section import plain_section
from irassay.studies.sections.points import STRIP_FROM, strip_of
from irassay.verdict import Needed, Verdict
from irassay.verdict.pair import Require
from irassay.verdict.words import answers as answer_words
from irassay.verdict.words import next_steps as step_words
from irassay.verdict.words.lead import lead_by_a_hair
from irassay.verdict.words.phrases import SAID

IN_NO_MEAN = ("unrateable-queries", "unrated-queries")  # codes: the queries that the verdict counts are not all


def verdict_section(evidence: OverviewEvidence) -> Section:
    """Two shares, short answers, what needs a look, and where all systems stand."""
    verdict = evidence.verdict
    body: list[Finding | Strip] = []
    if verdict.kind in ("few", "many", "baseline"):
        body += _shares(verdict)
    if verdict.kind in ("two", "few", "many", "baseline", "tied"):
        body += _answers(verdict, evidence.require, evidence.to_mend)
    if verdict.kind in ("one", "two", "few", "many", "same"):
        body += _identical(verdict)
    body += [f for f in evidence.files if f.code in IN_NO_MEAN]
    body += _errors(evidence)
    if verdict.kind in ("few", "many", "baseline") and verdict.n >= STRIP_FROM:
        body.append(strip_of(verdict.league))
    return Section("verdict", "Verdict", body)


def _shares(verdict: Verdict) -> list[Finding]:
    scope = answer_words.scope(verdict)
    league = verdict.league
    numbers: dict[str, float | int | str] = {"settled": league.n_settled, "pairs": league.n_tested}
    numbers["share"] = league.n_settled / league.n_tested if league.n_tested else math.nan
    if league.chance is not None:
        numbers |= {"settled_least": league.chance[0], "settled_most": league.chance[1]}
    level: Level = "settled" if verdict.queries_high else "undecided"
    queries = Finding("share-queries", level, "queries", answer_words.share_queries(verdict), numbers, effect=scope)
    numbers = {"pairs": verdict.labels_pairs, "open": verdict.labels_open, "not_known": verdict.labels_unknown}
    numbers["likely"] = verdict.n_likely
    if verdict.labels_settled is not None:
        numbers["settled"] = verdict.labels_settled
        numbers["share"] = verdict.labels_settled / verdict.labels_pairs if verdict.labels_pairs else math.nan
    level = "settled" if verdict.labels_high else "undecided"
    labels = Finding("share-labels", level, "labels", answer_words.share_labels(verdict), numbers, effect=scope)
    return [queries, labels]


def _answers(verdict: Verdict, require: Require, mend: str) -> list[Finding]:
    if verdict.kind == "two":
        return [_next(verdict, require, mend)]
    league, first, named = verdict.league, verdict.systems[0], _with_marks(verdict)
    code = "answer-lowest" if league.lower_is_better else "answer-highest"
    highest = (first, *league.same.get(first, ()))
    best = _answer(code, "note", "none", answer_words.best(named), {"mean": float(league.mean[0])}, highest)
    if verdict.kind == "tied":
        return [best]
    leaders = tuple(league.leaders) or tuple(league.baseline)
    n_leaders, n_behind = {"leaders": len(league.leaders)}, {"behind": verdict.behind}
    sentence = [] if league.baseline else [_answer("answer-sentence", "note", "none", answer_words.sentence(named), {})]
    return [
        *sentence,
        best,
        _answer("answer-apart", "undecided", "queries", answer_words.apart(named), n_leaders, leaders),
        _answer(
            "answer-behind", "settled", "queries", answer_words.behind(named), n_behind, effect=lead_by_a_hair(verdict)
        ),
        _next(verdict, require, mend),
    ]


def _with_marks(verdict: Verdict) -> Verdict:
    names = (*verdict.league.runs, *verdict.league.unranked, *verdict.suspects)
    return verdict.renamed({name: Name(name) for name in names})


def _answer(
    code: str, level: Level, doubt: Doubt, text: str, numbers: Mapping[str, float | int | str],
    systems: Sequence[str] = (), *, effect: str = "",
) -> Finding:  # fmt: skip
    return Finding(code, level, doubt, text, numbers, systems, effect, systems=systems, mentions=())


def _next(verdict: Verdict, require: Require, mend: str) -> Finding:
    step = next((step for step in verdict.steps if step.kind != "look"), None)
    of_labels = step is not None and step.kind == "labels" and require != "taken"
    likely = "" if verdict.kind == "two" else answer_words.likely_by_labels(verdict)
    items = step_words.next_items(_with_marks(verdict), require=require, mend=mend)
    begins = accumulate((len(parts(item)[0]) + 1 for item in items[:-1]), initial=0)
    return Finding(
        "answer-next",
        "note",
        "labels" if of_labels else "queries",
        " ".join(items),
        _ranges(verdict),
        effect=" ".join(filter(None, (likely, step_words.next_note(verdict, require=require)))),
        action=step_words.judge_command(verdict, require=require),
        systems=verdict.suspects,
        mentions=(),
        items=tuple(begins) if len(items) > 1 else (),
    )


def _ranges(verdict: Verdict) -> dict[str, float | int | str]:
    """How many queries pairs would take: the ends of each range, where they are finite."""
    ends = {f"{_between(verdict, n)}, {end}": getattr(n, end) for n in verdict.needed for end in ("low", "high")}
    return {name: queries for name, queries in ends.items() if math.isfinite(queries)}


def _between(verdict: Verdict, needed: Needed) -> str:
    return f"{needed.of} – {needed.other}" if len(verdict.league.baseline) > 1 else needed.other


def _identical(verdict: Verdict) -> list[Finding]:
    found, of = [], {"measure": verdict.league.measure, "down_to": down_to(verdict.depth)}
    for runs in ((system, *others) for system, others in verdict.league.same.items() if others):
        text = SAID("identical", runs=list(runs), **of)
        found.append(Finding("identical", "note", "none", text, {"systems": len(runs)}, systems=runs))
    return found


def _errors(evidence: OverviewEvidence) -> list[Finding]:
    """File errors that concern everything or a leader, repeated where the eye is."""
    verdict = evidence.verdict
    if not verdict.has_retrieved_labels:
        return [f for f in evidence.files if f.level == "error"]
    top = {name for leader in verdict.league.leaders for name in (leader, *verdict.league.same.get(leader, ()))}
    return [f for f in evidence.files if f.level == "error" and top.intersection(f.systems)]


SECTION = plain_section("verdict", "Verdict", verdict_section, about="files")
