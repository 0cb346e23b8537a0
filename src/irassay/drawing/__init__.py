"""Results made visible: tables as text, TSV, CSV, LaTeX and HTML; figures as SVG. Knows `irassay.result` alone.

Nothing is imported here: the command line's scoring path needs the text alone.
"""
