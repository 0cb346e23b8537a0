"""The judging page: HTTP, and what a browser gets."""
