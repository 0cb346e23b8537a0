"""The saved form of a Verdict."""
