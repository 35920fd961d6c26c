"""House rules: overlays that change a game before it is checked.

Takes the trees of a game and those of its overlays, in the order in which they are laid on; gives
the changed trees, and what is to be changed once components and settings are read. Must not know
what the rules mean: an overlay hits declarations by their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from interpreter.check.cards import Changes
from interpreter.check.context import Context
from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.program import E
from interpreter.syntax.parser import parse_rules
from interpreter.syntax.tree import Node, Part, Word

_CHANGE = re.compile(
    r"\A(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*"
    r"(set|replace|remove|before|after|require|add|change|extend|only)\b"
)
_HEADED = re.compile(r"^\s*variant\b", re.MULTILINE)
RULES = ("define", "relation", "procedure", "action", "flow", "rule")


@dataclass(slots=True)
class Overlays:
    """What overlays make of a game."""

    nodes: list[Node]
    settings: dict[str, object] = field(default_factory=dict)
    components: Changes = field(default_factory=Changes)
    conditions: list[Node] = field(default_factory=list)


def lay_on(
    nodes: list[Node], sources: Iterable[Source], game: tuple[str, str], report: Report
) -> Overlays:
    """The trees of a game (its id and version are `game`) with all overlays laid on."""
    made = Overlays(list(nodes))
    touched: dict[tuple[str, str], tuple[int, Span]] = {}
    for number, source in enumerate(sources):
        variant = read_overlay(source, report)
        if variant is None or not _fits(variant, game, report):
            continue
        for change in variant.parts:
            if isinstance(change, Node) and change.kind not in ("cites", "version"):
                _change(made, change, report)
                _once(touched, number, change, report)
    return made


def read_overlay(source: Source, report: Report) -> Node | None:
    """The overlay in a file, which may hold its tests, too; None and a problem if there is none."""
    before = len(report.found)
    made: Node | None = None
    loose = _CHANGE.search(source.text)
    if loose is not None and not _HEADED.search(source.text):
        report.add(
            "no-overlay",
            Span(source, loose.start(1), loose.end(1)),
            "the heading of this overlay is missing",
            "a change without an overlay around it",
            helps=(
                'begin the file with: variant "Its name" for GAME VERSION',
                "and indent the changes below it by four spaces",
            ),
        )
        return None
    for node in parse_rules(source, report):
        head = Span(source, node.span.start, node.span.start + len(node.span.text.split()[0]))
        if node.kind == "variant" and made is None:
            made = node
        elif node.kind == "variant":
            report.add(
                "wrong-folder",
                head,
                "a second overlay stands in this file",
                "each has a file of its own",
                others=(Label(_head(made), "the first one"),) if made is not None else (),
                helps=("move it to another file, or put its lines into the first one",),
            )
        elif node.kind != "test":
            report.add(
                "wrong-folder",
                head,
                "only an overlay and its tests stand in this file",
                "",
                helps=('write it inside `variant "..." for`, after `add`',),
            )
    if made is None and len(report.found) == before:
        report.add(
            "no-overlay",
            Span(source, 0, 0),
            "this file holds no overlay",
            helps=('begin it with: variant "Its name" for GAME VERSION',),
        )
    return made


def _head(variant: Node) -> Span:
    """The heading of an overlay, up to its name."""
    word = variant.words()[0]
    return Span(word.span.source, variant.span.start, word.span.end)


def misplaced(nodes: Iterable[Node], report: Report) -> None:
    """Overlays and tests that stand among the rules, where nothing would look at them."""
    for node in nodes:
        if node.kind in ("variant", "test"):
            what = {"variant": "an overlay", "test": "a test"}[node.kind]
            report.add(
                "wrong-folder",
                Span(node.span.source, node.span.start, node.span.start + len(node.kind)),
                f"{what} does not stand among the rules",
                "",
                helps=(f"move it to a file in the folder `{node.kind}s`",),
            )


def _fits(variant: Node, game: tuple[str, str], report: Report) -> bool:
    """Whether an overlay is for this game and version: `1` is for every version 1.x."""
    name, version = variant.parts[1], variant.parts[2]
    assert isinstance(name, Word) and isinstance(version, Word)
    if name.text != game[0]:
        report.add(
            "wrong-base",
            name.span,
            f"this overlay is for `{name.text}`, and the game is `{game[0]}`",
            "",
            helps=(f"write `for {game[0]} {game[1]}`, or lay it on the other game",),
        )
        return False
    if game[1] != version.text and not game[1].startswith(version.text + "."):
        report.add(
            "wrong-base",
            version.span,
            f"this overlay is for version {version.text}, and the game is {game[1]}",
            "",
            helps=(f"see whether it still fits, then write `for {game[0]} {game[1]}`",),
        )
        return False
    return True


# ------------------------------------------------------------------------------ changes


def _change(made: Overlays, change: Node, report: Report) -> None:
    kind = change.kind
    if kind == "add":
        item = change.parts[0]
        assert isinstance(item, Node)
        made.nodes.append(item)
    elif kind == "only_with":
        made.conditions.append(change)
    elif kind == "set_setting":
        _set_setting(made, change, report)
    elif kind == "set_printed":
        made.components.printed.append(change)
    elif kind == "remove_component":
        made.components.removed.append(change)
    else:
        _change_rule(made, change, report)


def _set_setting(made: Overlays, change: Node, report: Report) -> None:
    word, value = change.parts
    assert isinstance(word, Word) and isinstance(value, Node)
    names = [n.words()[0].text for n in made.nodes if n.kind == "setting"]
    if word.text not in names:
        _unhit(word, "setting", names, report)
        return
    text = value.words()[0].text if value.words() else ""
    made.settings[word.text] = int(text) if text.isdigit() else text


def _name(node: Node) -> Word:
    return next(p for p in node.parts if isinstance(p, Word) and p.type == "NAME")


def _sort(node: Node) -> str:
    first = node.parts[0]
    return first.words()[0].text if node.kind == "flow" and isinstance(first, Node) else node.kind


def _change_rule(made: Overlays, change: Node, report: Report) -> None:
    word = _name(change)
    asked = change.node("rulekind")
    sort = asked.words()[0].text if asked is not None else "rule"
    rules = [n for n in made.nodes if n.kind in RULES and _sort(n) == sort]
    at = next(
        (i for i, n in enumerate(made.nodes) if n in rules and _name(n).text == word.text), -1
    )
    if at < 0:
        _unhit(word, sort, [_name(n).text for n in rules], report)
        return
    old = made.nodes[at]
    if change.kind == "remove":
        del made.nodes[at]
        return
    if change.kind == "replace_rule":
        head = [p for p in old.parts if not isinstance(p, Node) or p.kind in ("says", "cites")]
        clauses = [p for p in change.parts if isinstance(p, Node)]
        made.nodes[at] = Node(old.kind, (*head, *clauses), old.span)
        return
    block = old.parts[-1]
    assert isinstance(block, Node)
    made.nodes[at] = Node(old.kind, (*old.parts[:-1], _body(block, change)), old.span)


def _body(block: Node, change: Node) -> Node:
    """The statements of a rule after a change."""
    last = change.parts[-1]
    assert isinstance(last, Node)
    if change.kind == "replace":
        return last
    lines = list(block.parts)
    once = [p for p in lines[:1] if isinstance(p, Node) and p.kind == "once"]
    rest = lines[len(once) :]
    side = change.node("side")
    more: list[Part]
    if change.kind == "tighten":
        more = [p for p in change.parts if isinstance(p, Node) and p.kind == "requires"]
    else:
        more = list(last.parts)
    if side is not None and side.words()[0].text == "after":
        return Node(block.kind, (*once, *rest, *more), block.span)
    return Node(block.kind, (*once, *more, *rest), block.span)


def _unhit(word: Word, what: str, names: list[str], report: Report) -> None:
    guess = nearest(word.text, names)
    report.add(
        "unhit",
        word.span,
        f"the game has no {what} called `{word.text}`",
        "nothing to change",
        helps=(f"did you mean `{guess}`?",) if guess else (),
        fix=(word.span, guess) if guess else None,
    )


def _once(
    touched: dict[tuple[str, str], tuple[int, Span]], number: int, change: Node, report: Report
) -> None:
    """Two overlays that change the same thing are told: the later one has the last word."""
    words = [p for p in change.parts if isinstance(p, Word) and p.type == "NAME"]
    if not words or change.kind in ("add", "only_with"):
        return
    sort = "component" if change.kind in ("set_printed", "remove_component") else "rule"
    name = " of ".join(w.text for w in words) if change.kind == "set_printed" else words[-1].text
    before = touched.setdefault((sort, name), (number, change.span))
    if before[0] != number:
        report.add(
            "overlaid-twice",
            words[-1].span,
            f"two overlays change `{name}`",
            "the second one, which is laid on top",
            others=(Label(before[1], "the first one"),),
            helps=("play with one of them, or write one that does both",),
        )


# ------------------------------------------------------------------------------ `only with`


def narrow(ctx: Context, conditions: Iterable[tuple[E, Span]]) -> None:
    """Keep only the numbers of players with which every overlay may be played."""
    program = ctx.program
    for test, span in conditions:
        seats = range(program.least, program.most + 1)
        try:
            fitting = [n for n in seats if _worth(test, n)]
        except _NotKnown as fault:
            ctx.report.add(
                "overlay-unfit",
                fault.span,
                "this is not known before play",
                "",
                helps=("`only with` asks for settings and for the number of players",),
            )
            return
        if not fitting:
            ctx.report.add(
                "overlay-unfit",
                span,
                "this overlay cannot be played with these settings and players",
                "never so",
                notes=(f"the game is played by {program.least} to {program.most}",),
                helps=("leave it out, or set what it asks for",),
            )
            return
        program.least, program.most = fitting[0], fitting[-1]


class _NotKnown(Exception):
    """A part of a condition that is not known before play."""

    def __init__(self, span: Span) -> None:
        super().__init__(span.text)
        self.span = span


def _worth(e: E, players: int) -> int:
    """A number that is known before play."""
    if e.op == "num":
        return int(e.data)
    if e.op == "size" and e.args[0].op == "players":
        return players
    if e.op == "not":
        return int(not _worth(e.args[0], players))
    if e.op in _KNOWN and len(e.args) == 2:
        first, second = (_worth(a, players) for a in e.args)
        return int(_KNOWN[e.op](first, second))
    raise _NotKnown(e.span)


_KNOWN = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
}
