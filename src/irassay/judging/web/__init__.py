"""The judging page: HTTP, and what a browser gets."""

from irassay.judging.web import library as library
