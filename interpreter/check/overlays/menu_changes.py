"""Overlay changes to menus: more items, or fewer.

Takes the trees of rules, and changes; returns changed trees. An action that is removed is offered
by no menu and waited for by no rule; whoever does it by name is told by the checker.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.overlays.change_targets import elsewhere, unhit
from interpreter.check.overlays.changes import OverlayChange, Overlays
from interpreter.diagnostics import Label, Report
from interpreter.diagnostics.suggest import nearest
from interpreter.syntax import ast
from interpreter.syntax.ast import Word, replaced, rewritten

_MOST_LINES = 6  # of menus that are told


def offered(
    rule: ast.NamedRule, change: ast.Offer, report: Report, rules: Sequence[ast.Heading] = ()
) -> ast.NamedRule | None:
    """`offer pray beside hire in turn player_turn`: the rule with more in each of its menus that
    offers the other action, in the line that does; a menu that offers it already is left as it
    is. None and a problem if there is no such menu, or if all of them are left as they are. `rules`
    are all rules of the game, in one of which it may be offered."""
    *new, beside = change.names
    menus = [_lines(menu) for menu in _menus(rule)]
    hits = [lines for lines in menus if any(beside.text in _names(line) for line in lines)]
    where = f"`{rule.sort} {rule.name.text}`"
    if not hits:
        every = [name for lines in menus for line in lines for name in _names(line)]
        message = f"{where} offers no `{beside.text}`" if every else f"{where} has no menu"
        others = [
            one for one in rules if isinstance(one, ast.NamedRule) and beside.text in offers(one)
        ]
        if not elsewhere(change, beside, others, message, report):
            guess = nearest(beside.text, every) or ""
            if len(set(_meanings(rule))) > 1 and not _misspelt(beside.text, guess):
                _which_line(rule, beside, guess, message, report)
            else:
                unhit(beside, "action", every, report, message=message)
        return None
    longer: dict[int, ast.MenuItems] = {}
    for word in new:
        first: ast.MenuItem | None = None
        lacking = []
        for lines in hits:
            items = [i for line in lines for i in longer.get(id(line), line).items]
            there = next((item for item in items if item.word.text == word.text), None)
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
        more = ast.MenuItem(span=word.span, word=word)
        for line in lacking:
            longer[id(line)] = replaced(line, items=(*longer.get(id(line), line).items, more))
    return rewritten(rule, lambda tree: [longer[id(tree)]] if id(tree) in longer else None)


def in_place_of_others(made: Overlays) -> list[str]:
    """Say of what house rules offer where one thing `must` be taken that it is taken in place of
    the others, and how to offer it besides them."""
    told = []
    for change in made.changes:
        if not isinstance(change.node, ast.Offer) or not isinstance(change.new, ast.NamedRule):
            continue
        *new, beside = (word.text for word in change.node.names)
        menu = next((one for one in _menus(change.new) if _must_take(one, beside)), None)
        if menu is None or not all(_must_take(menu, name) for name in new):
            continue
        which = ", ".join(f"`{name}`" for name in new)
        place = f"{change.word.span.source.path}:{change.word.span.line}"
        told.append(
            f"{which} {'are' if len(new) > 1 else 'is'} taken in place of `{beside}`: its line says"
            f" `must take one of` ({place}); to be taken besides, {_besides(change, menu, new)}"
        )
    return told


def _must_take(menu: ast.Menu, name: str) -> bool:
    """Whether an action stands where one, and only one, must be taken."""
    lines = (line for line in menu.lines if isinstance(line, ast.MustTake))
    return any(isinstance(line.taken, ast.One) and name in _names(line.items) for line in lines)


def _besides(change: OverlayChange, menu: ast.Menu, new: Sequence[str]) -> str:
    """How some actions can be offered so that they do not take the place of others: in another line
    of the same menu, if there is one, or in a new one."""
    where = f"{change.sort} {change.name}"
    offered = ", ".join(new)
    for line in (one for one in menu.lines if isinstance(one, ast.MayTake)):
        means = _MEANING.get((type(line), type(line.taken)), "one of some that may be taken")
        first = next((name for name in _names(line.items) if name not in new), None)
        if first is not None:
            return f"write `offer {offered} beside {first} in {where}`: {means}"
    more = f"a line `may take any of {offered}`"
    if not any(isinstance(line, ast.MayPass) for line in menu.lines):
        more += " and one `may pass`"
    return f"write `replace {where}` with what it says now, and in its menu {more}"


def offers(rule: ast.NamedRule) -> list[str]:
    """List the actions that the menus of a rule offer."""
    return [name for menu in _menus(rule) for line in _lines(menu) for name in _names(line)]


_MEANING: dict[tuple[type[ast.MenuLine], type[ast.HowMany]], str] = {
    (ast.MustTake, ast.One): "in place of others, one of which must be taken",
    (ast.MustTake, ast.AnyNumber): "as often as one likes; one of them must be taken",
    (ast.MustTake, ast.UpToMany): "one of some that must be taken",
    (ast.MustTake, ast.Exactly): "one of some that must be taken",
    (ast.MayTake, ast.One): "in place of others, at most one of which is taken",
    (ast.MayTake, ast.AnyNumber): "as often as one likes",
}
"""What it means to be offered in a line of a menu."""


def examples(rules: Sequence[ast.Heading], name: str) -> list[str]:
    """How an action is offered beside others, and what that means: an example for each sort of
    line in the menus of the rule of a game that offers most."""
    rule = max(
        (one for one in rules if isinstance(one, ast.NamedRule)), key=lambda one: len(offers(one))
    )
    where = f"{rule.sort} {rule.name.text}"
    return [
        f"`offer {name} beside {names[0]} in {where}`: {means}"
        for means, names in _meanings(rule).items()
    ]


def _meanings(rule: ast.NamedRule) -> dict[str, list[str]]:
    """Map the meaning of each sort of menu line in a rule to the items in such lines."""
    found: dict[str, list[str]] = {}
    for line in (line for menu in _menus(rule) for line in _taking(menu)):
        means = _MEANING.get((type(line), type(line.taken)), "one of some that may be taken")
        found.setdefault(means, []).extend(_names(line.items))
    return found


def _misspelt(word: str, guess: str) -> bool:
    """Whether a name is so near to another one that nothing else can be meant: letters apart, and
    not words."""
    joined = word.replace("_", "") == guess.replace("_", "")
    return bool(guess) and (joined or word.count("_") == guess.count("_"))


def _which_line(
    rule: ast.NamedRule, beside: Word, guess: str, message: str, report: Report
) -> None:
    """Something is to be offered beside what no menu of a rule offers: which lines there are, and
    what it means to stand in them."""
    helps = []
    for means, names in _meanings(rule).items():
        shown = [one for one in names if one == guess] or names
        helps.append(f"`beside {shown[0]}`: {means}")
    lines = [" ".join(line.span.text.split()) for menu in _menus(rule) for line in _taking(menu)]
    report.add(
        "unhit",
        beside.span,
        message,
        "in which of its lines is it to stand?",
        notes=tuple(f"it offers: {line}" for line in lines[:_MOST_LINES]),
        helps=helps,
    )


def _names(line: ast.MenuItems) -> list[str]:
    return [item.word.text for item in line.items]


def mentions(rule: ast.NamedRule, words: Mapping[str, Word]) -> tuple[list[str], list[str]]:
    """Those of some removed actions that the menus of a rule offer, and those that it waits for;
    `words` are their names where they are removed. What an overlay itself removes and names is left
    in: that is a fault of its own."""
    menus, waits = [], []
    for node in rule.walk():
        if isinstance(node, ast.MenuItem):
            menus += [name for name, word in words.items() if _offers(node, word)]
        elif isinstance(node, ast.Event):
            waits += [name for name, word in words.items() if _waits(node, word)]
    return list(dict.fromkeys(menus)), list(dict.fromkeys(waits))


def report_in_vain(
    rule: ast.NamedRule, words: Mapping[str, Word], made: Overlays, report: Report
) -> None:
    """Tell where one overlay waits for an action that another one removes, or offers it."""
    for node in rule.walk():
        if not made.wrote(node.span.source):
            continue
        if isinstance(node, ast.Event):
            gone = next((word for word in words.values() if _waits(node, word)), None)
            label, help_ = "this waits for it", "lay on only one of the two, or wait for another"
        elif isinstance(node, ast.MenuItem):
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


def _offers(item: ast.MenuItem, gone: Word) -> bool:
    return item.word.text == gone.text and item.span.source is not gone.span.source


def _waits(event: ast.Event, gone: Word) -> bool:
    if event.span.source is gone.span.source:
        return False
    return same_verb(event.act.verb.text, gone.text)


def without(rule: ast.NamedRule, words: Collection[Word], report: Report) -> ast.NamedRule | None:
    """Remove deleted actions from the menus and triggers of a rule; None if no line of it is left.

    If that would empty a menu, `overlay-unfit` is reported and the rule is returned unchanged.
    """
    for menu in _menus(rule):
        items = [item for line in _lines(menu) for item in line.items]
        gone = [item for item in items if any(_offers(item, word) for word in words)]
        last = next((w for w in words if any(_offers(item, w) for item in gone)), None)
        if last is not None and len(gone) == len(items):
            report.add(
                "overlay-unfit",
                last.span,
                f"`{rule.sort} {rule.name.text}` has an empty menu now",
                "removed here",
                others=(Label(menu.span, "this menu"),),
                helps=(f"change `{rule.sort} {rule.name.text}`, too",),
            )
            return rule
    left = rewritten(rule, lambda tree: _pruned(tree, words))
    empty = isinstance(left, ast.Rule) and left is not rule and not left.lines
    return None if empty else left


def _menus(rule: ast.NamedRule) -> Iterator[ast.Menu]:
    return (tree for tree in rule.walk() if isinstance(tree, ast.Menu))


def _taking(menu: ast.Menu) -> list[ast.MustTake | ast.MayTake]:
    return [line for line in menu.lines if isinstance(line, ast.MustTake | ast.MayTake)]


def _lines(menu: ast.Menu) -> list[ast.MenuItems]:
    return [line.items for line in _taking(menu)]


def _pruned(tree: ast.Tree, words: Collection[Word]) -> Sequence[ast.Tree] | None:
    """Rewrite one part of a rule without the menu items and triggers of removed actions.

    An empty result drops the part; None makes the caller descend into it.
    """
    if isinstance(tree, ast.MustTake | ast.MayTake):
        items = tuple(i for i in tree.items.items if not any(_offers(i, word) for word in words))
        if len(items) == len(tree.items.items):
            return [tree]
        return [replaced(tree, items=replaced(tree.items, items=items))] if items else []
    if isinstance(tree, ast.After | ast.Before):
        events = tree.events.events
        left = tuple(e for e in events if not any(_waits(e, word) for word in words))
        if not left:
            return []
        kept = tree
        if len(left) < len(events):
            kept = replaced(tree, events=replaced(tree.events, events=left))
        return [rewritten(kept, lambda part: _pruned(part, words))]
    return None
