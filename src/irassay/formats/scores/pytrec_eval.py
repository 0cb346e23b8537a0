"""Results of pytrec_eval: ``{query: {measure: value}}``, ``SYSTEM.json``, one value a query."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from irassay.errors import cut, kind_of
from irassay.formats.format import LIKELY, NO
from irassay.formats.scores import ScoreFormat
from irassay.formats.sources.opening import stem
from irassay.formats.trees import json_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.scores import NameOf, Tasks
    from irassay.formats.sources.lines import Problems

# trec_eval's measures, as a file's first one tells the format.
_MEASURE = re.compile(
    r"map|gm_map|ndcg|Rprec|bpref|recip_rank|infAP|runid|num_(?:ret|rel|rel_ret|q)|set_\w+|iprec_at_recall_[\d.]+"
    r"|(?:P|recall|success|map_cut|ndcg_cut|relative_P)_\d+"
)


def looks_like(head: Head) -> int:
    """A measure of trec_eval in the first inner object."""
    first, second = json_tree.first_number(head)
    return LIKELY if _MEASURE.fullmatch(second) and "@" not in first else NO


def read(path: str, tree: Any, problems: Problems) -> Iterator[tuple[str, str, str, Any]]:
    """The file as the system, query, measure and value."""
    system = stem(path).removesuffix(".json")
    for query, values in tree.items():
        if not isinstance(values, dict):
            problems.add(f"[{cut(query)}]", f"{kind_of(values)}, expected measure -> value")
            continue
        for name, value in values.items():
            yield system, query, name, value


def write(tasks: Tasks, name_of: NameOf) -> Iterator[tuple[str, object]]:
    """One file, for the system."""
    yield "", {query: {name_of(name) or name: v for name, v in values.items()} for query, values in tasks.items()}


FORMAT = ScoreFormat(
    name="pytrec_eval",
    line='`{"query": {"measure": value}}`: what pytrec_eval returns, `SYSTEM.json`',
    holds="one value a query",
    detected_by="measures of trec_eval as the inner keys",
    looks_like=looks_like,
    values="one value a query",
    files="a file a system",
    read=read,
    write=write,
)
