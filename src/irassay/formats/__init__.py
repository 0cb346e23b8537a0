"""Files to nouns and nouns to files, one family a module; formats are told by content."""

from __future__ import annotations
