"""Tests of paired differences, corrections for a family of them, and what they decide."""
