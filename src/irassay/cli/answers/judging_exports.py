"""The log, and what people said for other tools of judging, as `irassay labels` writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import listed, plural

if TYPE_CHECKING:
    from irassay.cli.output import Output
    from irassay.judging.store.campaign import Campaign


def write(campaign: Campaign, form: str, as_of: str | None, out: Output) -> str:
    """Write it, and warn of what the form has no place for; how much it is."""
    from itertools import count

    from irassay.cli.answers.losses import losses_told
    from irassay.files import WholeFiles
    from irassay.formats.writing.judgments import write_judgments
    from irassay.judging.assessors.handed_on import judged_sheet
    from irassay.judging.store.entries import lines

    if form == "log":
        numbers = count()
        with WholeFiles() as files:
            files.write(out.path or "-", (line for line, _ in zip(lines(campaign.log(as_of)), numbers, strict=False)))
        return f"{plural(next(numbers) - 1, 'entry', 'entries')} of the log"
    sheet, stands = judged_sheet(campaign, as_of)
    with losses_told(out.screen):
        write_judgments(sheet, out.path or "-", form)
    if n := len(stands.adjudicated):
        out.screen.warn(f"{plural(n, 'adjudication')} left out: {form} gets what each person said")
    given = [one for task in sheet.tasks for one in task.judgments]
    skips = sum(bool(one.skip) for one in given)
    parts = [plural(len(given) - skips, "answer"), *([plural(skips, "skip")] if skips else [])]
    who = plural(len({one.assessor for one in given}), "person", "people")
    return f"{listed(parts)} of {who}, by name, to {plural(len(sheet.tasks), 'task')}"
