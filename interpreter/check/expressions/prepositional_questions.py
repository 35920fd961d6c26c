"""Questions with prepositional parts: `left of you`, `cubes_on of player at 2`.

Reads trees to values: built-in questions, attributes of the thing that is asked, and the `define`s
and `relation`s of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.check import node_builders
from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.expressions import board_lines
from interpreter.check.expressions.conversions import as_kind
from interpreter.check.expressions.value_reading import handed, number, value
from interpreter.check.names import attributes
from interpreter.check.places import board_places, sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Label, Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.types import NUMBER, PLAYER, Type, piece_type, set_of
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


def ask(scope: Scope, node: ast.Ask, want: Type | None = None) -> Expr:
    """`name of thing [for thing] ...`: something built in, a line of the thing, or a `define`."""
    func = scope.ctx.funcs.get(node.word.text)
    if func is not None and func.sort == "define":
        return _ask_defined(scope, node, func)
    return ask_of(scope, node, value(scope, node.subject))


def ask_of(scope: Scope, node: ast.Ask, thing: Expr) -> Expr:
    """Read a question about a thing that has been read before.

    The thing may be narrower than the one in the tree.
    """
    if not thing.type.known:
        return thing
    name, kind = node.word.text, thing.type
    for read in _BUILT_IN.get(name, ()):
        found = read(scope, node, thing)
        if found is not None:
            return found
    if kind.base in ("zone", "set"):
        found = _of_things(scope, node, thing)
    else:
        found = attributes.known(scope, thing, name, node.span)
    return found if found is not None else _report_unknown(scope, node, thing)


def _of_things(scope: Scope, node: ast.Ask, things: Expr) -> Expr | None:
    """Read an attribute of each of several things, or of the single component in a space.

    None if they have no such attribute.
    """
    name, span = node.word.text, node.span
    in_zone = things.type.is_zone and isinstance(things, (nodes.Zone, nodes.Slot))
    if in_zone and sources.holds_one(things):  # the one component there
        there = attributes.known(scope, sources.only_item(scope, things), name, span)
        if there is not None:
            return there
    several = attributes.of_several(scope, things, name, span)
    if several is not None:
        return several
    if attributes.of_which(scope, things, node.word):
        return scope.ctx.bad(span)
    if in_zone:
        return attributes.known(scope, sources.only_item(scope, things), name, span)
    return None


def _ask_defined(scope: Scope, node: ast.Ask, func: Func) -> Expr:
    """Build the call of a `define`, matching arguments to parameters by their prepositions.

    Reports `wrong-question` if the parts do not fit its heading.
    """
    ctx = scope.ctx
    ctx.used.add(func.name)
    heading = ctx.nodes[func.name]
    assert isinstance(heading, ast.Define)
    args = [handed(scope, node.subject, func.params[0][1])] if func.params else []
    words = [before.first for before, _ in heading.more]
    given = {part.preposition.first: part.value for part in node.arguments}
    if sorted(part.preposition.first for part in node.arguments) == sorted(words):
        left = list(node.arguments)
        for word, (_, kind) in zip(words, func.params[1:], strict=True):
            part = next(one for one in left if one.preposition.first == word)
            left.remove(part)
            args.append(handed(scope, part.value, kind))
        given = {}
    if len(args) != len(func.params) or given:
        shown = " and ".join(n for n, _ in func.params)
        return ctx.wrong(
            "wrong-question",
            node.span,
            f"`{func.name}` asks about {shown}",
            "it asks for other parts",
            others=(Label(func.span, "declared here"),),
            helps=(f"it is written: {_question_form(heading)}",),
        )
    return attributes.call(scope, func, args, node.span)


def _question_form(heading: ast.Define) -> str:
    """Format the heading of a `define` as a person would ask it."""
    said = [heading.subject.name.text] if heading.subject is not None else []
    for before, param in heading.more:
        said += [before.first, param.name.text]
    return " ".join([heading.name.text, "of", *said]) if said else heading.name.text


# Readers of built-in questions: each returns None for a thing of another kind.
_Question: TypeAlias = Callable[[Scope, ast.Ask, Expr], "Expr | None"]


def _number(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    if thing.type.base not in ("zone", "set", "amounts"):
        return None
    return as_kind(scope, thing, NUMBER)  # smaller of 3 and number of heap


def _neighbour(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    if thing.type.is_value:
        many = len(scope.ctx.program.values[thing.type.of].members)
        by = -1 if node.word.text == "left" else 1
        return nodes.WordBeside((thing,), thing.type, node.span, by, many)
    if not thing.type.is_player:
        return None
    kind = PLAYER.maybe() if thing.type.optional else PLAYER  # left of nobody is nobody
    side = nodes.LeftOf if node.word.text == "left" else nodes.RightOf
    return side((thing,), kind, node.span)


def _spot(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    if not node.arguments:
        return None
    at = node.arguments[0].value
    if thing.type.is_zone and isinstance(thing, nodes.OfFamily):
        family = nodes.family_of(thing)
        if family.board or family.sort != "row":
            return scope.ctx.wrong(
                "zone-shape",
                node.span,
                f"`{thing.span.text}` has no first, second or third space",
                "no row, and no ring",
                helps=("name a space of a board by its row and column: `where row of it is 1`",)
                if family.board
                else ("declare it as a row, or ask for the `top of` a pile",),
            )
        if family.shape == "list":  # as many as lie there: the one at this place, or none
            made = sources.zone_source(scope, thing, node.span)
            place = nodes.Position((made.candidate(),), NUMBER, node.span, made.item)
            made.tests.append(node_builders.test(nodes.Eq, place, number(scope, at), node.span))
            return nodes.FirstItem((made.as_set(),), made.item.maybe(), node.span)
        kind = Type("zone", thing.type.of)
        return nodes.Slot((*thing.args, number(scope, at)), kind, node.span, nodes.family_of(thing))
    return (
        board_lines.numbered_space(scope, thing, at, node.span)
        if isinstance(thing, nodes.Spaces)
        else None
    )


def _top(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    if not thing.type.is_zone or not isinstance(thing, nodes.Zone):
        return None
    return nodes.Top(thing.args, piece_type(thing.family.kinds[0]).maybe(), node.span, thing.family)


def _position(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    kind = thing.type
    if kind.is_piece and scope.ctx.program.kinds[kind.of].alike:
        return None
    if kind.base not in ("piece", "value", "space"):
        return None
    return nodes.Position((thing,), NUMBER, node.span, kind)


def _owner(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    return nodes.OwnerOf((thing,), PLAYER, node.span) if thing.type.is_piece else None


def _middle(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    if not isinstance(thing, nodes.Zone) or not thing.family.board:
        return None
    board = scope.ctx.program.boards[thing.family.board]
    return node_builders.num(board.spaces // 2, node.span, Type("space", board.name))


def _lines(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    if not isinstance(thing, nodes.Zone) or not thing.family.board:
        return None
    board = scope.ctx.program.boards[thing.family.board]
    return nodes.Lanes((), set_of(Type("lane", board.name)), node.span, board.name)


def _sides(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    return board_places.sides(scope, thing, node.word.text, node.span)


def _spaces(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    if not isinstance(thing, (nodes.Zone, nodes.Spaces)):
        return None
    name = thing.board if isinstance(thing, nodes.Spaces) else thing.family.board
    return (
        nodes.Spaces((), set_of(board_places.space_type(scope, name)), node.span, name)
        if name
        else None
    )


def _space(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    board = board_places.board_of_kind(scope, thing.type.of) if thing.type.is_piece else None
    return board_places.cell(scope, thing, board, node.span) if board is not None else None


def _amount(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    if not thing.type.is_value or not node.arguments:
        return None
    amounts = value(scope, node.arguments[0].value, Type("amounts", thing.type.of))
    return nodes.AmountOf((amounts, thing), NUMBER, node.span)


def _line_has_none(scope: Scope, node: ast.Ask, thing: Expr) -> Expr | None:
    """`spaces of lane`: what is asked of a line is written otherwise."""
    name = node.word.text
    if not thing.type.is_lane or attributes.known(scope, thing, name, node.span) is not None:
        return None
    line = node.subject.span.text
    return scope.ctx.wrong(
        "unknown-question",
        node.word.span,
        f"of a line one cannot ask `{name}`",
        "all of them, or one of its ends",
        helps=(
            f"write `spaces in {line}`, `first space of {line}` or `last space of {line}`",
            f"several behind `in`: `in first 2 spaces of {line}`",
        ),
    )


_BUILT_IN: dict[str, tuple[_Question, ...]] = {
    "number": (_number,),
    "left": (_neighbour,),
    "right": (_neighbour,),
    "spot": (_spot,),
    "top": (_top,),
    "latest": (_top,),
    "position": (_position,),
    "owner": (_owner,),
    "middle": (_middle,),
    "lanes": (_lines,),
    "lines": (_lines,),
    "rows": (_sides,),
    "columns": (_sides,),
    "spaces": (_spaces, _line_has_none),
    "space": (_space, _line_has_none),
    "amount": (_amount,),
}
"""What the language itself asks of things, by the word before `of`."""


_OF_TWO = {
    **dict.fromkeys(("higher", "greater", "bigger", "maximum", "max"), "larger"),
    **dict.fromkeys(("lower", "lesser", "minimum", "min"), "smaller"),
}
"""What people say for the larger and the smaller of two numbers."""


def _report_unknown(scope: Scope, node: ast.Ask, thing: Expr) -> Expr:
    """Report what cannot be asked of such a thing."""
    ctx, kind, word = scope.ctx, thing.type, node.word
    one = kind
    if kind.base in ("zone", "set"):
        one = sources.as_source(scope, thing, node.span).item
    own = attributes.names_of(scope, one)
    legal = [f.name for f in ctx.funcs.values() if f.sort == "define"] + own
    if not kind.is_number:  # of a number the language itself asks nothing
        legal += ["left", "right", "top", "latest", "position", "owner", "lanes", "spaces", "spot"]
    guess = nearest(word.text, [name for name in legal if name != word.text])
    guess = _OF_TWO.get(word.text, guess) if kind.is_number else guess
    noun, zone = attributes.kind_noun(kind), node.subject.span.text
    under = f"the bottom of a pile is reached with `reverse {zone}` before and after"
    return ctx.wrong(
        "unknown-question",
        word.span,
        f"of {noun} one cannot ask `{word.text}`",
        "not a question of this game",
        notes=(f"of {noun} one can ask: {listed(own)}",) if own else (),
        meant=guess,
        helps=(under,) if word.text == "bottom" and kind.is_zone else (),
    )


def related(scope: Scope, first: Expr, verb: Word, second: Expr, span: Span) -> Expr:
    """`player owns card`: a declared relation, either verb form."""
    ctx = scope.ctx
    for func in ctx.funcs.values():
        if func.sort == "relation" and same_verb(verb.text, func.name):
            ctx.used.add(func.name)
            a = as_kind(scope, first, func.params[0][1])
            b = as_kind(scope, second, func.params[1][1])
            if not (a.type.known and b.type.known):
                return ctx.bad(span)
            return attributes.call(scope, func, [a, b], span)
    legal = [f.name for f in ctx.funcs.values() if f.sort == "relation"]
    guess = nearest(verb.text, legal)
    return ctx.wrong(
        "unknown-relation",
        verb.span,
        f"no relation is called `{verb.text}`",
        "not a relation of this game",
        notes=(f"relations of this game: {listed(legal)}",) if legal else (),
        meant=guess,
        helps=("declare it: `relation player owns card`", "or compare with `is`"),
    )
