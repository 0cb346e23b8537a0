"""Sentences about what leaked of the test queries, and about what can't be told."""

from __future__ import annotations

from irassay.leakage.trained_documents import Ids
from irassay.leakage.what_leaked import Kinds, LeakedPart, SharedCorpus
from irassay.messages import conjugate, count, listed, percent, plural

_WHAT: dict[LeakedPart, tuple[str, str]] = {
    "query": ("is asked in training with another document, or with none", "are"),
    "pair": ("is asked in training with a relevant document as the positive", "are"),
    "contradicted": ("is asked in training with a relevant document as the negative", "are"),
    "document": ("has a relevant document that is the positive of another query", "have"),
}
ASKED = "is asked in training"
UNTOLD = f"{ASKED}, with passages that could not be compared with the relevant documents"
_IDS: dict[Ids, str] = {
    "other": "The ids of passages in {} are of another collection: the texts under the same ids differ.",
    "unknown": "The ids of passages in {} are taken as those of the test collection: no id has a text in both.",
    "none": "No passage in {} has the id of a relevant document.",
}
_TOLD = (
    "Documents count there by their id or their whole text, title and all; those relevant to a test query by runs of "
    "13 words too."
)


def findings(kinds: Kinds) -> list[str]:
    """What leaked: a sentence for each kind, one for what can't be told, for what people decide, for the corpus."""
    sentences = []
    for kind, (verb, several) in _WHAT.items():
        queries = kinds.queries(kind)
        untold = set(kinds.untold) if kind == "query" else set()
        docs = {doc for of in kinds.documents([kind]).values() for doc in of}
        about = f": {plural(len(docs), 'document')}" if docs else ""
        for n, what in ((len(queries) - len(untold), verb if kinds.n_passages else ASKED), (len(untold), UNTOLD)):
            if n:
                what = what if n == 1 else f"{several} {what.split(' ', 1)[1]}"
                sentences.append(f"{count(n)} of {plural(len(kinds.found), 'test query')} {what}{about}.")
    if not sentences:
        none = f"None of {plural(len(kinds.found), 'test query')} is asked in {plural(kinds.n_rows, 'training row')}"
        where = " as far as its passages were compared" if kinds.n_unread else ""
        documents = f", and none of their relevant documents is a positive there{where}" if kinds.n_passages else ""
        sentences.append(f"{none}{documents}.")
    if kinds.in_review:
        n = len(kinds.in_review)
        sentences.append(
            f"For {plural(n, 'test query')} more may follow from the pairs that people have yet to review."
        )
    if kinds.corpus is not None and kinds.n_passages:
        sentences += shared(kinds.corpus)
    return sentences


def shared(corpus: SharedCorpus) -> list[str]:
    """How much of the corpus was trained on, and that this is no leak."""
    documents = plural(corpus.n_documents, "document of the corpus")
    if corpus.n_compared == corpus.n_documents:
        n = corpus.n_trained
        positive = "is a positive" if n == 1 else "are positives"
        sentences = [f"{count(n) if n else 'None'} of {documents} {positive} in training."]
    else:
        span = f"{percent(corpus.low)} to {percent(corpus.high)}"
        sentences = [
            f"About {percent(corpus.share)} of {documents} are positives in training "
            f"({span}, from {count(corpus.n_compared)} of them)."
        ]
    sentences.append(_TOLD)
    if corpus.share:
        sentences.append("That alone is no leak: a document leaks where it is relevant to a test query.")
    return sentences


def notes(kinds: Kinds) -> list[str]:
    """What can't be told, and what is assumed: leaks without a row, documents without texts, ids without proof."""
    if not kinds.n_passages:
        return [*_of_rows(kinds), "The training rows are queries alone: no document in them can be told."]
    return [*_of_rows(kinds), *_of_ids(kinds), *_of_texts(kinds)]


def _of_rows(kinds: Kinds) -> list[str]:
    sentences = []
    if kinds.n_missing_pairs:
        n = kinds.n_missing_pairs
        whose = "names a training row that isn't" if n == 1 else "name training rows that aren't"
        sentences.append(f"{plural(n, 'leak')} {whose} in the training files: what leaked there is not known.")
    if kinds.n_without_relevant:
        without = plural(kinds.n_without_relevant, "test query")
        sentences.append(f"For {without} the qrels have no relevant document: there the question alone can leak.")
    return sentences


def _of_ids(kinds: Kinds) -> list[str]:
    return [
        sentence.format(listed(sources))
        for what, sentence in _IDS.items()
        if (sources := [source for source, ids in kinds.ids.items() if ids == what])
    ]


def _of_texts(kinds: Kinds) -> list[str]:
    sentences = []
    without = kinds.n_relevant - kinds.n_with_text
    if not kinds.n_with_text:
        without_ids = ""
        if kinds.n_unread:
            have = "has no id, so it" if kinds.n_unread == 1 else "have no ids, so they"
            passages = plural(kinds.n_unread, "training passage")
            without_ids = f" {passages} {have} could not be compared: give --corpus with the documents' texts."
        sentences.append(f"Documents were compared by id alone: no corpus was given.{without_ids}")
    elif without:
        sentences.append(
            f"{count(without)} of {plural(kinds.n_relevant, 'relevant document')} {conjugate(without, 'has')} "
            "no text in the corpus: only ids were compared there."
        )
    if kinds.n_short:
        sentences.append(
            f"{plural(kinds.n_short, 'relevant document')} {conjugate(kinds.n_short, 'has')} fewer than 13 "
            "words: only ids and whole texts were compared there."
        )
    if kinds.n_unread and kinds.n_with_text:
        sentences.append(
            f"{plural(kinds.n_unread, 'training passage')} could not be compared: without a text, or with an id of "
            "another collection."
        )
    return sentences
