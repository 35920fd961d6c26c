"""House rules: overlays that change the rules of a game before they are checked.

Takes the trees of a game and the files of its overlays; gives the changed trees, a list of what was
changed, and what is to be changed once settings and components are read. Must not know what the
rules mean: an overlay hits declarations by their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.check import overlay_bounds, overlay_menus
from interpreter.check.overlay_misses import (
    no_such_rule,
    players_are_not_set,
    so_already,
    unhit,
)
from interpreter.check.overlay_order import in_order, perhaps_of_another
from interpreter.check.overlay_steps import inserted
from interpreter.check.rule_heads import RULES, name_of, sort_of
from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.syntax.parser import parse_rules
from interpreter.syntax.tree import Node, Part, Word

_CHANGE = re.compile(
    r"\A(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*"
    r"(set|replace|remove|before|after|require|add|change|extend|only|comes|offer)\b"
)
_HEADED = re.compile(r"^\s*variant\b", re.MULTILINE)
OF_COMPONENTS = ("set_printed", "add_component", "change_component", "remove_component")


@dataclass(frozen=True, slots=True, eq=False)
class Overlay:
    """One overlay that is laid on; `name` is that of its file."""

    name: str
    title: str
    node: Node

    @property
    def source(self) -> Source:
        """The file in which it stands."""
        return self.node.span.source

    def cites(self) -> tuple[str, ...]:
        """What its heading cites."""
        return tuple(word.text for part in self.node.nodes("cites") for word in part.words())

    def heading(self) -> Span:
        """Its first words, up to its title."""
        return Span(self.source, self.node.span.start, self.node.words()[0].span.end)


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One change of an overlay. `sort` and `name` say what it is for: a rule by its kind, a
    setting, a component; `old` and `new` are the trees of a rule before and after it."""

    overlay: Overlay
    node: Node
    sort: str
    word: Word
    old: Node | None = None
    new: Node | None = None
    how: str = ""
    """What it does to a rule that it does not name, such as one with a menu."""

    @property
    def name(self) -> str:
        """What the thing is called that it changes."""
        return self.word.text


@dataclass(slots=True)
class Overlays:
    """What overlays make of a game. `settings` holds the values they set, each with its place;
    `components` what is to be done to components, in order."""

    nodes: list[Node]
    called: dict[str, str] = field(default_factory=dict)
    """What names of the game without overlays are: `define`, `component card`, ..."""
    laid: list[Overlay] = field(default_factory=list)
    others: tuple[str, ...] = ()
    """The names of overlays that could be laid on, too."""
    changes: list[Change] = field(default_factory=list)
    settings: dict[str, tuple[object, Span]] = field(default_factory=dict)
    components: list[Change] = field(default_factory=list)
    conditions: list[Node] = field(default_factory=list)
    lost: list[tuple[Change, str]] = field(default_factory=list)
    """The rules of components that were removed or changed, as texts."""
    follows: list[Change] = field(default_factory=list)
    """What the removal of actions makes of rules that offer them or wait for them."""

    def wrote(self, source: Source) -> bool:
        """Whether a file is one of these overlays."""
        return any(overlay.source is source for overlay in self.laid)

    def gone(self, name: str, sort: str) -> Change | None:
        """The change that removed a rule of this name and sort, if one did."""
        removals = (c for c in reversed(self.changes) if c.node.kind == "remove")
        return next((c for c in removals if (c.name, c.sort) == (name, sort)), None)

    def values(self) -> dict[str, object]:
        """The values of settings, as options give them."""
        return {name: value for name, (value, _) in self.settings.items()}


def lay_on(
    nodes: list[Node],
    sources: Iterable[Source],
    game: tuple[str, str],
    report: Report,
    others: Sequence[str] = (),
    only: frozenset[tuple[str, int]] | None = None,
    components: Mapping[str, str] | None = None,
) -> Overlays:
    """The trees of a game (its id and version are `game`) with all overlays laid on.

    `others` are the names of the game's own variants, which an overlay may say it comes after.
    With `only`, no change is made but those that begin at these places of these files.
    `components` gives the kind of each component.
    """
    made = Overlays(list(nodes), _called(nodes, components or {}))
    fitting = []
    for source in sources:
        node = read_overlay(source, report, made.called)
        if node is not None and _fits(node, game, report):
            stem = source.path.rpartition("/")[2].rpartition(".")[0]
            fitting.append(Overlay(stem, node.words()[0].text.strip('"'), node))
    made.laid = in_order(fitting, others, report)
    made.others = tuple(others)
    names = {one.name for one in made.laid}
    for overlay in made.laid:
        before = len(report.found)
        for part in changes_of(overlay.node):
            if only is None or place_of(part) in only:
                _change(made, overlay, part, report)
        perhaps_of_another(overlay, names, others, report, before)
    _withdraw(made, report)
    return made


