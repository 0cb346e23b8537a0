"""From a table of runs, or scores in memory, to what leakage does to scores, order and leaked documents: one Result."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from irassay.arguments import between, whole_number
from irassay.collection import Qrels
from irassay.formats.reading.instances import also_path
from irassay.leakage import Memory
from irassay.leakage.memory import DEPTH
from irassay.messages import plural
from irassay.provenance import Provenance, versions
from irassay.random_keys import Seed, key_of
from irassay.result import Result
from irassay.studies.files import Path, hashes
from irassay.studies.memorisation import sections
from irassay.studies.memorisation.outcomes import MFR, Case, Outcomes, Values, effects_of, outcomes_of, swaps_of
from irassay.studies.memorisation.runs_table import Asked, Leaks, MemoryCell, cells_of, memories_of, read_experiment

MEASURES = ("nDCG@10", "P@1", MFR)
FOLDS = 5


@dataclass(frozen=True, slots=True)
class Settings:
    """What is asked of scores."""

    folds: int = FOLDS
    alpha: float = 0.05
    seed: Seed = 0
    leaked: Mapping[str, Collection[str]] = field(default_factory=dict)  # collection -> topics

    def __post_init__(self) -> None:
        whole_number("folds", self.folds, 2)
        between("alpha", self.alpha)
        object.__setattr__(self, "seed", key_of(self.seed))


def memorisation(
    runs_table: Path,
    qrels: Mapping[str, Path | Qrels],
    *,
    leaks: Mapping[str, Leaks] | None = None,
    measures: Sequence[str] = MEASURES,
    rel: int = 1,
    depth: int = DEPTH,
    folds: int = FOLDS,
    alpha: float = 0.05,
    seed: Seed = 0,
    threads: int = 0,
) -> Result:
    """What did leaked documents in the training sets do to scores, to the order of models, and to the leaked documents?

    Parameters
    ----------
    runs_table : path
        A table with the columns run, collection, model, condition (none, train or test), size and seed: a row a run,
        whose path starts at the table's folder.
    qrels : mapping of str to path or Qrels
        Labels of each collection.
    leaks : mapping of str to training sets or topics, optional
        Collection -> training sets of ``irassay trainset``, files or Instances, or the ids of leaked topics alone. Sets
        also say whether models remember their documents.
    measures : sequence of str
        The first is the main one; MFR is the mean first rank of a relevant document.
    rel : int
        For MFR: the least relevant grade.
    depth : int
        Documents of a list that count for MFR and for ranks.
    folds : int, at least 2
        Of each collection's topics; the others choose the size for one.
    alpha : float, in (0, 1)
    seed : int or Generator
        Of the folds.
    threads : int

    Returns
    -------
    Result
        Scores by model and leakage, swaps of models, luck in the choice of a size, scores by size on leaked topics,
        topics that lose, and ranks of leaked documents.

    Raises
    ------
    InputError
        Files that can't be read, a collection without labels, a model without runs of condition none.
    UsageError
        Arguments that can't mean anything.

    Notes
    -----
    *Assumes* that runs of one model differ in training sets and seeds alone. *Guarantees* p by a paired t-test over
    topics, asymptotic, of these training sets; seeds are averaged first. *Source* Fröbe et al., How Train-Test Leakage
    Affects Zero-shot Retrieval, SPIRE 2022, sections 4 and 5; the luck in the choice is ours.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> head = "run\\tcollection\\tmodel\\tcondition\\tsize\\tseed\\n"
    >>> rows = [f"{c}.run\\trobust04\\tBERT\\t{c}\\t1000\\t1\\n" for c in ("none", "test")]
    >>> _ = (folder / "runs.tsv").write_text(head + "".join(rows))
    >>> for c in ("none", "test"):
    ...     _ = (folder / f"{c}.run").write_text("".join(f"{q} Q0 d{q} 1 1.0 {c}\\n" for q in "123"))
    >>> memorisation(folder / "runs.tsv", {"robust04": {q: {f"d{q}": 1} for q in "123"}}, folds=3).title
    'Leakage changes none of 1 nDCG@10 score significantly.'
    """
    asked = Asked(runs_table, qrels, tuple(measures), rel, whole_number("depth", depth), threads)
    found = read_experiment(asked)
    sets = leaks or {}
    leaked, memories = memories_of(found, sets, asked.depth, between("alpha", alpha))
    settings = Settings(folds, alpha, seed, leaked)
    options: dict[str, Any] = {"measures": list(measures), "folds": folds, "alpha": alpha, "depth": depth, "rel": rel}
    others = [runs_table, *(one for of in sets.values() for one in ([of] if isinstance(of, str | os.PathLike) else of))]
    others += [also_path(path) for path in found.paths.values()] if memories else []
    digests = hashes([*found.nouns], [one for one in others if isinstance(one, str | os.PathLike)])
    options |= {"ties_of_ranks": "document id ascending", "rank_without_score": depth + 1}
    provenance = Provenance(digests, options, key_of(settings.seed), versions(), signatures=found.signatures)
    return _result(found.outcomes, settings, cells_of(memories), provenance)


def memorisation_of(
    values: Values,
    *,
    directions: Mapping[str, int] | None = None,
    leaked: Mapping[str, Iterable[str]] | None = None,
    memories: Mapping[Case, Memory] | None = None,
    folds: int = FOLDS,
    alpha: float = 0.05,
    seed: Seed = 0,
) -> Result:
    """`memorisation` of scores in memory.

    Parameters
    ----------
    values : mapping of (collection, model, condition, size, seed) to mapping of measure to mapping of topic to float
    directions : mapping of str to int, optional
        Measure -> 1, or -1 where lower is better; the first is the main one. Default nDCG@10, P@1 and MFR.
    leaked : mapping of str to iterable of str, optional
        Collection -> leaked topics.
    memories : mapping of (collection, model, condition) to Memory, optional
        What `irassay.leakage.memory` says of each.
    folds, alpha, seed
        As for `memorisation`.

    Returns
    -------
    Result

    Raises
    ------
    InputError
        Runs of one collection with other topics, a model without runs of condition none.
    UsageError
        Arguments that can't mean anything.

    Examples
    --------
    >>> of = lambda gain: {"nDCG@10": {f"t{i}": 0.5 + gain * (1 + i % 3) for i in range(10)}}
    >>> values = {("c", "BERT", "none", 1000, "1"): of(0.0), ("c", "BERT", "test", 1000, "1"): of(0.1)}
    >>> memorisation_of(values, directions={"nDCG@10": 1}).title
    'Leakage changes 1 of 1 nDCG@10 score significantly: BERT (test).'
    """
    by_measure = directions or {measure: -1 if measure == MFR else 1 for measure in MEASURES}
    settings = Settings(folds, alpha, seed, {name: set(topics) for name, topics in (leaked or {}).items()})
    options = {"measures": list(by_measure), "folds": folds, "alpha": alpha}
    provenance = Provenance({}, options, key_of(settings.seed), versions())
    cells = cells_of({Case(*case): of for case, of in (memories or {}).items()})
    return _result(outcomes_of(values, by_measure), settings, cells, provenance)


def _result(outcomes: Outcomes, settings: Settings, memory: Sequence[MemoryCell], provenance: Provenance) -> Result:
    effects = effects_of(outcomes, n_folds=settings.folds, key=key_of(settings.seed))
    swaps = swaps_of(effects.cells, outcomes.directions)
    made = [
        sections.scores_section(outcomes, effects, swaps, settings.alpha),
        *sections.sizes_sections(outcomes, effects, settings.leaked, settings.alpha),
        *sections.losses_sections(outcomes, effects, settings.leaked),
        *sections.memory_sections(memory),
    ]
    models = len({case.model for case in outcomes.cases})
    facts = [plural(len(outcomes.topics), "collection"), plural(models, "model"), plural(len(outcomes.scores), "run")]
    title = sections.title(effects.cells, outcomes.measures[0], settings.alpha)
    return Result(title, sections.SAID("standfirst"), made, provenance, facts, "memorisation")
