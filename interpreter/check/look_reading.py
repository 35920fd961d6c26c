"""Resolves `look:` of game.yaml: colours, icons and shapes of things on a page.

Takes what the rules declare and the data of `game.yaml`; produces a `GameLook`. Every name must be
that of something in the game: a value, a kind or design, a board, a zone, a number, or a player.
House rules may remove what a look names: with an overlay, such entries are dropped silently.
"""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from interpreter.check.context import Context
from interpreter.diagnostics import Report
from interpreter.diagnostics.json_data import Json
from interpreter.ir import nodes
from interpreter.ir.look import PLAYER, GameLook, TableLook, ThingLook
from interpreter.ir.walking import walk
from interpreter.load.game_pictures import NotAPicture, read_svg
from interpreter.load.spanned import Spanned
from interpreter.run.handles import SEATS, deeds_of, plain_word

MOST_ALIKE = 8  # how far `like` leads from one thing to another
FILE = ".svg"


def read_look(ctx: Context, document: Spanned, folder: Path) -> GameLook:
    """Read the look of a game; problems are reported, unless an overlay is laid on."""
    data = document.data.get("look") if isinstance(document.data, dict) else None
    if not isinstance(data, dict):
        return GameLook()
    laid = ctx.overlaid is not None and ctx.overlaid.laid
    return _LookReader(replace(ctx, report=Report()) if laid else ctx, document, folder).read(data)


class _LookReader:
    """Reads one look."""

    def __init__(self, ctx: Context, document: Spanned, folder: Path) -> None:
        self.ctx, self.document, self.folder = ctx, document, folder
        self.deeds, self.places = _deeds(ctx), _places(ctx)
        self.names = _names(ctx)

    def read(self, data: Json) -> GameLook:
        """Read the table and all things."""
        things = {
            str(name): self.thing(str(name), entry)
            for name, entry in data.items()
            if name != "table"
            and isinstance(entry, dict)
            and ("on" in entry or self.known(str(name)))
        }
        for name, entry in data.items():
            if name in things and isinstance(entry, dict) and "like" in entry:
                things[name] = self.alike(str(name), data, things)
        table = data.get("table")
        return GameLook(self.table(table) if isinstance(table, dict) else TableLook(), things)

    def table(self, entry: Json) -> TableLook:
        """Read how the table looks, and which numbers decide."""
        for name in ("score", "goal"):
            if name in entry:
                self.known(str(entry[name]), ("look", "table", name))
        return TableLook(
            str(entry.get("ground", "")),
            str(entry.get("accent", "")),
            str(entry.get("score", "")),
            str(entry.get("goal", "")),
        )

    def thing(self, name: str, entry: Json) -> ThingLook:
        """Read one thing, without what it is like."""
        for one in ("head", "corner"):
            if one in entry:
                self.known(str(entry[one]), ("look", name, one))
        without = tuple(map(str, entry.get("without", ())))
        for number, one in enumerate(without):
            self.known(one, ("look", name, "without", number))

        def said(key: str) -> str:
            return str(entry.get(key, ""))

        if "on" in entry:
            self.pointed(name, str(entry["on"]))
        return ThingLook(
            on=said("on"),
            colour=said("colour").lower(),
            icon=self.icon(name, entry, "icon"),
            shape=said("shape"),
            title=said("title"),
            head=said("head"),
            corner=said("corner"),
            back=self.icon(name, entry, "back"),
            ground=said("ground").lower(),
            cell=said("cell").lower(),
            scatter=self.icon(name, entry, "scatter"),
            boxes=bool(entry.get("boxes")),
            reverse=bool(entry.get("reverse")),
            hidden=bool(entry.get("hidden")),
            without=without,
        )

    def pointed(self, name: str, on: str) -> None:
        """Check that a deed or an answer is pointed at a thing of the table."""
        span = self.document.span(("look", name, "on"))
        if name not in self.deeds:
            self.ctx.unknown(
                "look-name", self.document.key(("look", name)), name, "deed or answer", self.deeds
            )
        elif on not in self.places:
            self.ctx.unknown("look-name", span, on, "thing to point at", self.places)

    def icon(self, name: str, entry: Json, key: str) -> str:
        """Return an emoji as it is, and a file of the game's folder as its picture."""
        said = str(entry.get(key, ""))
        if not said.endswith(FILE):
            return said
        try:
            return read_svg(self.folder, said)
        except NotAPicture as fault:
            self.ctx.report.add(
                "look-name",
                self.document.span(("look", name, key)),
                str(fault),
                "an SVG file, or an emoji",
                helps=("put an SVG file into the game's folder, or write an emoji",),
            )
            return ""

    def alike(self, name: str, data: Json, things: dict[str, ThingLook]) -> ThingLook:
        """Add what a thing takes from the one that it is like, and from those behind that."""
        made, at = things[name], name
        for _ in range(MOST_ALIKE):
            entry = data.get(at)
            other = str(entry.get("like", "")) if isinstance(entry, dict) else ""
            if not other:
                return made
            if other not in things:
                path = ("look", at, "like")
                self.ctx.unknown(
                    "look-name", self.document.span(path), other, "thing in the look", things
                )
                return made
            of = things[other]
            made = made.over(ThingLook(colour=of.colour, icon=of.icon, shape=of.shape))
            at = other
        return made

    def known(self, name: str, path: tuple[str | int, ...] = ()) -> bool:
        """Check that a name stands for something; report it if it does not."""
        if name in self.names or ("*" in name and self._fits(name)):
            return True
        span = self.document.span(path) if path else self.document.key(("look", name))
        self.ctx.unknown("look-name", span, name, "thing to draw", self.names)
        return False

    def _fits(self, pattern: str) -> bool:
        return any(fnmatchcase(name, pattern) for name in self.names)


