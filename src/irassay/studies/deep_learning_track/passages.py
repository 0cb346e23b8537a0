"""Labels of documents from those of their passages, held against the documents' own (Tables 5 to 7, Figure 9)."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, cast

from irassay.judgments import transfer_agreement, transferred
from irassay.result import Finding, Section
from irassay.studies.deep_learning_track import words
from irassay.studies.deep_learning_track.figures import inferred_scatters
from irassay.studies.deep_learning_track.given import Given

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels

Documents = Mapping[str, str]  # passage -> document


def read_documents(path: str | PathLike[str]) -> Documents:
    """Which document each passage is of: two columns, passage and document, parted by a tab."""
    from irassay.formats.texts import read_texts

    return dict(read_texts(path))


def passages_section(given: Given, passages: Qrels, documents: Documents, *, ties: str) -> Section:
    """What the best passage says of a document against what its judge said, and what that does to the order.

    Raises
    ------
    InputError
        No document has labels of both kinds.
    """
    inferred = transferred(passages, documents)
    found = transfer_agreement(
        given.qrels,
        inferred,
        given.runs,
        measure=given.main,
        ties=cast(Literal["float64", "float32"], ties),
        seed=given.seed,
    )
    body: list[Any] = [
        Finding("inferred", "note", "labels", words.inferred(found, inferred.n_labels), {"kappa": found.kappa.value}),
        Finding("inferred-order", "note", "labels", words.inferred_order(found), {"tau": found.tau}),
        *inferred_scatters(given, found),
        *found.tables(),
        found.scores(),
    ]
    return Section("passages", "Documents judged by their passages", body, standfirst=words.passages_standfirst())
