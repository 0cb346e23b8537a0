"""What this room stands on; without it, whoever comes in is told what to install."""

from irassay.errors import MissingLibrary

for name in ("fastapi", "uvicorn", "sqlalchemy", "limits"):
    MissingLibrary.load(name, "web")
