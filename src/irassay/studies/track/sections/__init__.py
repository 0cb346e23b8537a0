"""The sections of a track's overview: each a file, with the sentences and charts of its own beside it."""