def _withdraw(made: Overlays, report: Report) -> None:
    """Take actions that were removed, and are not there again, out of menus and triggers."""
    gone = {c.name: c for c in made.changes if c.node.kind == "remove" and c.sort == "action"}
    gone = {name: c for name, c in gone.items() if _found(made.nodes, name, "action") < 0}
    for at in range(len(made.nodes) - 1, -1, -1) if gone else ():
        old = made.nodes[at]
        offers, waits = overlay_menus.mentions(old, gone) if old.kind in RULES else ([], [])
        names = list(dict.fromkeys([*offers, *waits]))
        if not names:
            continue
        new = overlay_menus.without(old, [gone[name].word for name in names], report)
        if new is old:
            continue
        for name in names:
            how = f"{'offers' if name in offers else 'waits for'} `{name}` no more"
            change = gone[name]
            word = name_of(old)
            made.follows.append(
                Change(change.overlay, change.node, sort_of(old), word, old, new, how)
            )
        made.nodes[at : at + 1] = [] if new is None else [new]


def changes_of(overlay: Node) -> list[Node]:
    """What an overlay changes, and what it says of with whom it may be played."""
    return [
        part
        for part in overlay.parts
        if isinstance(part, Node) and part.kind not in ("cites", "version", "comes_after")
    ]


def place_of(change: Node) -> tuple[str, int]:
    """Where a change begins, as `lay_on` knows it."""
    return change.span.source.path, change.span.start


def _called(nodes: Sequence[Node], components: Mapping[str, str]) -> dict[str, str]:
    """What the names of a game are: `define`, `setting`, `component card`, ..."""
    made = {name: f"component {kind}" for name, kind in components.items()}
    for node in nodes:
        if node.kind == "setting":
            made[node.words()[0].text] = "setting"
        elif node.kind in RULES:
            made[name_of(node).text] = sort_of(node)
    return made


def read_overlay(
    source: Source, report: Report, called: Mapping[str, str] | None = None
) -> Node | None:
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
                'begin the file like: variant "A short game" for my_game 1.0',
                "and indent the changes below it by four spaces",
            ),
        )
        return None
    for node in parse_rules(source, report, called):
        head = Span(source, node.span.start, node.span.start + len(node.span.text.split()[0]))
        if node.kind == "variant" and made is None:
            made = node
        elif node.kind == "variant":
            assert made is not None
            report.add(
                "wrong-folder",
                head,
                "a second overlay stands in this file",
                "each has a file of its own",
                others=(Label(made.words()[0].span, "the first one"),),
                helps=("move it to another file, or put its lines into the first one",),
            )
        elif node.kind != "test":
            report.add(
                "wrong-folder",
                head,
                "this file is for an overlay and its tests",
                "",
                helps=('write it inside `variant "..." for`, after `add`',),
            )
    if made is None and len(report.found) == before:
        report.add(
            "no-overlay",
            Span(source, 0, 0),
            "this file holds no overlay",
            helps=('begin it like: variant "A short game" for my_game 1.0',),
        )
    return made


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
            f"this overlay is for `{name.text}`, not for `{game[0]}`",
            "",
            helps=(f"write `for {game[0]} {game[1]}`, or lay it on the other game",),
            fix=(name.span, game[0]),
        )
        return False
    if game[1] != version.text and not game[1].startswith(version.text + "."):
        report.add(
            "wrong-base",
            version.span,
            f"this overlay is for version {version.text}, not for {game[1]}",
            "",
            helps=(f"see whether it still fits, then write `for {game[0]} {game[1]}`",),
            fix=(version.span, game[1]),
        )
        return False
    return True


# ------------------------------------------------------------------------------ changes


def _change(made: Overlays, overlay: Overlay, node: Node, report: Report) -> None:
    kind = node.kind
    if kind == "add":
        item = node.parts[0]
        assert isinstance(item, Node)
        made.nodes.append(item)
        word = next((p for p in item.walk() if isinstance(p, Word) and p.type == "NAME"), None)
        if word is not None:
            made.changes.append(Change(overlay, node, sort_of(item), word, None, item))
    elif kind == "only_with":
        made.conditions.append(node)
    elif kind == "set_setting":
        _set_setting(made, overlay, node, report)
    elif kind == "set_bounds" or _is_limit(made, node):
        _set_bounds(made, overlay, node, report)
    elif kind in OF_COMPONENTS:
        word = node.words()[1] if kind != "set_printed" else node.words()[-1]
        change = Change(overlay, node, "component", word)
        made.components.append(change)
        made.changes.append(change)
    else:
        _change_rule(made, overlay, node, report)


def _is_limit(made: Overlays, node: Node) -> bool:
    """Whether a change is about the room in a zone: `set limit of hand to 5`."""
    if node.kind != "set_printed" or node.words()[0].text != "limit":
        return False
    name, value = node.words()[1].text, node.parts[-1]
    number = isinstance(value, Node) and value.kind == "number"
    return number and name not in made.called and overlay_bounds.zones_called(made.nodes, name)


