"""What formats with named columns share: columns in any spelling, and from columns to nouns and back."""
