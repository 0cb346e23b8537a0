"""Effects of missing labels: bounds of scores and differences, and the labels that settle pairs."""