def _set_bounds(made: Overlays, overlay: Overlay, node: Node, report: Report) -> None:
    limit = node.kind == "set_printed"
    find = overlay_bounds.roomy if limit else overlay_bounds.bounded
    found = find(made.nodes, node, report)
    if found is None:
        return
    at, whole, old, new = found
    made.nodes[at] = whole
    word = node.words()[1 if limit else 0]
    sort = "limit" if limit else "range"
    if overlay_bounds.said(old, word.text) == overlay_bounds.said(new, word.text):
        so_already(word.span, f"the {sort} of `{word.text}`", "this", report)
    made.changes.append(Change(overlay, node, sort, word, old, new))


def _set_setting(made: Overlays, overlay: Overlay, node: Node, report: Report) -> None:
    word, value = node.parts
    assert isinstance(word, Word) and isinstance(value, Node)
    names = [n.words()[0].text for n in made.nodes if n.kind == "setting"]
    if word.text in ("players", "player") and word.text not in names:
        players_are_not_set(word, report)
        return
    if word.text not in names:
        unhit(word, "setting", names, report, helps=_elsewhere(made, word.text))
        return
    text = value.span.text
    made.settings[word.text] = (int(text) if text.isdigit() else text, value.span)
    made.changes.append(Change(overlay, node, "setting", word))


def _elsewhere(made: Overlays, name: str) -> tuple[str, ...]:
    """Where something of this name stands that is no setting: on components, or with players."""
    kinds = [n.words()[0].text for n in made.nodes if n.kind == "kind" and _prints(n, name)]
    bearer = next((one for one, sort in made.called.items() if sort.split()[-1] in kinds), "")
    printed = f"on a component it is changed like: set {name} of {bearer} to ..."
    found: tuple[str, ...] = (printed,) if bearer else ()
    lines = _kept_by_players(made.nodes)
    kept = next((line for line in lines if line.words()[0].text == name), None)
    if kept is not None:
        found += (f"each player keeps it; that is declared in the rules: `{kept.span.text}`",)
    return found


def _kept_by_players(nodes: Iterable[Node]) -> list[Node]:
    areas = [n for n in nodes if n.kind == "area" and n.node("each_of_kind") is not None]
    return [
        line
        for area in areas
        if area.parts[0] is not None and area.parts[0].span.text.split()[-1] == "player"
        for line in area.nodes("field")
    ]


def _prints(kind: Node, name: str) -> bool:
    """Whether something of this name is printed on a kind of component."""
    return any(
        isinstance(line, Node)
        and line.kind == "printed"
        and name in [w.text for w in line.parts if isinstance(w, Word)]
        for line in kind.parts
    )


def _change_rule(made: Overlays, overlay: Overlay, node: Node, report: Report) -> None:
    word = node.words()[-1] if node.kind in ("insert", "offer") else name_of(node)
    asked = node.node("rulekind")
    sort = asked.words()[0].text if asked is not None else "rule"
    at = _found(made.nodes, word.text, sort)
    if at < 0:
        no_such_rule(made, word, asked, sort, report)
        return
    old = made.nodes[at]
    new = _changed(old, node, report)
    if new is None:
        if node.kind == "remove":
            made.changes.append(Change(overlay, node, sort, word, old))
            del made.nodes[at]
        return
    made.nodes[at] = new
    made.changes.append(Change(overlay, node, sort, word, old, new))


def _found(nodes: Sequence[Node], name: str, sort: str) -> int:
    """The place of a rule of this sort and name; -1 if there is none."""
    for at, node in enumerate(nodes):
        if node.kind in RULES and sort_of(node) == sort and name_of(node).text == name:
            return at
    return -1


def _changed(old: Node, change: Node, report: Report) -> Node | None:
    """A rule after a change; None if nothing is left of it, or if the change hits nothing."""
    if change.kind == "remove":
        return None
    if change.kind == "offer":
        return overlay_menus.offered(old, change, report)
    clauses = tuple(p for p in change.parts if isinstance(p, Node) and p.kind != "rulekind")
    if change.kind == "replace_rule":
        head = [p for p in old.parts if not isinstance(p, Node) or p.kind in ("says", "cites")]
        return Node(old.kind, (*head, *clauses), old.span)
    if change.kind == "extend_rule":
        return Node(old.kind, (*old.parts, *clauses), old.span)
    block = old.parts[-1]
    assert isinstance(block, Node)
    body = inserted(block, change, old, report) if change.kind == "insert" else None
    if change.kind == "insert" and body is None:
        return None
    return Node(old.kind, (*old.parts[:-1], body or _body(block, change)), old.span)


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
    if side is not None:  # the conditions at its top stand before anything that is done
        first = next((n for n, p in enumerate(rest) if not _is_condition(p)), len(rest))
        return Node(block.kind, (*once, *rest[:first], *more, *rest[first:]), block.span)
    return Node(block.kind, (*once, *more, *rest), block.span)


def _is_condition(part: Part) -> bool:
    return isinstance(part, Node) and part.kind == "requires"
