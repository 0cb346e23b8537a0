"""The exit code of a verb in one line, for the Markdown that a job summary shows: the code, then why it is that one."""

from __future__ import annotations

from irassay.drawing.escape import markdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.result import Finding


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
