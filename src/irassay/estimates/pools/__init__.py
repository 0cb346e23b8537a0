"""Pools: coverage, completeness, reusability, audits."""
