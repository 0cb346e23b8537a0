"""The warnings about the queries' own documents, those whose id is that of the query: in runs, or removed from them."""

from __future__ import annotations

from irassay.cli.answers.said import CLI
from irassay.messages import BY_CHANCE, capital, own_removed, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.own_documents import OwnDocuments
    from irassay.formats.inputs import Inputs


def warnings(inputs: Inputs, own: OwnDocuments) -> list[str]:
    """One sentence where runs hold the own documents of half of their labelled queries, or removed ones are relevant;
    else []."""
    if inputs.identical_ids == "ignore":
        removed = capital(own_removed(own.relevant, own.removed))
        return [CLI("own-documents.removed", removed=removed, by_chance=BY_CHANCE)] if own.relevant else []
    often = own.often()
    if inputs.identical_ids is not None or not often:
        return []
    most = max(often, key=lambda system: often[system][0])
    n, queries = often[most]
    slots = {"name": visible(most), "runs": len(often), "of": len(own.systems), "n": n, "queries": queries}
    return [CLI("own-documents", **slots)]
