"""Label sets derived from label sets, returned as Qrels or as a QrelsStack. Each file holds one kind of derivation."""

from __future__ import annotations

from irassay.label_sets.best_answers import BestAnswers, WonPairings, best_answers, win_counts, won_pairings
from irassay.label_sets.combined_answers import DawidSkene, dawid_skene, united
from irassay.label_sets.corpus_migration import LabelMigration, migrate_labels, similarity
from irassay.label_sets.extrapolated import extrapolated
from irassay.label_sets.extrapolated_files import Extrapolated, Gold
from irassay.label_sets.noise import Confusion, confusion_of, noisy
from irassay.label_sets.one_relevant import first_retrieved, one_relevant, one_relevant_by
from irassay.label_sets.pooled_labels import of_groups, to_depth, without_group
from irassay.label_sets.relevant_subset import relevant_subset, relevant_subset_by_runs, thinned
from irassay.label_sets.transfer import (
    TransferAgreement,
    before_mark,
    transfer_agreement,
    transfer_stack,
    transferred,
    without_document,
)

__all__ = [
    "BestAnswers",
    "Confusion",
    "DawidSkene",
    "Extrapolated",
    "Gold",
    "LabelMigration",
    "TransferAgreement",
    "WonPairings",
    "before_mark",
    "best_answers",
    "confusion_of",
    "dawid_skene",
    "extrapolated",
    "first_retrieved",
    "migrate_labels",
    "noisy",
    "of_groups",
    "one_relevant",
    "one_relevant_by",
    "relevant_subset",
    "relevant_subset_by_runs",
    "similarity",
    "thinned",
    "to_depth",
    "transfer_agreement",
    "transfer_stack",
    "transferred",
    "united",
    "win_counts",
    "without_document",
    "without_group",
    "won_pairings",
]
