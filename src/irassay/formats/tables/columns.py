"""The names of columns in frames, JSON lines and Parquet, and who uses each.

Two spellings are common: ``query_id, doc_id, relevance | score`` (ir_datasets, ir_measures) and ``qid, docno, label |
score, rank`` (PyTerrier); ranx has ``q_id, doc_id, score`` for both labels and runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from irassay.errors import InputError, UsageError

# Role -> names under which it is looked for, the first that is there: PyTerrier's docid is a number of its index, and
# its query is the query's text.
NAMES: Mapping[str, tuple[str, ...]] = {
    "query": ("query_id", "qid", "q_id", "query-id", "topic_id", "topic", "query"),
    "doc": ("doc_id", "docno", "corpus-id", "corpus_id", "document_id", "docid", "doc", "document", "product_id"),
    "grade": ("relevance", "label", "grade", "rating", "rel", "judgment", "esci_label"),
    "score": ("score",),
    "rank": ("rank",),
    "system": ("run", "system", "run_id", "runid", "tag", "name"),
    "stratum": ("stratum",),
    "assessor": ("assessor", "judge", "annotator", "user", "rater"),
    "entity": ("entity", "member", "title"),
    "passage": ("passage", "doc_id", "doc", "docno"),
    "doc_a": ("doc_a",),
    "doc_b": ("doc_b",),
    "why": ("why",),
    "probability": ("probability",),
    "drawn": ("drawn",),
    "query_text": ("question", "query"),
    "text": ("text", "doc_text"),
    "group": ("group",),
    "member": ("member",),
}
# How each spelling is written; a role that it lacks has no column.
SPELLINGS: Mapping[str, Mapping[str, str]] = {
    "query_id": {
        "system": "run",
        "query": "query_id",
        "doc": "doc_id",
        "grade": "relevance",
        "score": "score",
        "stratum": "stratum",
    },
    "qid": {
        "system": "name",
        "query": "qid",
        "doc": "docno",
        "grade": "label",
        "score": "score",
        "rank": "rank",
        "stratum": "stratum",
    },
    "q_id": {"query": "q_id", "doc": "doc_id", "grade": "score", "score": "score"},
}
# As Quepid and people call the columns of runs in CSV, besides.
ALIASES = {"query_text": "query", "doc_position": "rank", "position": "rank", "snapshot_name": "run"}
LONGEST_LIST = 300  # characters of a message that are columns
NEEDED = {
    "labels": ("query", "doc", "grade"),
    "answers": ("query", "doc", "grade"),
    "runs": ("query", "doc", "score"),
    "tasks": ("query", "doc"),
    "pairs": ("query", "doc_a", "doc_b"),
    "groups": ("group", "member"),
    "links": ("entity", "passage"),
}
OPTIONAL = {
    "labels": ("stratum",),
    "answers": ("assessor",),
    "runs": ("system",),
    "tasks": ("why", "probability", "stratum", "drawn", "query_text", "text"),
    "pairs": ("why", "probability"),
    "groups": (),
    "links": (),
}


def places(names: Iterable[str], kind: str, *, source: str) -> dict[str, str]:
    """Role -> name of its column, for labels or runs; InputError where one is missing. Labels without grades have them
    in ``score``, runs without scores are ordered by ``rank``."""
    by_lower_case = {str(name).strip().lower(): str(name) for name in names}
    place = {}
    for role in (*NEEDED[kind], *OPTIONAL[kind]):
        instead = {"grade": ("score",), "score": ()}.get(role, ())
        name = next((by_lower_case[n] for n in (*NAMES[role], *instead) if n in by_lower_case), None)
        if name is not None:
            place[role] = name
    if kind == "runs" and "score" not in place and "rank" in by_lower_case:
        place["rank"] = by_lower_case["rank"]
    missing = [role for role in NEEDED[kind] if role not in place and not (role == "score" and "rank" in place)]
    if missing:
        roles = "; ".join(f"{role}: {', '.join(NAMES[role])}" for role in missing)
        raise unknown(source, list(by_lower_case.values()), roles)
    return place


def unknown(source: str, names: Collection[str], needed: str) -> InputError:
    """The error of columns, as they are called, that are not those needed."""
    shown = ", ".join(names)
    shown = shown if len(shown) <= LONGEST_LIST else f"{shown[:LONGEST_LIST]}..."
    what = f"{source} has the columns {shown}, expected one for each of {needed}{_or_metadata(names)}"
    return InputError(what, advice="rename the columns")


def with_ranks(place: Mapping[str, str], names: Iterable[str], kind: str) -> dict[str, str]:
    """The same places, and the column of ranks beside the scores of runs, for whoever holds the two together."""
    ranks = [str(name) for name in names if str(name).strip().lower() in NAMES["rank"]]
    return {**place, "rank": ranks[0]} if kind == "runs" and "score" in place and ranks else dict(place)


def _or_metadata(names: Iterable[str]) -> str:
    """What to do with a table of facts about runs, where these columns are of one; "" elsewhere."""
    names = {name.strip().lower() for name in names}
    if not names & {"run", "system"} or any(names & set(NAMES[role]) for role in ("query", "doc")):
        return ""
    return "; it looks like metadata, a row a run: keep it elsewhere and give it with --metadata"


def expected() -> str:
    """The headings that would do, of labels or runs."""
    ids = [f"{role}: {', '.join(NAMES[role])}" for role in ("query", "doc")]
    return "; ".join([*ids, ", or ".join(f"{role}: {', '.join(NAMES[role])}" for role in ("grade", "score", "rank"))])


def others(names: Iterable[str], place: Mapping[str, str]) -> dict[str, int]:
    """How many columns say something that labels and runs have no place for; a rank beside scores is no news."""
    n = len(unused(names, place))
    return {"other column": n} if n else {}


def unused(names: Iterable[str], place: Mapping[str, str]) -> list[str]:
    """The columns that say something that labels and runs have no place for."""
    return [name for name in names if name not in place.values() and name.strip().lower() not in ("rank", "q0")]


def holds(names: Iterable[str]) -> tuple[str, ...]:
    """Which kinds these columns allow."""
    by_lower_case = {str(name).strip().lower() for name in names}

    def has(role: str) -> bool:
        return any(name in by_lower_case for name in NAMES[role])

    if not (has("query") and has("doc")):
        return ()
    if has("grade"):
        return ("labels", "runs") if has("score") else ("labels",)
    if has("system") or has("rank"):
        return ("runs",) if has("score") or has("rank") else ()
    return ("labels", "runs") if has("score") else ()


def spelling(name: str) -> Mapping[str, str]:
    """The names of a spelling; UsageError where there is none of that name."""
    if name not in SPELLINGS:
        raise UsageError(f"expected spelling of {', '.join(SPELLINGS)}, got spelling={name!r}")
    return SPELLINGS[name]
