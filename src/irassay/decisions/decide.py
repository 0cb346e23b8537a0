"""Pose a question about systems that labels are to settle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from irassay.decisions.decider import Decider
from irassay.decisions.setting import Setting
from irassay.measures import Measure
from irassay.upward import ask


def decide(
    runs: Any,
    measure: str | Measure | None = None,
    *,
    judged: Any = None,
    model: Any = None,
    ideals: Any = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    baseline: str | None = None,
    top: int | None = None,
    order: bool = False,
    margin: float = 0.0,
    alpha: float = 0.05,
    unit: Literal["document", "query"] | None = None,
    choose: Literal["drawn", "effect"] = "drawn",
    scale: Sequence[int] | None = None,
    queries: Sequence[str] | None = None,
    seed: int = 0,
) -> Decider:
    """Ask which system is better, label by label, until the labels settle it.

    Answers: which documents do people judge next, and when may they stop?

    Parameters
    ----------
    runs : Runs, or a campaign
        A campaign, or its path, has its question, and the answers so far; what is answered here does not go there.
    measure : str or Measure
        One that has bounds over missing labels. A campaign has its own.
    judged : Qrels, optional
        Labels that are there already.
    model : Qrels, optional
        A model's labels. They shape predictions and nothing else: wrong ones cost labels, never the guarantee. Where
        queries are drawn they are not used: there they have saved nothing.
    ideals : Qrels, optional
        Labels that fix nDCG's ideal rankings, so that documents can be drawn; the verdict is about these. Else ideals
        are over the documents that the runs have above the measure's depth.
    pairs : sequence of (str, str), optional
        Pairs of systems; or one of the next three. Default: the pair of two runs, with more ``top=1``.
    baseline : str, optional
        Every other system against this one.
    top : int, optional
        Which systems are the best so many?
    order : bool
        All pairs.
    margin : float
        Systems that are closer may be tied. Default: 0, which only a proof of equal means can find.
    alpha : float
        The probability that any verdict of the question is ever wrong.
    unit : {"document", "query"}, optional
        What is drawn. Default: documents for sums over documents (P, DCG, RBP, INSQ, nDCG with `ideals`), else queries,
        each judged until its differences are known.
    choose : {"drawn", "effect"}
        Draw documents, so that bets may settle a pair before a proof does; or take those next that are expected to help
        a proof most: a likely winner's own by their predicted gain, the others by what they lack of the top gain.
    scale : sequence of int, optional
        All grades that labels may have, 0 among them. Default: 0 to the largest grade of the labels given, at least 1.
    queries : sequence of str, optional
        Default: all that some run answers.
    seed : int

    Returns
    -------
    Decider

    Raises
    ------
    UsageError
        An argument that can't mean anything.
    InputError
        Labels off the scale.

    Notes
    -----
    *Assumes* that labels are correct and don't depend on what is drawn.
    *Guarantees* finite-sample: over labels, all wrong verdicts together have probability alpha at most, at all looks
    together, whatever the model says and whoever chooses other labels. Nothing is claimed about other queries.
    *Source*: Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, JRSS B 86(1), 2024;
    Ville's inequality.

    Examples
    --------
    >>> new = {f"q{i}": {f"a{i}": 2.0, f"b{i}": 1.0} for i in range(40)}
    >>> old = {f"q{i}": {f"c{i}": 2.0, f"b{i}": 1.0} for i in range(40)}
    >>> decider = decide({"new": new, "old": old}, "P@1")
    >>> decider.next(3).column("doc").values
    ['a0', 'c20', 'a37']
    >>> decision = decider.run(lambda asked: {query: {doc: int(doc[0] == "a")} for query, doc in asked}, batch=1)
    >>> decision.verdict, decision.better, decision.pairs[0].by
    ('settled', ('new',), 'sample')
    """
    asked = dict(locals())
    if measure is None:
        decider: Decider = ask("decider_of")(runs)
        return decider
    return Decider(Setting.of(**asked))
