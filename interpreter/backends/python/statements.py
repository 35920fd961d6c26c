"""Statements that cannot suspend, as Python lines with the source span of their rule.

Statements that act on components and money are in `deeds`.
"""

from __future__ import annotations

from interpreter.backends.python.expressions import place_of_field
from interpreter.backends.python.printing import Printing, Sentences, Values
from interpreter.backends.python.sets import narrowed
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.types import YES_NO, Type
from interpreter.ir.walking import walk
from interpreter.run.limits import FAR


def _whose(how: int | str, you: str) -> str:
    """Print whose span ends an effect, or how many ends it outlives, as `Lasting` stores it."""
    return {"next": you, "end_of_next": f"LATER + {you}"}.get(str(how), f"-{how}")


def note(p: Printing, *parts: str) -> None:
    """Print a log entry, in a print that keeps a log."""
    if p.logging:
        entry = f"done(({', '.join(parts)},), {p.doer()})"
        p.emit(f"if S.log is not None: S.log.append({entry})")


def note_deed(p: Printing, func: Func) -> None:
    """Print the log entry for the beginning of a rule: who does it, to what."""
    if not is_noted(p, func.name):
        return
    p.acting = None
    told = [f"v_{name}" for name, _ in func.params]
    told += [p.e(value) for _, _, value in func.reckoned] if p.logging else []
    p.steps.note(p, "'deed'", repr(func.name.removesuffix(".")), "v_you", *told)


def note_back(p: Printing, name: str) -> None:
    """Print the log entry for the end of a rule, and so of its last deed."""
    if is_noted(p, name):
        p.acting = None
        p.steps.note(p, "'back'", repr(name.removesuffix(".")))


def note_left(p: Printing) -> None:
    """Print the log entry for a rule that cannot go on, and whose rest is dropped."""
    if p.rule is not None and p.rule.span is not None and is_noted(p, p.rule.name):
        p.steps.note(p, "'left'", p.doer(), repr(p.rule.name.removesuffix(".")))


def is_noted(p: Printing, name: str) -> bool:
    """Tell whether the log records the beginning and end of a rule.

    All rules that do something are recorded; of an event, only the rule that is not replaced.
    """
    func = p.program.funcs.get(name.removesuffix("."))
    asked = func is None or func.sort in ("define", "relation")
    return not asked and f"{name}." not in p.woven.funcs


def _print_let(p: Printing, s: nodes.Let) -> None:
    value = s.args[0]
    text = p.e(value)
    if isinstance(value, nodes.Items) and value.family.shape == "list" and value.how == "zone":
        text = f"tuple({text})"
    p.emit(f"v_{s.name} = {text}")


def _print_let_frozen(p: Printing, s: nodes.LetFrozen) -> None:
    p.emit(f"v_{s.name} = tuple({p.e(s.args[0])})")


def _print_fuel(p: Printing, s: nodes.Fuel) -> None:
    burn_round(p, s)


def burn_round(p: Printing, s: Stmt) -> None:
    """Print the charge for one more round of a loop."""
    p.emit(f"S.fuel -= {p.loop_cost}")
    place = f"{s.span.source.path}:{s.span.line}"
    p.emit(f"if S.fuel < 0: raise Runaway({place!r})")


def _print_if(p: Printing, s: nodes.If) -> None:
    word = "if"
    while True:
        p.emit(f"{word} {p.e(s.args[0])}:")
        p.block(s.body)
        if len(s.other) != 1 or not isinstance(s.other[0], nodes.If):
            break
        s, word = s.other[0], "elif"
        statement_place(p, s)
    if s.other:
        p.emit("else:")
        p.block(s.other)


def statement_place(p: Printing, s: Stmt) -> None:
    """Attribute the following lines to this statement."""
    p.here = s.span


def _print_for(p: Printing, s: nodes.For) -> None:
    source = p.e(s.args[0])
    if len(s.args) > 1:
        limit = s.args[1]
        if isinstance(limit, nodes.Num) and limit.value == 1 and _first_only(p, s):
            return
        source = f"tuple({source})[:max(0, {p.e(limit)})]"
    elif isinstance(s.args[0], (nodes.Items, nodes.Local)) or not source.startswith(
        ("range(", "SEATS", "OTHERS", "(", "[")
    ):
        source = f"tuple({source})"
    p.emit(f"for v_{s.name} in {source}:")
    p.block(s.body)


