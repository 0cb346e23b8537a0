"""What MTEB, BEIR and pytrec_eval call measures in the files that they leave behind."""

from __future__ import annotations

import re

_NAMED = re.compile(
    r"(ndcg|map|recall|precision|mrr|P|recip_rank|success|ndcg_cut|map_cut)(?:_at_|@|_)(\d+)", re.IGNORECASE
)
_OURS = {
    "ndcg": "nDCG",
    "ndcg_cut": "nDCG",
    "map": "AP",
    "map_cut": "AP",
    "recall": "R",
    "precision": "P",
    "p": "P",
    "mrr": "RR",
    "recip_rank": "RR",
    "success": "Success",
}
_AT = re.compile(r"(nDCG|AP|R|P|RR|Success)@(\d+)")
# Program -> our measure -> what stands before the cutoff.
_CUT = {
    "mteb": {"nDCG": "ndcg_at_", "AP": "map_at_", "R": "recall_at_", "P": "precision_at_", "RR": "mrr_at_"},
    "beir-results": {"nDCG": "NDCG@", "AP": "MAP@", "R": "Recall@", "P": "P@", "RR": "MRR@"},
    "pytrec_eval": {"nDCG": "ndcg_cut_", "AP": "map_cut_", "R": "recall_", "P": "P_", "Success": "success_"},
}
_WHOLE = {"pytrec_eval": {"nDCG": "ndcg", "AP": "map", "RR": "recip_rank", "Bpref": "bpref"}}  # without a cutoff


def ours(name: str) -> str:
    """What irassay calls a measure; other names stay as they are.

    >>> ours("ndcg_at_10"), ours("Recall@100"), ours("P_5"), ours("nauc_map_at_3_std")
    ('nDCG@10', 'R@100', 'P@5', 'nauc_map_at_3_std')
    """
    found = _NAMED.fullmatch(name)
    return f"{_OURS[found[1].lower()]}@{found[2]}" if found else name


def theirs(program: str, measure: str) -> str | None:
    """What a program calls a measure of ours; None where it has no name for it.

    >>> theirs("mteb", "nDCG@10"), theirs("pytrec_eval", "AP"), theirs("beir-results", "Bpref")
    ('ndcg_at_10', 'map', None)
    """
    at = _AT.fullmatch(measure)
    before = _CUT.get(program, {}).get(at[1]) if at else None
    if at and before:
        return f"{before}{at[2]}"
    return _WHOLE.get(program, {}).get(measure)
