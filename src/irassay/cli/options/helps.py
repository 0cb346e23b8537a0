"""Helps of options that several verbs share."""

RUN_LEFT_OUT = "a run that is read as if its file were not there; repeat it for more"
MAIN_MEASURE = "a measure; the first is the main one, repeat it for more"
ANSWER_OR_PAGE = "write the answer to FILE, and FILE.provenance.json beside it; .html is a page"
SAME_TEXTS = "the documents' texts, tab-separated or JSON lines: finds the same text under several ids"
RUN_TO = "write the run to FILE, by which it is named"
LIST_LENGTH = "how many documents a list has, at most"
BY_SUFFIX = "where to write: .html, .json, .csv, .tsv, .tex or .txt, by suffix"
