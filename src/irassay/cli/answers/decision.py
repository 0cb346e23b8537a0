"""The exit code of a verb, the findings that ``--fail-on`` names, and the line that says why, in Markdown.

``--expect`` answers by it: 0 settled as expected, 1 settled against, 4 undecided, 5 exactly tied. Settled means by the
queries, and by the labels as far as ``--require`` asks. With a margin nothing is a tie.
"""

from __future__ import annotations

from dataclasses import replace

from irassay.cli.answers.said import CLI
from irassay.drawing.escape import markdown
from irassay.drawing.tables.text import filled
from irassay.drawing.terminal import PROSE, Screen
from irassay.errors import UsageError, cut
from irassay.messages import alike, did_you_mean, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.cli.answers.comparison import Comparison
    from irassay.formats.inputs import Inputs
    from irassay.result import Finding

CODE = {"better": 0, "worse": 1, "undecided": 4, "tied": 5}
MARGIN_CODE = {"not inferior": 0, "inferior": 1, "undecided": 4}
CODES = CODE | MARGIN_CODE  # by the answer, whichever was asked for
UNEQUAL = "unjudged-differ"
LEVELS = ("error", "warning", "undecided", "note", "settled")


def line(code: int, reasons: Sequence[str]) -> str:
    """The line of an exit code and its reasons."""
    return f"**Exit code {code}:** {markdown('; '.join(reasons))}"


def of_findings(findings: Sequence[Finding]) -> list[str]:
    """What the findings that ``--fail-on`` names say."""
    return [f"--fail-on {finding.code}: {finding.text}" for finding in findings]


def of_error(code: int, message: str) -> str:
    """What stands in the place of an answer that can't be given: every line of the message."""
    first, *more = (text.strip() for text in message.splitlines())
    return "\n\n".join([line(code, [first]), *(markdown(text) for text in more if text)])


def code(one: Comparison, better: str, worse: str) -> int:
    """The exit code of a comparison, where one system is expected to be better than another, or not much worse."""
    if one.margin is not None:
        return MARGIN_CODE[one.margin.answer(one.require)]
    return CODE[one.verdict.pair(better, worse).answer(one.require)]


def sentence(one: Comparison, better: str, worse: str) -> str:
    """What is decided of the order, in the words of the answer; with the measure, where it is one of several."""
    from irassay.verdict.words import non_inferiority

    if one.margin is not None:
        text = non_inferiority.headline(one.margin, require=one.require)
    else:
        text = one.headline(one.verdict.pair(better, worse).ahead_first())
    return f"{text} {by_first(one)}" if one.among_measures else text


def by_first(one: Comparison) -> str:
    """By which of several measures the exit code answers."""
    return CLI("exit-code", measure=one.league.measure)


def codes() -> dict[str, tuple[str, ...]]:
    """Verb -> the codes of what it finds."""
    from irassay.preflight.catalogue import catalogue

    of_league = tuple(code for code, entry in catalogue().items() if entry.verbs == ("compare",))
    return {"check": tuple(code for code in catalogue() if code not in of_league), "compare": of_league}


def check(names: Sequence[str], verb: str, screen: Screen) -> None:
    """Raise UsageError, with the names there are, where a name is no finding's, before any file is read. `screen` warns
    of one that the verb never finds."""
    if not names:
        return
    of = codes()
    everything = [*LEVELS, *(code for finds in of.values() for code in finds)]
    for name in names:
        if name not in everything:
            hint = did_you_mean(alike(name, everything), instead="expected a level or the name of a finding")
            kinds = {"Levels": LEVELS} | {f"Findings of {verb}": finds for verb, finds in of.items()}
            every = (f"{kind}: {listed(named, len(named))}" for kind, named in kinds.items())
            paragraphs = "\n".join(filled(text, PROSE, indent=2, first=0) for text in every)
            raise UsageError(f"--fail-on is {cut(name)}; {hint}\n{paragraphs}")
        if name not in (*LEVELS, *of[verb]) and not (verb == "compare" and name in of["check"]):
            other = next(other for other, finds in of.items() if name in finds)
            screen.warn(CLI("fail-on.never", name=name, verb=verb, other=other))


def of_files(names: Sequence[str], inputs: Inputs, measures: Sequence[str], *, ties: str | None) -> list[Finding]:
    """The findings of `irassay check` with one of these codes; without such a code nothing is checked."""
    from irassay.preflight.check import check_inputs

    wanted = {name for name in names if name in codes()["check"]}
    if not wanted:
        return []
    return [finding for finding in check_inputs(inputs, measures, ties=ties).findings if finding.code in wanted]


def on_answer(findings: Sequence[Finding], first: Comparison) -> tuple[list[Finding], list[Finding]]:
    """The findings on which the answer depends, and the others: unequal shares where ``--unjudged`` lists nothing."""
    unequal = [finding for finding in findings if finding.code == UNEQUAL]
    n = first.n_to_judge() if unequal else None
    if n is None:
        return list(findings), []
    others = [finding for finding in findings if finding.code != UNEQUAL]
    if not n:
        return others, unequal
    return [*others, *(replace(one, text=CLI("fail-on.unequal", text=one.text, n=n)) for one in unequal)], []


def of_comparisons(names: Sequence[str], comparisons: Sequence[Comparison]) -> list[Finding]:
    """The findings of the comparisons that have one of these codes or levels."""
    findings = [finding for one in comparisons for finding in one.league.result().findings] if names else []
    return [finding for finding in findings if finding.code in names or finding.level in names]
