"""Rendering of results: tables as text, TSV, CSV, LaTeX and HTML; figures as SVG. It depends on `irassay.result` alone.

Nothing is imported here, since the command line's scoring path needs only the text.
"""
