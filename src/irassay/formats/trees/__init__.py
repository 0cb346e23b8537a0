"""What formats of one JSON value share."""
