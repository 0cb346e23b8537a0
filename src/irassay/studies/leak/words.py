"""Every sentence about leaks: which is said, and of what; the texts are in messages/sentences/leak.toml."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from irassay.agreement.label_agreement import Coefficient
from irassay.collection.texts import WITHOUT_TEXT
from irassay.comparison.equality import ROUNDING
from irassay.leakage import Calibration, Effect, Leaks
from irassay.leakage.find import TRAIN_TEXTS
from irassay.leakage.pair_labels import ADDED, AMBIGUOUS, CONTRARY, PairLabels, PeopleAgreement
from irassay.messages import capital, counted, visible
from irassay.messages.said import Room
from irassay.studies.leak.evidence import LeakEvidence, Scored

SAID = Room("leak")
EXPOSURES = {True: "exposed", False: "unexposed", None: "not known"}


def title(leaks: Leaks) -> str:
    """The headline."""
    return SAID("title", leaked=len(leaks.leaked), queries=len(leaks.queries), review=len(leaks.review))


def to_look_at(leaks: Leaks) -> str:
    """How many pairs people have to look at; "" for none."""
    queries = [pair.query for pair in leaks if pair.verdict == "review"]
    return SAID("review.look", n=len(queries), also=sum(leaks.state(query) == "leaked" for query in set(queries)))


def leaked(of: LeakEvidence) -> str:
    """The share with its interval."""
    low, high = of.leaks.interval
    return SAID("leaked", share=of.leaks.share, known=of.known, train=of.leaks.n_train, low=low, high=high)


def what_counts(of: LeakEvidence) -> str:
    """What is called a leak here."""
    if of.known:
        return SAID("what-counts.given")
    alone, people = of.threshold is None, of.people is not None
    return SAID("what-counts", alone=alone, threshold=round(of.threshold or 0.0, 3), dense=of.dense, people=people)


def standfirst(of: LeakEvidence) -> str:
    """What it did to scores and order; where nothing was tested, what a clean query is."""
    return conclusion(of) or cant_see(of)


def cant_see(of: LeakEvidence) -> str:
    """What a clean query is, and what isn't seen."""
    return SAID("cant-see.given" if of.known else "cant-see")


def conclusion(of: LeakEvidence) -> str:
    """What the leaked queries did to scores and order by the main measure; "" where nothing was tested."""
    first = of.scored.effects[0] if of.scored is not None and of.scored.effects else None
    if first is None:
        return ""
    facts, n, all_of_them = [], len(first.systems), first.n_systems
    if first.p is not None and first.did is not None:
        explained = "sign" if first.sign is not None else "more" if first.adjusted is None else "difficulty"
        form = "chance" if first.p > first.alpha else explained
        facts.append(SAID(f"conclusion.{form}", gain=first.is_gain(first.did)))
    if first.order is not None and first.order.p is not None:
        facts.append(SAID("conclusion.order", made=first.order.p <= first.alpha))
    slots = {"lost": n != all_of_them, "compared": n, "systems": all_of_them}
    facts[1:] = map(capital, facts[1:])
    return SAID("conclusion", measure=first.measure, facts=". ".join(facts), **slots) if facts else ""


def not_told(leaks: Leaks) -> str:
    """Which test queries have no words, so that nothing is known of them; "" for none."""
    return SAID("wordless", names=[visible(query) for query in leaks.wordless])


def counts(of: LeakEvidence) -> str:
    """What was counted on the way; "" for nothing. `calibrated` says which labels fit several pairs."""
    apart = (TRAIN_TEXTS, WITHOUT_TEXT, AMBIGUOUS, CONTRARY, ADDED)
    left, there = [(n, what) for what, n in of.leaks.counts.items() if what not in apart], of.leaks.counts
    named = "; ".join(counted(n, what) for n, what in left)
    return SAID("counted", left=named, added=there.get(ADDED, 0), contrary=there.get(CONTRARY, 0)).strip()


