"""The libraries of this room; without them, whoever comes in is told what to install."""

from irassay.errors import MissingLibrary


def load() -> None:
    """Import them; MissingLibrary where one is not installed. The process of figures needs none of them."""
    for name in ("fastapi", "uvicorn", "sqlalchemy", "limits"):
        MissingLibrary.load(name, "web")
