"""The sections of the overview: each a file or a folder with what it collects, what it shows, and its words."""
