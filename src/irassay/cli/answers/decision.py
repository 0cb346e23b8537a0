"""The exit code of a verb, and the line that says why, for the Markdown that a job summary shows.

``--expect`` answers by it: 0 settled as expected, 1 settled against, 4 undecided, 5 exactly tied. Settled means by the
queries, and by the labels as far as ``--require`` asks. With a margin nothing is a tie.
"""

from __future__ import annotations

from irassay.cli.answers.said import CLI
from irassay.drawing.escape import markdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.cli.answers.comparison import Comparison
    from irassay.result import Finding

CODE = {"better": 0, "worse": 1, "undecided": 4, "tied": 5}
MARGIN_CODE = {"not inferior": 0, "inferior": 1, "undecided": 4}
CODES = CODE | MARGIN_CODE  # by the answer, whichever was asked for


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
