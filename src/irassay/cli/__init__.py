"""The command ``irassay``: one file a verb, which parses arguments, calls and prints. No computing here."""
