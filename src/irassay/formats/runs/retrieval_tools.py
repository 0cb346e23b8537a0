"""Runs as retrieval tools and tracks write them in JSON: a row each says where queries, documents and scores stand.

Texts of queries, passages and answers are not kept; of result lists `read_result_texts` reads them. MTEB has the scores
in an object of documents, the others have a list of hits, best first: DPR writes scores as texts, and those of an index
of the kind HNSW are distances, which rise down the list; TREC's RAG track gives no scores. Its answers of 2024 name run
and topic themselves, from 2025 on in their metadata.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Literal, TypeAlias

from irassay.errors import cut, kind_of
from irassay.formats.format import IdRule
from irassay.formats.row_checks import RankRows, SystemLists
from irassay.formats.runs import RunFormat
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import objects_in, read_json, records_of, within

Entries: TypeAlias = Iterable[tuple[int | str, dict[str, Any]]]

META, TEST = "mteb_model_meta", "test"
IN_MTEB = 'expected {"mteb_model_meta": {"model_name": ...}, subset: {split: {query: {document: score}}}}'
IN_IKAT = '{"turn_id": ..., "responses": [{"rank": 1, "passage_provenance": [{"id": ..., "score": ...}]}]}'


class Tool(RunFormat, kw_only=True):
    """What a tool or track writes; keys of keys with a dot between, alternatives with a bar."""

    keys: tuple[str, ...]  # all are near the beginning of a file; the only one comes first
    entries: Callable[[RankRows, str, str], Entries]  # place and object of each query
    run: str  # the key of the run's name, "" where the file has none
    query: str
    hits: str
    doc: str  # the key in a hit; "": a hit is the document; "{}": the hits are an object of documents and scores
    empty: str  # how an answer without hits is counted; "": as any query without them
    expected: str
    ids: IdRule = "any"
    runs_a_file: Literal["one", "any", "part"] = "one"  # of those that keep names any

    def __post_init__(self) -> None:
        self.runs_a_file = "any" if "names" in self.keeps else "one"
        first = self.keys[0] if len(self.keys) == 1 else ""
        self.looks_like = json_tree.with_keys(*(f"(?:{key})" for key in self.keys), first=first)
        self.read = self._read_lists

    def _read_lists(self, path: str, *, system: str) -> list[SystemLists]:
        """The runs that the file names, or one."""
        rows = RankRows(path)
        for place, entry in self.entries(rows, path, system):
            query, run = _first(entry, self.query), _first(entry, self.run)
            hits: Any = entry.get(self.hits)
            is_listing = isinstance(hits, dict if self.doc == "{}" else list)
            if query is None or not is_listing or not (self.doc or all(isinstance(hit, str) for hit in hits)):
                rows.problems.add(place, f"expected {self.expected}")
                continue
            _add(rows, self, place, run if run and isinstance(run, str) else system, str(query), hits)
        return rows.finish()


def _records(rows: RankRows, path: str, system: str) -> Entries:
    return records_of(path, rows.problems)


def _splits(rows: RankRows, path: str, system: str) -> Entries:
    """MTEB's queries of each subset, which is a run of its own where there are several; of the split test, or else of
    the only one."""
    whole = read_json(path, rows.problems)
    meta = whole.get(META) if isinstance(whole, dict) else None
    if not isinstance(whole, dict) or not isinstance(meta, dict):
        rows.problems.add("", f'no object "{META}", {IN_MTEB}')
        return
    name = meta.get("model_name")
    model = name if isinstance(name, str) and name else system
    subsets = {subset: splits for subset, splits in whole.items() if subset != META}
    for subset, splits in subsets.items():
        for place, query, docs in _of_split(rows, f"[{cut(subset)}]", splits):
            if isinstance(docs, dict):
                run = model if len(subsets) == 1 else f"{model} {subset}"
                yield place, {"run": run, "query": query, "docs": docs}
            else:
                rows.problems.add(place, f"{kind_of(docs)}, expected document -> score")


def _of_split(rows: RankRows, place: str, splits: Any) -> Iterator[tuple[str, str, Any]]:
    """Place, query and documents in the one split that is read."""
    if not isinstance(splits, dict) or not splits:
        rows.problems.add(place, f"no split, {IN_MTEB}")
        return
    name = TEST if TEST in splits else next(iter(splits))
    if TEST not in splits and len(splits) > 1:
        rows.problems.add(place, f"splits {', '.join(map(cut, splits))}, expected test or one alone")
        return
    rows.leave_out("split other than test", len(splits) - 1)
    if not isinstance(splits[name], dict):
        rows.problems.add(f"{place}[{cut(name)}]", f"{kind_of(splits[name])}, {IN_MTEB}")
        return
    for query, docs in splits[name].items():
        yield f"{place}[{cut(name)}][{cut(query)}]", query, docs


def _turns(rows: RankRows, path: str, system: str) -> Entries:
    """The response of the best rank to each of iKAT's turns."""
    whole = read_json(path, rows.problems)
    for place, turn in objects_in(whole, "turns", rows.problems, expected=IN_IKAT):
        query, responses = turn.get("turn_id"), turn.get("responses")
        listed = [one for one in responses if isinstance(one, dict)] if isinstance(responses, list) else []
        if not isinstance(query, str) or not isinstance(responses, list) or len(listed) < len(responses):
            rows.problems.add(place, f"expected {IN_IKAT}")
            continue
        ranks = [one["rank"] if isinstance(one.get("rank"), int) else float("inf") for one in listed]
        best = min(range(len(listed)), key=ranks.__getitem__, default=None)
        passages = [] if best is None else listed[best].get("passage_provenance") or []
        if passages:
            rows.leave_out("response other than the first", len(listed) - 1)
            yield f"{place}.responses[{best}]", {**whole, "turn_id": query, "passage_provenance": passages}
        else:
            rows.skip("turn without a passage")


