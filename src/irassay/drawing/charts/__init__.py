"""Figures as SVG: one drawer a figure, and what drawers share."""
