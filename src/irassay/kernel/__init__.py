"""The C++ kernel. Arrays and bytes in, arrays out; no file format's policy, no Python noun.

Arrays cross as memoryviews, so that scoring files needs no NumPy; `numpy.asarray` wraps one without a copy.

On x86-64 a wheel holds it twice: for processors with AVX2 and, slower, for all others. Both give the same bits.
``IRASSAY_KERNEL=baseline`` takes the second anywhere. The first uses AVX-512 for variants of labels where the processor
has it, with the same bits again; ``IRASSAY_KERNEL=avx2`` leaves that out.

The sources lie in folders. Each includes its own files and those of folders below it, never those above:

    bind        the Python bindings: they check arguments, release the GIL and return results
    decide      bets on the labels of drawn documents: wealth of each pair and level
    leak        test texts against training texts: shared stems, slips of the pen, runs of 13 words
    retrieve    an index of words: shards of postings, search in them, lists fused
    analyse     words of a text and their terms: Lucene's words, Porter's stems
    estimate    missing labels assumed to be like the others: expected scores, labels that settle a pair
    bound       missing labels of any grade: bounds of scores and differences, effects of one label
    inspect     counts for the preflight and the reach of labels: lists, ties, ranks of labels
    select      variants of a label set: which labels each has, and noisy labels
    variants    scores under many variants of a label set at once
    score       scores of lists, from nouns and straight from files: the formulas of the measures
    read        bytes to nouns: lines, fields, numbers, qrels, runs, JSON rows
    collection  the nouns: documents as numbers, labels, rankings, their join, and nouns made from nouns
    resample    sign flips, bootstraps and shuffles of a matrix of scores, and the random words for them
    machine     threads, leaving early on Ctrl-C, vectors of doubles
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found] # built in
import os
import sys

NAME = "irassay.kernel._core"
BUILD_HERE = "build it here, with a C++ compiler: pip install --no-binary irassay irassay"


def _choose() -> None:
    """Import the kernel for this processor under `NAME`."""
    refusal = None
    if os.environ.get("IRASSAY_KERNEL") != "baseline":
        try:
            from irassay.kernel import _core  # noqa: F401

            return
        except ImportError as error:
            if not str(error).startswith("this processor"):
                raise
            refusal = error
    from importlib import import_module

    try:
        sys.modules[NAME] = import_module(f"{NAME}_baseline")
    except ModuleNotFoundError:
        reason = f"{refusal}, and" if refusal else "IRASSAY_KERNEL=baseline:"
        raise ImportError(f"{reason} the kernel for every processor is not installed; {BUILD_HERE}") from None


# An exception in the middle of what the kernel sets up would end the process: Ctrl-C waits until it is done.
_before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
try:
    _choose()
finally:
    signal.pthread_sigmask(signal.SIG_SETMASK, _before)
from irassay.kernel import _core  # noqa: E402

__all__ = ["_core"]
