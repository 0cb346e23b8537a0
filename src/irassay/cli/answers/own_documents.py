"""The warnings about the queries' own documents, those whose id is that of the query: in runs, or removed from them."""

from __future__ import annotations

from irassay.messages import BY_CHANCE, capital, count, own_removed, plural, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.own_documents import OwnDocuments
    from irassay.formats.inputs import Inputs

INSTEAD = "--identical-ids count keeps them"


def warnings(inputs: Inputs, own: OwnDocuments) -> list[str]:
    """One sentence where runs hold the own documents of half of their labelled queries, or removed ones are relevant;
    else []."""
    if inputs.identical_ids == "ignore":
        return [f"{capital(own_removed(own.relevant, own.removed))}; {BY_CHANCE}: {INSTEAD}"] if own.relevant else []
    often = own.often()
    if inputs.identical_ids is not None or not often:
        return []
    most = max(often, key=lambda system: often[system][0])
    n, answered = often[most]
    name, share = visible(most), f"{count(n)} of {plural(answered, 'query')}"
    who = f"{name} retrieves the query's own document on {share}"
    if len(often) > 1:
        which = f"{count(len(often))} of {count(len(own.systems))} runs"
        who = f"{which} retrieve the query's own document, such as {name} on {share}"
    return [f"{who}: --identical-ids ignore removes such documents, as BEIR does"]
