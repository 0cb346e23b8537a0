"""The order of two systems that the reader expected: whether it is settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irassay.preflight.unfit import check_loser, unfit
from irassay.result import Finding, Section
from irassay.studies.overview.comparison import OverviewComparison, OverviewEvidence
from irassay.studies.overview.words import OVERVIEW
from irassay.studies.page_section import PageSection
from irassay.verdict import NonInferiority, PairVerdict, non_inferiority
from irassay.verdict.expectation import Expectation
from irassay.verdict.pair import Require


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


def collect(comparison: OverviewComparison) -> Expected | None:
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


SECTION = PageSection("expected", "Expected", collect, expected_section, about="files")
