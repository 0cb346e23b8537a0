"""Options of training sets."""

from __future__ import annotations

from irassay.cli.options.option import ANSWER, FILES, LEAKS, Option, whole

MOST_INSTANCES = 1 << 30


def sizes(text: str) -> tuple[int, ...]:
    """Numbers of instances: ``1000,4000``, or ``1000..128000``, which doubles."""
    try:
        if ".." in text:
            low, high = (int(part) for part in text.split(".."))
            found = tuple(low << i for i in range(32) if low << i <= high)
        else:
            found = tuple(int(part) for part in text.split(","))
            low = high = min(found)
    except ValueError:
        found, low, high = (), 0, 0
    if not found or low < 2 or max(found) > MOST_INSTANCES or max(found) < high:
        raise ValueError("numbers such as 1000,4000, or 1000..128000, which doubles; from 2 on")
    if low << len(found) - 1 != high and ".." in text:
        raise ValueError(f"doublings of {low:,} up to the last number, such as {low}..{max(found)}")
    return found


OPTIONS = (
    Option(
        "train_queries",
        "training queries: id TAB text, JSON lines; repeat it for a source each, which fill sets alike",
        spelling=("--queries",),
        group=FILES,
        value="FILE",
        repeated=True,
    ),
    Option(
        "candidates",
        "a run of the training queries; those that are not relevant are drawn from its first 100",
        group=FILES,
        value="RUN",
    ),
    Option(
        "known_leaks",
        "leaks.tsv: what people call a leak is one, and no query that it names is filler",
        spelling=("--leaks",),
        group=FILES,
        value="FILE",
    ),
    Option("test_topics", "the test queries", spelling=("--test",), group=FILES, value="FILE"),
    Option("test_qrels", "their labels", group=FILES, value="QRELS"),
    Option("test_corpus", "the documents that they are about", group=FILES, value="FILE"),
    Option("leaked", "queries that leak, two instances each", group=LEAKS, value="N", takes=whole(1), default=500),
    Option(
        "sizes",
        "instances of each set: 1000,4000, or 1000..128000, which doubles",
        group=LEAKS,
        value="SIZES",
        takes=sizes,
        default=tuple(1000 << i for i in range(8)),
        shown="1000..128000",
    ),
    Option("as_many", "take as many as there are, where there is too little", group=LEAKS, count=0),
    Option("skip_missing", "leave out documents without a text, and count them", group=ANSWER, count=0),
)
