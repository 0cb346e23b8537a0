"""From leaks, training files, qrels and a corpus to what leaked of each test query."""

from __future__ import annotations

from irassay.arguments import least_grade
from irassay.collection.qrels import Qrels
from irassay.errors import UsageError
from irassay.leakage.find import Train, training_of
from irassay.leakage.kinds_by_row import walk
from irassay.leakage.leaks import Leaks
from irassay.leakage.relevant_documents import Corpus, documents_of
from irassay.leakage.what_leaked import Kinds


def kinds_of(leaks: Leaks, training: Train, qrels: Qrels, *, corpus: Corpus | None = None, rel: int = 1) -> Kinds:
    """What leaked of each test query, by the training rows of its leaks and its documents with grade `rel` or more.

    *query*: asked by a training row with another document, or with none. *pair*: a relevant document is the positive of
    such a row. *contradicted*: it is the negative of one. *document*: it is the positive of a row that asks something
    else.

    A passage is a relevant document by its id, by its text (case and white space aside), or with half of the document's
    runs of 13 words or more. Runs of more than 10 different passages are boilerplate and don't count. Ids count unless
    the texts under the same ids are mostly different ones. Without a corpus ids alone count.

    Each file is walked twice, once without a corpus; memory grows with the relevant documents and the leaks. InputError
    where no test query has a relevant document, or the corpus has none of these. *Source* of the 13 words: Brown et
    al., NeurIPS 2020, appendix C.

    >>> from irassay import Qrels
    >>> from irassay.collection.training import TrainedPassage, Training, TrainingRow
    >>> from irassay.leakage import find_leaks
    >>> rows = [
    ...     TrainingRow("t1", "a red fox", (TrainedPassage("", "Foxes are red."),), (), 1),
    ...     TrainingRow("t2", "green birds", (TrainedPassage("", "Dogs are blue."),), (), 2),
    ... ]
    >>> training = Training.of(rows)
    >>> leaks = find_leaks({"q1": "red fox", "q2": "blue dogs"}, training)
    >>> qrels = Qrels.from_dict({"q1": {"d1": 1}, "q2": {"d2": 1}})
    >>> kinds = kinds_of(leaks, training, qrels, corpus={"d1": "foxes are red.", "d2": "dogs are blue."})
    >>> dict(kinds.by_query)
    {'q1': ('pair',), 'q2': ('document',)}
    """
    least_grade(rel)
    files = training_of(training)
    if not files:
        raise UsageError("expected training files, but got none")
    return walk(leaks, files, documents_of(leaks.queries, qrels, corpus, rel=rel))
