"""irassay's kernel: read, intern, rank, score, bound, resample."""
