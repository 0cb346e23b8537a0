"""Walk through the reports that the documentation shows, and take its pictures again. `make pictures` runs it.

Each report is written, walked through in Chromium (tests/pages/walk.py), and photographed; exit code 1 says that the
walk found something. Pictures of real collections show no query: only tops of pages,
leagues, results, kinds, pairs, pools and labels left out.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]
IMAGES = ROOT / "docs" / "images"
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
LARGEST = 250_000  # bytes of a picture
# Width -> height, scale: the first screen of a report.
FIRST = {1600: (1000, 1.0), 900: (900, 1.0), 380: (760, 1.5)}
# Other reports: 1600 alone.
WIDTHS = {"dl21": (1600, 900, 380), "two": (1600, 900), "decide": (900,), "demo": (), "covid": ()}
# Picture -> report, width, height, scale, scheme, part of the page.
PARTS = {
    "dl21-dark": ("dl21", 1320, 900, 1.0, "dark", "#league"),
    "dl21-pairs": ("dl21", 1320, 900, 1.0, "light", "#pairs"),
    "dl21-labels": ("dl21", 1320, 900, 1.0, "light", "#labels"),
    "dl21-coverage": ("dl21", 1320, 900, 1.0, "light", "#coverage"),
    "dl21-fewer-labels": ("dl21", 1320, 900, 1.0, "light", "#thinning"),
    "track-results": ("track", 1320, 900, 1.0, "light", "#results"),
    "sensitivity-order": ("sensitivity", 1320, 1000, 1.0, "light", "#answer figure"),
    "leak-scores": ("leak", 780, 900, 1.0, "dark", "#effect figure"),
    "decide-evidence": ("decide", 780, 620, 1.0, "light", "#bets"),
    "track-kinds": ("track", 1320, 970, 1.0, "light", "#types"),
}


def main() -> int:
    """Write, walk, photograph; the exit code."""
    import reports
    from playwright.sync_api import sync_playwright

    from tests.pages.walk import walk

    n_wrong = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        pages = reports.written(Path(folder))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, page in pages.items():
            for width in WIDTHS.get(name, (1600,)):
                height, scale = FIRST[width]
                photograph(browser, page, f"{name}-{width}", width, height, scale)
        for name, (report, *how) in PARTS.items():
            if report in pages:
                photograph(browser, pages[report], name, *how)
        if "--no-walk" not in sys.argv:
            for page in pages.values():
                found = walk(browser, page)
                print(f"{page.name}: {len(found)} findings", *found, sep="\n", flush=True)
                n_wrong += len(found)
        browser.close()
    return int(n_wrong > 0)


def photograph(
    browser: Any, page: Path, name: str, width: int, height: int, scale: float, scheme: str = "light", part: str = ""
) -> None:
    """Save what is seen of a part of a page, in as many colours as the size allows."""
    from PIL import Image

    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        color_scheme=scheme,
        reduced_motion="reduce",  # else the picture may be taken on the way to the part
    )
    tab = context.new_page()
    tab.goto(page.resolve().as_uri())
    tab.wait_for_timeout(300)
    if part:
        tab.evaluate("part => document.querySelectorAll(`.room:has(${part}), ${part} > .room`)"
                     ".forEach(room => room.open = true)", part)  # fmt: skip
        for _ in range(3):  # parts that were out of sight take their height only when they come near
            tab.evaluate("part => document.querySelector(part).scrollIntoView()", part)
            tab.wait_for_timeout(200)
    seen = Image.open(io.BytesIO(tab.screenshot())).convert("RGB")
    context.close()
    for colours in (256, 128, 64, 32):
        small = io.BytesIO()
        seen.quantize(colours, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
        if len(small.getvalue()) < LARGEST:
            break
    IMAGES.mkdir(exist_ok=True)
    (IMAGES / f"{name}.png").write_bytes(small.getvalue())


if __name__ == "__main__":
    sys.exit(main())
