"""Statements that cannot suspend, as nodes of the target with the source span of their rule.

Statements that act on components and money are in `deeds`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from interpreter.backends.python.expressions import clamped, place_of_field, use_of
from interpreter.backends.python.places import at_least_0, unless_none
from interpreter.backends.python.printing import Printing, Sentences, Values
from interpreter.backends.python.sets import all_hold, narrowed
from interpreter.backends.target import make
from interpreter.backends.target.make import Value
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.types import YES_NO, Type
from interpreter.ir.walking import walk
from interpreter.run.limits import FAR


def _whose(how: int | str, you: Value) -> ast.expr:
    """Print whose span ends an effect, or how many ends it outlives, as `Lasting` stores it."""
    if how == "next":
        return make.node(you)
    if how == "end_of_next":
        return make.binary(make.name("LATER"), "+", you)
    return make.minus(int(how))


def note(p: Printing, *parts: str | Value) -> None:
    """Print a log entry, in a print that keeps a log; a `str` stands for that text."""
    if p.logging:
        p.emit(log(make.call("done", entry(parts), p.doer())))


def entry(parts: Iterable[str | Value]) -> ast.expr:
    """Print the parts of a log entry."""
    return make.row(*(make.constant(one) if isinstance(one, str) else one for one in parts))


def log(made: ast.expr) -> ast.stmt:
    """Make the statement that adds an entry to the log, where there is one."""
    there = make.compare(make.state("log"), "is not", make.constant(None))
    return make.when(there, make.do(make.method(make.state("log"), "append", made)))


def note_deed(p: Printing, func: Func) -> None:
    """Print the log entry for the beginning of a rule: who does it, to what."""
    if not is_noted(p, func.name):
        return
    p.acting = None
    told: list[ast.expr] = [make.local(name) for name, _ in func.params]
    told += [p.e(value) for _, _, value in func.reckoned] if p.logging else []
    p.steps.note(p, "deed", func.name.removesuffix("."), make.local("you"), *told)


def note_back(p: Printing, name: str) -> None:
    """Print the log entry for the end of a rule, and so of its last deed."""
    if is_noted(p, name):
        p.acting = None
        p.steps.note(p, "back", name.removesuffix("."))


def note_left(p: Printing) -> None:
    """Print the log entry for a rule that cannot go on, and whose rest is dropped."""
    if p.rule is not None and p.rule.span is not None and is_noted(p, p.rule.name):
        p.steps.note(p, "left", p.doer(), p.rule.name.removesuffix("."))


def is_noted(p: Printing, name: str) -> bool:
    """Tell whether the log records the beginning and end of a rule.

    All rules that do something are recorded; of an event, only the rule that is not replaced.
    """
    func = p.program.funcs.get(name.removesuffix("."))
    asked = func is None or func.sort in ("define", "relation")
    return not asked and f"{name}." not in p.woven.funcs


def copied(things: ast.expr) -> ast.expr:
    """Print a copy of a list, which stays as it is whatever happens to the list."""
    return make.call("tuple", things)


def _print_let(p: Printing, s: nodes.Let) -> None:
    value = s.args[0]
    made = p.e(value)
    if isinstance(value, nodes.Items) and value.family.shape == "list" and value.how == "zone":
        made = copied(made)
    p.let(f"v_{s.name}", made)


def _print_let_frozen(p: Printing, s: nodes.LetFrozen) -> None:
    p.let(f"v_{s.name}", copied(p.e(s.args[0])))


def _print_fuel(p: Printing, s: nodes.Fuel) -> None:
    burn_round(p, s)


def burn_round(p: Printing, s: Stmt) -> None:
    """Print the charge for one more round of a loop."""
    fuel = make.state("fuel")
    p.emit(make.change(fuel, "-", p.loop_cost))
    place = f"{s.span.source.path}:{s.span.line}"
    p.emit(make.when(make.compare(fuel, "<", 0), make.fail("Runaway", make.constant(place))))


def _print_if(p: Printing, s: nodes.If) -> None:
    with p.inside(make.when(p.e(s.args[0]))):
        p.block(s.body)
    if len(s.other) == 1 and isinstance(s.other[0], nodes.If):
        head = p.block_now[-1]
        assert isinstance(head, ast.If)
        p.here = s.other[0].span
        with p.into(head.orelse):
            _print_if(p, s.other[0])
    elif s.other:
        with p.otherwise():
            p.block(s.other)


def _print_for(p: Printing, s: nodes.For) -> None:
    source = s.args[0]
    if len(s.args) > 1:
        limit = s.args[1]
        if isinstance(limit, nodes.Num) and limit.value == 1 and _first_only(p, s):
            return
        things: ast.expr = make.part(copied(p.e(source)), None, at_least_0(p.e(limit)))
    else:
        things = p.e(source)
        if isinstance(source, (nodes.Items, nodes.Local)) or not _stays(things):
            things = copied(things)
    with p.inside(make.go_through(f"v_{s.name}", things)):
        p.block(s.body)


def _stays(things: ast.expr) -> bool:
    """Tell whether a list is the same after each round of a loop, whatever happens in it."""
    if isinstance(things, ast.Subscript):
        things = things.value
        return isinstance(things, ast.Subscript) and (
            isinstance(things.value, ast.Name) and things.value.id in ("SEATS", "OTHERS")
        )
    made_anew = (ast.Tuple, ast.ListComp, ast.List, ast.IfExp)
    return isinstance(things, made_anew) or (
        isinstance(things, ast.Call)
        and isinstance(things.func, ast.Name)
        and things.func.id == "range"
    )


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
    things, left = narrowed(p, source, made.name, [test])
    found = make.local(made.name)
    with p.inside(make.go_through(found.id, things)):
        p.emit(make.when(all_hold(p, left, 1), ast.Break()))
    with p.otherwise():
        p.let(found.id, -1)
    with p.inside(make.when(make.compare(found, ">=", 0))):
        if s.name != made.name:
            p.let(f"v_{s.name}", found)
        p.block(s.body)
    return True


def _print_while(p: Printing, s: nodes.While) -> None:
    with p.inside(make.as_long_as(p.e(s.args[0]))):
        burn_round(p, s)
        p.block(s.body)


def _print_as_often(p: Printing, s: nodes.AsOften) -> None:
    kind = s.args[0].type if s.args else YES_NO
    can = _can_block(p, nodes.CanBlock((), kind, s.span, s.body))
    with p.inside(make.as_long_as(can)):
        burn_round(p, s)
        p.block(s.body)


def _can_block(p: Printing, e: nodes.CanBlock) -> ast.expr:
    tests: list[ast.expr] = []
    for one in e.body:
        if isinstance(one, nodes.Call) and p.fallible.get(one.rule):
            tests.append(make.rule(f"can_{p.name(one.rule)}", *(p.e(a) for a in one.args)))
        if isinstance(one, nodes.Exchange):
            tests.append(exchange_test(p, one))
    return make.both(*tests) if tests else make.node(int(e.freely))


def exchange_test(p: Printing, s: nodes.Exchange) -> ast.expr:
    """Print the test that money can be joined or split."""
    return make.rule(f"can_{s.how}", money(s.money.kind), p.e(s.args[0]), p.e(s.args[1]))


def money(kind: str) -> ast.expr:
    """Print what is known of a money."""
    return make.name(f"MONEY_{kind}")


def _print_break(p: Printing, s: nodes.Break) -> None:
    p.emit(ast.Break())


def _print_return(p: Printing, s: nodes.Return) -> None:
    p.leaves()


def _print_answer(p: Printing, s: nodes.Answer) -> None:
    p.emit(make.give(p.e(s.args[0])))


def _print_requires(p: Printing, s: nodes.Requires) -> None:
    with p.inside(unless(p, s, p.e(s.args[0]))):
        p.steps.refuse(p)
        p.leaves()


def unless(p: Printing, s: Stmt, test: ast.expr) -> ast.If:
    """Print the head under which a condition does not hold.

    Some are asked by look-aheads alone. Hidden information counts only for those who may see it:
    a look-ahead of someone else takes the condition for granted.
    """
    looks_ahead = make.state("probe")
    asked: list[ast.expr] = [looks_ahead] if isinstance(s, nodes.Foreseen) else []
    if isinstance(s, nodes.Requires) and len(s.args) > 1:
        asked.append(make.negated(make.both(looks_ahead, p.e(s.args[1]))))
    return make.when(make.both(*asked, make.negated(test)))


def _print_call(p: Printing, s: nodes.Call) -> None:
    p.do(make.rule(p.name(s.rule), *(p.e(a) for a in s.args)))
    note_back(p, s.rule)


def _print_end_game(p: Printing, s: nodes.EndGame) -> None:
    p.let(make.state("ending"), s.number)
    p.emit(make.fail("GameEnds"))


def _print_win(p: Printing, s: nodes.Win) -> None:
    player, winners = p.e(s.args[0]), make.state("winners")
    wins = make.do(make.method(winners, "append", player))
    p.emit(make.when(make.compare(player, "not in", winners), wins))
    p.steps.note(p, "win", player)


def _print_set(p: Printing, s: nodes.Set) -> None:
    _print_plain_set(p, s, s.field.number in p.woven.for_a_time)


def _print_plain_set(p: Printing, s: nodes.Set, for_good: bool = False) -> None:
    """Print an assignment to a field.

    `for_good` means that the field may also be changed for a time.
    """
    field = s.field
    value = s.args[-1]
    made = kept_value(p, s)
    place = place_of_field(p, field, s.args[:-1])
    plain = not p.logging or field in p.program.engine_fields
    if plain and not for_good:
        p.let(place, made)
        return
    if plain:
        _print_set_for_good(p, s, place, made)
        return
    owner = owner_of(p, s)
    lost = field.gained and isinstance(value, nodes.Clamp) and isinstance(value.args[0], nodes.Sub)
    had, wanted = make.name("x_had"), make.name("x_due")
    if lost:
        p.let(make.row(had, wanted), make.row(place, p.e(value.args[0].args[1])))
    if for_good:
        _print_set_for_good(p, s, place, made)
    else:
        p.let(place, made)
    p.steps.note(p, "set", field.number, owner, place)
    if lost:
        nothing = make.both(make.compare(place, "==", had), make.compare(wanted, ">", 0))
        with p.inside(make.when(nothing)):
            p.steps.note(p, "nothing", field.number, owner)


def owner_of(p: Printing, s: nodes.Set | nodes.SetFor) -> Value:
    """Print whose field is set; -1 for a field of the table."""
    return p.e(s.args[0]) if len(s.args) > 1 else -1


def _print_set_for_good(p: Printing, s: nodes.Set, place: ast.expr, made: ast.expr) -> None:
    """Print an assignment that outlasts a temporary change of the same field."""
    field, kind = s.field, s.field.type
    inner = s.args[-1].args[0] if isinstance(s.args[-1], nodes.Clamp) else s.args[-1]
    moved = isinstance(inner, (nodes.Add, nodes.Sub)) and isinstance(inner.args[0], nodes.FieldRaw)
    by = moved and inner.args[0].field is field  # type: ignore[attr-defined]
    was = p.temp()
    p.let(was, place)
    p.let(place, made)
    change = make.binary(place, "-", make.name(was)) if by else place
    low = -FAR if kind.low is None or not by else kind.low
    high = FAR if kind.high is None or not by else kind.high
    owner = owner_of(p, s)
    settled = make.rule("settled", field.number, owner, change, int(by), low, high)
    p.emit(make.when(make.state("expiry"), make.do(settled)))


def kept_value(p: Printing, s: nodes.Set) -> ast.expr:
    """Print the value that a `set` stores, clamped to the range of its field."""
    kind, value = s.field.type, s.args[-1]
    made = p.e(value)
    if (
        kind.is_number
        and kind.low is not None
        and kind.high is not None
        and not isinstance(value, nodes.Clamp)
    ):
        kept = clamped(made, kind.low, kind.high)
        return unless_none(kept, made, -1) if kind.optional and value.type.optional else kept
    return made


def _expires(p: Printing, *parts: Value) -> None:
    """Print that something ends: its span, when it began, whose it is, and what it is."""
    p.do(make.method(make.state("expiry"), "append", make.row(*parts)))


def _print_set_for(p: Printing, s: nodes.SetFor) -> None:
    field, (how, span), by = s.field, s.until, s.by
    place = place_of_field(p, field, s.args[:-1])
    whose = _whose(how, -1 if s.whose is None else p.e(s.whose))
    was = make.row(place) if by else place
    now = make.state(f"t_{span}")
    _expires(p, make.constant(span), now, whose, field.number, owner_of(p, s), was)
    _print_plain_set(p, nodes.Set(s.args, s.span, field))


def _print_last(p: Printing, s: nodes.Last) -> None:
    how, span = s.until
    you, time_of, *args = (p.e(a) for a in s.args)
    now = make.state(f"t_{span}")
    number = make.inverted(s.number)
    _expires(p, make.constant(span), now, _whose(how, time_of), number, you, make.row(*args))


def _print_reopen(p: Printing, s: nodes.Reopen) -> None:
    first, last = (p.e(a) for a in s.args)
    if p.program.closings:
        p.do(make.rule("reopen", first, last, make.name("CLOSED")))


def _print_horizon(p: Printing, s: nodes.Horizon) -> None:
    """Print the end of the look-ahead's horizon, perhaps under a condition."""
    asked = make.both(make.state("probe"), *(p.e(one) for one in s.args[:1]))
    p.emit(make.when(asked, make.fail("Enough")))


