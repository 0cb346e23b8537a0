"""Take the pictures of the judging page again, on a campaign of invented texts. `make pictures` runs it."""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]

QUERIES = {"q1": "why does bread dough rise", "q2": "how tall can a giraffe be"}
DOCS = {
    "d1": "Millers weigh flour before they fill it into sacks. A sack for bakeries holds twenty-five kilograms.",
    "d2": "Dough for bread is kneaded until it is smooth, covered with a cloth, and left in a warm place for an hour "
    "or two. Sourdough takes longer than dough with yeast.",
    "d3": "Yeast feeds on the sugar in flour and gives off carbon dioxide. The gas is caught in the net of gluten that "
    "kneading has made, so small bubbles grow and the dough rises. In the oven they widen once more before the crumb "
    "sets.",
    "d4": "The bull at the zoo measures five metres and sixty centimetres from hoof to horn, as tall as giraffes come.",
}
PAIRS = (("q1", "d1"), ("q1", "d2"), ("q1", "d3"), ("q2", "d4"))
SIZES = {"judging-1400": (1400, 800, "light"), "judging-390": (390, 780, "dark")}


def main() -> int:
    """Serve, judge two passages by keys, photograph."""
    import uvicorn
    from pictures import FLAGS, IMAGES
    from playwright.sync_api import sync_playwright

    from irassay.collection.judging_scales import scale
    from irassay.collection.tasks import Task
    from irassay.store import Settings, make_campaign
    from irassay.web.app import make_app
    from irassay.web.serving import listening

    settings = Settings(scale=scale("trec-passage"), order="rank", seed=0, guideline="")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        campaign = make_campaign(str(Path(folder) / "bread.campaign"), settings)
        campaign.add([Task("graded", query, (doc,), wanted=9) for query, doc in PAIRS], queries=QUERIES, docs=DOCS)
        socket, origin = listening("127.0.0.1:0", None)
        server = uvicorn.Server(uvicorn.Config(make_app(campaign, origin), log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]})
        thread.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, (width, height, scheme) in SIZES.items():
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
            page = context.new_page()
            page.goto(f"{origin}/in/{campaign.invite(name)}")
            for i, key in enumerate("12", start=1):
                page.get_by_text(f"Document {i} of 4", exact=True).wait_for()
                page.wait_for_timeout(2500)  # a reader's time: keys rest after a change, and haste is remarked on
                page.keyboard.press(key)
            page.wait_for_timeout(2500)
            page.screenshot(path=IMAGES / f"{name}.png")
            context.close()
        browser.close()
        server.should_exit = True
        thread.join()
        campaign.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