def _first_only(p: Printing, s: nodes.For) -> bool:
    """Print a search for the first fitting item without building a list.

    False if the loop does not allow it.
    """
    made = s.args[0]
    item = made.type.item
    if (
        not isinstance(made, nodes.Filter)
        or item is None
        or item.base not in ("piece", "space", "player")
    ):
        return False
    if any(isinstance(one, (nodes.Break, nodes.Return)) for one in walk(s.body)):
        return False
    source, test = made.args
    text, left = narrowed(p, source, made.name, [test])
    p.emit(f"for v_{made.name} in {text}:")
    p.depth += 1
    p.emit(f"if {' and '.join(p.e(one) for one in left) or '1'}: break")
    p.depth -= 1
    p.emit("else:")
    p.depth += 1
    p.emit(f"v_{made.name} = -1")
    p.depth -= 1
    p.emit(f"if v_{made.name} >= 0:")
    p.depth += 1
    if s.name != made.name:
        p.emit(f"v_{s.name} = v_{made.name}")
    p.depth -= 1
    p.block(s.body)
    return True


def _print_while(p: Printing, s: nodes.While) -> None:
    p.emit(f"while {p.e(s.args[0])}:")
    p.depth += 1
    burn_round(p, s)
    p.depth -= 1
    p.block(s.body)


def _print_as_often(p: Printing, s: nodes.AsOften) -> None:
    kind = s.args[0].type if s.args else YES_NO
    p.emit(f"while {_can_block(p, nodes.CanBlock((), kind, s.span, s.body))}:")
    p.depth += 1
    burn_round(p, s)
    p.depth -= 1
    p.block(s.body)


def _can_block(p: Printing, e: nodes.CanBlock) -> str:
    tests = []
    for one in e.body:
        if isinstance(one, nodes.Call) and p.fallible.get(one.rule):
            tests.append(f"can_{p.name(one.rule)}(S{''.join(', ' + p.e(a) for a in one.args)})")
        if isinstance(one, nodes.Exchange):
            tests.append(exchange_test(p, one))
    return " and ".join(tests) or str(int(e.freely))


def exchange_test(p: Printing, s: nodes.Exchange) -> str:
    """Print the test that money can be joined or split."""
    return f"can_{s.how}(S, MONEY_{s.money.kind}, {p.e(s.args[0])}, {p.e(s.args[1])})"


def _print_break(p: Printing, s: nodes.Break) -> None:
    p.emit("break")


def _print_return(p: Printing, s: nodes.Return) -> None:
    p.emit(p.leave)


def _print_answer(p: Printing, s: nodes.Answer) -> None:
    p.emit(f"return {p.e(s.args[0])}")


def _print_requires(p: Printing, s: nodes.Requires) -> None:
    p.emit(f"if {only_ahead(s)}{unless_unseen(p, s)}not {p.e(s.args[0])}:")
    p.depth += 1
    p.steps.refuse(p)
    p.emit(p.leave)
    p.depth -= 1


def only_ahead(s: nodes.Requires) -> str:
    """Format the guard of a condition that only look-aheads check."""
    return "S.probe and " if isinstance(s, nodes.Foreseen) else ""


def unless_unseen(p: Printing, s: Stmt) -> str:
    """Format the guard of a condition on hidden information.

    A look-ahead of someone who may not see it takes the condition for granted.
    """
    return f"not (S.probe and {p.e(s.args[1])}) and " if len(s.args) > 1 else ""


def _print_call(p: Printing, s: nodes.Call) -> None:
    args = "".join(f", {p.e(a)}" for a in s.args)
    p.emit(f"{p.name(s.rule)}(S{args})")
    note_back(p, s.rule)


def _print_end_game(p: Printing, s: nodes.EndGame) -> None:
    p.emit(f"S.ending = {s.number}")
    p.emit("raise GameEnds")


def _print_win(p: Printing, s: nodes.Win) -> None:
    player = p.e(s.args[0])
    p.emit(f"if {player} not in S.winners: S.winners.append({player})")
    p.steps.note(p, "'win'", player)


def _print_set(p: Printing, s: nodes.Set) -> None:
    _print_plain_set(p, s, s.field.number in p.woven.for_a_time)


