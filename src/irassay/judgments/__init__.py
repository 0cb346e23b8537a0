"""What to judge, and label sets made from label sets: one file a concept. They come as Qrels or a QrelsStack."""

from __future__ import annotations

from irassay.judgments.audits import Audit, audit
from irassay.judgments.candidates import write_candidates
from irassay.judgments.carried import Carried, carried
from irassay.judgments.groups import without_group
from irassay.judgments.noise import Confusion, confusion_of, noisy
from irassay.judgments.one_relevant import first_retrieved, one_relevant, one_relevant_by
from irassay.judgments.pooled_labels import of_groups, to_depth
from irassay.judgments.pools import Pool, pool
from irassay.judgments.queries import QuerySample, length_strata, sample_queries
from irassay.judgments.recorded import read_pool
from irassay.judgments.relevant_kept import relevant_kept, relevant_kept_by_runs
from irassay.judgments.thinned import thinned
from irassay.judgments.transfer import before_mark, transfer_stack, transferred, without_document
from irassay.judgments.transfer_agreement import TransferAgreement, transfer_agreement

__all__ = [
    "Audit",
    "Carried",
    "Confusion",
    "Pool",
    "QuerySample",
    "TransferAgreement",
    "audit",
    "before_mark",
    "carried",
    "confusion_of",
    "first_retrieved",
    "length_strata",
    "noisy",
    "of_groups",
    "one_relevant",
    "one_relevant_by",
    "pool",
    "read_pool",
    "relevant_kept",
    "relevant_kept_by_runs",
    "sample_queries",
    "thinned",
    "to_depth",
    "transfer_agreement",
    "transfer_stack",
    "transferred",
    "without_document",
    "without_group",
    "write_candidates",
]
