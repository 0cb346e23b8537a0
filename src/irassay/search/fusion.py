"""Several lists a query into one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from irassay.arguments import INFINITY, between, check_choice, is_number, number_of_threads, several, whole_number
from irassay.collection.runs import Runs
from irassay.errors import InputError, UsageError
from irassay.kernel import _core
from irassay.messages import listed
from irassay.search.said import SEARCH

Method: TypeAlias = Literal["rbc", "rrf", "combsum", "combmnz", "weighted"]
Normalise: TypeAlias = Literal["minmax", "zscore", "none"]
METHODS: tuple[Method, ...] = get_args(Method)
NORMALISE: tuple[Normalise, ...] = get_args(Normalise)
BY_SCORE: tuple[Method, ...] = ("combsum", "combmnz", "weighted")
# An option of some methods -> its default, and these methods.
PARAMETERS: dict[str, tuple[object, tuple[Method, ...]]] = {
    "phi": (0.9, ("rbc",)),
    "rrf_k": (60.0, ("rrf",)),
    "weight": ((), ("weighted",)),
    "normalise": ("minmax", BY_SCORE),
}


def fuse(
    runs: Runs,
    *,
    method: Method = "rbc",
    phi: float = 0.9,
    rrf_k: float = 60.0,
    weight: Sequence[float] = (),
    normalise: Normalise = "minmax",
    depth: int = 100,
    name: str = "fused",
    threads: int = 0,
) -> Runs:
    """One run made of several.

    Answers: what does a ranking look like on which these systems agree?

    Parameters
    ----------
    runs : Runs
        Read with ``keep="scores"`` where the method adds scores.
    method : {"rbc", "rrf", "combsum", "combmnz", "weighted"}
        What a list adds to a document: by its rank (1 - phi) phi^(rank - 1), or 1/(rrf_k + rank); or its normalised
        score, in combmnz times the number of lists that have the document, in weighted times the list's weight.
    phi : float
        Of rbc, above 0 and below 1: how deep lists count.
    rrf_k : float
        Of rrf, from 0 on.
    weight : sequence of float
        Of weighted, one a system, in their order.
    normalise : {"minmax", "zscore", "none"}
        How the scores of a list, all that is given of it, become comparable: from 0 to 1, where equal scores all
        become 1; by their mean and standard deviation, where equal scores become 0; or not at all. A document that a
        list lacks gets 0 of it.
    depth : int
        Documents of a list, at most.
    name : str
        Of the new system.
    threads : int
        0: one a core. No score depends on it.

    Returns
    -------
    Runs
        With scores; equal ones are ordered by document, highest byte string first.

    Raises
    ------
    UsageError
        An invalid argument or one that has no effect in this method, or scores that were not kept.
    InputError
        Scores whose sum is no finite number.

    Notes
    -----
    *Source* rbc: Bailey, Moffat, Scholer and Thomas, Retrieval consistency in the presence of query variations,
    SIGIR 2017; rrf: Cormack, Clarke and Buettcher, SIGIR 2009; combsum and combmnz: Fox and Shaw, TREC-2, 1994.

    Examples
    --------
    >>> from irassay import Runs
    >>> lists = {"a": "ADBCGF", "b": "BDEC", "c": "ABDCGFE", "d": "GDEAFC"}
    >>> runs = Runs.from_dict({s: {"q": {doc: -i for i, doc in enumerate(docs)}} for s, docs in lists.items()})
    >>> fuse(runs, phi=0.6).ranking("fused", "q")[:3]
    ['A', 'D', 'B']
    """
    check_choice("method", method, METHODS)
    check_choice("normalise", normalise, NORMALISE)
    between("phi", phi)
    if not is_number(rrf_k) or not 0 <= rrf_k < INFINITY:
        raise UsageError(f"expected rrf_k from 0 on, but got rrf_k={rrf_k!r}")
    weights = several("weight", weight)
    options = {"phi": phi, "rrf_k": rrf_k, "weight": tuple(weights), "normalise": normalise}
    for option, (default, methods) in PARAMETERS.items():
        if options[option] != default and method not in methods:
            raise UsageError(SEARCH("fused.option", name=option, method=method, others=listed(methods, last="or")))
    if method == "weighted" and (len(weights) != len(runs.systems) or not all(map(is_number, weights))):
        raise UsageError(f"expected a weight for each of the {len(runs.systems)} systems, but got weight={weights!r}")
    whole_number("depth", depth)
    number_of_threads(threads)
    try:
        core = _core.fuse(
            runs.core,
            name=name,
            method=method,
            phi=float(phi),
            rrf_k=float(rrf_k),
            weights=[float(one) for one in weights],
            normalise=normalise,
            depth=depth,
            threads=threads,
        )
    except OverflowError as error:
        raise InputError(SEARCH("fused.large", query=error, method=method)) from None
    except ValueError as error:
        raise UsageError(f'{method} adds scores, and {error}: read the runs with keep="scores"') from None
    return Runs(core)