def _print_plain_set(p: Printing, s: nodes.Set, for_good: bool = False) -> None:
    """Print an assignment to a field.

    `for_good` means that the field may also be changed for a time.
    """
    field = s.field
    value = s.args[-1]
    text = kept_value(p, s)
    place = place_of_field(p, field, s.args[:-1])
    plain = not p.logging or field in p.program.engine_fields
    if plain and not for_good:
        p.emit(f"{place} = {text}")
        return
    if plain:
        _print_set_for_good(p, s, place, text)
        return
    owner = p.e(s.args[0]) if len(s.args) > 1 else "-1"
    lost = field.gained and isinstance(value, nodes.Clamp) and isinstance(value.args[0], nodes.Sub)
    if lost:
        p.emit(f"x_had, x_due = {place}, {p.e(value.args[0].args[1])}")
    if for_good:
        _print_set_for_good(p, s, place, text)
    else:
        p.emit(f"{place} = {text}")
    p.steps.note(p, "'set'", str(field.number), owner, place)
    if lost:
        p.emit(f"if {place} == x_had and x_due > 0:")
        p.depth += 1
        p.steps.note(p, "'nothing'", str(field.number), owner)
        p.depth -= 1


def _print_set_for_good(p: Printing, s: nodes.Set, place: str, text: str) -> None:
    """Print an assignment that outlasts a temporary change of the same field."""
    field, kind = s.field, s.field.type
    inner = s.args[-1].args[0] if isinstance(s.args[-1], nodes.Clamp) else s.args[-1]
    moved = isinstance(inner, (nodes.Add, nodes.Sub)) and isinstance(inner.args[0], nodes.FieldRaw)
    by = moved and inner.args[0].field is field  # type: ignore[attr-defined]
    owner = p.e(s.args[0]) if len(s.args) > 1 else "-1"
    was = p.temp()
    p.emit(f"{was} = {place}")
    p.emit(f"{place} = {text}")
    change = f"{place} - {was}" if by else place
    low = -FAR if kind.low is None or not by else kind.low
    high = FAR if kind.high is None or not by else kind.high
    p.emit(f"if S.expiry: settled(S, {field.number}, {owner}, {change}, {int(by)}, {low}, {high})")


def kept_value(p: Printing, s: nodes.Set) -> str:
    """Print the value that a `set` stores, clamped to the range of its field."""
    kind, value = s.field.type, s.args[-1]
    text = p.e(value)
    if (
        kind.is_number
        and kind.low is not None
        and kind.high is not None
        and not isinstance(value, nodes.Clamp)
    ):
        within = f"min(max({text}, {kind.low}), {kind.high})"
        none = kind.optional and value.type.optional
        return f"({within} if {text} >= 0 else -1)" if none else within
    return text


def _print_set_for(p: Printing, s: nodes.SetFor) -> None:
    field, (how, span), by = s.field, s.until, s.by
    place = place_of_field(p, field, s.args[:-1])
    owner = p.e(s.args[0]) if len(s.args) > 1 else "-1"
    whose = _whose(how, "-1" if s.whose is None else p.e(s.whose))
    p.emit(
        f"S.expiry.append(({span!r}, S.t_{span}, {whose}, {field.number}, {owner}, "
        f"{f'({place},)' if by else place}))"
    )
    _print_plain_set(p, nodes.Set(s.args, s.span, field))


def _print_last(p: Printing, s: nodes.Last) -> None:
    number, (how, span) = s.number, s.until
    you, time_of, *args = (p.e(a) for a in s.args)
    whose = _whose(how, time_of)
    told = "".join(f"{arg}, " for arg in args)
    p.emit(f"S.expiry.append(({span!r}, S.t_{span}, {whose}, ~{number}, {you}, ({told})))")


def _print_reopen(p: Printing, s: nodes.Reopen) -> None:
    first, last = (p.e(a) for a in s.args)
    if p.program.closings:
        p.emit(f"reopen(S, {first}, {last}, CLOSED)")


def _print_horizon(p: Printing, s: nodes.Horizon) -> None:
    """Print the end of the look-ahead's horizon, perhaps under a condition."""
    unless = f" and {p.e(s.args[0])}" if s.args else ""
    p.emit(f"if S.probe{unless}: raise Enough")


def _print_expire(p: Printing, s: nodes.Expire) -> None:
    p.emit(f"if S.expiry: expire(S, {s.time!r}, FIELDS)")


