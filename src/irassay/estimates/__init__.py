"""Scores under holes: bounds over everything that missing labels could say, expected scores, and what is judged."""

from __future__ import annotations

from irassay.estimates.audited import AuditedCoverage, audited
from irassay.estimates.bootstrapped import bootstrapped
from irassay.estimates.bounds import Bounds, bound
from irassay.estimates.chao import Chao2, chao2
from irassay.estimates.completeness import Completeness, completeness
from irassay.estimates.completion import default_scale, has_bounds
from irassay.estimates.coverage import Coverage, Pools, coverage
from irassay.estimates.drawn import Drawn
from irassay.estimates.expected import ASSUMPTION
from irassay.estimates.judged_depth import JudgedDepth, judged_depth
from irassay.estimates.label_sensitivity import LabelSensitivity, label_sensitivity
from irassay.estimates.labels_needed import Figures, LabelsNeeded, labels_for_leaders, labels_needed
from irassay.estimates.left_out import GroupLeftOut, LeftOut, leave_one_group_out
from irassay.estimates.one_shot import one_shot
from irassay.estimates.pool_adjusted import PoolAdjusted, pool_adjusted
from irassay.estimates.pool_reranked import PoolReranked, pool_reranked
from irassay.estimates.reusability import Reusability, kinds_left_out, kinds_of, pooled_by_metadata, reusability
from irassay.estimates.under_holes import UnderHoles, under_holes
from irassay.estimates.unjudged import unjudged

__all__ = [
    "ASSUMPTION",
    "AuditedCoverage",
    "Bounds",
    "Chao2",
    "Completeness",
    "Coverage",
    "Drawn",
    "Figures",
    "GroupLeftOut",
    "JudgedDepth",
    "LabelSensitivity",
    "LabelsNeeded",
    "LeftOut",
    "PoolAdjusted",
    "PoolReranked",
    "Pools",
    "Reusability",
    "UnderHoles",
    "audited",
    "bootstrapped",
    "bound",
    "chao2",
    "completeness",
    "coverage",
    "default_scale",
    "has_bounds",
    "judged_depth",
    "kinds_left_out",
    "kinds_of",
    "label_sensitivity",
    "labels_for_leaders",
    "labels_needed",
    "leave_one_group_out",
    "one_shot",
    "pool_adjusted",
    "pool_reranked",
    "pooled_by_metadata",
    "reusability",
    "under_holes",
    "unjudged",
]
