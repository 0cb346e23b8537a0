"""From test queries, training files and runs to who leaked and what it did: measured, told in sections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.errors import UsageError
from irassay.collection.query_texts import TITLE
from irassay.leakage.find import FLOOR, NEIGHBOURS, Path, Test, Train, find_leaks, texts_of
from irassay.provenance import Provenance, versions
from irassay.random_keys import Seed, key_of
from irassay.result import Result
from irassay.studies.files import hashes, sources
from irassay.studies.leak import sections, words
from irassay.studies.leak.evidence import Evidence
from irassay.wording import plural

if TYPE_CHECKING:
    from irassay.leakage.query_vectors import AnyEncoder


class Leakage(Evidence):
    """What is known of leaks, with its page."""

    __slots__ = ()

    def result(self) -> Result:
        """The page."""
        facts = [plural(len(self.leaks.queries), "test query")]
        if not self.known:
            facts.append(plural(self.leaks.n_train, "training text"))
        title, standfirst = words.title(self), words.standfirst(self)
        return Result(title, standfirst, sections.sections_of(self), self.provenance, facts, "leak")


def explore(
    test: Test,
    train: Train = (),
    *,
    found: Path | None = None,
    fields: Sequence[str] = (TITLE, "description"),
    variants: Path | None = None,
    encoder: AnyEncoder | None = None,
    neighbours: int = NEIGHBOURS,
    floor: float = FLOOR,
    threshold: float | None = None,
    seed: Seed = 0,
    threads: int = 0,
) -> Leakage:
    """As `leak`, whose keywords these are, with the numbers instead of the page."""
    key = key_of(seed)
    given = not isinstance(train, Sequence) or isinstance(train, str) or len(train) > 0
    if (found is not None) == given:
        raise UsageError("expected training texts or leaks that are known already, one of the two")
    if found is not None:
        from irassay.leakage.files import read_leaks

        leaks = read_leaks(found, texts_of(test, fields=fields, variants=variants).queries)
    else:
        leaks = find_leaks(
            test, train, fields=fields, variants=variants, encoder=encoder, neighbours=neighbours, floor=floor,
            threshold=threshold, seed=key, threads=threads,
        )  # fmt: skip
    options: dict[str, Any] = {"fields": list(fields), "threshold": threshold}
    if encoder is not None:
        options |= {"encoder": str(encoder), "neighbours": neighbours, "floor": floor}
    provenance = Provenance(
        hashes([], [test if isinstance(test, str) else None, *sources(train), variants, found]),
        {name: value for name, value in options.items() if value is not None}, key, versions(),
    )  # fmt: skip
    return Leakage(
        leaks, found is not None, threshold, floor if encoder is not None else None,
        "" if encoder is None else str(encoder), None, [], provenance,
    )  # fmt: skip


def leak(
    test: Test,
    train: Train = (),
    *,
    found: Path | None = None,
    fields: Sequence[str] = (TITLE, "description"),
    variants: Path | None = None,
    encoder: AnyEncoder | None = None,
    neighbours: int = NEIGHBOURS,
    floor: float = FLOOR,
    threshold: float | None = None,
    seed: Seed = 0,
    threads: int = 0,
) -> Result:
    """Which test queries were trained on, and did it move scores or order?

    Parameters
    ----------
    test : path, TestTexts, or mapping of str to str
        Test queries.
    train : path, Training, sequence of them, or mapping of str to str
        Training texts; none where the leaks are known.
    found : path, optional
        Leaks that are known: a table parted by tabs with a column ``query``, such as leaks.tsv.
    fields, variants, encoder, neighbours, floor, threshold
        As for `find_leaks`.
    seed : int or Generator
    threads : int

    Returns
    -------
    Result
        Who leaked, with evidence.

    Raises
    ------
    InputError
        Files that can't be read in one way only.
    UsageError
        Arguments that can't mean anything.

    Notes
    -----
    *Source* Froebe et al., How Train-Test Leakage Affects Zero-shot Retrieval, SPIRE 2022.

    Examples
    --------
    >>> leak({"q1": "red fox", "q2": "blue dogs"}, {"t1": "the fox is red", "t2": "a cat"}).title
    '1 of 2 test queries was trained on.'
    """
    return explore(**locals()).result()
