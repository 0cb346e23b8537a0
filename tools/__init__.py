"""What writes files of the repository that are generated, and is not installed."""
