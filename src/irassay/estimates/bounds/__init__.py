"""What missing labels could do: bounds of scores and differences, and the labels that settle pairs."""
