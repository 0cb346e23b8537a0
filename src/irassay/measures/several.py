"""Several measures as they were asked for: each once, with the name to print."""

from __future__ import annotations

from irassay.errors import UsageError
from irassay.measures.measure import Measure
from irassay.measures.names import Name, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def parse_all(measures: str | Measure | Iterable[str | Measure]) -> tuple[Measure, ...]:
    """Several measures; a trec_eval family (``P.5,10``, ``recall``, ``official``) stands for all its members. A
    repeated measure counts once, at its first position. Errors are those of `Measure.parse`, UsageError also without a
    measure."""
    return tuple(names_as_asked(measures))


def names_as_asked(measures: str | Measure | Iterable[str | Measure]) -> dict[Measure, str]:
    """Several measures, each with the name to print: trec_eval's or another tool's where that was asked for. The first
    name of a repeated measure counts; errors are those of `parse_all`."""
    first: dict[Measure, str] = {}
    for measure, name in all_names(measures):
        first.setdefault(measure, name)
    return first


def all_names(measures: str | Measure | Iterable[str | Measure]) -> list[tuple[Measure, str]]:
    """As `names_as_asked`, with each name by which a measure was asked for; each name is read as its measure."""
    if isinstance(measures, (str, Measure)):
        measures = [measures]
    if not hasattr(measures, "__iter__"):
        raise UsageError(f"expected measures' names, such as nDCG@10, but got {measures!r}")
    of_name: dict[str, Measure] = {}
    for text in measures:
        if not isinstance(text, (str, Measure)):
            raise UsageError(f"expected a measure's name, such as nDCG@10, but got {text!r}")
        for name in [Name(str(text))] if isinstance(text, Measure) else names_of(text):
            measure = Measure.parse(text if isinstance(text, Measure) else name.ours)
            printed = name.printed or str(measure)
            of_name[printed] = measure
    if not of_name:
        raise UsageError("no measure given; expected at least one, such as nDCG@10")
    return [(measure, printed) for printed, measure in of_name.items()]
