"""Take the pictures of the judging page again, on a campaign of invented texts. `make pictures` runs it."""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from irassay.judging.store.campaign import Campaign

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
    "d5": "Yeast feeds on the sugar in flour and gives off carbon dioxide, as it does in beer. Cold dough rises slowly "
    "and one with much salt hardly at all. In the oven the bubbles widen once more before the crumb sets.",
    "d4": "The bull at the zoo measures five metres and sixty centimetres from hoof to horn, as tall as giraffes come.",
}
GRADED = [("graded", "q1", "d1"), ("graded", "q1", "d2"), ("graded", "q1", "d3"), ("graded", "q2", "d4")]
COMPARED = {
    "pair": [("pair", "q1", "d3", "d5"), ("pair", "q1", "d1", "d2"), ("pair", "q2", "d4", "d1")],
    "best": [("best", "q1", "d1", "d2", "d3", "d5"), ("best", "q2", "d1", "d4")],
}
# Picture -> kind of task, width, height, scheme, and keys pressed before; a document's id stands for its place.
PICTURES = {
    "judging-1400": ("graded", 1400, 800, "light", ["1", "2"]),
    "judging-390": ("graded", 390, 780, "dark", ["1", "2"]),
    "judging-pair-1400": ("pair", 1400, 800, "light", ["d"]),
    "judging-pair-390": ("pair", 390, 844, "dark", []),
    "judging-best-1100": ("best", 1100, 820, "light", ["d1", "x", "d3"]),
}


def main() -> int:
    """Serve a campaign a kind of task, press keys, photograph."""
    from pictures import FLAGS
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for kind in dict.fromkeys(kind for kind, *_ in PICTURES.values()):
            with served(Path(folder) / f"{kind}.campaign", kind) as (campaign, origin):
                for name, (of, *how) in PICTURES.items():
                    if of == kind:
                        photograph(browser, f"{origin}/in/{campaign.invite(name)}", name, *how)
        browser.close()
    return 0


@contextmanager
def served(file: Path, kind: str) -> Iterator[tuple[Campaign, str]]:
    """A campaign of tasks of one kind, and where its page is served."""
    import uvicorn

    from irassay.collection.judging_scales import scale
    from irassay.collection.tasks import Task
    from irassay.judging.store import Settings, make_campaign
    from irassay.judging.web.serving import listening, make_app

    settings = Settings(scale=scale("trec-passage"), order="rank", seed=0, guideline="", kind=kind)
    with make_campaign(str(file), settings) as campaign:
        tasks = [Task(kind, query, tuple(docs), wanted=9) for kind, query, *docs in COMPARED.get(kind, GRADED)]
        campaign.add(tasks, queries=QUERIES, docs=DOCS)
        socket, origin = listening("127.0.0.1:0", None)
        server = uvicorn.Server(uvicorn.Config(make_app(campaign, origin), log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]})
        thread.start()
        yield campaign, origin
        server.should_exit = True
        thread.join()


def photograph(browser: Any, link: str, name: str, width: int, height: int, scheme: str, keys: list[str]) -> None:
    """Open a link, press the keys with a reader's time between them, and take the picture."""
    from pictures import IMAGES

    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    page.goto(link)
    page.get_by_text(" 1 of ").first.wait_for()
    for key in keys:
        page.wait_for_timeout(2500)  # keys rest after a change, and haste is remarked on
        texts = page.locator(".passage .text").all_text_contents()
        page.keyboard.press(str(texts.index(DOCS[key]) + 1) if key in DOCS else key)
    page.wait_for_timeout(2500)
    page.screenshot(path=IMAGES / f"{name}.png")
    context.close()


if __name__ == "__main__":
    sys.exit(main())
