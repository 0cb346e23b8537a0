"""Tables as text, TSV, CSV, LaTeX and HTML."""
