"""The warning about runs that hold the queries' own documents: those whose id is that of the query."""

from __future__ import annotations

from irassay.wording import count, plural, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.cli.inputs import Inputs

MOST_BY_CHANCE = 0.5  # the share of a run's queries below which ids may be equal by chance


def warnings(inputs: Inputs, systems: Sequence[str], counts: Sequence[tuple[int, int]]) -> list[str]:
    """One sentence where runs hold the own documents of half of their labelled queries or more; [] elsewhere.

    Nothing is said to who chose whether these documents count. `counts` has for each system the labelled queries whose
    own document it retrieves, and those that it answers.
    """
    if inputs.identical_ids is not None:
        return []
    those = [i for i, (own, answered) in enumerate(counts) if own and own >= MOST_BY_CHANCE * answered]
    if not those:
        return []
    most = max(those, key=lambda i: counts[i][0])
    own, answered = counts[most]
    name, share = visible(systems[most]), f"{count(own)} of {plural(answered, 'query')}"
    who = f"{name} retrieves the query's own document on {share}"
    if len(those) > 1:
        which = f"{count(len(those))} of {count(len(counts))} runs"
        who = f"{which} retrieve the query's own document, such as {name} on {share}"
    return [f"{who}: --identical-ids ignore removes such documents, as BEIR does"]
