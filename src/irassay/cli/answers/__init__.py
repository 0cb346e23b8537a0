"""What verbs print and write, and what they gather for it."""
