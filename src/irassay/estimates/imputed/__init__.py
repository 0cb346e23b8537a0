"""Scores with labels imputed for documents that nobody judged, each way of it under its own name."""
