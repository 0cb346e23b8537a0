"""Intervals over queries: of means, differences, shares and ranks."""
