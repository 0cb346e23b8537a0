"""The exit code of a verb in one line, for the Markdown that a job summary shows: the code, then why it is that one."""

from __future__ import annotations

from irassay.drawing.escape import markdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.result import Finding


def line(code: int, reasons: Sequence[str]) -> str:
    """The line.

    >>> line(4, ["Whether new is better is open."])
    '**Exit code 4:** Whether new is better is open.'
    """
    return f"**Exit code {code}:** {markdown('; '.join(reasons))}"


def of_findings(findings: Sequence[Finding]) -> list[str]:
    """What the findings that ``--fail-on`` names say."""
    return [f"--fail-on {finding.code}: {finding.text}" for finding in findings]


def of_error(code: int, message: str) -> str:
    """What stands in the place of an answer that can't be given: every line of the message.

    >>> print(of_error(3, "a.run has 1 problem\\n  a.run:1  2 columns"))
    **Exit code 3:** a.run has 1 problem
    <BLANKLINE>
    a.run:1 2 columns
    """
    first, *more = (text.strip() for text in message.splitlines())
    return "\n\n".join([line(code, [first]), *(markdown(text) for text in more if text)])
