"""The steps of a test: who does what, and how questions of the rules are answered.

Takes trees and the reader of a test; produces `ScenarioStep` data. It must not know how a step is
taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from interpreter.check.context import Context
from interpreter.check.expressions import value_reading
from interpreter.check.names import references
from interpreter.check.scenarios import scenario_setup
from interpreter.check.scenarios.game_words import GameWords
from interpreter.diagnostics import Label, Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.scenario import ScenarioAnswer, ScenarioStep
from interpreter.ir.types import NUMBER, Type, fits, piece_type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

_SORTS: dict[type[ast.Tree], str] = {
    ast.Takes: "takes", ast.AnswersStep: "answers", ast.Passes: "passes",
}  # fmt: skip


class StepReader(scenario_setup.Reader, Protocol):
    """The part of a test reader that this module needs."""

    words: GameWords

    def player(self, word: Word) -> bool:
        """Check that a word is the name of a player; report it if not."""


def step(reader: StepReader, node: ast.Step, refused: bool = False) -> ScenarioStep | None:
    """Read `red takes build, with answers ...`; None after a diagnostic.

    With `refused`, the action may be one that house rules removed, which nothing offers.
    """
    assert isinstance(node, ast.Takes | ast.AnswersStep | ast.Passes)
    if not reader.player(node.player):
        return None
    made = ScenarioStep(_SORTS[type(node)], node.player.text, "", [], node.span)
    if isinstance(node, ast.Takes):
        if not _action(reader, node.player, node.name, refused):
            return None
        made.action = node.name.text
    answers = None if isinstance(node, ast.Passes) else node.answers
    given = answers.answers if answers is not None else ()
    if any(isinstance(part, ast.Unsaid) for part in given):
        _unsaid(reader, given, made.action)
        return None
    for part in given:
        answer = _answer(reader, part, made.action)
        if answer is None:
            return None
        made.answers.append(answer)
    return made


def _action(reader: StepReader, who: Word, word: Word, refused: bool) -> bool:
    ctx = reader.ctx
    func = ctx.funcs.get(word.text)
    if func is not None and word.text in reader.words.offered:
        return True
    if func is not None and func.sort == "action":
        _in_no_menu(ctx, func, word)
        return False
    gone = ctx.overlaid.gone(word.text, "action") if ctx.overlaid is not None else None
    if func is None and gone is not None:
        if not refused:
            _removed(ctx, who, word, gone.word.span)
        return refused
    ctx.unknown("unknown-action", word.span, word.text, "action", reader.words.offered, "actions")
    return False


def _in_no_menu(ctx: Context, func: Func, word: Word) -> None:
    """Report an action of the game that cannot be taken, because it is never offered."""
    menu = f"write `may take one of {word.text}` into a menu"
    offer = f"offer it in the house rules: `offer {word.text} beside ... in turn ...`"
    laid = ctx.overlaid is not None and bool(ctx.overlaid.laid)
    ctx.report.add(
        "unknown-action",
        word.span,
        f"no menu offers `{word.text}`",
        "so nobody can take it",
        others=(Label(func.span, "the action"),),
        helps=(offer, f"or {menu}") if laid else (menu,),
    )


def _removed(ctx: Context, who: Word, word: Word, where: Span) -> None:
    """Report a step that takes an action which house rules removed; suggest `refuses`."""
    ctx.report.add(
        "unknown-action",
        word.span,
        f"house rules removed `{word.text}`",
        "nothing offers it any more",
        others=(Label(where, "removed here"),),
        helps=(f"to show that it is gone: `refuses {who.text} takes {word.text}`",),
    )


def _answer(reader: StepReader, node: ast.GivenAnswer, action: str) -> ScenarioAnswer | None:
    if isinstance(node, ast.Said):
        if isinstance(node.word, Word):
            return ScenarioAnswer("said", "", [], node.word.text[1:-1], {}, node.span)
        return ScenarioAnswer("yes_no", "", [], node.span.text, {}, node.span)
    if isinstance(node, ast.Lessened):
        return _lessened(reader, node)
    assert isinstance(node, ast.Picked)
    name = node.name
    kinds = [kind for asked, kind in _questions(reader.ctx) if asked == name.text]
    if not kinds:
        _unknown_pick(reader, name, action)
        return None
    if action and name.text not in reader.words.may_ask(action):
        _never_asked(reader, name, action)
        return None
    made = ScenarioAnswer("picked", name.text, [], "", {}, node.span)
    for part in node.values:
        value = _picked(reader, part, kinds)
        if value is None:
            return None
        made.values.append(reader.ask(value, part.span))
    return made


def _unsaid(reader: StepReader, given: Sequence[ast.GivenAnswer], action: str) -> None:
    """Report unnamed answers, as in `red takes play_trick: shears, plum`, and suggest names."""
    said = {part.name.text for part in given if isinstance(part, ast.Picked)}
    own = reader.words.asks(action) if action else []
    written, several, sure = [], list[str](), True
    for part in given:
        if not isinstance(part, ast.Unsaid):
            written.append(part.span.text)
            continue
        value = _lone_value(reader, part.word)
        found = _asked_with(reader, value, own, action, said) if value is not None else []
        sure = sure and len(found) == 1
        several = several or (found if len(found) > 1 else [])
        name = found[0] if found else next((one for one in own if one not in said), "")
        if not name:
            continue
        said.add(name)
        written.append(f"{name} is {_meant(reader, part.word, value, name)}")
        if value is not None and value.type.is_piece:  # and what this card asks for
            own = [*own, *_asks_of_card(reader, value)]
    first = next(part for part in given if isinstance(part, ast.Unsaid))
    place = Span(first.span.source, given[0].span.start, given[-1].span.end)
    line = ", ".join(written)
    every = {asked for asked, _ in _questions(reader.ctx)}
    reader.ctx.report.add(
        "unknown-pick",
        first.span,
        f"it is not said what is chosen with `{first.span.text}`",
        notes=(f"it may be: {listed(several)}",) if several else (),
        helps=(f"write `{line}`",) if line else (f"rules ask for: {listed(every)}",),
        fix=(place, line) if sure else None,
    )


def _lone_value(reader: StepReader, word: Word) -> Expr | None:
    if word.type == "NUMBER":
        return nodes.Num((), NUMBER, word.span, 0)
    return references.lookup(reader.scope(), word)


def _meant(reader: StepReader, word: Word, value: Expr | None, name: str) -> str:
    """Return the text of an answer or, if it is misspelt, the nearest name for the question."""
    if value is not None:
        return word.text
    kinds = [kind for asked, kind in _questions(reader.ctx) if asked == name]
    known = [n for kind in kinds for n in reader.words.names_of(kind, reader.seats)]
    return nearest(word.text, known) or word.text


def _asked_with(
    reader: StepReader, value: Expr, own: list[str], action: str, said: set[str]
) -> list[str]:
    """Find the choices that a value may answer: the next one of the action, else any that fits.

    Only choices that may arise from the action count. A match of the exact type is preferred.
    """
    may = reader.words.may_ask(action) if action else None
    fitting = [
        (name, kind)
        for name, kind in _questions(reader.ctx)
        if name not in said and (may is None or name in may) and _answers(value.type, kind)
    ]
    names = [name for name, _ in fitting]
    near = [name for name in own if name in names]
    if near:
        return near[:1]
    exact = [name for name, kind in fitting if kind.sure() == value.type.sure()]
    return list(dict.fromkeys(exact or names))


def _asks_of_card(reader: StepReader, value: Expr) -> list[str]:
    """List the choices that the rules of a card ask for; empty if the value is no single card."""
    program = reader.ctx.program
    card = next(
        (
            one.id
            for one in program.kinds[value.type.of].designs
            if nodes.is_number(value, one.first)
        ),
        "",
    )
    funcs = [func.name for func in program.funcs.values() if card and func.card == card]
    return [name for func in funcs for name in reader.words.asks(func)]


def _unknown_pick(reader: StepReader, name: Word, action: str) -> None:
    asked = reader.words.asks(action) if action else []
    every = {asked for asked, _ in _questions(reader.ctx)}
    guess = nearest(name.text, asked) or nearest(name.text, every)
    notes = (f"`{action}` asks for: {', '.join(f'`{n}`' for n in asked)}",) if asked else ()
    reader.ctx.report.add(
        "unknown-pick",
        name.span,
        f"no rule asks for `{name.text}`",
        "not a choice of this game",
        notes=notes or (f"rules ask for: {listed(every)}",),
        meant=guess,
    )


def _never_asked(reader: StepReader, name: Word, action: str) -> None:
    """Report an answer to a question that only other actions ask."""
    asked = reader.words.asks(action)
    listed_ = ", ".join(f"`{n}`" for n in asked)
    reader.ctx.report.add(
        "unknown-pick",
        name.span,
        f"`{action}` never asks for `{name.text}`",
        "not a choice of this action",
        notes=(f"`{action}` asks for: {listed_}",) if asked else (f"`{action}` asks for nothing",),
    )


def _questions(ctx: Context) -> list[tuple[str, Type]]:
    """List all choices in the rules, by name and type; the parts of a joint choice separately."""
    found: list[tuple[str, Type]] = []
    for site in ctx.program.sites:
        if site.sort == "choose":
            kind = site.type
            found += kind.elements or [(site.name, kind.element if kind.is_list else kind)]
    return found


def _picked(reader: StepReader, node: ast.Expression, items: list[Type]) -> Expr | None:
    scope = reader.scope()
    word = node.word if isinstance(node, ast.Name) else None
    if word is not None and references.lookup(scope, word) is None:
        legal = [n for item in items for n in reader.words.names_of(item, reader.seats)]
        guess = nearest(word.text, legal)
        reader.ctx.report.add(
            "unknown-name",
            word.span,
            f"there is nothing called `{word.text}` here",
            f"not {items[0].sure().words()}",
            notes=(f"it can be: {listed(legal)}",) if legal and not guess else (),
            meant=guess,
        )
        return None
    role = next((item for item in items if (item.base, item.of) == ("value", "faction")), None)
    value = value_reading.value(scope, node, role)  # a faction, and not the player who has it
    if not value.type.known:
        return None
    value = _in_row(value, items)
    if any(_answers(value.type, item) for item in items):
        return value
    reader.ctx.report.add(
        "wrong-pick",
        value.span,
        f"this is {value.type.words()}, not {items[0].sure().words()}",
        f"expected {items[0].sure().words()}",
    )
    return None


def _in_row(value: Expr, items: list[Type]) -> Expr:
    """Read `spot of market at 2`: that space of the row, or what lies there."""
    if not isinstance(value, nodes.Slot) or not value.type.is_zone:
        return value
    kind = Type("space", f"zone:{value.family.key}")
    if kind in items and value.family.holder == "table":
        one = nodes.Num((), NUMBER, value.span, 1)
        return nodes.Sub((value.args[-1], one), kind, value.span)
    if any(item.is_piece for item in items):
        family = value.family
        return nodes.SlotItem(value.args, piece_type(family.kinds[0]).maybe(), value.span, family)
    return value


def _lessened(reader: StepReader, node: ast.Lessened) -> ScenarioAnswer | None:
    made = ScenarioAnswer("less", "", [], "", {}, node.span)
    for part in node.reductions:
        number, word = part.count, part.name
        named = reader.ctx.names.get(word.text)
        if named is None or named.sort != "value":
            names = [m for v in reader.ctx.program.values.values() for m in v.members]
            reader.ctx.unknown("unknown-word", word.span, word.text, "value", names)
            return None
        place = named.member[1]
        made.amounts[place] = made.amounts.get(place, 0) + int(number.text.rstrip("½") or 0)
    return made


def _answers(kind: Type, item: Type) -> bool:
    """Check whether a value of this type can identify one item of a choice."""
    if fits(kind, item.maybe()):
        return True
    if item.is_piece:  # or what it lies on: `man is a4`
        return kind.base in ("space", "value", "player", "piece")
    return item.is_space and kind.is_piece
