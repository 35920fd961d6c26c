"""Application of overlays to the rules of a game, before these are checked.

Takes the trees of a game and the files of its overlays; returns the changed trees, a list of the
changes, and what is to be changed once settings and components are read. Must not know what the
rules mean: an overlay finds declarations by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from interpreter.check import split_names
from interpreter.check.overlays import bound_changes, menu_changes, player_numbers
from interpreter.check.overlays.change_targets import (
    kept_by_players,
    kinds_left_out,
    names_in_capitals,
    no_such_rule,
    players_are_not_set,
    so_already,
    stands_on_a_component,
    unhit,
)
from interpreter.check.overlays.changes import Overlay, OverlayChange, Overlays
from interpreter.check.overlays.order import in_order, perhaps_of_another
from interpreter.check.overlays.overlay_file import changes_of, fits, place_of, read_overlay
from interpreter.check.overlays.rule_changes import changed, found
from interpreter.diagnostics import Report, Source, Span
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

_OF_COMPONENTS = (
    ast.SetPrinted, ast.AddComponent, ast.ChangeComponent, ast.RemoveComponent,
)  # fmt: skip


def lay_on(
    nodes: list[ast.Heading],
    sources: Iterable[Source],
    game: tuple[str, str],
    report: Report,
    others: Sequence[str] = (),
    only: frozenset[tuple[str, int]] | None = None,
    components: Mapping[str, str] | None = None,
    on_components: Mapping[str, tuple[str, Span]] | None = None,
) -> Overlays:
    """Apply all overlays to the trees of a game, whose id and version are `game`.

    `others` are the names of the game's own variants, which an overlay may say it comes after. With
    `only`, just the changes that begin at these places (file and offset) are made. `components`
    maps each component to its kind, and `on_components` each action on a component to that
    component and its place. Overlays that do not fit, and changes that hit nothing, are reported.
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
            fitting.append(Overlay(stem, node.title.text.strip('"'), node))
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
    gone = {
        c.name: c for c in made.changes if isinstance(c.node, ast.Remove) and c.sort == "action"
    }
    gone = {name: c for name, c in gone.items() if found(made.nodes, name, "action") < 0}
    words = {name: change.word for name, change in gone.items()}
    for at in range(len(made.nodes) - 1, -1, -1) if gone else ():
        old = made.nodes[at]
        if not isinstance(old, ast.NamedRule):
            continue
        offers, waits = menu_changes.mentions(old, words)
        names = list(dict.fromkeys([*offers, *waits]))
        if not names:
            continue
        menu_changes.report_in_vain(old, words, made, report)
        new = menu_changes.without(old, [words[name] for name in names], report)
        if new is old:
            continue
        for name in names:
            how = f"{'offers' if name in offers else 'waits for'} `{name}` no more"
            change = gone[name]
            made.follows.append(
                OverlayChange(change.overlay, change.node, old.sort, old.name, old, new, how)
            )
        made.nodes[at : at + 1] = [] if new is None else [new]


def _called(nodes: Sequence[ast.Heading], components: Mapping[str, str]) -> dict[str, str]:
    """Map the names of a game to their sort: `define`, `setting`, `component card`, ..."""
    made = {name: f"component {kind}" for name, kind in components.items()}
    for node in nodes:
        if isinstance(node, ast.Setting | ast.NamedRule):
            made[node.name.text] = node.sort
    return made


# ------------------------------------------------------------------------------ changes


def _change(made: Overlays, overlay: Overlay, node: ast.Change, report: Report) -> None:
    if isinstance(node, ast.Add):
        made.nodes.append(node.item)
        words = (part for part in node.item.walk() if isinstance(part, Word))
        word = next((one for one in words if one.type == "NAME"), None)
        if word is not None:
            made.changes.append(OverlayChange(overlay, node, node.item.sort, word, None, node.item))
    elif isinstance(node, ast.OnlyWith):
        made.conditions.append(node)
    elif isinstance(node, ast.ShowNumber):
        _show(made, overlay, node, report)
    elif isinstance(node, ast.SetSetting):
        _set_setting(made, overlay, node, report)
    elif isinstance(node, ast.SetBounds) and player_numbers.is_of_players(made.nodes, node):
        player_numbers.change(made, overlay, node, report)
    elif isinstance(node, ast.SetBounds) or _is_limit(made, node):
        _set_bounds(made, overlay, node, report)
    elif isinstance(node, _OF_COMPONENTS):
        word = node.component if isinstance(node, ast.SetPrinted) else node.id
        change = OverlayChange(overlay, node, "component", word)
        made.components.append(change)
        made.changes.append(change)
    elif isinstance(node, ast.RuleChange):
        _change_rule(made, overlay, node, report)


