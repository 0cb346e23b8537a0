"""Sections that more than one study has, each beside its sentences."""
