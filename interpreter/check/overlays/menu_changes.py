"""Menus as overlays change them: what they offer besides, and what they offer no more.

Takes the trees of rules, and changes; gives changed trees. An action that is removed is offered by
no menu and waited for by no rule; whoever does it by name is told by the checker.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from interpreter.check.declarations.rule_names import RULES, name_of, same_verb, sort_of
from interpreter.check.overlays.changes import Overlays
from interpreter.check.overlays.targets import elsewhere, unhit
from interpreter.diagnostics import Label, Report
from interpreter.diagnostics.suggest import nearest
from interpreter.syntax.tree import Node, Part, Word, build

_TAKING = ("must_take", "may_take")
_MOST_LINES = 6  # of menus that are told
_EMPTY_WITHOUT = {"menu_items": "menu_item", "events": "event"}


def offered(rule: Node, change: Node, report: Report, rules: Sequence[Node] = ()) -> Node | None:
    """`offer pray beside hire in turn player_turn`: the rule with more in each of its menus that
    offers the other action, in the line that does; a menu that offers it already is left as it
    is. None and a problem if there is no such menu, or if all of them are left as they are. `rules`
    are all rules of the game, in one of which it may be offered."""
    *new, beside, _ = change.words()
    menus = [_lines(menu) for menu in _menus(rule)]
    hits = [lines for lines in menus if any(beside.text in _names(line) for line in lines)]
    where = f"`{sort_of(rule)} {name_of(rule).text}`"
    if not hits:
        every = [name for lines in menus for line in lines for name in _names(line)]
        message = f"{where} offers no `{beside.text}`" if every else f"{where} has no menu"
        others = [one for one in rules if one.kind in RULES and beside.text in offers(one)]
        if not elsewhere(change, beside, others, message, report):
            guess = nearest(beside.text, every) or ""
            if len(set(_meanings(rule))) > 1 and not _misspelt(beside.text, guess):
                _which_line(rule, beside, guess, message, report)
            else:
                unhit(beside, "action", every, report, message=message)
        return None
    longer: dict[Node, Node] = {}
    for word in new:
        first: Node | None = None
        lacking = []
        for lines in hits:
            items = [i for line in lines for i in longer.get(line, line).nodes("menu_item")]
            there = next((item for item in items if _name(item) == word.text), None)
            first = first or there
            if there is None:
                lacking.append(next(line for line in lines if beside.text in _names(line)))
        if first is not None and not lacking:
            report.add(
                "overlay-unfit",
                word.span,
                f"{where} offers `{word.text}` already",
                "again here",
                others=(Label(first.span, "offered here"),),
                helps=("leave it out",),
            )
            return None
        more = build("menu_item", (word,), word.span)
        for line in lacking:
            parts = longer.get(line, line).parts
            longer[line] = build("menu_items", (*parts, more), line.span)
    return _with(rule, longer)


def offers(rule: Node) -> list[str]:
    """The actions that the menus of a rule offer."""
    return [name for menu in _menus(rule) for line in _lines(menu) for name in _names(line)]


_MEANING = {
    ("must_take", "one"): "in place of others, one of which must be taken",
    ("must_take", "any_number"): "as often as one likes; one of them must be taken",
    ("must_take", "up_to_many"): "one of some that must be taken",
    ("must_take", "exactly"): "one of some that must be taken",
    ("may_take", "one"): "in place of others, at most one of which is taken",
    ("may_take", "any_number"): "as often as one likes",
}
"""What it means to be offered in a line of a menu."""


def examples(rules: Sequence[Node], name: str) -> list[str]:
    """How an action is offered beside others, and what that means: an example for each sort of
    line in the menus of the rule of a game that offers most."""
    rule = max((one for one in rules if one.kind in RULES), key=lambda one: len(offers(one)))
    where = f"{sort_of(rule)} {name_of(rule).text}"
    return [
        f"`offer {name} beside {names[0]} in {where}`: {means}"
        for means, names in _meanings(rule).items()
    ]


def _meanings(rule: Node) -> dict[str, list[str]]:
    """What it means to be offered in the lines of the menus of a rule, each with what is offered
    so."""
    found: dict[str, list[str]] = {}
    for line in (part for menu in _menus(rule) for part in menu.parts if isinstance(part, Node)):
        if line.kind not in _TAKING:
            continue
        taken = line.parts[0]
        how = taken.kind if isinstance(taken, Node) else ""
        means = _MEANING.get((line.kind, how), "one of some that may be taken")
        found.setdefault(means, []).extend(_names(_items(line)))
    return found


def _misspelt(word: str, guess: str) -> bool:
    """Whether a name is so near to another one that nothing else can be meant: letters apart, and
    not words."""
    joined = word.replace("_", "") == guess.replace("_", "")
    return bool(guess) and (joined or word.count("_") == guess.count("_"))


def _which_line(rule: Node, beside: Word, guess: str, message: str, report: Report) -> None:
    """Something is to be offered beside what no menu of a rule offers: which lines there are, and
    what it means to stand in them."""
    helps = []
    for means, names in _meanings(rule).items():
        shown = [one for one in names if one == guess] or names
        helps.append(f"`beside {shown[0]}`: {means}")
    lines = [
        " ".join(part.span.text.split())
        for menu in _menus(rule)
        for part in menu.parts
        if isinstance(part, Node) and part.kind in _TAKING
    ]
    report.add(
        "unhit",
        beside.span,
        message,
        "in which of its lines is it to stand?",
        notes=tuple(f"it offers: {line}" for line in lines[:_MOST_LINES]),
        helps=helps,
    )


def _names(line: Node) -> list[str]:
    return [_name(item) for item in line.nodes("menu_item")]


def _name(item: Node) -> str:
    return item.words()[0].text


def _with(tree: Node, others: Mapping[Node, Node]) -> Node:
    """A tree with other ones in place of some of its parts."""
    if tree.kind == "menu_items":
        return others.get(tree, tree)
    parts = tuple(_with(part, others) if isinstance(part, Node) else part for part in tree.parts)
    return build(tree.kind, parts, tree.span)


def mentions(rule: Node, words: Mapping[str, Word]) -> tuple[list[str], list[str]]:
    """Those of some removed actions that the menus of a rule offer, and those that it waits for;
    `words` are their names where they are removed. What an overlay itself removes and names is left
    in: that is a fault of its own."""
    menus, waits = [], []
    for node in rule.walk():
        if isinstance(node, Node) and node.kind == "menu_item":
            menus += [name for name, word in words.items() if _offers(node, word)]
        elif isinstance(node, Node) and node.kind == "event":
            waits += [name for name, word in words.items() if _waits(node, word)]
    return list(dict.fromkeys(menus)), list(dict.fromkeys(waits))


def in_vain(rule: Node, words: Mapping[str, Word], made: Overlays, report: Report) -> None:
    """Tell where one overlay waits for an action that another one removes, or offers it."""
    for node in rule.walk():
        if not isinstance(node, Node) or not made.wrote(node.span.source):
            continue
        if node.kind == "event":
            gone = next((word for word in words.values() if _waits(node, word)), None)
            label, help_ = "this waits for it", "lay on only one of the two, or wait for another"
        elif node.kind == "menu_item":
            gone = next((word for word in words.values() if _offers(node, word)), None)
            label, help_ = "this offers it", "lay on only one of the two"
        else:
            continue
        if gone is not None:
            report.add(
                "unused-now",
                node.span,
                f"nobody can do `{gone.text}` any more",
                label,
                others=(Label(gone.span, "removed here"),),
                helps=(help_,),
            )


def _offers(item: Node, gone: Word) -> bool:
    return _name(item) == gone.text and item.span.source is not gone.span.source


def _waits(event: Node, gone: Word) -> bool:
    act = event.parts[1]
    if not isinstance(act, Node) or event.span.source is gone.span.source:
        return False
    return same_verb(act.words()[0].text, gone.text)


def without(rule: Node, words: Collection[Word], report: Report) -> Node | None:
    """A rule whose menus do not offer some removed actions, and which does not wait for them; None
    if nothing is left of it. A menu that offers nothing at all any more is a problem."""
    for menu in _menus(rule):
        items = [item for line in _lines(menu) for item in line.nodes("menu_item")]
        gone = [item for item in items if any(_offers(item, word) for word in words)]
        last = next((w for w in words if any(_offers(item, w) for item in gone)), None)
        if last is not None and len(gone) == len(items):
            report.add(
                "overlay-unfit",
                last.span,
                f"`{sort_of(rule)} {name_of(rule).text}` has an empty menu now",
                "removed here",
                others=(Label(menu.span, "this menu"),),
                helps=(f"change `{sort_of(rule)} {name_of(rule).text}`, too",),
            )
            return rule
    return _pruned(rule, words)


def _menus(rule: Node) -> Iterator[Node]:
    return (node for node in rule.walk() if isinstance(node, Node) and node.kind == "menu")


def _lines(menu: Node) -> list[Node]:
    """What each line of a menu offers."""
    return [_items(line) for line in menu.parts if isinstance(line, Node) and line.kind in _TAKING]


def _items(line: Node) -> Node:
    found = line.node("menu_items")
    assert isinstance(found, Node)
    return found


def _pruned(node: Node, words: Collection[Word]) -> Node | None:
    if node.kind == "menu_item" and any(_offers(node, word) for word in words):
        return None
    if node.kind == "event" and any(_waits(node, word) for word in words):
        return None
    parts: list[Part] = []
    lost: list[str] = []
    for part in node.parts:
        made = _pruned(part, words) if isinstance(part, Node) else part
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
        return build(node.kind, tuple(parts), node.span) if left else None
    return build(node.kind, tuple(parts), node.span)
