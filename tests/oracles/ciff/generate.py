"""Writes `passages.ciff.gz`: the generated passages as an index that ciff-toolkit writes.

After ``pip install ciff-toolkit==0.2.2``, ``python -m tests.oracles.ciff.generate``.
"""

from __future__ import annotations

import gzip
import tempfile
from collections import Counter
from pathlib import Path

from irassay.search import analyse
from tests.oracles.lucene.generate import passages
from tests.plain.retrieval import lucene_length

TO = Path(__file__).parent / "passages.ciff.gz"


def main() -> None:
    from ciff_toolkit.ciff_pb2 import DocRecord, Header, Posting, PostingsList
    from ciff_toolkit.write import CiffWriter

    docs = [(doc, Counter(analyse(text))) for doc, text in passages(300)]
    lists: dict[str, list[tuple[int, int]]] = {}
    for number, (_, bag) in enumerate(docs):
        for term, count in bag.items():
            lists.setdefault(term, []).append((number, count))
    n_tokens = sum(sum(bag.values()) for _, bag in docs)
    with tempfile.NamedTemporaryFile() as file:
        with CiffWriter(Path(file.name)) as writer:
            writer.write_header(
                Header(
                    version=1,
                    num_postings_lists=len(lists),
                    num_docs=len(docs),
                    total_postings_lists=len(lists),
                    total_docs=len(docs),
                    total_terms_in_collection=n_tokens,
                    average_doclength=n_tokens / sum(bool(bag) for _, bag in docs),
                    description="generated passages, lengths as Lucene keeps them",
                )
            )
            writer.write_postings_lists(
                PostingsList(
                    term=term,
                    df=len(of),
                    cf=sum(count for _, count in of),
                    postings=[
                        Posting(docid=doc - before, tf=count)
                        for (doc, count), before in zip(of, [0, *(doc for doc, _ in of)])
                    ],
                )
                for term, of in sorted(lists.items())
            )
            writer.write_documents(
                DocRecord(docid=number, collection_docid=doc, doclength=lucene_length(sum(bag.values())))
                for number, (doc, bag) in enumerate(docs)
            )
        TO.write_bytes(gzip.compress(Path(file.name).read_bytes(), mtime=0))


if __name__ == "__main__":
    main()
