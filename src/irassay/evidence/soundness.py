"""How sound yes/no answers on candidates are, from a sample, and how much of the evidence each stage has."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from math import hypot, inf, nan, sqrt
from typing import NamedTuple, TypeVar

import numpy as np

from irassay.arguments import between, whole_number
from irassay.collection.qrels import Qrels
from irassay.comparison.proportions import clustered_interval
from irassay.errors import UsageError, cut
from irassay.estimates.pools.audit_coverage import complete_answers
from irassay.evidence.candidates import Candidate
from irassay.evidence.words import EVIDENCE
from irassay.messages import plural
from irassay.pooling.audits import Audit
from irassay.random_keys import Seed, key_of, stream
from irassay.record import Record

K = TypeVar("K", bound=Hashable)
PURPOSE = 0x736F756E  # "soun": separates this random stream from others of the same key
ANSWERS = (("yes", True), ("no", False))


class Share(NamedTuple):
    """A share from 0 to 1 and the ends of its interval; NaN where there is nothing to share."""

    value: float
    low: float
    high: float


class Soundness(Record):
    """How sound a model's answers are."""

    precision: Share  # of the candidates to which the model says yes: those that people keep
    missed: Share  # the same of those to which it says no
    recall: Share  # of all candidates that people would keep: those to which the model says yes
    agreement: Share  # of all candidates: those on which people and model would agree
    n_yes: int  # candidates by the model's answer
    n_no: int
    judged_yes: int  # those of them that people judged
    judged_no: int
    level: float  # that of the intervals

    def sentences(self) -> list[str]:
        """In words, for people: precision, what is missed, recall."""

        def text(form: str, share: Share, answer: str = "", checked: int = 0) -> str:
            ends = {"share": share.value, "level": f"{100 * self.level:.6g}", "low": share.low, "high": share.high}
            return EVIDENCE(f"sound.{form}", answer=answer, checked=checked, **ends)

        return [
            text("kept" if self.n_yes else "none", self.precision, "yes", self.judged_yes),
            text("kept" if self.n_no else "none", self.missed, "no", self.judged_no),
            text("recall" if self.recall.value == self.recall.value else "not-known", self.recall),
        ]


def sample_of(answers: Mapping[K, bool], n_yes: int, n_no: int, *, seed: Seed) -> list[K]:
    """Draw candidates of each answer for people to judge.

    Parameters
    ----------
    answers : mapping of candidate to bool
        The model's answers.
    n_yes, n_no : int, at least 0
        Candidates to draw among those to which the model says yes, and no.
    seed : int or numpy.random.Generator

    Returns
    -------
    list of candidates
        In a random order, which does not show the answers.

    Raises
    ------
    UsageError
        The model gives an answer to fewer candidates than that.

    Notes
    -----
    *Guarantees* every set of so many candidates of an answer is equally likely. The draw is the same for the same
    seed and the same order of `answers`; a larger sample contains the smaller one.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, section 2.4.

    Examples
    --------
    >>> answers = {"Barn_owl": True, "Vole": False, "Snowy_owl": True, "Fox": False}
    >>> sorted(sample_of(answers, 2, 1, seed=1))
    ['Barn_owl', 'Fox', 'Snowy_owl']
    """
    key = key_of(seed)
    every, yes = list(answers), np.fromiter(answers.values(), dtype=bool, count=len(answers))
    chances = stream(key, PURPOSE).random_raw(len(every))
    drawn = []
    for (word, answer), n in zip(ANSWERS, (n_yes, n_no), strict=True):
        of = np.flatnonzero(yes == answer)
        if whole_number(f"n_{word}", n, 0) > len(of):
            raise UsageError(
                f"the model says {word} to {plural(len(of), 'candidate')}, but got n_{word}={n}; "
                f"draw at most {len(of):,}"
            )
        drawn.append(of[np.argsort(chances[of], kind="stable")[:n]])
    both = np.concatenate(drawn)
    order = np.argsort(stream(key, PURPOSE, 1).random_raw(len(both)), kind="stable")
    return [every[i] for i in both[order]]