def _is_limit(made: Overlays, node: ast.Change) -> bool:
    """Whether a change is about the room in a zone: `set limit of hand to 5`."""
    if not isinstance(node, ast.SetPrinted) or node.name.text != "limit":
        return False
    name = node.component.text
    number = isinstance(node.value, ast.Number)
    return number and name not in made.called and bound_changes.zones_called(made.nodes, name)


def _show(made: Overlays, overlay: Overlay, node: ast.ShowNumber, report: Report) -> None:
    """Note a number that is to be shown beside each player or the table."""
    of = node.holder
    whose = of.name.text if isinstance(of, ast.EachOfKind) else ""
    if whose != "player" and not isinstance(of, ast.TheTable):
        report.add(
            "overlay-unfit",
            of.span,
            "a number stands beside players or the table",
            "for neither of them",
            helps=('write `show for each player "...":` or `show for the table "...":`',),
        )
        return
    made.shown.append(node)
    sort = f"number for {'each player' if whose else 'the table'}"
    made.changes.append(OverlayChange(overlay, node, sort, node.called, None, node))


def _set_bounds(made: Overlays, overlay: Overlay, node: ast.Change, report: Report) -> None:
    if isinstance(node, ast.SetPrinted):
        hit, word, sort = bound_changes.roomy(made.nodes, node, report), node.component, "limit"
    else:
        assert isinstance(node, ast.SetBounds)
        hit, word, sort = bound_changes.bounded(made.nodes, node, report), node.name, "range"
    if hit is None:
        return
    at, whole, old, new = hit
    made.nodes[at] = whole
    if bound_changes.said(old, word.text) == bound_changes.said(new, word.text):
        so_already(word.span, f"the {sort} of `{word.text}`", "this", report)
    made.changes.append(OverlayChange(overlay, node, sort, word, old, new))


def _set_setting(made: Overlays, overlay: Overlay, node: ast.SetSetting, report: Report) -> None:
    word, value = node.name, node.value
    names = [one.name.text for one in made.nodes if isinstance(one, ast.Setting)]
    if word.text in ("players", "player") and word.text not in names:
        players_are_not_set(word, value, report)
        return
    if word.text not in names:
        unhit(word, "setting", names, report, helps=_elsewhere(made, word.text))
        return
    if node.only is not None:
        made.by_players.append(node)
    else:
        made.settings[word.text] = set_value(node)
        here = node.span.source  # what an overlay below has set with some players is set anew, too
        made.by_players = [
            one for one in made.by_players if one.name.text != word.text or one.span.source is here
        ]
    made.changes.append(OverlayChange(overlay, node, "setting", word))


def set_value(node: ast.SetSetting) -> tuple[object, Span]:
    """Return the value that a setting is set to, in the form of an option, and its span."""
    text = node.value.span.text
    return (int(text) if text.isdigit() else text, node.value.span)


def _elsewhere(made: Overlays, name: str) -> tuple[str, ...]:
    """Where something of this name stands that is no setting: on components, or with players."""
    kinds = [
        one.name.text for one in made.nodes if isinstance(one, ast.Kind) and _prints(one, name)
    ]
    bearer = next((one for one, sort in made.called.items() if sort.split()[-1] in kinds), "")
    printed = f"on a component it is changed like: set {name} of {bearer} to ..."
    helps: tuple[str, ...] = (printed,) if bearer else ()
    kept = next((line for line in kept_by_players(made.nodes) if line.name.text == name), None)
    if kept is not None:
        helps += (f"each player keeps it; that is declared in the rules: `{kept.span.text}`",)
    return helps


def _prints(kind: ast.Kind, name: str) -> bool:
    """Whether something of this name is printed on a kind of component."""
    lines = (line for line in kind.lines if isinstance(line, ast.Printed))
    return any(word.text == name for line in lines for word in line.names)


def _change_rule(made: Overlays, overlay: Overlay, node: ast.RuleChange, report: Report) -> None:
    word, sort = node.name, node.rule_sort
    at = found(made.nodes, word.text, sort)
    if at < 0:
        if word.text in made.on_components and node.asked is not None:
            stands_on_a_component(made, node, word, report)
        else:
            no_such_rule(made, word, node.asked, sort, report)
        return
    old = made.nodes[at]
    assert isinstance(old, ast.NamedRule)
    new = changed(made.nodes, old, node, report)
    if new is None:
        if isinstance(node, ast.Remove):
            made.changes.append(OverlayChange(overlay, node, sort, word, old))
            del made.nodes[at]
        return
    made.nodes[at] = new
    made.changes.append(OverlayChange(overlay, node, sort, word, old, new))
