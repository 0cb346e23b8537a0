"""The verbs, one file each: parse arguments, call, print."""
