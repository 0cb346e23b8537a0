"""Results made visible: tables as text, figures as SVG. Knows `irassay.result` alone."""
