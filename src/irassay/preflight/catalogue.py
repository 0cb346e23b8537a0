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
        "The runs, or some of them, contain no labelled document: the labels are of another collection, or the ids "
        "are written differently. If a change of the ids would make them match, the finding names it.",
    ),
    Entry(
        "little-label",
        ("warning",),
        "Of the top ranks of a run that labelled documents could fill, fewer than one in ten hold one.",
    ),
    Entry(
        "ids-nearly-meet",
        ("warning",),
        "Some ids of a run match those of the labels, and more would match after a change of the ids, such as lower "
        "case.",
    ),
    Entry(
        "ids-as-numbers",
        ("warning",),
        "Labelled ids of a query match no retrieved document, and a spreadsheet makes them of retrieved ids without a "
        "label: ``8347`` of ``008347``, ``1.56E+06`` or ``1559000`` of ``001559E3``.",
    ),
    Entry(
        "relevant-in-no-run",
        ("warning",),
        "No run retrieves many of the relevant documents, although the runs are deep and many, or their rank columns "
        "have gaps: documents judged earlier were removed (a residual collection), or the corpus is another version.",
    ),
    Entry(
        "only-labelled-retrieved",
        ("warning",),
        "A run contains only labelled documents to the end of its lists, as if it were made from the labels.",
    ),
    Entry(
        "identical-ids",
        ("warning", "note"),
        "Runs retrieve documents whose id is the query's own. BEIR removes them before it scores, and MTEB in tasks "
        "such as ArguAna; here they count unless ``--identical-ids ignore``. A warning where that moves a mean by "
        "0.01. In some collections such ids are equal by chance.",
    ),
    Entry(
        "identical-ids-relevant",
        ("warning",),
        "Documents that ``--identical-ids ignore`` removed from the runs are labelled relevant: where queries are no "
        "documents of the corpus, ids are equal by chance.",
    ),
    Entry(
        "unjudged-differ",
        ("warning",),
        "Down to the measure's cutoff some runs have far more unjudged documents than the run with the fewest: more "
        "than ten points more, or twice as many if that run has more than 2%. They count as not relevant, which "
        "favours the runs from which the labels were made. Documents marked as unrateable are not counted. Not checked "
        "where all labels are relevant. As a ``--fail-on`` of ``compare`` it fails only where ``--unjudged`` has a "
        "document to list for the same question: else no missing label changes the answer, or nobody can give one.",
    ),
    Entry(
        "missing-queries",
        ("warning",),
        "A run leaves labelled queries unanswered. Each counts 0; the mean over the answered queries is given beside "
        "it, with that of the best other run on the same queries. An answer with 0 hits is ``no-hits``.",
    ),
    Entry(
        "no-hits",
        ("warning", "note"),
        "A run answers labelled queries with 0 hits; each counts 0. Only files that hold an answer for each query can "
        "say so: in TREC's such a query is missing. A warning where another run scores there.",
    ),
    Entry(
        "no-query-answered",
        ("error",),
        "A run answers no labelled query while others do: its scores are all 0, and it is compared with "
        "nothing. ``compare`` and ``report`` end with exit code 3 where ``--expect`` or ``--pair`` names it.",
    ),
    Entry(
        "unrateable",
        ("note",),
        "Assessors marked documents as ones that can't be rated, as a book of Quepid keeps it. They have no label, and "
        "``compare --unjudged`` doesn't ask for one again.",
    ),
    Entry(
        "unrateable-queries",
        ("warning",),
        "All documents of a query that the labels have are marked unrateable: it has no label and is in no mean. "
        "What else runs bring for it down to the measure's cutoff is counted.",
    ),
    Entry(
        "unrated-queries",
        ("warning",),
        "A file of ratings, such as a book of Quepid, lists a query of which nobody has rated a document, so that the "
        "query has no label and is in no mean; also where some of its documents are marked unrateable.",
    ),
    Entry("extra-queries", ("note",), "Runs answer queries without labels. They change no score."),
    Entry(
        "no-relevant", ("note",), "Queries without a relevant document count 0 for every run and pull all means down."
    ),
    Entry(
        "queries-not-judged",
        ("warning",),
        "All labels of a query are below 0, as in TREC's files for documents that were pooled and not judged. It "
        "counts 0 for every run.",
    ),
    Entry(
        "partly-judged",
        ("warning",),
        "The median run has a label for fewer than half of its documents of a query, to the measure's cutoff, and for "
        "at least 90% on a quarter of the queries: judging was not finished.",
    ),
    Entry(
        "queries-without-text",
        ("warning",),
        "The file of the queries' texts lacks labelled queries. Of a track's overview.",
    ),
    Entry(
        "empty-query-texts",
        ("warning",),
        "The file of the queries' texts has an empty text for labelled queries. Of a report and of a track's overview; "
        "``pool`` and ``compare`` warn of it, ``judge`` refuses such a query.",
    ),
    Entry(
        "texts-without-label",
        ("note",),
        "The file of the queries' texts has queries without a label. Of a track's overview.",
    ),
    Entry(
        "rank-contradicts-score",
        ("error", "warning", "note"),
        "A run's rank column orders documents differently from its scores. Scores are used; the mean by rank is given "
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
        "Lists in which all documents have the same score: only document ids order them. An error if all lists are so.",
    ),
    Entry("documents-in-id-order", ("warning",), "All lists of a run are sorted by document id: no ranking at all."),
    Entry(
        "lowest-score-best",
        ("error",),
        "Read with the lowest score first, a run has at least twice as many labelled documents in its top and at least "
        "twice the mean: its scores may be distances or ranks. The highest score still comes first. Not checked for "
        "lists that end at the measure's cutoff.",
    ),
    Entry("same-run", ("warning",), "Two files hold the same documents in the same order for every query."),
    Entry("same-to-depth", ("note",), "Runs differ only below the measure's cutoff: one system for that measure."),
    Entry(
        "grade-1-counts-as-relevant",
        ("note",),
        "Grades go above 1 and a measure counts grade 1 as relevant. Reported with the mean at rel=2.",
    ),
    Entry(
        "negative-grades",
        ("note",),
        "Labels below 0 count as judged, with gain 0. In a stratified sample, bounds take them as not judged.",
    ),
    Entry(
        "nothing-relevant",
        ("error", "warning"),
        "No label reaches the least grade that counts as relevant for a measure. An error if that is the main one.",
    ),
    Entry(
        "only-relevant",
        ("note",),
        "All labels are relevant: unjudged documents can't be distinguished from non-relevant ones.",
    ),
    Entry(
        "two-scales",
        ("warning",),
        "A part of the queries has no grade above 1, the others have: at the lowest rate of higher grades among the "
        "relevant labels of any of those, chance would do it less than once in a million. Part of the labels may be of "
        "another scale. From five queries a part, and from a largest grade of 3: collections of 0 to 2, such as TREC "
        "Robust 2004, are known to be made of two and three grades.",
    ),
    Entry(
        "same-text-other-grade",
        ("warning",),
        "Documents of a query with the same text have different grades. Checked where the documents' texts are given. "
        "The change of scores is that of the highest grade under every id; ``same-text`` has that of one document a "
        "text. ``--duplicates one`` scores such documents as one, with the highest grade.",
    ),
    Entry("same-text", ("note",), "Texts that occur under several ids within a query; each id counts separately."),
    Entry(
        "assessors-disagree",
        ("note",),
        "A file has the ratings of several assessors, and they differ on some documents; each has one grade.",
    ),
    Entry(
        "off-scale",
        ("warning",),
        "A book or a case of Quepid names its scale, and some of its ratings are not on it. They count as they stand.",
    ),
    Entry(
        "partial-answers",
        ("warning",),
        "A search engine answered from a part of its index: time ran out (``timed_out``), shards stopped at a limit "
        "(``terminated_early``), or shards gave no answer; or an error stands in place of one of several answers in a "
        "file.",
    ),
    Entry(
        "order-of-hits",
        ("note",),
        "Scores tie or rise down hits of a search engine's answers to ``_search``, ``_msearch`` or ``_rank_eval``: "
        "hits of one score, or sorted, pinned or reranked hits. The order of the hits is the ranking there, and "
        "``ties`` does not arise.",
    ),
    Entry(
        "lower-folders",
        ("warning",),
        "A folder of runs has folders with files below it, which are not read unless they are given too.",
    ),
    Entry(
        "runs-without-metadata",
        ("warning",),
        "The metadata has no row for some runs: perhaps a name is misspelt. Their groups and kinds are not stated.",
    ),
    Entry(
        "values-nearly-equal",
        ("warning",),
        "Two values of a column of the metadata differ by case, spaces, hyphens or underscores, or by one letter: "
        "perhaps they are one group or kind.",
    ),
    Entry(
        "group-column-misspelt",
        ("warning",),
        "No column of the metadata says the groups of the runs, and a header is one letter off from one that would.",
    ),
    Entry(
        "kinds-of-one-run",
        ("note",),
        "One run alone has a value of a column that parts the runs into kinds: there are no kinds of one run.",
    ),
    Entry("repeated-tags", ("warning",), "Several files have the same run tag, so all systems are named by file."),
    Entry("mixed-tags", ("warning",), "One file has several run tags; it is taken as one run, named by file."),
    Entry(
        "short-lists",
        ("warning", "note"),
        "Lists end before the measure's cutoff; the empty places count as not relevant. A warning from one in ten.",
    ),
    Entry(
        "shallow-runs",
        ("warning",),
        "A run's lists are ten times shorter than those of other runs, and the measure reads further.",
    ),
    Entry(
        "unequal-lists",
        ("note",),
        "Where missing labels leave orders open: down to the measure's depth a run's lists are shorter by a "
        "tenth or more, in the median, than the longest ones.",
    ),
    Entry("no-data", ("error",), "A file without a line of data."),
    Entry("nothing-to-check", ("error",), "The labels hold no query, or there is no run: nothing can be scored."),
    Entry("files-unusable", ("error",), "A file that is neither labels nor a run, or one given in place of the other."),
)
