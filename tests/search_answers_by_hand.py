"""What a search engine answers, made by hand, and labels as dicts."""

from irassay.formats import read_qrels


def labels(path):
    qrels = read_qrels(path)
    return {query: dict(qrels.grades(query)) for query in qrels.queries}


def response(*hits, **more):
    """As Elasticsearch's and OpenSearch's reference describes what _search answers."""
    found = [{"_index": "shop", "_id": doc, "_score": score, "_source": {"hits": 3}} for doc, score in hits]
    whole = {"took": 3, "timed_out": False, "_shards": {"total": 1, "failed": 0}}
    return whole | {"hits": {"total": {"value": len(found), "relation": "eq"}, "max_score": 1, "hits": found}} | more
