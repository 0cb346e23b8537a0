"""Sentences on labels whose queries are texts, where a file of texts gives these queries their ids."""

from __future__ import annotations

from irassay.messages import conjugate, listed, plural, visible
from irassay.preflight.ids import mending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from irassay.collection.qrels import Qrels

NAMED = 3  # queries in a sentence before they are counted


def without_text(labels: Qrels, by_id: Qrels, texts: Mapping[str, str], source: str) -> str:
    """A warning of labels that are lost because their queries are none of the texts; `by_id` are the labels after
    queries took their ids."""
    known = {text.strip() for text in texts.values()}
    lost = [query for query in labels.queries if query.strip() not in known]
    if not lost or (by_id is labels and any(query in texts for query in labels.queries)):
        return ""
    n, one = sum(len(labels.grades(query)) for query in lost), len(lost) == 1
    unmatched = known - {query.strip() for query in labels.queries}
    hint = mending([({query.strip() for query in lost}, unmatched)], noun="queries", sides=("the labels", source))
    becomes = f"and {'its' if one else 'their'} {plural(n, 'label')} {conjugate(n, 'is')} left out"
    if by_id is labels:
        becomes = f"and {'keeps its name' if one else 'keep their names'}"
    text = (
        f"{plural(len(lost), 'labelled query is', 'labelled queries are')} not in {visible(source)}, {becomes}: "
        f"{listed(map(visible, lost), NAMED)}"
    )
    return f"{text}; {hint}" if hint else text
