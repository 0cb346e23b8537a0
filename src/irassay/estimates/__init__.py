"""Effectiveness under incomplete judgments: bounds over completions, imputed scores, pool coverage and completeness."""

from __future__ import annotations

from irassay.estimates.assessor_sensitivity import AssessorSensitivity, assessor_sensitivity
from irassay.estimates.bounds.bounds import Bounds, bound
from irassay.estimates.bounds.labels_needed import Figures, LabelsNeeded, labels_for_leaders, labels_needed, unjudged
from irassay.estimates.bounds.pair_draws import PairDraws, draw_pairs
from irassay.estimates.bounds.wrong_labels import WrongLabels, wrong_labels
from irassay.estimates.document_attributes import attribute_at, order_within
from irassay.estimates.imputed.drawn_labels import bootstrapped, one_shot
from irassay.estimates.imputed.imputed import ImputedScores
from irassay.estimates.imputed.newcomers import PoolAdjusted, PoolReranked, pool_adjusted, pool_reranked
from irassay.estimates.imputed.under_holes import UnderHoles, under_holes
from irassay.estimates.model_assisted import Estimate, ModelAssisted, model_assisted
from irassay.estimates.pools.accumulation import Chao2, chao2
from irassay.estimates.pools.audit_coverage import AuditCoverage, AuditCurves, NewShare, audit_coverage, audit_curves
from irassay.estimates.pools.completeness import Completeness, JudgedDepth, completeness, judged_depth
from irassay.estimates.pools.coverage import Coverage, Pools, coverage
from irassay.estimates.pools.left_out import GroupLeftOut, LeftOut, leave_one_group_out
from irassay.estimates.pools.reusability import (
    Reusability,
    kinds_in,
    kinds_left_out,
    kinds_of,
    reusability,
    systems_of_pool,
)
from irassay.estimates.universe import ASSUMPTION, default_scale, has_bounds
from irassay.upward import answered_in

__all__ = [
    "ASSUMPTION",
    "AssessorSensitivity",
    "AuditCoverage",
    "AuditCurves",
    "Bounds",
    "Chao2",
    "Completeness",
    "Coverage",
    "Estimate",
    "Figures",
    "GroupLeftOut",
    "ImputedScores",
    "JudgedDepth",
    "LabelsNeeded",
    "LeftOut",
    "ModelAssisted",
    "NewShare",
    "PairDraws",
    "PoolAdjusted",
    "PoolReranked",
    "Pools",
    "Reusability",
    "UnderHoles",
    "WrongLabels",
    "assessor_sensitivity",
    "attribute_at",
    "audit_coverage",
    "audit_curves",
    "bootstrapped",
    "bound",
    "chao2",
    "completeness",
    "coverage",
    "default_scale",
    "draw_pairs",
    "has_bounds",
    "judged_depth",
    "kinds_in",
    "kinds_left_out",
    "kinds_of",
    "labels_for_leaders",
    "labels_needed",
    "leave_one_group_out",
    "model_assisted",
    "one_shot",
    "order_within",
    "pool_adjusted",
    "pool_reranked",
    "reusability",
    "systems_of_pool",
    "under_holes",
    "unjudged",
    "wrong_labels",
]

answered_in("irassay.estimates.bounds.words", "bounds_result")
