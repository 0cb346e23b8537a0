"""Measures of the retrieved set, whatever the ranks."""

from __future__ import annotations

from irassay.measures.definition import Bounding, Definition, PeerNames, Traits
from irassay.measures.definitions.shared import BETA, BINARY, JUDGED_ONLY, REL, RIJSBERGEN, VOORHEES

# These count retrieved documents and divide by something that depends on the list itself.
OF_A_SET = Traits(
    bounds=None,
    sums=False,
    unjudged="not relevant",
    zero_without=True,
    ties_by_grade=True,
    of_sample=False,
    sampled="",
    pool_adjusted=False,
    from_0_to_1=True,
)

DEFINITIONS = (
    Definition(
        "SetP",
        "Share of the retrieved documents that are relevant, whatever their rank.",
        RIJSBERGEN,
        cutoff="none",
        parameters=BINARY,
        names=PeerNames(trec_eval="set_P"),
        traits=OF_A_SET,
    ),
    Definition(
        "SetR",
        "Share of the relevant documents that were retrieved, at any rank.",
        RIJSBERGEN,
        cutoff="none",
        parameters=BINARY,
        names=PeerNames(trec_eval="set_recall"),
        traits=Traits(
            bounds=Bounding(form="share", weight="flat", parameter="", ideal=False, outer=False, floor="safe"),
            sums=True,
            unjudged="not relevant",
            zero_without=True,
            ties_by_grade=True,
            from_0_to_1=True,
        ),
    ),
    Definition(
        "SetAP",
        "SetP times SetR.",
        VOORHEES,
        cutoff="none",
        parameters=BINARY,
        names=PeerNames(trec_eval="set_map"),
        traits=OF_A_SET,
    ),
    Definition(
        "SetF",
        "Weighted harmonic mean of SetP and SetR.",
        RIJSBERGEN,
        cutoff="none",
        parameters=(REL, BETA, JUDGED_ONLY),
        names=PeerNames(trec_eval="set_F, set_F_{beta^2}"),
        traits=OF_A_SET,
    ),
    Definition(
        "SetRelP",
        "Share of the relevant documents that were retrieved, of as many as a list of this length can hold.",
        VOORHEES,
        cutoff="none",
        parameters=BINARY,
        names=PeerNames(trec_eval="set_relative_P"),
        traits=OF_A_SET,
    ),
)
