"""Bytes and lines of files: opened, decompressed, decoded, and on many threads. Knows no format."""
