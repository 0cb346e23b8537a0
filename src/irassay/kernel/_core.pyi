"""irassay's kernel: read, intern, rank, score, bound, resample."""

from collections.abc import Sequence
import enum
from typing import Annotated, Final

import numpy
import numpy.typing
from numpy.typing import NDArray


class Ties(enum.Enum):
    float64 = 0

    float32 = 1

class RunColumns(enum.Enum):
    trec = 0

    msmarco = 1

    scored = 2

    msmarco_or_scored = 3

class OrderBy(enum.Enum):
    score = 0

    rank = 1

class Reading:
    """What was read from one file."""

    @property
    def lines(self) -> int: ...

    @property
    def used(self) -> int: ...

    @property
    def blank(self) -> int: ...

    @property
    def comments(self) -> int: ...

    @property
    def rejected(self) -> int: ...

    @property
    def byte_order_mark(self) -> bool: ...

    @property
    def tag(self) -> bytes: ...

    @property
    def counts(self) -> dict[str, int]:
        """Kind -> number of lines, for the kinds that were met."""

    @property
    def problems(self) -> list[tuple[str, int, int, bytes, bytes]]:
        """(kind, line, number, found, query): the first 20 of each kind."""

class Qrels:
    """Labels of all queries."""

    @property
    def queries(self) -> list[str]: ...

    @property
    def n_labels(self) -> int: ...

    def n_judged(self, arg: str, /) -> int: ...

    def grades(self, query: str) -> dict[str, int]: ...

    def grade_counts(self) -> dict[int, int]: ...

    def labels_from(self, least: int) -> list[int]:
        """Labels of at least this grade, one number a query."""

    def select(self, queries: Sequence[str]) -> Qrels: ...

def read_qrels(data: bytes, columns: int) -> tuple[Qrels, Reading]: ...

def qrels_from_lists(queries: Sequence[str], docs: Sequence[Sequence[str]], grades: Sequence[Sequence[int]]) -> Qrels: ...

class Runs:
    """Rankings of all systems."""

    @property
    def systems(self) -> list[str]: ...

    @property
    def queries(self) -> list[str]: ...

    @property
    def n_documents(self) -> int: ...

    def ranking(self, system: str, query: str, ties: Ties) -> list[str]: ...

    def scores(self, system: str, query: str) -> list[float]: ...

    def lengths(self, query: str) -> list[int]:
        """Documents each system retrieved for a query."""

    def save(self) -> bytes:
        """Everything that they hold, as bytes for `load_runs`."""

    def contradicted(self) -> list[tuple[str, int]]:
        """(query, system number) where the rank column contradicts the scores."""

def load_runs(data: bytes) -> Runs:
    """Runs from the bytes of `save`; a ValueError where they are none."""

def runs_from_lists(systems: Sequence[str], lists: Sequence[tuple[int, str, Sequence[str], Sequence[float]]], keep_scores: bool = False) -> Runs:
    """Runs from (system number, query, documents, scores) tuples."""

class RunsReader:
    """Reads run files, one system each, from one or more threads."""

    def __init__(self, n_files: int, keep_scores: bool = False) -> None: ...

    def read_path(self, file: int, path: str, columns: RunColumns, by: OrderBy) -> Reading: ...

    def read(self, file: int, data: bytes, columns: RunColumns, by: OrderBy) -> Reading: ...

    def add_list(self, file: int, query: str, docs: Sequence[str], scores: Sequence[float]) -> None:
        """Takes a list that is in memory as one of a file; the scores order it."""

    def stop(self) -> None:
        """Makes every thread that reads leave: each raises KeyboardInterrupt."""

    @property
    def stopped(self) -> bool: ...

    def finish(self, systems: Sequence[str]) -> Runs: ...

class Join:
    """Which query and which label belongs to which retrieved document."""

    @property
    def shared(self) -> int: ...

def residual(runs: Runs, earlier: Qrels) -> Runs: ...

def runs_of_docs(runs: Runs, docs: Sequence[str]) -> Runs: ...

def without_identical_ids(runs: Runs) -> Runs: ...

def identical_ids(runs: Runs) -> list[tuple[str, int]]:
    """
    (query, system number) where a list has the document whose id is the query's.
    """

