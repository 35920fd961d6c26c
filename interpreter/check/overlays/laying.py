"""House rules: overlays that change the rules of a game before they are checked.

Takes the trees of a game and the files of its overlays; gives the changed trees, a list of what was
changed, and what is to be changed once settings and components are read. Must not know what the
rules mean: an overlay hits declarations by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from interpreter.check.declarations.rule_names import RULES, name_of, sort_of
from interpreter.check.lints import split_names
from interpreter.check.overlays import bound_changes, menu_changes
from interpreter.check.overlays.changes import Change, Overlay, Overlays
from interpreter.check.overlays.order import in_order, perhaps_of_another
from interpreter.check.overlays.overlay_file import changes_of, fits, place_of, read_overlay
from interpreter.check.overlays.rule_changes import changed, found
from interpreter.check.overlays.targets import (
    kept_by_players,
    kinds_left_out,
    names_in_capitals,
    no_such_rule,
    players_are_not_set,
    so_already,
    stands_on_a_component,
    unhit,
)
from interpreter.diagnostics import Report, Source, Span
from interpreter.syntax.tree import Node, Word

OF_COMPONENTS = ("set_printed", "add_component", "change_component", "remove_component")


def lay_on(
    nodes: list[Node],
    sources: Iterable[Source],
    game: tuple[str, str],
    report: Report,
    others: Sequence[str] = (),
    only: frozenset[tuple[str, int]] | None = None,
    components: Mapping[str, str] | None = None,
    on_components: Mapping[str, tuple[str, Span]] | None = None,
) -> Overlays:
    """The trees of a game (its id and version are `game`) with all overlays laid on.

    `others` are the names of the game's own variants, which an overlay may say it comes after.
    With `only`, no change is made but those that begin at these places of these files.
    `components` gives the kind of each component, and `on_components` the actions that stand on
    one: which, and where.
    """
    made = Overlays(list(nodes), _called(nodes, components or {}))
    made.on_components = dict(on_components or {})
    fitting = []
    for source in sources:
        read = len(report.found)
        node = read_overlay(source, report, made.called)
        names_in_capitals(made, source, report, read)
        kinds_left_out(made, report, read)
        split_names.in_overlay(nodes, report, read)
        if node is not None and fits(node, game, report):
            stem = source.path.rpartition("/")[2].rpartition(".")[0]
            fitting.append(Overlay(stem, node.words()[0].text.strip('"'), node))
    made.laid = in_order(fitting, others, report)
    made.others = tuple(others)
    names = {one.name for one in made.laid}
    for overlay in made.laid:
        before = len(report.found)
        for part in changes_of(overlay.node):
            if report.full:
                break  # nothing more would be told
            if only is None or place_of(part) in only:
                _change(made, overlay, part, report)
        perhaps_of_another(overlay, names, others, report, before)
    _withdraw(made, report)
    return made


def _withdraw(made: Overlays, report: Report) -> None:
    """Take actions that were removed, and are not there again, out of menus and triggers."""
    gone = {c.name: c for c in made.changes if c.node.kind == "remove" and c.sort == "action"}
    gone = {name: c for name, c in gone.items() if found(made.nodes, name, "action") < 0}
    words = {name: change.word for name, change in gone.items()}
    for at in range(len(made.nodes) - 1, -1, -1) if gone else ():
        old = made.nodes[at]
        offers, waits = menu_changes.mentions(old, words) if old.kind in RULES else ([], [])
        names = list(dict.fromkeys([*offers, *waits]))
        if not names:
            continue
        menu_changes.in_vain(old, words, made, report)
        new = menu_changes.without(old, [words[name] for name in names], report)
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


def _called(nodes: Sequence[Node], components: Mapping[str, str]) -> dict[str, str]:
    """What the names of a game are: `define`, `setting`, `component card`, ..."""
    made = {name: f"component {kind}" for name, kind in components.items()}
    for node in nodes:
        if node.kind == "setting":
            made[node.words()[0].text] = "setting"
        elif node.kind in RULES:
            made[name_of(node).text] = sort_of(node)
    return made


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
    return number and name not in made.called and bound_changes.zones_called(made.nodes, name)


def _set_bounds(made: Overlays, overlay: Overlay, node: Node, report: Report) -> None:
    limit = node.kind == "set_printed"
    find = bound_changes.roomy if limit else bound_changes.bounded
    hit = find(made.nodes, node, report)
    if hit is None:
        return
    at, whole, old, new = hit
    made.nodes[at] = whole
    word = node.words()[1 if limit else 0]
    sort = "limit" if limit else "range"
    if bound_changes.said(old, word.text) == bound_changes.said(new, word.text):
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
    told: tuple[str, ...] = (printed,) if bearer else ()
    lines = kept_by_players(made.nodes)
    kept = next((line for line in lines if line.words()[0].text == name), None)
    if kept is not None:
        told += (f"each player keeps it; that is declared in the rules: `{kept.span.text}`",)
    return told


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
    at = found(made.nodes, word.text, sort)
    if at < 0:
        if word.text in made.on_components and asked is not None:
            stands_on_a_component(made, node, word, report)
        else:
            no_such_rule(made, word, asked, sort, report)
        return
    old = made.nodes[at]
    new = changed(made.nodes, old, node, report)
    if new is None:
        if node.kind == "remove":
            made.changes.append(Change(overlay, node, sort, word, old))
            del made.nodes[at]
        return
    made.nodes[at] = new
    made.changes.append(Change(overlay, node, sort, word, old, new))
