"""Formats with named columns: columns in any spelling, and from columns to nouns and back."""