def _names(ctx: Context) -> list[str]:
    """List the names that a look may use."""
    program = ctx.program
    layout = program.layout
    counts = [title for title, _ in (*layout.counts, *layout.shown)]
    return sorted(
        {
            *(f"seat_{name}" for name in SEATS),
            *program.values,
            *(member for one in program.values.values() for member in one.members),
            *program.kinds,
            *(one.plural for one in program.kinds.values()),
            *(line for one in program.kinds.values() for line in one.printed),
            *(one.id for one in program.designs),
            *program.boards,
            *(lanes.name for lanes in layout.lanes),
            *(one.name for one in program.families),
            *(one.name for one in program.fields),
            *counts,
            *(title.replace(" ", "_") for title in counts),
        }
    )


def _deeds(ctx: Context) -> list[str]:
    """List the names of deeds and answers that can be chosen: of rules, and of texts as names."""
    found: set[str] = set()
    for func in ctx.program.funcs.values():
        if func.sort == "action":
            found.add(func.name)
        for statement in walk(func.body):
            if isinstance(statement, nodes.Options):
                for line in range(len(statement.site.items)):
                    found |= set(deeds_of(statement.site, line))
            elif isinstance(statement, nodes.Menu):
                for part in statement.lines:
                    found |= {plain_word(part.title)} if part.sort == "pass" else set(part.items)
    return sorted(found - {"card_actions"})


def _places(ctx: Context) -> list[str]:
    """List the names of what deeds can be pointed at."""
    program, layout = ctx.program, ctx.program.layout
    counts = (title.replace(" ", "_") for title, _ in (*layout.counts, *layout.shown))
    holders = [(one.name, one.holder) for one in program.families]
    holders += [(one.name, one.holder) for one in program.fields]
    kept = (
        name for name, holder in holders if holder in ("table", PLAYER) and name not in layout.hide
    )
    spaces = (
        f"{board.name}.{name}"
        for board in program.boards.values()
        for name in (
            [one.id for one in program.kinds[board.of_kind].designs]
            if board.of_kind
            else board.names
        )
    )
    kinds = (name for one in program.kinds.values() for name in (one.name, one.plural))
    designs = (one.id for one in program.designs)
    return sorted(
        {PLAYER, *kept, *counts, *program.boards, *program.values, *spaces, *kinds, *designs}
    )