def soundness(answers: Mapping[K, bool], judged: Mapping[K, bool], *, level: float = 0.95) -> Soundness:
    """How sound a model's answers are, from people's answers on a sample of the candidates.

    Parameters
    ----------
    answers : mapping of candidate to bool
        The model's answers, or one person's, on all candidates.
    judged : mapping of candidate to bool
        People's answers on some of them, such as `sample_of` draws.
    level : float, above 0 and below 1
        That of the intervals.

    Returns
    -------
    Soundness

    Raises
    ------
    UsageError
        A judged candidate has no answer of the model, or people judged no candidate of an answer that the model gives.

    Notes
    -----
    *Assumes* that the judged candidates are drawn at random among those of each answer, and that people are right.
    Candidates of one group are alike: those of few groups, rather than of all, tell less than the intervals say.
    *Guarantees* `precision` and `missed` are unbiased. Their intervals have mid-p limits; from these come the limits of
    `recall` and `agreement`. All are approximate: with 50 to 650 judged of each answer and 1% to 20% missed, 92% to 99%
    of the 95% intervals hold the value, mostly 95%; more do where fewer are missed. Intervals take the candidates of an
    answer as many: where people judge most of them, intervals are too wide.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, section 2.4 and
    appendix A; Lancaster 1961 for mid-p; Zou and Donner 2008 for sums and Donner and Zou 2012 for ratios.

    Examples
    --------
    >>> answers = {i: i < 60 for i in range(200)}
    >>> people = {i: i < 16 or 60 <= i < 62 for i in [*range(20), *range(60, 80)]}
    >>> for sentence in soundness(answers, people).sentences():
    ...     print(sentence)
    People keep 80.0% (95% interval 58.5% to 93.3%) of the candidates answered yes; 20 checked.
    People keep 10.0% (95% interval 1.7% to 29.3%) of the candidates answered no; 20 checked.
    Of what people would keep 77.4% (95% interval 52.5% to 95.3%) is answered yes.
    """
    level = between("level", level)
    unknown = [one for one in judged if one not in answers]
    if unknown:
        raise UsageError(
            f"judged has {plural(len(unknown), 'candidate')} without an answer of the model, such as "
            f"{cut(unknown[0])}; leave them out or give their answers"
        )
    n_yes = sum(map(bool, answers.values()))
    yes, no = ([bool(said) for one, said in judged.items() if bool(answers[one]) == answer] for _, answer in ANSWERS)
    n_no = len(answers) - n_yes
    for word, n, people in (("yes", n_yes, yes), ("no", n_no, no)):
        if n and not people:
            raise UsageError(f"judged has none of the candidates answered {word}; draw some")
    precision, missed = (_share(sum(people), len(people), level) for people in (yes, no))
    found, lost = _times(n_yes, precision), _times(n_no, missed)
    return Soundness(
        precision=precision, missed=missed, recall=_part(found, lost), agreement=_agreement(found, lost, n_yes, n_no),
        n_yes=n_yes, n_no=n_no, judged_yes=len(yes), judged_no=len(no), level=level,
    )  # fmt: skip


def _share(x: int, n: int, level: float) -> Share:
    """The share of x in n, with the mid-p interval, whose tails have half of the chance of x."""
    from scipy.optimize import brentq
    from scipy.special import bdtrc

    if not n:
        return Share(nan, nan, nan)

    def end(chance: float) -> float:
        return float(brentq(lambda p: (bdtrc(x - 1, n, p) + bdtrc(x, n, p)) / 2 - chance, 0.0, 1.0))

    return Share(x / n, end((1 - level) / 2) if x else 0.0, end((1 + level) / 2) if x < n else 1.0)


def _times(n: int, share: Share) -> Share:
    """The number of candidates that people would keep of n."""
    return Share(*(n * end for end in share)) if n else Share(0.0, 0.0, 0.0)