def first_docs(runs: Runs, depth: int) -> Runs: ...

def renamed(runs: Runs, systems: Sequence[str]) -> Runs: ...

class Stack:
    """Variants of one label set."""

    @property
    def n_variants(self) -> int: ...

def stack_from_grades(base: Qrels, grades: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Stack: ...

def join(qrels: Qrels, runs: Runs) -> Join: ...

def operations() -> list[str]:
    """What the kernel computes of one list, by name."""

class MeasureSpec:
    """One measure with its parameters. depth 0: the whole list."""

    def __init__(self, op: str, *, depth: int = 0, rel: int = 1, parameter: float = 0.0, top: float = 1.0, bottom: float = 0.0, exponential: bool = False, gains: Sequence[float] = [], aggregate: str = 'mean', judged_only: bool = False, recall_as_9: bool = False) -> None: ...

class Subtopics:
    """Labels by subtopic, or by stratum, of a label set."""

    def __init__(self, qrels: Qrels, entries: Sequence[Sequence[tuple[int, int, int]]]) -> None:
        """
        entries: for each query of the labels (column, subtopic's or stratum's number from 0, grade).
        """

def score_list(labels: Sequence[int], columns: Sequence[int], specs: Sequence[MeasureSpec]) -> list[float]:
    """
    Values of one list: columns[i] is the place among `labels` of the document at rank i + 1, -1 for none. A label of -128 is no label.
    """

class Evaluation:
    """Scores of one label set."""

    @property
    def queries(self) -> list[int]:
        """Which of the labels' queries were looked at."""

    @property
    def values(self) -> Annotated[memoryview, dict(dtype='float64', order='C')]:
        """
        (measure, 1, system, query); NaN where a query doesn't count for a system.
        """

    @property
    def summary(self) -> Annotated[memoryview, dict(dtype='float64', order='C')]:
        """(measure, 1, system)."""

    @property
    def answered(self) -> Annotated[memoryview, dict(dtype='uint8', order='C')]:
        """(system, query): 1 where the run has the query."""

def evaluate(qrels: Qrels, runs: Runs, join: Join, specs: Sequence[MeasureSpec], *, ties: Ties, queries: str, threads: int, subtopics: Subtopics | None = None) -> Evaluation: ...

class StackEvaluation:
    """Scores under the variants of a label set."""

    @property
    def values(self) -> Annotated[memoryview, dict(dtype='float64', order='C')] | None:
        """
        (measure, variant, system, query); NaN where a query doesn't count. None where they were not kept.
        """

    @property
    def summary(self) -> Annotated[memoryview, dict(dtype='float64', order='C')]:
        """(measure, variant, system)."""

    @property
    def answered(self) -> Annotated[memoryview, dict(dtype='uint8', order='C')]:
        """(system, query): 1 where the run has the query."""

def evaluate_stack(stack: Stack, runs: Runs, join: Join, specs: Sequence[MeasureSpec], *, ties: Ties, queries: str, threads: int, keep_values: bool) -> StackEvaluation: ...

class FileScorer:
    """Reads and scores run files, keeping only their scores."""

    def __init__(self, qrels: Qrels, specs: Sequence[MeasureSpec], *, n_files: int, ties: Ties, queries: str, keeps_values: bool) -> None: ...

    def read_path(self, file: int, path: str, columns: RunColumns, by: OrderBy) -> Reading: ...

    def read(self, file: int, data: bytes, columns: RunColumns, by: OrderBy) -> Reading: ...

    def stop(self) -> None:
        """Makes every thread that reads leave: each raises KeyboardInterrupt."""

    @property
    def stopped(self) -> bool: ...

    @property
    def extra_queries(self) -> list[int]:
        """By file: answered queries that have no labels."""

    @property
    def own_documents(self) -> list[tuple[int, int]]:
        """
        By file: labelled queries whose own document is in the list, and those that are answered.
        """

    def same_lists(self, depth: int) -> list[int]:
        """
        For each file the first one whose lists are the same to `depth` (0: whole lists).
        """

    @property
    def scores(self) -> Evaluation: ...

def count_flips(scores: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], a: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], threshold: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], key: int, first: int, n: int, *, enumerated: bool = False, threads: int = 0) -> NDArray[numpy.uint32]:
    """
    How many sign flips first .. first + n put a pair's |sum of differences| at its threshold or beyond. scores: (query, system), snapped; a, b, threshold: one a pair.
    """

