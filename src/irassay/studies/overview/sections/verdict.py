"""The two shares, the short answers, where all systems stand, and the order that the reader expected."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from irassay.messages import Name, down_to, parts
from irassay.preflight.unfit import check_loser, unfit
from irassay.result import Doubt, Finding, Level, Section, Strip
from irassay.studies.overview.comparison import OVERVIEW, OverviewComparison, OverviewEvidence
from irassay.studies.page_section import PageSection, plain_section
from irassay.studies.sections.captions import STRIP_FROM, strip_of
from irassay.verdict import NonInferiority, PairVerdict, Verdict, non_inferiority
from irassay.verdict.expectation import Expectation
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
    several = len(verdict.league.baseline) > 1
    pairs = {f"{n.of} – {n.other}" if several else n.other: n for n in verdict.needed}
    ends = {f"{pair}, {end}": getattr(n, end) for pair, n in pairs.items() for end in ("low", "high")}
    return {name: queries for name, queries in ends.items() if math.isfinite(queries)}


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


VERDICT = plain_section("verdict", "Verdict", verdict_section, about="files")


@dataclass(frozen=True, slots=True)
class Expected:
    """An order of two systems, and what is decided of it."""

    order: Expectation
    pair: PairVerdict
    margin: NonInferiority | None  # None where the first system is to be better
    require: Require  # what labels must do

    @property
    def answer(self) -> str:
        """ "better", "worse", "tied" or "undecided"; with a margin "not inferior", "inferior" or "undecided"."""
        return (self.pair if self.margin is None else self.margin).answer(self.require)

    @property
    def loser(self) -> str:
        """The system that loses where the order is settled, either way; "" where it is not."""
        settled = {"better": self.order.worse, "not inferior": self.order.worse}
        settled |= {"worse": self.order.better, "inferior": self.order.better}
        return settled.get(self.answer, "")

    @property
    def sentence(self) -> str:
        """The answer, and the numbers behind it."""
        return (self.pair if self.margin is None else self.margin).sentence(self.require)


def expectation_of(comparison: OverviewComparison) -> Expected | None:
    """What is decided of the expected order; None where there is none. InputError where it is settled against a run
    whose lists were cut, unless taken as they are."""
    claim = comparison.claim
    if claim is None:
        return None
    order, verdict, inputs = claim.order(comparison.league.runs), comparison.verdict, comparison.inputs
    margin = None
    if order.margin is not None:
        margin = non_inferiority(
            verdict, *order.pair, margin=order.margin, qrels=inputs.labels, runs=inputs.runs,
            threads=comparison.threads,
        )  # fmt: skip
    expected = Expected(order, verdict.pair(*order.pair), margin, claim.require)
    if expected.loser and claim.require != "taken":
        check_loser(unfit(inputs.labels, inputs.runs, [comparison.measure]), str(comparison.measure), expected.loser)
    return expected


def expected_section(evidence: OverviewEvidence, expected: Expected | None = None) -> Section | None:
    """The answer as a finding; programs read it as `answer` among the numbers."""
    if expected is None:
        return None
    order, difference = expected.order, expected.pair.queries.difference
    numbers: dict[str, float | int | str] = {"answer": expected.answer, "difference": difference}
    if expected.margin is not None:
        of = expected.margin
        numbers |= {"difference": of.difference, "low": of.low, "high": of.high, "margin": of.margin}
    of_files = [
        finding
        for finding in evidence.files
        if finding.level in ("error", "warning") and (not finding.systems or set(finding.systems) & set(order.pair))
    ]
    finding = Finding(
        "expected",
        "undecided" if expected.answer in ("undecided", "tied") else "settled",
        "none",
        expected.sentence,
        numbers | {"require": expected.require},
        effect=about_files(of_files),
        systems=order.pair,
    )
    return Section("expected", question(order), [finding])


def question(order: Expectation) -> str:
    """What was expected, as a question."""
    return OVERVIEW("expected", better=order.better, worse=order.worse, margin=order.margin)


def advice(action: str, answer: str) -> str:
    """What to do next, which is beside the point where what was expected has its answer."""
    if not action or answer == "undecided":
        return action
    return OVERVIEW("expected.beside", action=f"{action[0].lower()}{action[1:]}")


def about_files(findings: Sequence[Finding]) -> str:
    """What errors and warnings about the files say that the answer was made from; "" without any."""
    if not findings:
        return ""
    errors, texts = sum(one.level == "error" for one in findings), "; ".join(one.text for one in findings)
    of = {"errors": errors, "warnings": len(findings) - errors, "both": 0 < errors < len(findings)}
    return OVERVIEW("expected.files", texts=texts, **of)


EXPECTED = PageSection("expected", "Expected", expectation_of, expected_section, about="files")
