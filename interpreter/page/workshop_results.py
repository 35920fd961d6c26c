"""What is looked up in a workshop: tests, changes as a coloured comparison, many games, plots.

Takes a `Workshop`; shows results below the editor, and opens the line that a failure names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from nicegui import run, ui

import interpreter as rw
from interpreter.bots import paired_games
from interpreter.bots.matches import Match, chance_player, play_numbers
from interpreter.page.workshop import Place, Tested, Workshop
from interpreter.page.workshop_shown import WITHIN, in_html, intervals, plot
from interpreter.simulation.random_games import Outcome

Made = TypeVar("Made")
BATCH, BATCHES = 50, 20  # games, or pairs, of one look; looks
MOST_QUESTIONS = 100_000
SHOWN = 60  # tests that are listed


class Results:
    """The lower part of a workshop's page."""

    def __init__(self, workshop: Workshop, open_at: Callable[[str, int], None]) -> None:
        """Take what is edited, and what shows a line of a file."""
        self.workshop, self.open_at = workshop, open_at
        self.work = 0  # goes up as other work begins, which ends what is being done

    def build(self) -> None:
        """Build the buttons, and room for results."""
        with ui.row():
            for label, work in (
                ("Tests", self.run_tests),
                ("What is changed", self.show_changes),
                ("Many games", self.simulate),
                ("Compare with before", self.compare),
            ):
                ui.button(label, on_click=work).props("dense no-caps")
        self.results = ui.column().classes("w-full gap-1")

    async def run_tests(self) -> None:
        """Run the tests, one after the other."""
        results = iter(self.workshop.tests())
        passed, failed = 0, 0
        count, shown = self._begin("Tests")
        while (one := await run.io_bound(_next_of, results)) is not None and self._goes_on(count):
            passed, failed = passed + one.passed, failed + (not one.passed)
            shown.set_text(f"{passed} passed, {failed} failed")
            if not one.passed and failed <= SHOWN:
                with self.results:
                    self._link(one.title, one.place, "font-bold")
                    for failure in one.failed:
                        self._link(failure.words, failure.place)
        if self._goes_on(count):
            shown.set_text(f"{passed} passed, {failed} failed: these are all.")

    def _link(self, words: str, place: Place, more: str = "") -> None:
        if place.file not in self.workshop.drafts:
            ui.label(f"{words} ({place})" if place.file else words).classes(f"text-sm {more}")
            return
        ui.button(
            f"{words} ({place})", on_click=lambda: self.open_at(place.file, place.line)
        ).props("flat dense no-caps align=left").classes(f"text-sm text-left {more}")

    async def show_changes(self) -> None:
        """Show the changes: numbers in words, rules line by line."""
        _, shown = self._begin("Changes")
        found = await self._unless_faulty(shown, self.workshop.changes)
        if found is None:
            return
        gone = self.workshop.files.gone()
        shown.set_text("Nothing is changed." if found.nothing() and not gone else "")
        with self.results:
            if gone:
                ui.label(f"Deleted: {', '.join(gone)}").classes("text-sm font-bold")
            ui.html("".join(in_html(found)), sanitize=False).classes("w-full")

    async def simulate(self) -> None:
        """Play many random games by the edited rules."""
        count, shown = self._begin("Many games")
        game = await self._unless_faulty(shown, self.workshop.game)
        if game is None:
            return
        match = self._match(game)
        drawn = self._drawing()
        played: list[Outcome] = []
        player = chance_player(match)
        for number in range(BATCHES):
            numbers = range(number * BATCH, (number + 1) * BATCH)
            more = await run.io_bound(play_numbers, match, player, numbers)
            if not more or not self._goes_on(count):
                return
            played += more
            shown.set_text(f"{len(played):,} random games{self._by()}")
            drawn.set_content(plot(played, len(match.seats)))

    async def compare(self) -> None:
        """Compare random games by the edited rules with those by the rules when this was opened."""
        count, shown = self._begin("Comparison")
        before = await self._unless_faulty(shown, self.workshop.opened)
        now = await self._unless_faulty(shown, self.workshop.game)
        if before is None or now is None:
            return
        one, other = self._match(before), self._match(now)
        measures = paired_games.measures_of(one, other, 0.05)
        drawn = self._drawing()
        with paired_games.Pairs(one, other) as both:
            pilot = await run.io_bound(lambda: list(both.play(0, paired_games.PILOT)))
            if pilot is None:
                return
            paired_games.settle_bounds(measures, pilot, both, 0)
            for number in range(BATCHES):
                first = paired_games.PILOT + number * BATCH
                await run.io_bound(_add, measures, both, first)
                if not self._goes_on(count):
                    return
                pairs = f"{(number + 1) * BATCH:,} pairs of random games, before and now"
                shown.set_text(pairs + self._by())
                drawn.set_content(intervals(measures))
                if all(measure.verdict(WITHIN) != "undecided" for measure in measures):
                    return

    def _by(self) -> str:
        """Tell which house rules are in force."""
        files = self.workshop.files
        laid = [name for name, draft in files.named.items() if draft.in_force]
        return f", by house rules {', '.join(laid)}" if laid else ""

    async def _unless_faulty(self, shown: ui.label, do: Callable[[], Made]) -> Made | None:
        """Run `do` in a thread; if the game has errors, say so and return None."""
        try:
            return await run.io_bound(do)
        except rw.Problems as fault:
            many = len(fault.diagnostics)
            shown.set_text(
                "1 error: mend it first" if many == 1 else f"{many} errors: mend them first"
            )
            return None

    def _match(self, game: rw.Game) -> Match:
        number = len(self.workshop.table.kinds)
        return Match(game, ("random",) * number, 1, MOST_QUESTIONS)

    def _begin(self, title: str) -> tuple[int, ui.label]:
        self.work += 1
        self.results.clear()
        with self.results:
            ui.label(title).classes("text-sm font-bold")
            return self.work, ui.label("...").props('role="status"').classes("text-sm")

    def _goes_on(self, work: int) -> bool:
        return self.work == work

    def _drawing(self) -> ui.html:
        with self.results:
            return ui.html("", sanitize=False).classes("w-full")


def _next_of(results: Iterator[Tested]) -> Tested | None:
    return next(results, None)


def _add(measures: list[paired_games.Measure], both: paired_games.Pairs, first: int) -> None:
    paired_games.add(measures, list(both.play(first, BATCH)), both, first)
