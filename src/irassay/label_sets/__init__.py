"""Label sets made from label sets: one file a concept. They come as Qrels or a QrelsStack."""

from __future__ import annotations

from irassay.label_sets.corpus_migration import Carried, carried, similarity
from irassay.label_sets.groups import without_group
from irassay.label_sets.noise import Confusion, confusion_of, noisy
from irassay.label_sets.one_relevant import first_retrieved, one_relevant, one_relevant_by
from irassay.label_sets.pooled_labels import of_groups, to_depth
from irassay.label_sets.relevant_subset import relevant_kept, relevant_kept_by_runs
from irassay.label_sets.thinning import thinned
from irassay.label_sets.transfer import before_mark, transfer_stack, transferred, without_document
from irassay.label_sets.transfer_agreement import TransferAgreement, transfer_agreement

__all__ = [
    "Carried",
    "Confusion",
    "TransferAgreement",
    "before_mark",
    "carried",
    "confusion_of",
    "first_retrieved",
    "noisy",
    "of_groups",
    "one_relevant",
    "one_relevant_by",
    "relevant_kept",
    "relevant_kept_by_runs",
    "similarity",
    "thinned",
    "to_depth",
    "transfer_agreement",
    "transfer_stack",
    "transferred",
    "without_document",
    "without_group",
]
