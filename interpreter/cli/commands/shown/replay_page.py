"""`rulewright replay --html`: a saved game as a page to step through."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli import exits, output

if TYPE_CHECKING:
    from interpreter.run.plan import Plan
    from interpreter.run.replay import Replayed
    from interpreter.run.saves import Save

HEAD = b"<!doctype html>"


def write_page(file: Path, html: str, seat: str | None) -> tuple[Plan, Save, Replayed]:
    """Write the page of a saved game as far as its decisions fit; `seat` is the viewer."""
    from interpreter.cli.commands.shown.show import seat_number
    from interpreter.cli.overwriting import writable
    from interpreter.cli.progress import Progress
    from interpreter.cli.table import saved_games
    from interpreter.diagnostics import Report
    from interpreter.load.files import write_whole
    from interpreter.play.session import in_words
    from interpreter.present.replayed.moments import Recorder
    from interpreter.present.replayed.page import page
    from interpreter.run import handles, replay

    path = writable(html, HEAD)
    save = saved_games.read(file)
    plan, pinned, _ = saved_games.load_saved(save)
    report = Report()
    if not replay.fits(plan, save, report, pinned):
        output.problems(report.sorted())
        raise exits.Stop(exits.FILES)
    total = len(save.decisions)
    viewer = seat_number(seat, len(save.seats))
    state = replay.start(plan, save, log=True)
    recorder = Recorder(plan, state, viewer)
    done, due = 0, [*save.events]
    names = handles.seat_names(len(save.seats))

    def befall(until: int) -> None:
        while due and due[0].at <= until:
            event = due.pop(0)
            recorder.befalls(names.index(event.seats[0]), *in_words(event))

    with Progress() as progress:

        def take(index: int) -> None:
            nonlocal done
            befall(done)
            recorder.take(index)
            done += 1
            progress.show(f"{done:,} of {total:,} decisions drawn")

        made = replay.replay(plan, save, report, lambda: state, take, verify=False)
        befall(total)
        progress.show("writing the page")
        write_whole(path, page(recorder.recording(save.drawn)))
    output.problems(report.sorted())
    return plan, save, made