def lattice_tails(magnitudes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], threshold: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], step: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int = 0) -> NDArray[numpy.float64]:
    """
    Lower and upper two-sided tails of randomly signed magnitudes (row, query), rounded to step and convolved.
    """

def inverted_tails(magnitudes: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], threshold: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], noise: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int = 0) -> NDArray[numpy.float64]:
    """
    Lower and upper two-sided tails by inverting the characteristic function, smoothed by noise.
    """

def met_tail(magnitudes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threshold: float) -> float:
    """The two-sided tail over every sign vector, by meeting in the middle."""

MEET_AT_MOST: int = 54

def count_draws(key: int, first: int, n: int, bounds: Sequence[int]) -> NDArray[numpy.float64]:
    """
    How often each query is drawn in resamples first .. first + n: (resample, query). bounds part collections.
    """

def drawn_sums(scores: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], key: int, first: int, n: int, bounds: Sequence[int], *, threads: int = 0) -> NDArray[numpy.float64]:
    """
    Sums of scores (system, query), snapped, over the queries that resamples first .. first + n draw: (system, resample).
    """

def pair_quantiles(values: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], a: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], probabilities: Sequence[float], *, threads: int = 0) -> NDArray[numpy.float64]:
    """
    Quantiles over resamples of values[a] - values[b]: (pair, probability). values: (system, resample).
    """

def count_step_down(scores: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], a: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], weight: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threshold: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], key: int, first: int, n: int, *, enumerated: bool = False, threads: int = 0) -> NDArray[numpy.uint32]:
    """
    How many sign flips first .. first + n put the largest statistic of a pair and all later ones at its threshold or beyond. scores: (query, system), snapped; pairs from the largest observed statistic to the smallest.
    """

def shuffled_ranges(scores: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], key: int, first: int, n: int, *, threads: int = 0) -> NDArray[numpy.float64]:
    """
    Largest minus smallest sum over queries with each query's scores dealt to the systems anew: (shuffle,).
    """

def count_shifts(scores: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], a: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], threshold: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], key: int, first: int, n: int, bounds: Sequence[int], *, threads: int = 0) -> NDArray[numpy.uint32]:
    """
    How many bootstrap resamples first .. first + n move the sum of a pair's differences by its threshold or more.
    """

def pair_shares_below(values: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], a: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], at: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, threads: int = 0) -> NDArray[numpy.float64]:
    """
    Share of values[a] - values[b] below `at`, ties counted half: (pair,). values: (system, resample).
    """

def pair_quantiles_at(values: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], a: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], probabilities: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, threads: int = 0) -> NDArray[numpy.float64]:
    """
    Quantiles over resamples of values[a] - values[b] at each pair's own probabilities: (pair, level).
    """

class Form(enum.Enum):
    """How a measure puts a list's gains together."""

    linear = 0

    share = 1

    ratio = 2

    first = 3

    average = 4

    rprec = 5

class Weight(enum.Enum):
    """What a rank weighs."""

    flat = 0

    log2 = 1

    reciprocal = 2

    geometric = 3

    place = 4

    insq = 5

class Task:
    """A measure as the bounds see it; depth 0 is the whole list."""

    def __init__(self, form: Form, weight: Weight, parameter: float, depth: int, capped: bool, gain: Sequence[float], levels: Sequence[float], ties: Ties, unseen: int) -> None: ...

