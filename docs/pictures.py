"""Take the pictures of the documentation again: pages of real collections in a browser, written to docs/images.

    python docs/pictures.py report.html NAME      one page: NAME-wide, NAME-dark and NAME-phone

Needs Chromium and Playwright. PNGs are reduced to a palette so that each stays below 700 kB.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

IMAGES = Path(__file__).parent / "images"
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
# Name -> width, height, scale, colour scheme, part of the page ("" for the first screen).
SHOTS = {
    "wide": (1320, 900, 1.25, "light", ""),
    "dark": (1320, 900, 1.25, "dark", "#league"),
    "pairs": (1320, 900, 1.25, "light", "#pairs"),
    "labels": (1320, 900, 1.25, "light", "#labels"),
    "phone": (390, 844, 2, "light", ""),
}


def main(page: str, name: str) -> None:
    """Open the page at each size and save what is seen."""
    from playwright.sync_api import sync_playwright

    IMAGES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for shot, (width, height, scale, scheme, part) in SHOTS.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                device_scale_factor=scale,
                color_scheme=scheme,  # type: ignore[arg-type]
            )
            tab = context.new_page()
            tab.goto(Path(page).resolve().as_uri())
            tab.wait_for_timeout(500)
            if part and tab.locator(part).count():
                for _ in range(3):  # parts that were out of sight take their height only when they come near
                    tab.evaluate("part => document.querySelector(part).scrollIntoView()", part)
                    tab.wait_for_timeout(300)
            tab.screenshot(path=IMAGES / f"{name}-{shot}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:3])
