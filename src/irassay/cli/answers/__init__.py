"""The answers that verbs print and write, and what they gather for them."""
