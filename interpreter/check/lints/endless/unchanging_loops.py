"""Infinite loops: `repeat until` something that nothing inside changes.

Takes a program without errors; reports diagnostics. A loop is reported only if everything that its
condition depends on is known, if nothing that is done inside, by whatever rule, touches any of it,
and if nothing else may end the loop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from interpreter.check.context import Context
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.effects import sure, touched, written
from interpreter.ir.knowledge import loop_counts
from interpreter.ir.names import ACTOR
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.walking import expressions, walk
from interpreter.language.steps import STEPS
from interpreter.load.game_folder import GameFiles

_PLAIN: frozenset[type[Expr]] = frozenset([
    nodes.Num, nodes.Local, nodes.Eq, nodes.Ne, nodes.Lt, nodes.Le, nodes.Gt, nodes.Ge,
    nodes.And, nodes.Or, nodes.Not, nodes.Add, nodes.Sub, nodes.Mul, nodes.DivUp, nodes.DivDown,
    nodes.Min, nodes.Max, nodes.Clamp, nodes.ChooseValue, nodes.FieldNow, nodes.Zone,
    nodes.ZoneSize, nodes.Items, nodes.InZone, nodes.CountIn, nodes.Sum, nodes.SlotItem,
    nodes.AbsSlotItem, nodes.Slot, nodes.AbsSlot, nodes.SlotsOf, nodes.Top, nodes.Size,
    nodes.Some, nodes.AnyWhere, nodes.Filter, nodes.Players, nodes.Others, nodes.Listed,
    nodes.Range, nodes.ValuesOf, nodes.Members, nodes.Member, nodes.Attr, nodes.IsDesign,
    nodes.IsKind, nodes.TitleOf, nodes.CallValue, nodes.AmountsTotal, nodes.AmountOf,
    nodes.Worth,
])  # fmt: skip
"""Expressions of which is known what they hang on."""
_CONTROL = (
    "let", "let_frozen", "if", "for", "while", "as_often", "call", "options", "menu", "choose",
    "pick", "requires", "return", "answer", "break", "pay", "show",
)  # fmt: skip
_FOR_A_TIME = ("set_for", "last", "reopen")
_KNOWN = frozenset([*_CONTROL, *STEPS]) - {*_FOR_A_TIME}
"""Statements of which is known what they change."""
_FLOWS = ("turn", "round", "phase", "game")
_FEWER = (nodes.Gt, nodes.Ge)
_COMPARED = (*_FEWER, nodes.Lt, nodes.Le)
_MOST_SAID = 2  # of the parts of a condition, in a message of one line


def check(ctx: Context, files: GameFiles) -> None:
    """Report every endless loop once."""
    for func in ctx.program.funcs.values():
        for one in ctx.bodies.of(func):
            if isinstance(one, nodes.While):
                _loop(ctx, one)
            if isinstance(one, nodes.AsOften) or _asks_freely(one):
                _often(ctx, one)


def _asks_freely(s: Stmt) -> bool:
    """Whether a block is done as often as possible, and nothing inside leaves it."""
    test = s.args[0] if isinstance(s, nodes.While) else None
    return isinstance(test, nodes.CanBlock) and not test.freely


def _often(ctx: Context, loop: Stmt) -> None:
    """Report what is done as often as possible, and can always be done once more."""
    anywhere = ctx.bodies.every()
    if any(isinstance(s, (nodes.Ban, nodes.CloseFor)) for s in anywhere):
        return  # which may keep it from being done
    if _may_end(ctx, loop.body, set()):
        return
    ctx.report.add(
        "endless",
        loop.span,
        "nothing keeps this from being done once more",
        helps=(
            "say when it cannot be done (`requires any cards in deck`), or that a player may",
            "or leave it: `stop repeating` inside",
        ),
    )


def _may_end(ctx: Context, body: list[Stmt], seen: set[str]) -> bool:
    """Whether something in a block, or in what it carries out, can be impossible or declined."""
    for s in walk(body):
        if isinstance(s, (nodes.Requires, nodes.Pay, nodes.Exchange, nodes.Options)):
            return True
        if isinstance(s, (nodes.Choose, nodes.ChooseMatching, nodes.EndGame, nodes.EndSpan)):
            return True
        if isinstance(s, nodes.Call) and s.rule not in seen:
            seen.add(s.rule)
            if _may_end(ctx, ctx.program.funcs[s.rule].body, seen):
                return True
    return False


def _loop(ctx: Context, loop: Stmt) -> None:
    asked: dict[str, Expr] = {}
    counted: list[loop_counts.Counted] = []
    for leaf, so in loop_counts.leaves(loop.args[0], True):
        how_many = loop_counts.counted(leaf, so)
        if how_many is not None:
            counted.append(how_many)
        for part in [leaf] if how_many is None else how_many.beside:
            found = _asked(ctx.program, part)
            if found is None:
                return
            asked |= found
    for how_many in counted:
        asked.pop(f"l:{how_many.var}", None)
    if not asked and not counted:
        return
    done = _done_inside(ctx.program, loop)
    if done is None:
        return
    changed = {f"l:{name}" for s in walk(loop.body) for name in _named(s)}
    for s in done:
        changed |= written(ctx.program, s)
    if changed & asked.keys():
        return
    froms = loop_counts.where_from(done)
    if any(loop_counts.may_change(ctx.program, s, one, froms) for s in done for one in counted):
        return
    if any(_leaves(ctx.program, s, changed, counted) for s in walk(loop.body)):
        return
    shown = [*asked.values(), *(one.shown for one in counted)]
    shown = [_whose(loop.args[0], e) for e in shown]
    if len(counted) == 1 and not asked:
        _tell_zone(ctx, counted[0], loop, done)
        return
    shown = [e for e in shown if "\n" not in e.span.text] or [loop.args[0]]  # `their`: of whom?
    said = list(dict.fromkeys(f"`{e.span.text}`" for e in shown))
    ctx.report.add(
        "endless",
        shown[0].span,
        f"nothing inside changes {' or '.join(said[:_MOST_SAID])}",
        "asked before each time",
        helps=(_help(loop.args[0]), *_meant(done, shown)),
    )


def _whose(test: Expr, e: Expr) -> Expr:
    """Point at the zone as written, such as `your treasury`, where the rule speaks of cards in it.

    The expression is returned unchanged where that is not found.
    """
    if not isinstance(e, nodes.Items) or e.how != "zone" or e.span.text.endswith(e.family.name):
        return e
    text, name = test.span.text, re.escape(e.family.name)
    said = re.search(rf"\b(?:your|their|[a-z_0-9]+'s) {name}\b|\b{name}\b", text)
    if said is None:
        return e
    start = test.span.start + said.start()
    return replace(e, span=Span(test.span.source, start, start + len(said[0])))


def _meant(done: list[Stmt], shown: list[Expr]) -> tuple[str, ...]:
    """Suggest the zone that the loop fills, where its condition asks for another zone.

    Empty unless the condition depends on a single zone.
    """
    asked = [(e, e.family) for e in shown if isinstance(e, nodes.Items) and e.how == "zone"]
    if len(asked) != 1 or len(shown) != 1:
        return ()
    [(e, family)] = asked
    return _other_zone(family, e.span.text, done)


def _changes_instead(one: loop_counts.Counted, done: list[Stmt]) -> tuple[str, ...]:
    return () if one.way == "fewer" else _other_zone(one.family, one.words, done)


def _other_zone(family: Family, words: str, done: list[Stmt]) -> tuple[str, ...]:
    """Suggest a zone of the same holder that the loop does put something into.

    `words` is how the zone that is asked for is written.
    """
    for s in done:
        target = s.to if isinstance(s, (nodes.Draw, nodes.Move, nodes.MoveAlike)) else None
        name = ""
        if isinstance(target, Family) and target.holder == family.holder:
            name = target.name
        elif isinstance(s, nodes.GainMoney) and family.holder == "player":
            name = s.money.kept
        if name not in ("", family.name):
            return (f"or ask for what changes: `{words.removesuffix(family.name)}{name}`",)
    return ()


def _tell_zone(ctx: Context, one: loop_counts.Counted, loop: Stmt, done: list[Stmt]) -> None:
    """Nothing is taken from a zone, or put into it, as its number asks for."""
    words = {
        "fewer": "nothing inside takes anything from",
        "more": "nothing inside puts anything into",
        "": "nothing inside changes",
    }
    ctx.report.add(
        "endless",
        one.shown.span,
        f"{words[one.way]} `{one.words}`",
        "asked before each time",
        helps=(loop_counts.advice(ctx.program, one, loop), *_changes_instead(one, done)),
    )


def _help(test: Expr) -> str:
    """How the end of a loop is come nearer to, where a number is compared with one."""
    only = test.args[0] if isinstance(test, nodes.Not) else test
    numbers = [part for part in only.args if isinstance(part, (nodes.Local, nodes.FieldNow))]
    if len(numbers) != 1 or not numbers[0].type.is_number:
        return "change it inside, or `stop repeating`"
    other = next((part for part in only.args if part is not numbers[0]), None)
    to_zero = other is not None and isinstance(other, nodes.Num) and other.value == 0
    first = only.args[0] is numbers[0]
    down = (type(only) in _FEWER) == first if type(only) in _COMPARED else to_zero
    if isinstance(test, nodes.Not) and not isinstance(only, nodes.Eq):
        down = not down
    deed = f"{'lower' if down else 'raise'} {numbers[0].span.text} by 1"
    return f"change it inside, such as: {deed}"


def _asked(program: Program, test: Expr) -> dict[str, Expr] | None:
    """List all that a condition depends on, each with the part of it that does.

    None if that is not known; empty if the condition is constant.
    """
    found: dict[str, Expr] = {}
    seen: set[str] = set()
    left = [(part, part) for part in test.walk()]
    own = {str(part.name) for part in test.walk() if isinstance(part, (nodes.Filter, nodes.Sum))}
    while left:
        part, shown = left.pop(0)
        if type(part) not in _PLAIN:
            return None
        if (
            isinstance(part, nodes.Local)
            and part is shown
            and part.name not in own | {"you", ACTOR}
        ):
            found.setdefault(f"l:{part.name}", shown)
        for token in sorted(touched(program, part)):
            found.setdefault(token, shown)
        inner: list[Expr] = []
        if isinstance(part, nodes.CallValue) and str(part.rule) not in seen:
            seen.add(str(part.rule))
            func = program.funcs.get(str(part.rule))
            if func is None:
                return None
            inner = [e for s in walk(func.body) for e in expressions(s)]
        elif isinstance(part, nodes.FieldNow):
            for modifier in program.modifiers:
                if modifier.field is part.field and modifier.field.key not in seen:
                    asked = [modifier.amount, *([modifier.cond] if modifier.cond else [])]
                    inner += [e for one in asked for e in one.walk()]
            seen.add(part.field.key)
        left += [(e, shown) for e in inner]
    return found


def _done_inside(program: Program, loop: Stmt) -> list[Stmt] | None:
    """List every statement that a loop may execute, in whatever rule; None if not all are known."""
    found: list[Stmt] = []
    seen: set[str] = set()
    left = [loop.body]
    while left:
        for s in walk(left.pop()):
            if s.op not in _KNOWN:
                return None
            found.append(s)
            for name in _follow(program, s):
                func = program.funcs.get(name)
                if func is None or func.sort in _FLOWS:
                    return None
                if name not in seen:
                    seen.add(name)
                    left.append(func.body)
    return found


def _leaves(
    program: Program, s: Stmt, changed: set[str], counted: list[loop_counts.Counted]
) -> bool:
    """Whether a statement of the loop's own rule may end the loop. What cannot be done once, and
    hangs on nothing that is `changed` inside, is not done even once."""
    if isinstance(s, nodes.Choose):
        choice = s.choice
        some = choice.optional or choice.has_none or choice.how in ("any_number", "up_to_many")
        if some or sure(choice.source, choice.tests):
            return False
        if not choice.tests and any(one.holds(choice.source) for one in counted):
            return False  # as many lie there as are asked for
        hangs = [choice.source, *(test for test, _ in choice.tests)]
        return _hangs_on(program, hangs, changed - {f"l:{choice.var}"})
    if isinstance(s, nodes.Requires):
        return _hangs_on(program, [s.args[0]], changed)
    return isinstance(
        s,
        (
            nodes.Break,
            nodes.Return,
            nodes.Answer,
            nodes.EndGame,
            nodes.EndSpan,
            nodes.Pay,
            nodes.Exchange,
        ),
    )


def _hangs_on(program: Program, parts: list[Expr], changed: set[str]) -> bool:
    found = [_asked(program, part) for part in parts]
    return any(one is None or bool(changed & one.keys()) for one in found)


def _follow(program: Program, s: Stmt) -> Iterator[str]:
    """Yield the rules that a statement calls or offers, and those triggered by it."""
    called: list[str] = []
    if isinstance(s, nodes.Call):
        called.append(str(s.rule))
    elif isinstance(s, nodes.Menu):
        called += [item for line in s.lines for item in line.items if item != "card_actions"]
        called += [name for _, name in program.card_actions]
    for name in called:
        yield name
        func = program.funcs.get(name)
        if func is not None:
            yield from _answers(func)
    for answer in program.answers:
        if answer.verb == s.verb:
            yield answer.hook.func


def _answers(func: Func) -> Iterator[str]:
    for hook in (*func.hooks_before, *func.hooks_after, *func.hooks_instead):
        yield hook.func


def _named(s: Stmt) -> Iterator[str]:
    if isinstance(s, (nodes.Let, nodes.LetFrozen, nodes.For)):
        yield str(s.name)
    elif isinstance(s, nodes.Choose):
        yield from (str(s.choice.into), str(s.choice.var))
    elif isinstance(s, (nodes.Pick, nodes.Draw)):
        yield str(s.name)
