"""trec_eval's names of the measures, in the notations of trec_eval, pytrec_eval and ir_measures.

``ndcg_cut_10`` and ``ndcg_cut.10`` are ``nDCG@10``; ``P.5,10`` is two measures; ``P`` is trec_eval's nine cutoffs.
"""

from __future__ import annotations

from irassay.measures.definitions import DEFINITIONS

# trec_eval's default cutoffs, for a family that is named without one.
_CUTS = ("5", "10", "15", "20", "30", "100", "200", "500", "1000")
_OTHER_CUTS = {"success": ("1", "5", "10"), "iprec_at_recall": tuple(f"{i / 10:.2f}" for i in range(11))}
# Families with a cutoff: trec_eval's name, which precedes the cutoff -> ours.
_FAMILIES = {of.names.cut: of.name for of in DEFINITIONS.values() if of.names.cut}
_PERSISTENCE = {of.names.whole: of.name for of in DEFINITIONS.values() if of.names.whole and of.parameter("p")}
_SINGLE = {of.names.whole: of.name for of in DEFINITIONS.values() if of.names.whole and not of.parameter("p")}
_DEFAULT_PERSISTENCE = 0.9  # trec_eval's; ours, as ir_measures', is 0.8
# trec_eval's default set, without the measures that irassay lacks.
_SETS = {
    "official": [
        "num_q",
        "num_ret",
        "num_rel",
        "num_rel_ret",
        "map",
        "gm_map",
        "Rprec",
        "bpref",
        "recip_rank",
        "iprec_at_recall",
        "P",
    ],
}

NAMES = tuple(sorted((*_FAMILIES, *_SINGLE, *_PERSISTENCE, *_SETS)))


def translate(text: str) -> list[str]:
    """The measures that a trec_eval name denotes, in our notation; an empty list where it is not a trec_eval name.

    >>> translate("ndcg_cut.5,10"), translate("recip_rank"), translate("rbp_p=0.5")
    (['nDCG@5', 'nDCG@10'], ['RR'], ['RBP(p=0.5)'])
    >>> translate("ndcg.1=3.5,2=9")
    ['nDCG(gains={1:3.5,2:9})']
    """
    if text in _SINGLE:
        return [_SINGLE[text]]
    if text in _SETS:
        return [ours for name in _SETS[text] for ours in translate(name)]
    if text.startswith(("ndcg.", "ndcg_")) and "=" in text:
        return [f"nDCG(gains={{{text[5:].replace('=', ':')}}})"]
    for name, ours in _PERSISTENCE.items():
        if text == name:
            return [f"{ours}(p={_DEFAULT_PERSISTENCE})"]
        for between in ("_p=", ".p="):
            if text.startswith(name + between):
                return [f"{ours}(p={text[len(name) + 3 :]})"]
    for name, ours in _FAMILIES.items():
        if text == name:
            # Names such as "P" are ours too, where they need a cutoff; without one they are trec_eval's.
            return [f"{ours}@{cutoff}" for cutoff in _OTHER_CUTS.get(name, _CUTS)]
        if text[: len(name)] == name and text[len(name) : len(name) + 1] in ("_", "."):
            cutoffs = text[len(name) + 1 :].split(",")
            if all(cutoff and cutoff[0] in "0123456789." for cutoff in cutoffs):
                return [f"{ours}@{cutoff}" for cutoff in cutoffs]
    return []
