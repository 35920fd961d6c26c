"""Application of overlays to the rules of a game, before these are checked.

Takes the trees of a game and the files of its overlays; returns the changed trees, a list of the
changes, and what is to be changed once settings and components are read. Must not know what the
rules mean: an overlay finds declarations by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

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
from interpreter.check.overlays.changes import Edit, Overlay, OverlayChange, Overlays
from interpreter.check.overlays.order import in_order, perhaps_of_another
from interpreter.check.overlays.overlay_file import (
    changes_of,
    fits,
    place_of,
    read_overlay,
    with_rows,
)
from interpreter.check.overlays.rule_changes import changed, found
from interpreter.diagnostics import Report, Source, Span
from interpreter.load.overlay_files import with_tables
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

_OfComponent = (
    ast.SetPrinted | ast.AddComponent | ast.ChangeComponent | ast.RemoveComponent | ast.TableRow
)


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
    for source, *tables in with_tables(sources):
        read = len(report.found)
        node = read_overlay(source, report, made.called)
        names_in_capitals(made, source, report, read)
        kinds_left_out(made, report, read)
        split_names.in_overlay(nodes, report, read)
        if node is not None and fits(node, game, report):
            stem = source.path.rpartition("/")[2].rpartition(".")[0]
            node = with_rows(node, tables, report)
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
    """Carry out a change of an overlay, or report why it cannot be."""
    if isinstance(node, ast.OnlyWith):
        made.conditions.append(node)
        return
    if isinstance(node, ast.SetBounds) and player_numbers.is_of_players(made.nodes, node):
        player_numbers.change(made, overlay, node, report)
        return
    edit = _edit(made, node, report)
    if edit is None:
        return
    change = made.apply(edit, overlay, node)
    if change is not None and edit.sort == "component":
        made.components.append(change)


def _edit(made: Overlays, node: ast.Change, report: Report) -> Edit | None:
    """Make the edit of a sentence of an overlay; None if it cannot be, or changes no rule."""
    if isinstance(node, ast.Add):
        return _add(made, node, report)
    if isinstance(node, ast.ShowNumber):
        return _show(made, node, report)
    if isinstance(node, ast.SetSetting):
        return _set_setting(made, node, report)
    if isinstance(node, ast.SetBounds):
        return _set_bounds(made, node, report)
    if isinstance(node, _OfComponent):
        return _of_component(made, node, report)
    if isinstance(node, ast.ExtendValues):
        return _extend_values(made, node, report)
    if isinstance(node, ast.ChangeKind):
        return _change_kind(made, node, report)
    assert isinstance(node, ast.RuleChange)
    return _change_rule(made, node, report)


def _add(made: Overlays, node: ast.Add, _: Report) -> Edit:
    words = (part for part in node.item.walk() if isinstance(part, Word))
    named = node.item.name if isinstance(node.item, ast.NamedRule) else None
    word = named or next((one for one in words if one.type == "NAME"), None)
    return Edit(node.item.sort, word, len(made.nodes), node.item, None, node.item)


def _of_component(made: Overlays, node: _OfComponent, report: Report) -> Edit | None:
    if isinstance(node, ast.SetPrinted) and _is_limit(made, node):
        return _set_bounds(made, node, report)
    return Edit("component", node.component if isinstance(node, ast.SetPrinted) else node.id)


def _is_limit(made: Overlays, node: ast.SetPrinted) -> bool:
    """Whether a change is about the room in a zone: `set limit of hand to 5`."""
    name = node.component.text
    number = node.name.text == "limit" and isinstance(node.value, ast.Number)
    return number and name not in made.called and bound_changes.zones_called(made.nodes, name)


def _show(made: Overlays, node: ast.ShowNumber, report: Report) -> Edit | None:
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
        return None
    made.shown.append(node)
    sort = f"number for {'each player' if whose else 'the table'}"
    return Edit(sort, node.called, new=node)


def _set_bounds(
    made: Overlays, node: ast.SetPrinted | ast.SetBounds, report: Report
) -> Edit | None:
    """Change the range of a number, or the room in a zone."""
    if isinstance(node, ast.SetPrinted):
        edit = bound_changes.roomy(made.nodes, node, report)
    else:
        edit = bound_changes.bounded(made.nodes, node, report)
    if edit is None:
        return None
    assert edit.word is not None and edit.old is not None and edit.new is not None
    name = edit.word.text
    if bound_changes.said(edit.old, name) == bound_changes.said(edit.new, name):
        so_already(edit.word.span, f"the {edit.sort} of `{name}`", "this", report)
    return edit


def _set_setting(made: Overlays, node: ast.SetSetting, report: Report) -> Edit | None:
    word, value = node.name, node.value
    names = [one.name.text for one in made.nodes if isinstance(one, ast.Setting)]
    if word.text in ("players", "player") and word.text not in names:
        players_are_not_set(word, value, report)
        return None
    if word.text not in names:
        unhit(word, "setting", names, report, helps=_elsewhere(made, word.text))
        return None
    if node.only is not None:
        made.by_players.append(node)
    else:
        made.settings[word.text] = set_value(node)
        here = node.span.source  # what an overlay below has set with some players is set anew, too
        made.by_players = [
            one for one in made.by_players if one.name.text != word.text or one.span.source is here
        ]
    return Edit("setting", word)


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


_Declared = TypeVar("_Declared", ast.Values, ast.Kind)


def _declared(
    made: Overlays, word: Word, sort: type[_Declared], called: str, report: Report
) -> tuple[int, _Declared] | None:
    """Find a declaration by its name, with its place among the nodes; None after a diagnostic."""
    named = {one.name.text: (at, one) for at, one in enumerate(made.nodes) if isinstance(one, sort)}
    if word.text not in named:
        unhit(word, called, list(named), report)
    return named.get(word.text)


def _extend_values(made: Overlays, node: ast.ExtendValues, report: Report) -> Edit | None:
    """Make a list of words longer."""
    there = _declared(made, node.name, ast.Values, "list of words", report)
    if there is None:
        return None
    at, old = there
    new = ast.replaced(old, values=(*old.values, *node.values))
    return Edit("values", node.name, at, new, old, new)


def _change_kind(made: Overlays, node: ast.ChangeKind, report: Report) -> Edit | None:
    """Change who has the rules of the components of a kind."""
    there = _declared(made, node.name, ast.Kind, "kind", report)
    if there is None:
        return None
    at, old = there
    said = [line.span.text.split() for line in old.lines if isinstance(line, ast.CarriesLine)]
    if node.carries.span.text.split() in said:
        so_already(node.carries.span, f"who has the rules of {old.plural.text}", "this", report)
    others = (line for line in old.lines if not isinstance(line, ast.CarriesLine))
    new = ast.replaced(old, lines=(*others, node.carries))
    return Edit("kind", node.name, at, new, old, new)


def _change_rule(made: Overlays, node: ast.RuleChange, report: Report) -> Edit | None:
    word, sort = node.name, node.rule_sort
    at = found(made.nodes, word.text, sort)
    if at < 0:
        if word.text in made.on_components and node.asked is not None:
            stands_on_a_component(made, node, word, report)
        else:
            no_such_rule(made, word, node.asked, sort, report)
        return None
    old = made.nodes[at]
    assert isinstance(old, ast.NamedRule)
    if isinstance(node, ast.Remove):
        return Edit(sort, word, at, None, old)
    new = changed(made.nodes, old, node, report)
    return None if new is None else Edit(sort, word, at, new, old, new)