class Bounder:
    """Bounds of all scores and differences over all completions."""

    def __init__(self, qrels: Qrels, runs: Runs, task: Task) -> None: ...

    @property
    def n_queries(self) -> int: ...

    chunk: Final[int] = ...
    """(arg: object, /) -> int"""

    def ask_for(self, systems: Sequence[int]) -> None:
        """Differences to these systems only: before `run`."""

    def run(self, first: int, last: int, threads: int) -> None:
        """Queries first to last - 1; first is a multiple of `chunk`."""

    def look_for(self, a: Sequence[int], b: Sequence[int], target: Sequence[float]) -> None: ...

    def seek(self, first: int, last: int, threads: int) -> None: ...

    def sought(self) -> list[float]: ...

    def lower(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def plain(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def upper(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def greatest(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
        """Sum over queries of the greatest difference, row minus column."""

class HoleEffects:
    """What single missing labels would do, one entry a document."""

    @property
    def query(self) -> list[int]: ...

    @property
    def doc(self) -> list[str]: ...

    @property
    def pairs(self) -> list[int]: ...

    @property
    def effect(self) -> list[float]: ...

    @property
    def best_rank(self) -> list[int]: ...

    @property
    def n_runs(self) -> list[int]: ...

def hole_effects(qrels: Qrels, runs: Runs, join: Join, task: Task, *, ahead: Sequence[int], behind: Sequence[int], leaders: Sequence[int], among: Sequence[int], first: int, last: int) -> HoleEffects: ...

class Expecter:
    """
    Expected scores where unjudged documents are like the judged ones of their rank.
    """

    def __init__(self, qrels: Qrels, runs: Runs, task: Task, smoothing: float, n_draws: int, key: int) -> None: ...

    band_ends: Final[list[int]] = ...
    """(arg: object, /) -> list[int]"""

    @property
    def possible(self) -> bool: ...

    def count(self, first: int, last: int) -> None: ...

    def run(self, first: int, last: int, threads: int) -> None: ...

    def drawn_scores(self, first: int, last: int, begin: int, end: int, threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
        """
        Scores of queries first to last - 1 in draws begin to end - 1: (draw and system, query). After `count` of all.
        """

    def rates(self, query: int, band: int) -> list[float]:
        """Probability of each level for an unjudged document."""

    def estimate(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

class Coverage:
    """One system's lists for the queries of the qrels."""

    @property
    def answered(self) -> int: ...

    @property
    def retrieved(self) -> int: ...

    @property
    def judged(self) -> int: ...

    @property
    def top(self) -> int: ...

    @property
    def top_judged(self) -> int: ...

    @property
    def shortest(self) -> int: ...

    @property
    def median(self) -> int: ...

    @property
    def longest(self) -> int: ...

    @property
    def short_lists(self) -> int: ...

class TieCount:
    """Equal scores in one system's lists."""

    @property
    def tied(self) -> int: ...

    @property
    def top_tied(self) -> int: ...

    @property
    def lists(self) -> int: ...

    @property
    def flat(self) -> int: ...

    @property
    def merged(self) -> int: ...

def coverage(qrels: Qrels, runs: Runs, join: Join, depth: int) -> list[Coverage]: ...

def labels_retrieved(qrels: Qrels, runs: Runs, join: Join, rel: int) -> tuple[int, int]:
    """Labels of grade rel or more that some run retrieved, and all of them."""

def longest_list(runs: Runs, join: Join) -> int:
    """Documents of the longest list for a labelled query."""

def count_ties(runs: Runs, join: Join, depth: int, ties: Ties) -> list[TieCount]: ...

def tie_swings(qrels: Qrels, runs: Runs, join: Join, specs: Sequence[MeasureSpec], ties: Ties, subtopics: Subtopics | None = None) -> list[list[list[float]]]:
    """
    [system][measure]: least, present and greatest summary over the orders of documents with equal scores.
    """

def lists_in_id_order(runs: Runs, join: Join, least: int) -> list[int]: ...

def same_lists(runs: Runs, join: Join | None, depth: int, ties: Ties, counted: Sequence[int] | None = None) -> list[int]:
    """
    For each system the first with the same documents in the same order to a depth; on the `counted` queries of the labels only, if given.
    """

class Reach:
    """How far the labels reach into the runs."""

    @property
    def retrieved(self) -> list[list[int]]:
        """[system][band]: documents in that band of ranks"""

    @property
    def judged(self) -> list[list[int]]:
        """[system][band]: of them with a label"""

    @property
    def unjudged(self) -> int:
        """distinct (query, document) pairs to the depth without a label"""

    @property
    def alone(self) -> list[int]:
        """[group]: relevant documents to the depth that no other group has there"""

    @property
    def alone_high(self) -> list[int]:
        """[group]: of them at or above the higher grade"""

def reach(qrels: Qrels, runs: Runs, join: Join, *, ends: Sequence[int], depth: int, group: Sequence[int], n_groups: int, rel: int, high: int, ties: Ties) -> Reach: ...

def label_places(qrels: Qrels, runs: Runs, join: Join, *, group: Sequence[int], depth: int, ties: Ties) -> tuple[NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.int32]]:
    """
    For each label, in the qrels' order: the one group that has it to the depth (-1: none, -2: several), and its best rank over all systems, from 1 (0: nobody returns it). Then the best ranks of retrieved documents without a label, query by query, and how many each query has.
    """

def relevant_ranks(qrels: Qrels, runs: Runs, join: Join, *, group: Sequence[int], n_groups: int, rel: int, depth: int, ties: Ties) -> tuple[Annotated[memoryview, dict(dtype='int32')], Annotated[memoryview, dict(dtype='int32')]]:
    """
    For each document of grade `rel` or more, in the qrels' order: its query's index, and its rank in each group of systems, the best of theirs, from 1 (0: none has it to the depth).
    """

def subset_finders(ranks: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], query: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, depth: int, picked: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], times: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> NDArray[numpy.int64]:
    """
    [draw][k]: how many documents exactly k of the picked groups have among their first `depth`, each as many times as `times` says of its query.
    """

def reranked(qrels: Qrels, runs: Runs, join: Join, *, by: Sequence[int], depth: int, rel: int, ties: Ties, threads: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64]]:
    """
    [system][kind]: relevant, other judged and unjudged documents among its first `depth`, over all queries. [i][system][kind]: how many more there are where the system is put in the order of `by[i]`.
    """

class LabelRows:
    """Where every labelled document stands in the rows of a stack."""

    def __init__(self, base: Qrels) -> None: ...

    def fill(self, labels: dict[str, dict[str, int]], grades: numpy.typing.NDArray[numpy.int8], variant: int) -> None:
        """Writes a variant's grades into its column."""

class PairEffects:
    """Documents without a label whose label would move a pair's difference."""

    @property
    def query(self) -> list[int]: ...

    @property
    def doc(self) -> list[str]: ...

    @property
    def effect(self) -> list[float]:
        """
        largest change of a pair's difference on this query, by the top grade alone
        """

    @property
    def lead(self) -> list[float]:
        """sum over pairs of what the top grade adds to the first system's lead"""

    @property
    def fall(self) -> list[float]:
        """sum over pairs of what it takes from that lead"""

    @property
    def best_rank(self) -> list[int]:
        """from 1, over all systems"""

    @property
    def n_runs(self) -> list[int]:
        """that have it above the depth"""

def pair_effects(qrels: Qrels, runs: Runs, join: Join, task: Task, *, a: Sequence[int], b: Sequence[int], first: int, last: int) -> PairEffects: ...

def label_floors(qrels: Qrels, runs: Runs, join: Join, task: Task, *, a: Sequence[int], b: Sequence[int], tolerance: float) -> list[int]:
    """
    [pair]: no fewer labels settle it. Sums of gains and shares of a total only.
    """

class Settled:
    """What each draw takes to settle pairs."""

    @property
    def labels(self) -> list[int]:
        """
        given when all pairs are settled; one more than there are documents where they aren't
        """

    @property
    def pairs(self) -> list[int]:
        """settled once all documents have a label"""

class Settler:
    """
    How many labels, given in an order, settle pairs in draws from the estimate.
    """

    def __init__(self, qrels: Qrels, runs: Runs, task: Task, expecter: Expecter, *, query: Sequence[int], doc: Sequence[str], a: Sequence[int], b: Sequence[int], n_draws: int, tolerance: float) -> None: ...

    def settle(self, threads: int) -> Settled:
        """What each draw takes."""

    def drawn(self) -> list[int]:
        """[draw * documents + document]: the level of the document's label."""

def merge_docs(runs: Runs, queries: Sequence[str], docs: Sequence[Sequence[str]]) -> Runs:
    """
    Documents of a query that are the same as one, under the name of the first.
    """

def retrieved(runs: Runs, query: str) -> list[str]:
    """Documents that some system returns for a query."""

def json_rows(data: bytes, keys: Sequence[str]) -> list[list[str | int | float]] | None:
    """
    The values of these keys, a list a key, of lines that are flat JSON objects; None where any line is unusual.
    """

class Pooled:
    """Documents of a pool, by query and then by id in byte order."""

    @property
    def query(self) -> list[int]:
        """[document]: index into the runs' queries"""

    @property
    def doc(self) -> list[str]: ...

    @property
    def start(self) -> list[int]:
        """[document + 1]: its finders are start[i] .. start[i + 1]"""

    @property
    def system(self) -> list[int]:
        """[finder]: index into the runs' systems, ascending within a document"""

    @property
    def rank(self) -> list[int]:
        """[finder]: from 1"""

def pool(runs: Runs, *, depth: int, ties: Ties) -> Pooled:
    """The union of the first `depth` documents of every list."""

class Unretrieved(enum.Enum):
    """What becomes of relevant labels that a system doesn't retrieve."""

    last = 0

    never = 1

def count_relevant(qrels: Qrels, rel: int) -> NDArray[numpy.uint32]:
    """Labels of grade `rel` or more, by query."""

def keep_at_random(qrels: Qrels, *, rel: int, most: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], draws: int, key: int, threads: int, out: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    out[label][share * draws + draw]: the first most[query][share] of a random order of the relevant labels, and the labels that are not relevant; -128 elsewhere.
    """

def keep_by_runs(qrels: Qrels, runs: Runs, join: Join, *, rel: int, most: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], unretrieved: Unretrieved, ties: Ties, threads: int, out: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> list[int]:
    """
    The same in the order in which each system retrieves them, out[label][share * systems + system]. Returns for each variant how many labels it keeps that its system retrieves.
    """

def keep_by_value(qrels: Qrels, *, rel: int, most: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    The same with the largest values first, NaN last, equal ones by document, highest id first; out[label][share].
    """

def keep_to_depth(qrels: Qrels, runs: Runs, join: Join, *, depths: Sequence[int], ties: Ties, threads: int, out: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    out[label][variant]: labels of documents that some system has among its first depths[variant]; -128 elsewhere.
    """

def keep_of_groups(qrels: Qrels, runs: Runs, join: Join, *, group: Sequence[int], chosen: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], depth: int, ties: Ties, threads: int, out: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    The same for documents that a system of a group chosen[variant][group] has among its first `depth`.
    """

def redraw_grades(qrels: Qrels, *, row: Sequence[int], grades: Sequence[int], reached: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], key: int, threads: int, out: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    out[label][draw]: every label drawn again; row[grade + 128] is its row of `reached`, the chances of the new grades added up.
    """

class Analyser:
    """From texts to terms."""

    def __init__(self, stem: str, stop_words: Sequence[str]) -> None: ...

    def terms(self, text: str) -> list[str]:
        """The terms of a text, in its order."""

class ShardBuilder:
    """Passages that become one shard of an index."""

    def __init__(self, analyser: Analyser) -> None: ...

    def add_texts(self, ids: Sequence[str], texts: Sequence[str], *, threads: int) -> None:
        """Passages by their texts."""

    def add_bag(self, id: str, bag: Sequence[tuple[str, int]], length: int) -> None:
        """A passage by its terms and their counts, each term once."""

    @property
    def n_docs(self) -> int: ...

    @property
    def memory(self) -> int:
        """Bytes until it is written, roughly."""

    def write(self, path: str) -> None:
        """Write the file, which must not be there."""

class Shard:
    """A shard of an index, mapped into memory."""

    def __init__(self, path: str) -> None: ...

    @property
    def n_docs(self) -> int: ...

    @property
    def n_terms(self) -> int: ...

    @property
    def n_tokens(self) -> int: ...

    @property
    def n_with_terms(self) -> int:
        """Passages that have a term."""

    def id(self, doc: int) -> str: ...

    def find_docs(self, ids: Sequence[str]) -> list[int]:
        """The numbers of passages by their ids; n_docs where one is not here."""

    def length(self, doc: int) -> int: ...

    def bag(self, doc: int) -> list[tuple[str, int]]:
        """The terms of a passage in byte order, with their counts."""

def twin_id(shards: Sequence[Shard], *, memory: int) -> str:
    """An id that two passages have; empty where there is none."""

class Searcher:
    """Searches shards as one collection."""

    def __init__(self, shards: Sequence[Shard], *, model: str, k1: float, b: float, mu: float, lengths: str, n_docs: float = 0.0, n_tokens: float = 0.0, average: float = 0.0) -> None:
        """
        With the collection's numbers of passages and tokens, and the average length; 0: summed over the shards.
        """

    def search(self, queries: Sequence[Sequence[tuple[str, int]]], *, depth: int, threads: int) -> list[tuple[list[str], list[float]]]:
        """Ids and scores of each query's list, best first."""

def fuse(runs: Runs, *, name: str, method: str, phi: float, rrf_k: float, weights: Sequence[float], normalise: str, depth: int, threads: int) -> Runs:
    """One system from all: of each query the documents of its lists."""

def fuse_lists(runs: Sequence[Runs], plan: Sequence[tuple[str, Sequence[tuple[int, str]]]], *, name: str, phi: float, depth: int, threads: int) -> Runs:
    """
    One system by rbc: for each (query, lists) of the plan the lists (number of runs, query there).
    """

class TestTexts:
    """Test texts, as training texts are held against them."""

    def __init__(self, texts: Sequence[str], function_words: Sequence[str]) -> None: ...

    @property
    def n_texts(self) -> int: ...

    def stems(self, text: str) -> list[str]:
        """
        The distinct stems of any text, in byte order, without function words unless it has no others.
        """

    def slips(self, text: str) -> list[tuple[str, list[str]]]:
        """
        The stems of any text that may be slips, each with the test texts' stems that may be meant.
        """

class TrainingCounts:
    """How many training texts have what test texts have."""

    def __init__(self, test: TestTexts) -> None: ...

    def add(self, texts: Sequence[str], *, threads: int) -> None: ...

    def merge(self, counts: bytes) -> None:
        """Add what another object of the same test texts counted."""

    def to_bytes(self) -> bytes: ...

    @property
    def n(self) -> int: ...

    @property
    def n_empty(self) -> int: ...

class StemCounts:
    """How many training texts have each of some stems."""

    def __init__(self, test: TestTexts, stems: Sequence[str]) -> None: ...

    def add(self, texts: Sequence[str], *, threads: int) -> None: ...

    @property
    def counts(self) -> list[int]: ...

class Matcher:
    """Lets training texts through that may ask what a test text asks."""

    def __init__(self, test: TestTexts, counts: TrainingCounts, *, floor: float, boilerplate: int) -> None: ...

    def match(self, texts: Sequence[str], *, threads: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.uint32], NDArray[numpy.uint8], NDArray[numpy.float32]]:
        """
        Of each pair the row, the test text, the evidence (1 words, 2 a slip forgiven, 4 runs of 13 words) and the share of the test text's runs of words; by row, then by test text.
        """

    def weight(self, n_texts: int) -> float:
        """The weight of a stem that so many training texts have."""

    def n_grams(self, text: int) -> int:
        """How many of a test text's runs of 13 words are no boilerplate."""

class Bets:
    """
    Wealth of bets against "the first system is at most m better", by pair and level m.
    """

    def __init__(self, levels: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], rates: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def place(self, at: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, mean: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], z: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], variance: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], least: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], left: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
        """
        Bets on draws of the pairs `at`, each [draw][i], left [i]; log wealth after each draw: [draw][level][i].
        """

    @property
    def log_wealth(self) -> NDArray[numpy.float64]: ...

    @property
    def log_best(self) -> NDArray[numpy.float64]: ...

    @property
    def squares(self) -> NDArray[numpy.float64]: ...

    @property
    def expected(self) -> NDArray[numpy.float64]: ...

    @property
    def precision(self) -> NDArray[numpy.float64]: ...

    @property
    def weighted(self) -> NDArray[numpy.float64]: ...

def weight_gram(ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], system: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], weight: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], of: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], n_systems: int) -> NDArray[numpy.float64]:
    """
    Sum over documents of `of` x weight x weight: (system, system). The systems of a document rise.
    """

def weight_quadratic(ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], system: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], weight: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], form: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
    """
    weight x form x weight of each document, of a symmetric form (system, system): (document,).
    """
