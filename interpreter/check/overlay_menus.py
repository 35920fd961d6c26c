"""Menus as overlays change them: what they offer besides, and what they offer no more.

Takes the trees of rules, and changes; gives changed trees. An action that is removed is offered by
no menu and waited for by no rule; whoever does it by name is told by the checker.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from interpreter.check.overlay_misses import unhit
from interpreter.check.rule_heads import name_of, same_verb, sort_of
from interpreter.diagnostics import Label, Report
from interpreter.syntax.tree import Node, Part, Word

_TAKING = ("must_take", "may_take")
_EMPTY_WITHOUT = {"menu_items": "menu_item", "events": "event"}


def offered(rule: Node, change: Node, report: Report) -> Node | None:
    """`offer pray beside hire in turn player_turn`: the rule with more in the line of its menu that
    offers the other action; None and a problem if there is none."""
    *new, beside, _ = change.words()
    lines = [node for node in rule.walk() if isinstance(node, Node) and node.kind == "menu_items"]
    hits = [line for line in lines if beside.text in _names(line)]
    where = f"`{sort_of(rule)} {name_of(rule).text}`"
    if not hits:
        every = [name for line in lines for name in _names(line)]
        unhit(beside, "action", every, report, message=(
            f"{where} offers no `{beside.text}`" if every else f"{where} has no menu"
        ))  # fmt: skip
        return None
    for word in new:
        first = next((one for one in hits[0].nodes("menu_item") if _name(one) == word.text), None)
        if first is not None:
            report.add(
                "overlay-unfit",
                word.span,
                f"{where} offers `{word.text}` already",
                "again here",
                others=(Label(first.span, "offered here"),),
                helps=("leave it out",),
            )
            return None
    more = [Node("menu_item", (word,), word.span) for word in new]
    return _with(rule, hits[0], Node("menu_items", (*hits[0].parts, *more), hits[0].span))


def _names(line: Node) -> list[str]:
    return [_name(item) for item in line.nodes("menu_item")]


def _name(item: Node) -> str:
    return item.words()[0].text


def _with(tree: Node, old: Node, new: Node) -> Node:
    """A tree with another one in place of one of its parts."""
    if tree is old:
        return new
    parts = tuple(_with(part, old, new) if isinstance(part, Node) else part for part in tree.parts)
    return Node(tree.kind, parts, tree.span)


def mentions(rule: Node, names: Collection[str]) -> tuple[list[str], list[str]]:
    """Those of some actions that the menus of a rule offer, and those that it waits for."""
    menus, waits = [], []
    for node in rule.walk():
        if isinstance(node, Node) and node.kind == "menu_item":
            menus += [name for name in names if _name(node) == name]
        elif isinstance(node, Node) and node.kind == "event":
            waits += [name for name in names if _waits(node, name)]
    return list(dict.fromkeys(menus)), list(dict.fromkeys(waits))


def _waits(event: Node, name: str) -> bool:
    act = event.parts[1]
    return isinstance(act, Node) and same_verb(act.words()[0].text, name)


def without(rule: Node, words: Collection[Word], report: Report) -> Node | None:
    """A rule whose menus do not offer some removed actions, and which does not wait for them; None
    if nothing is left of it. A menu that offers nothing at all any more is a problem."""
    names = {word.text for word in words}
    for menu in _menus(rule):
        lines = [line for line in menu.parts if isinstance(line, Node) and line.kind in _TAKING]
        left = [name for line in lines for name in _names(_items(line)) if name not in names]
        last = next((w for w in words for line in lines if w.text in _names(_items(line))), None)
        if last is not None and not left:
            report.add(
                "overlay-unfit",
                last.span,
                f"`{sort_of(rule)} {name_of(rule).text}` has an empty menu now",
                "removed here",
                others=(Label(menu.span, "this menu"),),
                helps=(f"change `{sort_of(rule)} {name_of(rule).text}`, too",),
            )
            return rule
    return _pruned(rule, names)


def _menus(rule: Node) -> Iterator[Node]:
    return (node for node in rule.walk() if isinstance(node, Node) and node.kind == "menu")


def _items(line: Node) -> Node:
    found = line.node("menu_items")
    assert found is not None
    return found


def _pruned(node: Node, names: set[str]) -> Node | None:
    if node.kind == "menu_item" and _name(node) in names:
        return None
    if node.kind == "event" and any(_waits(node, name) for name in names):
        return None
    parts: list[Part] = []
    lost: list[str] = []
    for part in node.parts:
        made = _pruned(part, names) if isinstance(part, Node) else part
        if isinstance(part, Node) and made is None:
            lost.append(part.kind)
        else:
            parts.append(made)
    wanted = _EMPTY_WITHOUT.get(node.kind)
    if wanted is not None and not any(isinstance(p, Node) and p.kind == wanted for p in parts):
        return None
    if "menu_items" in lost or "events" in lost:
        return None
    headings = ("says", "cites")
    if node.kind == "rule" and lost:
        left = [p for p in parts if isinstance(p, Node) and p.kind not in headings]
        return Node(node.kind, tuple(parts), node.span) if left else None
    return Node(node.kind, tuple(parts), node.span)