def stop_looking(p: Printing) -> None:
    """Print that whoever looks ahead stops here: what comes is not foreseen."""
    p.emit(make.when(make.state("probe"), make.fail("Enough")))


def _print_expire(p: Printing, s: nodes.Expire) -> None:
    expire = make.rule("expire", make.constant(s.time), make.name("FIELDS"))
    p.emit(make.when(make.state("expiry"), make.do(expire)))


def _print_enter(p: Printing, s: nodes.Enter) -> None:
    span, now = s.time, make.state(f"d_{s.time}")
    p.emit(make.change(now, "+", 1))
    with p.inside(make.when(make.compare(now, "==", 1))):
        p.emit(make.change(make.state(f"t_{span}"), "+", 1))
        if span == "turn":
            make_active(p, s.args[0])
        ends = make.rule("expire_next", make.constant(span), p.e(s.args[0]), make.name("FIELDS"))
        p.emit(make.when(make.state("expiry"), make.do(ends)))


def _print_make_active(p: Printing, s: nodes.MakeActive) -> None:
    make_active(p, s.args[0])


def make_active(p: Printing, player: Expr) -> None:
    """Print making it a player's turn."""
    p.let(make.state("active"), p.e(player))
    p.steps.note(p, "turn", p.e(player))


def _print_aside(p: Printing, s: nodes.Aside) -> None:
    """Print the counting of asides, on copies only; one may have begun within the current rule."""
    asides = make.state("asides")
    if s.begins:
        p.emit(make.when(make.state("probe"), make.change(asides, "+", 1)))
    else:
        p.emit(make.when(asides, make.change(asides, "-", 1)))


