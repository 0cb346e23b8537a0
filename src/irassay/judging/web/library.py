"""The libraries of this room; without them, whoever comes in is told what to install."""

from irassay.errors import MissingLibrary

for name in ("fastapi", "uvicorn", "sqlalchemy", "limits"):
    MissingLibrary.load(name, "web")
