"""The findings of the preflight: code, levels and meaning, from which the documentation's list of messages is made."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One kind of finding: its stable `code`, its possible `levels`, and its `meaning` for the reader."""

    code: str
    levels: tuple[str, ...]
    meaning: str


CATALOGUE = (
    Entry("no-shared-query", ("error",), "Labels and runs have no query in common, so every score is 0."),
    Entry(
        "no-label",
        ("error",),
        "None of the labelled documents is in the runs (or in some of them): labels of another collection, or ids that "
        "are written another way. Where a change of the ids would make them meet, the finding names it.",
    ),
    Entry(
        "little-label",
        ("warning",),
        "Of the places in a run's top that labels could fill, fewer than one in ten holds a labelled document.",
    ),
    Entry(
        "ids-nearly-meet",
        ("warning",),
        "Some of a run's documents meet labels, and more would after a change of the ids, such as lower case.",
    ),
    Entry(
        "relevant-in-no-run",
        ("warning",),
        "Much of what is relevant was retrieved by no run, though they are deep and many, or their rank columns have "
        "gaps: documents judged earlier were taken out (a residual collection), or the corpus is another version.",
    ),
    Entry(
        "only-labelled-retrieved",
        ("warning",),
        "A run has nothing but labelled documents to the end of its lists, as if it was made from the labels.",
    ),
    Entry(
        "unjudged-differ",
        ("warning",),
        "Down to the measure's cutoff some runs have far more documents without a label than the run with fewest: more "
        "than ten points more, or twice as many where that one has more than 2%. They count as not relevant, which "
        "favours the runs that the labels were made of. Not asked where all labels say relevant.",
    ),
    Entry(
        "missing-queries",
        ("warning",),
        "A run leaves labelled queries unanswered. Each counts 0; the mean over those answered is said beside it.",
    ),
    Entry("extra-queries", ("note",), "Runs answer queries without labels. They change no score."),
    Entry(
        "no-relevant", ("note",), "Queries without a relevant document count 0 for every run and pull all means down."
    ),
    Entry(
        "rank-contradicts-score",
        ("error", "warning", "note"),
        "A run's rank column orders documents differently from its scores. Scores are used; the mean by rank is said "
        "beside the mean by score. An error from a difference of 0.01, a note where four decimals agree.",
    ),
    Entry(
        "ties",
        ("warning", "note"),
        "Documents with equal scores, and for each measure how far another order of them moves a run's mean at most: "
        "exact for every measure but infAP and xinfAP, where two orders are tried. A warning from 0.01.",
    ),
    Entry(
        "float32",
        ("warning", "note"),
        "Scores that differ as 64-bit floats are equal as 32-bit floats, which trec_eval 9 reads: its values differ.",
    ),
    Entry(
        "all-equal-scores",
        ("error", "warning"),
        "Lists with one score for all documents: document ids alone make the order. An error if all lists are so.",
    ),
    Entry("documents-in-id-order", ("warning",), "All lists of a run are sorted by document id: no ranking at all."),
    Entry("same-run", ("warning",), "Two files hold the same documents in the same order for every query."),
    Entry("same-to-depth", ("note",), "Runs differ only below the measure's cutoff: one system for that measure."),
    Entry(
        "grade-1-counts-as-relevant",
        ("note",),
        "Grades go above 1 and a measure counts grade 1 as relevant. Said with the mean at rel=2.",
    ),
    Entry(
        "negative-grades",
        ("note",),
        "Labels below 0 count as judged, with gain 0; in a sample of strata, for bounds as not judged.",
    ),
    Entry("nothing-relevant", ("error",), "No label reaches the least grade that counts as relevant."),
    Entry("only-relevant", ("note",), "Every label says relevant: unjudged documents can't be told from poor ones."),
    Entry(
        "same-text-other-grade",
        ("warning",),
        "Documents of a query with the same text have different grades. Looked for where the "
        "documents' texts are given. ``--duplicates one`` scores such documents as one, with the highest grade.",
    ),
    Entry("same-text", ("note",), "Texts that stand under several ids within a query; each id counts by itself."),
    Entry("repeated-tags", ("warning",), "Several files have the same run tag, so all systems are named by file."),
    Entry("mixed-tags", ("warning",), "One file has several run tags; it is taken as one run, named by file."),
    Entry(
        "short-lists",
        ("warning", "note"),
        "Lists end before the measure's cutoff; the empty places count as not relevant. A warning from one in ten.",
    ),
    Entry(
        "shallow-runs", ("warning",), "A run's lists are ten times shorter than others' under a measure that reads on."
    ),
    Entry("no-data", ("error",), "A file without a line of data."),
    Entry("files-unusable", ("error",), "A file that is neither labels nor a run, or given in the other's place."),
)
