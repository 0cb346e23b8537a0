"""Agreement of system rankings and of assessors: tau, RBO, kappa, alpha."""

from __future__ import annotations

from irassay.agreement.correlation import Agreement, agreement, rbo, rbo_of_lists
from irassay.agreement.kappa_alpha import Repeats, repeats
from irassay.agreement.label_agreement import LabelAgreement, grades_of_positives, label_agreement
from irassay.agreement.many_orders import OrderRows, Orders, StrataAgreement, strata_agreement
from irassay.agreement.order_agreement import Concordance, OrderAgreement, Spread, concordance, order_agreement
from irassay.agreement.order_stability import OrderStability, order_stability, significant_pairs
from irassay.agreement.pair_agreement import PairAgreement, pair_agreement
from irassay.agreement.top_agreement import TopAgreement, top_agreement

__all__ = [
    "Agreement",
    "Concordance",
    "LabelAgreement",
    "OrderAgreement",
    "OrderRows",
    "OrderStability",
    "Orders",
    "PairAgreement",
    "Repeats",
    "Spread",
    "StrataAgreement",
    "TopAgreement",
    "agreement",
    "concordance",
    "grades_of_positives",
    "label_agreement",
    "order_agreement",
    "order_stability",
    "pair_agreement",
    "rbo",
    "rbo_of_lists",
    "repeats",
    "significant_pairs",
    "strata_agreement",
    "top_agreement",
]