TOOLS = (
    Tool(
        name="sentence-transformers",
        line="predictions of sentence-transformers: "
        '`{"query_id", "query", "results": [{"corpus_id", "score"}]}` a line',
        holds="any id, no run name; texts of queries are not kept",
        detected_by="the keys `query_id`, `results` and `corpus_id`",
        keys=("query_id", "results", "corpus_id"),
        entries=_records, run="", query="query_id", hits="results", doc="corpus_id", empty="", keeps=("scores",),
        expected='{"query_id": ..., "query": ..., "results": [{"corpus_id": ..., "score": ...}]}',
    ),
    Tool(
        name="result-lists",
        line='result lists with their texts: `{"query_id", "query", "results": [{"doc_id", "text"}]}` a line',
        holds="any id, no run name; best first, or by a `score`; `decide` shows people the texts",
        detected_by="the keys `query_id`, `results` and `doc_id`",
        keys=("query_id", "results", "doc_id"),
        entries=_records, run="", query="query_id", hits="results", doc="doc_id", empty="", keeps=("scores",),
        expected='{"query_id": ..., "query": ..., "results": [{"doc_id": ..., "text": ...}]}',
    ),
    Tool(
        name="mteb-predictions",
        line='predictions of MTEB: `{"mteb_model_meta": {"model_name"}, subset: {split: {query: {document: score}}}}`',
        holds="any id; a subset is a run where there are several; the split test, or else the only one",
        detected_by="the key `mteb_model_meta`",
        keys=(META,),
        entries=_splits, run="run", query="query", hits="docs", doc="{}", empty="", keeps=("scores", "names"),
        expected=IN_MTEB,
    ),
    Tool(
        name="dpr",
        line="what DPR retrieves: "
        '`[{"question", "answers", "ctxs": [{"id", "title", "text", "score", "has_answer"}]}]`',
        holds="any id, no run name; the question is its id, texts and answers are not kept; where scores rise down a "
        "list, its order counts",
        detected_by="the keys `question`, `answers` and `ctxs`",
        keys=("question", "answers", "ctxs"),
        entries=_records, run="", query="question", hits="ctxs", doc="id", empty="", keeps=("scores",),
        expected='{"question": ..., "answers": [...], "ctxs": [{"id": ..., "score": ...}]}',
    ),
    Tool(
        name="rank-llm",
        line="requests and results of rank_llm: "
        '`{"query": {"qid", "text"}, "candidates": [{"docid", "score", "doc"}]}` a line, or a list of them',
        holds="any id, no run name; texts are not kept",
        detected_by="the keys `query`, `qid`, `candidates` and `docid`",
        keys=("query", "qid", "candidates", "docid"),
        entries=_records, run="", query="query.qid", hits="candidates", doc="docid", empty="", keeps=("scores",),
        expected='{"query": {"qid": ..., "text": ...}, "candidates": [{"docid": ..., "score": ...}]}',
    ),
    Tool(
        name="trec-rag",
        line='answers of the TREC RAG track: `{"run_id", "topic_id", "references", "answer"}` a line, or with a '
        "`metadata` that has `run_id` and `narrative_id`",
        holds="any id; the references of each answer in their order, without the answer",
        detected_by="the keys `run_id`, `topic_id` or `narrative_id`, and `references`",
        keys=("run_id", "topic_id|narrative_id", "references"),
        entries=_records, run="metadata.run_id|run_id",
        query="metadata.topic_id|metadata.narrative_id|topic_id|narrative_id",
        hits="references", doc="", empty="answer without a reference", keeps=("names",),
        expected='{"run_id": ..., "topic_id": ..., "references": [...], "answer": [...]}',
    ),
    Tool(
        name="trec-ikat",
        line='runs of the TREC iKAT track: `{"run_name", "run_type", "turns": [{"turn_id", "responses"}]}`',
        holds="any id; the passages of each turn's first response, without what it says",
        detected_by="the keys `run_name`, `turns` and `turn_id`",
        keys=("run_name", "turns", "turn_id"),
        entries=_turns, run="run_name", query="turn_id", hits="passage_provenance", doc="id", empty="",
        keeps=("scores", "names"),
        expected='{"id": ..., "score": ...}',
    ),
)  # fmt: skip