def _print_leave(p: Printing, s: nodes.Leave) -> None:
    p.emit(make.change(make.state(f"d_{s.time}"), "-", 1))


def _print_count_use(p: Printing, s: nodes.CountUse) -> None:
    key = next(k for k, n in p.woven.tracked.items() if n == s.number)
    use = use_of(p, s.number, s.args[0])
    p.do(make.rule("count_use", use, make.state(f"t_{key[1]}")))


def by_lot(p: Printing, stream: str, things: ast.expr, kind: Type) -> ast.expr:
    """Print a uniformly random index into a list."""
    return make.rule("random", make.constant(stream), make.call("len", things))


def print_pick(p: Printing, s: nodes.Pick) -> None:
    """Print how one item, or every one, is picked by wishes and keys."""
    each, found = f"v_{s.each}", f"v_{s.name}"
    things = make.name(p.temp())
    p.let(things, make.call("list", p.e(s.args[0])))
    for sort, key in zip(s.sorts, s.args[1:], strict=True):
        keep = make.name(p.temp())
        if sort == "wish":
            p.let(keep, make.described(make.name(each), make.loop(each, things, p.e(key))))
            p.emit(make.when(keep, make.let(things, keep)))
        else:
            keys = make.name(p.temp())
            p.let(keys, make.described(p.e(key), make.loop(each, things)))
            with p.inside(make.when(keys)):
                p.let(keep, make.call("max", keys))
                pair = make.row(make.name("v"), make.name("k"))
                best = make.compare(make.name("k"), "==", keep)
                pairs = make.loop(pair, make.call("zip", things, keys), best)
                p.let(things, make.described(make.name("v"), pairs))
    if s.every:
        p.let(found, copied(things))
    elif s.at_random:
        stop_looking(p)
        lot = p.steps.by_lot(p, f"pick {s.name.rsplit('_', 1)[0]}", things, s.item)
        p.let(found, make.choice(things, make.item(things, lot), -1))
    else:
        p.let(found, make.choice(things, make.item(things, 0), -1))
    if s.has_none:
        with p.inside(make.when(make.negated(things))):
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
