"""``--expect "new > old"`` and ``--fail-on``: what the exit code says when it is asked to say something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.errors import UsageError, cut

if TYPE_CHECKING:
    from irassay.cli.compared import Compared

SETTLED, AGAINST, UNDECIDED, TIED = 0, 1, 4, 5
EQUAL = 1e-12  # means no further apart are tied


def parse(text: str) -> tuple[str, str]:
    """The system expected to be better, then the other.

    >>> parse("new > old"), parse("old<new")
    (('new', 'old'), ('new', 'old'))
    """
    for sign in (" > ", " < ", ">", "<"):
        left, found, right = text.partition(sign)
        if found and left.strip() and right.strip():
            pair = (left.strip(), right.strip())
            return pair if ">" in sign else (pair[1], pair[0])
    raise UsageError(f"--expect is {cut(text)}, expected an order such as 'new > old'")


def code(one: Compared, better: str, worse: str) -> int:
    """The exit code: 0 settled by the queries as expected, 1 settled against, 4 undecided, 5 exactly tied."""
    pair = one.league.pair(better, worse)
    if pair.same or abs(pair.difference) <= EQUAL:
        return TIED
    if not pair.significant:
        return UNDECIDED
    return SETTLED if (pair.difference > 0) != pair.lower_is_better else AGAINST


def named(wanted: Sequence[str], found: Sequence[Compared]) -> bool:
    """Whether a finding has one of these codes or levels.

    Raises
    ------
    UsageError
        Where a name is no level and no finding could ever have that code.
    """
    levels = ("settled", "undecided", "note", "warning", "error")
    findings = [finding for one in found for finding in one.league.result().findings]
    codes = {finding.code for finding in findings}
    return any(name in codes or any(f.level == name for f in findings) for name in wanted if name in (*levels, *codes))