def _first(entry: dict[str, Any], keys: str) -> str | int | None:
    """What stands at the first of these keys that has a text or a whole number."""
    for key in keys.split("|"):
        value: Any = entry
        for part in key.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if isinstance(value, (str, int)):
            return value
    return None


def _add(rows: RankRows, tool: Tool, place: int | str, run: str, query: str, hits: Any) -> None:
    if not hits and tool.empty:
        rows.skip(tool.empty)
    elif not hits:
        rows.answer_without_hits(run, query)
    elif tool.doc == "{}":
        if not rows.take_all(run, query, hits):
            for doc, score in hits.items():
                rows.add(f"{place}[{cut(doc)}]", run, query, doc, score)
    elif tool.doc:
        at = f"{within(place)}{tool.hits}"
        rows.add_hits(run, query, [_hit(rows, f"{at}[{i}]", hit, tool) for i, hit in enumerate(hits)])
    else:  # minus the place of a document is its score
        for i, doc in enumerate(hits):
            rows.add(place, run, query, doc, -float(i + 1))


def _hit(rows: RankRows, place: str, hit: Any, tool: Tool) -> tuple[str, str | None, Any]:
    """Place, document and score; a score that is written as text is a number."""
    doc = hit.get(tool.doc) if isinstance(hit, dict) else None
    if not isinstance(doc, (str, int)) or isinstance(doc, bool):
        rows.problems.add(place, f'no "{tool.doc}", expected {tool.expected}')
        return place, None, 0.0
    score = hit.get("score")
    if isinstance(score, str):
        with suppress(ValueError):  # what is no number is said to be none
            score = float(score)
    return place, str(doc), score


BY_NAME = {tool.name: tool for tool in TOOLS}
