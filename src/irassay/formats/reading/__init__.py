"""Files to nouns, a module a noun: tells the format, reads, collects what is wrong."""