def _print_enter(p: Printing, s: nodes.Enter) -> None:
    span = s.time
    p.emit(f"S.d_{span} += 1")
    p.emit(f"if S.d_{span} == 1:")
    p.depth += 1
    p.emit(f"S.t_{span} += 1")
    if span == "turn":
        make_active(p, s.args[0])
    p.emit(f"if S.expiry: expire_next(S, {span!r}, {p.e(s.args[0])}, FIELDS)")
    p.depth -= 1


def _print_make_active(p: Printing, s: nodes.MakeActive) -> None:
    make_active(p, s.args[0])


def make_active(p: Printing, player: Expr) -> None:
    """Print making it a player's turn."""
    p.emit(f"S.active = {p.e(player)}")
    p.steps.note(p, "'turn'", p.e(player))


def _print_aside(p: Printing, s: nodes.Aside) -> None:
    """Print the counting of asides, on copies only; one may have begun within the current rule."""
    if s.begins:
        p.emit("if S.probe: S.asides += 1")
    else:
        p.emit("if S.asides: S.asides -= 1")


def _print_leave(p: Printing, s: nodes.Leave) -> None:
    p.emit(f"S.d_{s.time} -= 1")


def _print_count_use(p: Printing, s: nodes.CountUse) -> None:
    key = next(k for k, n in p.woven.tracked.items() if n == s.number)
    p.emit(f"count_use(S, {s.number} * {p.program.most} + {p.e(s.args[0])}, S.t_{key[1]})")


def by_lot(p: Printing, stream: str, things: str, kind: Type) -> str:
    """Print a uniformly random index into a list."""
    return f"random(S, {stream!r}, len({things}))"


def print_pick(p: Printing, s: nodes.Pick) -> None:
    """Print how one item, or every one, is picked by wishes and keys."""
    name, var, sorts, every, at_random, has_none, kind = (
        s.name,
        s.each,
        s.sorts,
        s.every,
        s.at_random,
        s.has_none,
        s.item,
    )
    things = p.temp()
    p.emit(f"{things} = list({p.e(s.args[0])})")
    for sort, key in zip(sorts, s.args[1:], strict=True):
        keep = p.temp()
        if sort == "wish":
            p.emit(f"{keep} = [v_{var} for v_{var} in {things} if {p.e(key)}]")
            p.emit(f"if {keep}: {things} = {keep}")
        else:
            keys = p.temp()
            p.emit(f"{keys} = [{p.e(key)} for v_{var} in {things}]")
            p.emit(f"if {keys}:")
            p.depth += 1
            p.emit(f"{keep} = max({keys})")
            p.emit(f"{things} = [v for v, k in zip({things}, {keys}) if k == {keep}]")
            p.depth -= 1
    if every:
        p.emit(f"v_{name} = tuple({things})")
    elif at_random:
        p.emit("if S.probe: raise Enough")
        lot = p.steps.by_lot(p, f"pick {name.rsplit('_', 1)[0]}", things, kind)
        p.emit(f"v_{name} = {things}[{lot}] if {things} else -1")
    else:
        p.emit(f"v_{name} = {things}[0] if {things} else -1")
    if has_none:
        p.emit(f"if not {things}:")
        p.block(s.other)


VALUES: Values = {
    nodes.CanBlock: _can_block,
}
"""How the expressions of this module are printed."""


SENTENCES: Sentences = {
    nodes.Let: _print_let,
    nodes.LetFrozen: _print_let_frozen,
    nodes.Fuel: _print_fuel,
    nodes.If: _print_if,
    nodes.For: _print_for,
    nodes.While: _print_while,
    nodes.AsOften: _print_as_often,
    nodes.Break: _print_break,
    nodes.Return: _print_return,
    nodes.Answer: _print_answer,
    nodes.Requires: _print_requires,
    nodes.Foreseen: _print_requires,
    nodes.Call: _print_call,
    nodes.EndGame: _print_end_game,
    nodes.Win: _print_win,
    nodes.Set: _print_set,
    nodes.SetFor: _print_set_for,
    nodes.Last: _print_last,
    nodes.Reopen: _print_reopen,
    nodes.Horizon: _print_horizon,
    nodes.Expire: _print_expire,
    nodes.Enter: _print_enter,
    nodes.MakeActive: _print_make_active,
    nodes.Leave: _print_leave,
    nodes.Aside: _print_aside,
    nodes.CountUse: _print_count_use,
    nodes.Pick: print_pick,
}
"""How the statements of this module are printed."""
