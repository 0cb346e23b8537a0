"""Formats of scores that other programs computed, a module each: how a file of it is told, read and written."""

FORMATS = ("mteb", "beir-results", "pytrec_eval", "score-table")  # by name, in the order of the documentation