def _part(found: Share, lost: Share) -> Share:
    """found / (found + lost), with limits from those of their ratio."""
    whole = found.value + lost.value
    if not whole:
        return Share(nan, 0.0, 1.0)
    low, high = 1 - 1 / (1 + _least_ratio(found, lost)), 1 / (1 + _least_ratio(lost, found))
    return Share(found.value / whole, low, high)


def _least_ratio(top: Share, below: Share) -> float:
    """The lower limit of the ratio of two independent numbers: the least r for which the limits of top - r * below hold
    0. Source: Donner and Zou 2012, written without a difference of near numbers."""
    product = top.value * below.value
    least, most = top.low * (2 * top.value - top.low), below.high * (2 * below.value - below.high)
    divisor = product + sqrt(max(0.0, product**2 - least * most))
    return (least / divisor if divisor else inf) if least else 0.0


def _agreement(found: Share, lost: Share, n_yes: int, n_no: int) -> Share:
    """(found + n_no - lost) / all, with the limits of a sum of two independent numbers. Source: Zou and Donner 2008."""
    n, alike = n_yes + n_no, found.value + n_no - lost.value
    if not n:
        return Share(nan, nan, nan)
    down = hypot(found.value - found.low, lost.high - lost.value)
    up = hypot(found.high - found.value, lost.value - lost.low)
    return Share(alike / n, (alike - down) / n, (alike + up) / n)


class Recall(Record):
    """Shares of the evidence that an audit's systems retrieve."""

    links: Share  # of all evidence: what is a candidate
    answers: Share  # of the candidates that are evidence: those with the answer yes
    both: Share  # of all evidence: what is a candidate with the answer yes


def recall_by_stage(audit: Audit, answers: Qrels, candidates: Iterable[Candidate], *, rel: int = 1) -> Recall:
    """How much evidence candidates miss, and how much answers to them.

    Parameters
    ----------
    audit : Audit
        Of a collection's labels, as `irassay.pooling.audit` returns it.
    answers : Qrels
        Grades of its documents; queries with an unanswered document are left out.
    candidates : iterable of Candidate
        Those of the collection.
    rel : int
        The least grade that counts as evidence.

    Returns
    -------
    Recall

    Raises
    ------
    InputError
        No query has all its answers.

    Notes
    -----
    *Assumes* that the audit's systems find evidence that is a candidate as easily as other evidence, and what
    `irassay.estimates.audit_coverage` does. Intervals are of its kind, over queries.
    *Source* Rassin et al., 2024, section 2.5.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> from irassay.evidence import Candidate
    >>> from irassay.pooling import audit
    >>> others = Runs.from_dict({"x": {"g": {"Barn_owl": 3.0, "Vole": 2.0, "Fox": 1.0}}})
    >>> of = audit(Qrels.from_dict({"g": {"Barn_owl": 1}}), others, n_queries=1)
    >>> asked = [Candidate(group="g", member="Barn owl", passage=one) for one in ("Barn_owl", "Vole")]
    >>> found = recall_by_stage(of, Qrels.from_dict({"g": {"Vole": 1, "Fox": 1}}), asked)
    >>> [round(one.value, 3) for one in (found.links, found.answers, found.both)]
    [0.667, 0.5, 0.333]
    """
    complete = complete_answers(audit, answers)
    asked = {(one.group, one.passage) for one in candidates}
    rows = []
    for query in complete.queries:
        known = sum(grade >= rel for grade in audit.labelled[query].values())
        new = [(query, doc) in asked for doc, grade in complete.new[query].items() if grade >= rel]
        rows.append((known, sum(new), len(new) - sum(new)))
    known, refused, unasked = np.array(rows, dtype=np.float64).T

    def share(hits: np.ndarray, misses: np.ndarray) -> Share:
        n = float((hits + misses).sum())
        return Share(float(hits.sum()) / n if n else float("nan"), *clustered_interval(hits, misses))

    return Recall(
        links=share(known + refused, unasked), answers=share(known, refused), both=share(known, refused + unasked)
    )
