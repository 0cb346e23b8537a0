"""Every format that is read or written: what a line of it is, what it holds, and how its content tells.

The documentation's table is made from this one, and tests hold readers and writers to it.
"""

from __future__ import annotations

KINDS = {
    "labels": "relevance labels of one collection",
    "runs": "rankings of one or more systems",
    "preferences": "which of two or more documents somebody would rather have",
    "texts": "texts of queries or documents",
    "scores": "scores that another program computed, for `irassay compare --scores`",
}


class Format:
    """One format of one kind.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    name : str
        What ``--input-format`` and ``--to`` call it.
    line : str
        A line or entry of it.
    holds : str
        What it can hold, and what it can't.
    told_by : str
        How its content tells; "" where ``--input-format`` must.
    reads, writes : bool
    """

    __slots__ = ("holds", "kind", "line", "name", "reads", "told_by", "writes")

    def __init__(
        self, kind: str, name: str, line: str, holds: str, told_by: str, *, reads: bool = True, writes: bool = True
    ) -> None:
        self.kind = kind
        self.name = name
        self.line = line
        self.holds = holds
        self.told_by = told_by
        self.reads = reads
        self.writes = writes


FORMATS = (
    Format(
        "labels",
        "trec",
        "`query iteration document grade`, separated by spaces or tabs",
        "ids without white space; the iteration is not kept",
        "four columns, the last a number",
    ),
    Format(
        "labels",
        "strata",
        "`query iteration document stratum grade`: a stratified sample, as sample_eval reads it",
        "ids without white space, a stratum for every label",
        "five columns, the last a whole number",
    ),
    Format(
        "labels",
        "msmarco",
        "the same with tabs, as MS MARCO distributes it",
        "as `trec`",
        "read as `trec`",
    ),
    Format(
        "labels",
        "beir",
        "`query-id  corpus-id  score` with that heading, tab-separated",
        "ids without tabs",
        "the heading",
    ),
    Format(
        "labels",
        "quepid",
        "Quepid's judgment CSV with the heading `query,docid,rating`: the query's text is its id, spaces included",
        "ids without line ends",
        "the heading",
    ),
    Format(
        "labels",
        "quepid-json",
        'Quepid\'s JSON: `{"queries": [{"query": text, "ratings": {document: rating}}]}`',
        "any id",
        "the keys `queries`, `query` and `ratings`",
    ),
    Format(
        "labels",
        "rre",
        "Quepid's export for the Rated Ranking Evaluator: `relevant_documents` by grade",
        "any id",
        "the keys `queries` and `relevant_documents`",
    ),
    Format(
        "labels",
        "ltr",
        "`grade qid:query # document text`: Quepid's and the Elasticsearch plugin's for learning to rank",
        "ids without white space; features and texts of queries are counted and left out",
        "such a line",
    ),
    Format(
        "labels",
        "elasticsearch",
        '`_rank_eval` requests: `{"requests": [{"id", "ratings": [{"_id", "rating"}]}]}`',
        "any id; the search requests themselves are not kept",
        "the key `requests`",
    ),
    Format(
        "labels",
        "elasticsearch-response",
        'what `_rank_eval` answers: `{"details": {query: {"hits": [{"hit", "rating"}]}}}`',
        "any id; only the documents that were retrieved, hits without a rating counted",
        "the keys `details` and `hits`",
    ),
    Format(
        "labels",
        "opensearch",
        "judgment lists of OpenSearch's Search Relevance Workbench, as imported or as given back: `judgmentRatings` of "
        "`query` and `ratings`",
        "any id; the list's name is not kept",
        "the key `judgmentRatings`",
    ),
    Format(
        "labels",
        "json",
        '`{"query": {"document": grade}}`, as pytrec_eval, BEIR and ranx have it',
        "any id",
        "an object of objects of whole numbers",
    ),
    Format(
        "labels",
        "subtopics",
        "`query subtopic document grade`: labels by subtopic, as TREC's diversity tasks have them",
        "ids without white space; a document's own grade is the largest that it has for a subtopic",
        "",
    ),
    Format(
        "labels",
        "jsonl",
        '`{"query_id": ..., "doc_id": ..., "relevance": ...}` a line, or the other spellings of columns',
        "any id, strata (`stratum`)",
        "a flat object on the first line",
    ),
    Format(
        "labels",
        "parquet",
        "the same columns in Parquet; needs `irassay[data]`",
        "any id, strata",
        "the bytes `PAR1`",
    ),
    Format("labels", "ranx", "as `json`: what ranx saves", "any id", "read as `json`"),
    Format("labels", "ranx-parquet", "columns `q_id, doc_id, score` as ranx has them", "any id", "read as `parquet`"),
    Format(
        "runs",
        "trec",
        "`query Q0 document rank score tag`, one run a file",
        "ids without white space; metadata, as ir_metadata's header; ranks are those of the scores",
        "six columns, the fourth and fifth numbers",
    ),
    Format(
        "runs",
        "msmarco",
        "`query document rank`, tab-separated, one run a file; the score is minus the rank",
        "ids without white space, no scores, no run name; a rank given twice in a query is an error",
        "three columns, the last a whole number",
    ),
    Format(
        "runs",
        "csv",
        "a table with a heading such as `run,query_id,doc_id,score`: columns as in frames, or Quepid's export of a "
        "snapshot (`Query Text, Doc ID, Doc Position`)",
        "ids without line ends, any number of runs",
        "the heading",
    ),
    Format(
        "runs",
        "elasticsearch-response",
        "the hits of what `_rank_eval` answers, one run a file",
        "any id, no run name; where no hit has a score, it is minus the rank",
        "the keys `details` and `hits`",
    ),
    Format(
        "runs",
        "json",
        '`{"system": {"query": {"document": score}}}`, or one run without the outer level',
        "any id, any number of runs",
        "an object of objects",
    ),
    Format(
        "runs",
        "jsonl",
        '`{"run": ..., "query_id": ..., "doc_id": ..., "score": ...}` a line, or the other spellings of columns',
        "any id, any number of runs",
        "a flat object on the first line",
    ),
    Format(
        "runs",
        "parquet",
        "the same columns in Parquet; needs `irassay[data]`",
        "any id, any number of runs",
        "the bytes `PAR1`",
    ),
    Format(
        "runs",
        "ranx",
        '`{"query": {"document": score}}`: what ranx saves, one run a file',
        "any id, no run name",
        "read as `json`",
    ),
    Format(
        "runs",
        "ranx-parquet",
        "columns `q_id, doc_id, score` as ranx has them, one run a file",
        "any id, no run name",
        "read as `parquet`",
    ),
    Format(
        "preferences",
        "pairs",
        "`query docA docB preferred`: the last is one of the two, or `=` for a tie",
        "ids without white space; judges are not kept",
        "four columns, the last one of the two before, or a tie",
    ),
    Format(
        "preferences",
        "prefs",
        "trec_eval's `query judge group document level`: documents of a group are compared by their levels",
        "ids without white space, judges, groups",
        "five columns",
    ),
    Format(
        "texts",
        "tsv",
        "`id  text`, tab-separated",
        "one text for each id, without line ends",
        "a tab in the first line",
    ),
    Format(
        "texts",
        "jsonl",
        '`{"_id": ..., "title": ..., "text": ...}` a line; ids also as `id`, `docno`, `qid` ...',
        "any id, any fields",
        "a brace at the beginning",
    ),
    Format(
        "texts",
        "topics",
        "TREC topics in the tagged form: `<top> <num> <title> <desc> <narr>`",
        "any fields; white space is made single",
        "`<top>` or `<topic>`",
    ),
    Format("texts", "topics-xml", 'the same as XML: `<topic number="...">`', "as `topics`", "read as `topics`"),
    Format(
        "texts",
        "docs",
        "TREC documents: `<DOC> <DOCNO> <TEXT>`",
        "any fields; tags within a field are taken off, white space is made single",
        "`<DOC>` and `<DOCNO>`",
    ),
    Format(
        "scores",
        "mteb",
        "a folder of MTEB's results, `MODEL/REVISION/TASK.json`",
        "one aggregate a task: tasks stand where queries do, nothing is known of single queries",
        "the keys `mteb_version`, or `task_name` and `scores`",
    ),
    Format(
        "scores",
        "beir-results",
        "what BEIR's `save_results` writes, `SYSTEM/TASK.json`",
        "one aggregate a task",
        'groups such as `{"ndcg": {"NDCG@10": ...}}`',
    ),
    Format(
        "scores",
        "pytrec_eval",
        '`{"query": {"measure": value}}`: what pytrec_eval returns, `SYSTEM.json`',
        "one value a query",
        "measures of trec_eval as the inner keys",
    ),
    Format(
        "scores",
        "score-table",
        "`system  query  measure  value` with that heading, tab-separated",
        "any of these",
        "the heading, or what `irassay eval -q` writes",
    ),
)


def of_kind(kind: str, *, reads: bool = False, writes: bool = False) -> tuple[str, ...]:
    """Names of the formats of a kind, in the order of the table.

    >>> "quepid" in of_kind("labels", writes=True)
    True
    """
    return tuple(f.name for f in FORMATS if f.kind == kind and (f.reads or not reads) and (f.writes or not writes))


def kinds_of(name: str, *, reads: bool = False, writes: bool = False) -> tuple[str, ...]:
    """The kinds that have a format of this name."""
    return tuple(kind for kind in KINDS if name in of_kind(kind, reads=reads, writes=writes))
