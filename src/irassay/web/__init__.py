"""The judging page: HTTP, and what a browser gets."""

from irassay.web import library as library
