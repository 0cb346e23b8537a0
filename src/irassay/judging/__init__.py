"""Campaigns of judging: their store and log, who is asked what, and the page that asks. HTTP is in `web` alone."""
