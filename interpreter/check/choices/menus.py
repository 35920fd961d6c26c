"""Options and menus: `choose one`, `either ... or`, `may`, `menu`.

Takes trees; produces statements, with a `Site` for every question.
"""

from __future__ import annotations

from interpreter.check.choices import choice_sites
from interpreter.check.declarations import titles
from interpreter.check.deeds import dispatch
from interpreter.check.scope import Scope
from interpreter.check.statements import nesting
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import MenuLine, Site
from interpreter.ir.nodes import Stmt
from interpreter.ir.types import NUMBER
from interpreter.syntax import ast

CARD_ACTIONS = "card_actions"
"""In a menu, all actions that stand on cards."""


def options(scope: Scope, node: ast.Options) -> list[Stmt]:
    """Read `choose one` and its options."""
    if choice_sites.report_no_choice(scope, node.span):
        return []
    actor = scope.player(node.span)
    title = titles.plain(scope.ctx, node.title)
    site = choice_sites.add_site(scope, "option", "options", NUMBER, node.span, title)
    lines = [
        _add_option(
            site, titles.plain(scope.ctx, part.title), nesting.done(scope.inner(), part.does)
        )
        for part in node.options
    ]
    return [nodes.Options((actor,), node.span, site, lines)]


def either(scope: Scope, node: ast.Either) -> list[Stmt]:
    """Read `either gain 2 might or gain 2 cunning`."""
    if choice_sites.report_no_choice(scope, node.span):
        return []
    actor = scope.player(node.span)
    site = choice_sites.add_site(scope, "option", "options", NUMBER, node.span)
    lines = []
    for part in (node.first, node.second):
        body = dispatch.deed(scope.inner(), part)
        lines.append(_add_option(site, _label(scope, part.span, body), body))
    return [nodes.Options((actor,), node.span, site, lines)]


def may(scope: Scope, node: ast.May | ast.MayDeed) -> list[Stmt]:
    """Read `may "Play an Ambush"` with what is done below it, and `may roll die`."""
    if choice_sites.report_no_choice(scope, node.span):
        return []
    actor = scope.player(node.span)
    if isinstance(node, ast.May):
        body = nesting.child(scope, node.body)
        label = titles.plain(scope.ctx, node.title)
    else:
        body = nesting.done(scope.inner(), node.deed)
        label = _label(scope, node.deed.span, body)
    site = choice_sites.add_site(scope, "option", "options", NUMBER, node.span)
    lines = [_add_option(site, label, body), _add_option(site, "No", [])]
    return [nodes.Options((actor,), node.span, site, lines)]


def _add_option(site: Site, label: str, body: list[Stmt]) -> MenuLine:
    """Add an option to a question."""
    site.items.append(label)
    site.deeds += (_deed(body),)
    return MenuLine("option", "one", 1, [], label, body)


def _deed(body: list[Stmt]) -> str:
    """Return the rule that an option calls if that is all it does; else an empty string."""
    only = body[0] if len(body) == 1 else None
    return only.rule if isinstance(only, nodes.Call) else ""


def _label(scope: Scope, span: Span, body: list[Stmt]) -> str:
    """Make the label of an option that has none in the rules.

    Uses the deed's `says` if all its placeholders have constant arguments, its title if it takes
    no arguments, and else the sentence as written.
    """
    label = span.text.replace("_", " ")
    func = scope.ctx.funcs.get(_deed(body))
    told = dict(zip((n for n, _ in func.params), body[0].args[1:], strict=True)) if func else {}
    holes = titles.BRACES.findall(func.says) if func is not None else []
    given = all(
        (value := told.get(hole.strip())) and isinstance(value, nodes.Num) for hole in holes
    )
    if func is not None and func.says and given:
        label = titles.BRACES.sub(
            lambda hole: told[hole.group(1).strip()].span.text.replace("_", " "), func.says
        )
    elif func is not None and func.title and not func.params:
        label = func.title
    return label[:1].upper() + label[1:]


def menu(scope: Scope, node: ast.Menu) -> list[Stmt]:
    """Read `menu` with its lines."""
    if choice_sites.report_no_choice(scope, node.span):
        return []
    actor = scope.player(node.span)
    title = titles.plain(scope.ctx, node.title)
    handle = "".join(c if c.isalnum() else "_" for c in (title or "menu").lower()).strip("_")
    site = choice_sites.add_site(scope, handle, "menu", NUMBER, node.span, title)
    lines = [_menu_line(scope, line) for line in node.lines]
    return [nodes.Menu((actor,), node.span, site, lines)]


def _menu_line(scope: Scope, line: ast.MenuLine) -> MenuLine:
    """Read a line of a menu: what must or may be taken, or how to pass."""
    if isinstance(line, ast.MayPass):
        label = titles.plain(scope.ctx, line.title) or "Pass"
        body = nesting.child(scope, line.body) if line.body is not None else []
        return MenuLine("pass", "one", 1, [], label, body, line.span)
    assert isinstance(line, ast.MustTake | ast.MayTake)
    how = choice_sites.HOW_MANY[type(line.taken)]
    limit = 1 if how == "one" else 0
    if isinstance(line.taken, ast.UpToMany | ast.Exactly):
        assert isinstance(line.taken.count, ast.Word)
        limit = scope.ctx.whole(line.taken.count)
    items = [item.word.text for item in line.items.items if _is_offered(scope, item.word)]
    sort = "must" if isinstance(line, ast.MustTake) else "may"
    return MenuLine(sort, how, limit, items, "", [], line.span)


def _is_offered(scope: Scope, word: ast.Word) -> bool:
    """Check that a menu can offer this word; report it if not."""
    ctx = scope.ctx
    if word.text == CARD_ACTIONS:
        return True
    func = ctx.funcs.get(word.text)
    if func is None or func.sort not in ("action", "procedure"):
        legal = [f.name for f in ctx.funcs.values() if f.sort == "action"]
        ctx.unknown(
            "unknown-action", word.span, word.text, "action", [*legal, CARD_ACTIONS], "actions"
        )
        return False
    if func.params:
        return not ctx.report.add(
            "action-needs",
            word.span,
            f"`{word.text}` needs {', '.join(n for n, _ in func.params)}",
            helps=("a menu can only offer actions that ask for everything themselves",),
        )
    ctx.used.add(word.text)
    return True