def calibrated(of: Calibration) -> list[str]:
    """What people's labels say of the threshold, a fact a sentence."""
    more = of.n_candidates > of.n_labelled
    texts = [
        SAID("calibration", pairs=of.n_labelled, labels=of.n_labels if of.n_labels > of.n_labelled else 0),
        SAID("calibration.candidates", candidates=of.n_candidates, dense=of.score == "similarity") if more else "",
        *_threshold(of),
        SAID("calibration.unscored", n=of.n_without_score),
        SAID("calibration.ambiguous", n=of.n_ambiguous),
        SAID("calibration.weaker", n=of.n_of_weaker_fields),
        SAID("calibration.same-stems", n=of.n_same_stems),
    ]
    return [text for text in texts if text]


def _threshold(of: Calibration) -> list[str]:
    """From which threshold on the interval says that pairs leak; or that it says so of none, or labels are too few."""
    curve, share, needed = of.overall, of.precision, str(of.overall.least_surely)
    if of.threshold is not None and (step := curve.at(of.threshold)) is not None:
        slots = {"dense": of.score == "similarity", "start": step.threshold, "estimate": step.precision}
        return [SAID("calibration.from", share=share, **slots), SAID("calibration.kept", kept=step.kept)]
    if curve.stays_from is not None:
        few = curve.steps[0].n_labelled < curve.least_surely
        return [SAID("calibration.estimate", share=share, start=curve.stays_from, few=few, needed=needed)]
    form = "nowhere" if curve.too_few is None else "too-few"
    return [SAID(f"calibration.{form}", share=share, needed=needed)]


def label_files(files: Sequence[PairLabels]) -> list[str]:
    """Files that have the same labels, and rows that are no labels, since they are a machine's."""
    copies = ((next((of for of in files[:i] if one.says_as(of)), None), one) for i, one in enumerate(files))
    return [
        *(SAID("label-files.copy", one=copy.source, other=one.source) for copy, one in copies if copy),
        *(SAID("label-files.machine", n=one.n_by_machines, source=one.source) for one in files if one.n_by_machines),
    ]


def agreement(of: PeopleAgreement) -> list[str]:
    """How far two people agree on the pairs that both labelled."""
    types = "agreement.no-types" if of.kinds is None else "agreement.types"
    verdicts = SAID("agreement.verdicts", agree=of.verdicts_agree, **_kappa(of.verdicts))
    about = {"pairs": of.n_types, "agree": of.kinds_agree, **_kappa(of.kinds or of.verdicts)}
    return [SAID("agreement", pairs=of.n_pairs), verdicts, SAID(types, **about)]


def _kappa(of: Coefficient) -> dict[str, float]:
    ends = {"ends": not isnan(of.low), "low": of.low, "high": of.high}
    return {"one": isnan(of.value), "kappa": of.value, **ends}


def leader(of: Effect) -> str:
    """Who has the best mean with the leaked queries and without; "" where there is nothing to compare."""
    if len(of.systems) < 2 or not of.n_leaked or not of.n_clean:
        return ""
    sign = -1 if of.lower_is_better else 1
    best = max(sign * (one.clean or 0.0) for one in of.systems)
    ahead = [one.system for one in of.systems if sign * (one.clean or 0.0) >= best - ROUNDING]
    first, some = of.systems[0].system, of.n_systems > len(of.systems)
    slots = {"stays": first in ahead, "ahead": ahead, "beside": [name for name in ahead if name != first]}
    return SAID("leader", some=some, first=first, measure=of.measure, **slots)


def unscored(of: Scored) -> str:
    """Leaked queries without a score, labelled ones that were not compared, the family of the tests; "" for none."""
    n, alpha = len(of.effects), of.effects[0].alpha if of.effects else 0.0
    slots = {"measures": n if n > 1 else 0, "alpha": alpha, "outside": of.n_outside}
    return SAID("unscored", unscored=of.n_unscored, **slots).strip()


def scores_title(of: Effect) -> str:
    """The chart's finding, no more than all numbers together say."""
    if of.p is None or of.did is None:
        return SAID("scores", measure=of.measure)
    form, difficulty = "chance" if of.p > of.alpha else "moves", of.sign is None and of.adjusted is not None
    return SAID(f"scores.{form}", gain=of.is_gain(of.did), difficulty=difficulty)


def precision_title(of: Calibration) -> str:
    """The chart's finding."""
    few = of.overall.too_few is not None or of.overall.stays_from is not None
    form = "from" if of.threshold is not None else "open" if few else "nowhere"
    return SAID(f"precision.{form}", dense=of.score == "similarity", start=of.threshold, share=of.precision)
