"""Look-ahead code for each kind of statement.

Each printer adds statements that return True as soon as the statement and everything behind it can
be carried out, and that fall through otherwise.
"""

from __future__ import annotations

import ast
from contextlib import ExitStack

from interpreter.backends.python.ahead.ways import (
    NeedsCopy,
    after,
    asked_first,
    candidates,
    gone,
    is_asked,
    is_unsure,
    joint_loops,
    pass_over,
    tells_of,
    unchanged,
    whatever_chosen,
    yes,
    zones_of,
)
from interpreter.backends.python.deeds import due
from interpreter.backends.python.expressions import place_of_field
from interpreter.backends.python.places import shifted
from interpreter.backends.python.printing import Later, Printing, Sentences
from interpreter.backends.python.sets import joint
from interpreter.backends.python.statements import copied, exchange_test, kept_value, money
from interpreter.backends.syntax_trees import walk as walk_printed
from interpreter.backends.target import make
from interpreter.ir import nodes
from interpreter.ir.declared import Choice
from interpreter.ir.effects import after_call
from interpreter.ir.names import block_names, free, names_made
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from interpreter.ir.renaming import renamed
from interpreter.ir.rewriting import rewritten
from interpreter.ir.types import NUMBER
from interpreter.ir.walking import walk


def _left(s: Stmt, tag: str) -> Stmt:
    """Rewrite a `return` of an inlined rule so that it leaves only that rule; keep the rest."""
    return nodes.LeaveCall((), s.span, tag) if isinstance(s, nodes.Return) else s


def _ahead_set(p: Printing, s: nodes.Set, rest: list[Stmt], written: set[str], deep: int) -> None:
    """Look past an assignment to a field.

    Where the rest depends on the field, it is set while the rest is looked through, then restored.
    """
    writes = after(p, s, written)
    plain = all(
        isinstance(a, (nodes.Local, nodes.Num)) and not a.type.optional for a in s.args[:-1]
    )
    if not p.half_sure or p.trying or not plain or tells_of(p, rest, writes, deep):
        pass_over(p, s, rest, written, deep)
        return
    if not tells_of(p, rest, written, deep):
        raise NeedsCopy
    unchanged(p, p.effects.statement_reads(s), written)
    place, kept, found = place_of_field(p, s.field, s.args[:-1]), p.temp(), p.temp()
    names = sorted(block_names(rest))
    name = p.another("with_" + s.field.key)
    p.let(kept, place)
    p.let(place, kept_value(p, s))
    p.let(found, make.rule(name, p.asked, *(make.local(one) for one in names)))
    p.let(place, make.name(kept))
    with p.inside(make.when(make.name(found))):
        p.emit(make.when(make.compare(make.name(found), "==", 1), yes()))
        p.emit(is_unsure())
    unsure = make.node(2)
    told = Later(name, ("asked", *names), rest, None, unsure, (), written, deep, p.likewise)
    p.later.append(told)


def _ahead_loop(
    p: Printing,
    s: nodes.For | nodes.ForAll | nodes.While,
    rest: list[Stmt],
    written: set[str],
    deep: int,
) -> None:
    """Look through a loop with no round and with one round; more rounds are inconclusive."""
    ends = any(isinstance(one, (nodes.Return, nodes.LeaveCall)) for one in walk(s.body))
    if not p.effects.step_fails(s) and not (ends and p.half_sure):
        pass_over(p, s, rest, written, deep)
        return
    unchanged(p, p.effects.statement_reads(s, deep=False), written)
    if isinstance(s, nodes.While):
        p.emit(make.when(p.e(s.args[0]), is_unsure()))
        with p.otherwise():
            p.steps.possible(p, rest, written, deep + 1)
        return
    var = s.name
    p.temps += 1
    things = f"_r{p.temps}"
    several = s.args[0]
    if len(s.args) > 1:
        several = nodes.FirstOf(s.args, several.type, s.span)
    p.let(f"v_{things}", copied(p.e(several)))
    count = make.call("len", make.local(things))
    drawn = _drawn_from(p, s, var)
    if drawn is not None:
        away = [gone(p, kind, written) for kind in drawn.family.kinds]
        known = {t for t in p.effects.reads(drawn) if not t.startswith("k:")}
        if None not in away and not known & written:
            there = p.e(nodes.Size((drawn,), NUMBER, s.span))
            left = make.node(shifted(there, sum(filter(None, away)), "-"))
            p.emit(make.when(make.compare(left, "<", count), is_unsure()))
            with p.otherwise():
                p.steps.possible(p, rest, after(p, s, written), deep + 1)
            return
    with p.inside(make.when(make.compare(count, "==", 0))):
        p.steps.possible(p, rest, written, deep + 1)
    with p.otherwise():
        if any(isinstance(one, nodes.Break) for one in walk(s.body)):
            p.emit(is_unsure())
            return
        p.let(f"v_{var}", make.item(make.local(things), 0))
        many = nodes.Local((), s.args[0].type, s.span, things)
        more = nodes.MoreRounds((many,), s.span)
        p.steps.possible(p, [*s.body, more, *rest], written, deep + 1)


def _drawn_from(
    p: Printing, loop: nodes.For | nodes.ForAll | nodes.While, var: str
) -> nodes.Items | None:
    """Find the zone from which every round of a loop takes one component, whichever is chosen.

    None if the loop's body is anything else than one unconditional choice, moves of what was
    chosen, and look-ahead hints.
    """
    found: nodes.Items | None = None
    into = ""
    for s in loop.body:
        if isinstance(s, nodes.Choose) and found is None:
            choice = s.choice
            who, source = s.args[0], choice.source
            if choice.tests or choice.how != "one" or choice.optional or choice.has_none:
                return None
            if (
                not isinstance(source, nodes.Items)
                or source.family.shape != "list"
                or var in free(source)
            ):
                return None
            if not isinstance(who, nodes.Local) or who.name not in p.likewise:
                return None
            found, into = source, choice.into
        elif isinstance(s, nodes.Move):
            if found is None or not isinstance(s.args[0], nodes.Local) or s.args[0].name != into:
                return None
        elif not isinstance(s, nodes.Horizon) or not s.args or not is_asked(p, s.args[0]):
            return None
    return found


def _ahead_more_rounds(
    p: Printing, s: nodes.MoreRounds, rest: list[Stmt], written: set[str], deep: int
) -> None:
    several = make.compare(make.call("len", p.e(s.args[0])), ">", 1)
    p.emit(make.when(several, is_unsure()))
    with p.otherwise():
        p.steps.possible(p, rest, written, deep + 1)


def _ahead_let(
    p: Printing, s: nodes.Let | nodes.LetFrozen, rest: list[Stmt], written: set[str], deep: int
) -> None:
    """Look past a name for a value, which is worked out only if something behind it asks for it."""
    place = len(p.block_now)
    p.statement(s)
    behind = len(p.block_now)
    p.steps.possible(p, rest, written, deep)
    used = walk_printed(*p.block_now[behind:])
    if not any(isinstance(one, ast.Name) and one.id == f"v_{s.name}" for one in used):
        del p.block_now[place:behind]


def _ahead_pick(p: Printing, s: nodes.Pick, rest: list[Stmt], written: set[str], deep: int) -> None:
    if s.other:
        raise NeedsCopy
    p.statement(s)
    p.steps.possible(p, rest, after(p, s, written), deep)


def _ahead_requires(
    p: Printing, s: nodes.Requires, rest: list[Stmt], written: set[str], deep: int
) -> None:
    unseen = [p.e(one) for one in s.args[1:2]]
    with p.inside(make.when(make.either(*unseen, p.e(s.args[0])))):
        p.steps.possible(p, rest, written, deep + 1)


def _ahead_exchange(
    p: Printing, s: nodes.Exchange, rest: list[Stmt], written: set[str], deep: int
) -> None:
    with p.inside(make.when(exchange_test(p, s))):
        p.steps.possible(p, rest, after(p, s, written), deep + 1)


def _ahead_pay(p: Printing, s: nodes.Pay, rest: list[Stmt], written: set[str], deep: int) -> None:
    payment = s.payment
    cost, choice = due(p, payment, s.args[0])
    with p.inside(make.when(can_pay(payment.purse.kind, p.e(s.args[0]), cost, choice))):
        p.steps.possible(p, rest, after(p, s, written), deep + 1)


def can_pay(kind: str, player: ast.expr, cost: ast.expr, choice: ast.expr) -> ast.expr:
    """Print the test that a player can pay a cost, of which some may be left out by choice."""
    return make.rule("can_pay", money(kind), player, cost, choice)


def _ahead_choose(
    p: Printing, s: nodes.Choose, rest: list[Stmt], written: set[str], deep: int
) -> None:
    choice = s.choice
    if choice.how != "one":
        none_fails = choice.has_none and (p.half_sure or p.effects.can_fail(s.other))
        if none_fails or p.effects.can_fail(rest):
            raise NeedsCopy
        source, conds = candidates(p, choice)
        exact = choice.how == "exactly" and not choice.optional
        need = p.e(choice.count) if exact else make.node(0)
        there = make.described(0, make.loop(f"v_{choice.var}", source, *conds))
        with p.inside(make.when(make.compare(make.call("len", there), ">=", need))):
            p.steps.possible(p, [], written, deep + 1)
        return
    if isinstance(choice.source, nodes.Combined):
        _possible_jointly(p, choice, rest, written, deep)
        return
    source, conds = candidates(p, choice)
    each, into = f"v_{choice.var}", f"v_{choice.into}"
    if choice.has_none:
        fits = make.one_by_one(make.both(*conds) if conds else 1, make.loop(each, source))
        with p.inside(make.when(make.negated(make.call("any", fits)))):
            p.let(into, -1)
            p.steps.possible(p, [*s.other, *rest], written, deep + 1)
    first = asked_first(p, choice)
    if not choice.optional:
        whatever, rest = whatever_chosen(p, choice, rest, written)
        first += [p.e(test) for test in whatever]
    with ExitStack() as nested:
        if first:
            nested.enter_context(p.inside(make.when(make.both(*first))))
        zones = [] if choice.optional or p.effects.can_fail(rest) else zones_of(p, choice)
        for source, conds in zones:
            with p.inside(make.go_through(each, source)):
                p.emit(make.when(make.both(*conds) if conds else 1, yes()))
        if zones:
            return
        with ExitStack() as candidate:
            candidate.enter_context(p.inside(make.go_through(each, source)))
            if conds:
                candidate.enter_context(p.inside(make.when(make.both(*conds))))
            p.let(into, make.name(each))
            p.steps.possible(p, rest, written, deep + 1)
    if choice.optional:
        p.let(into, -1)
        behind = s.other if choice.has_none else []
        p.steps.possible(p, [*behind, *rest], written, deep + 1)


def _ahead_options(
    p: Printing, s: nodes.Options, rest: list[Stmt], written: set[str], deep: int
) -> None:
    for line in s.lines:
        with p.inside(make.when(make.constant(True))):
            p.steps.possible(p, [*line.body, *rest], written, deep + 1)


def _ahead_if(p: Printing, s: nodes.If, rest: list[Stmt], written: set[str], deep: int) -> None:
    with p.inside(make.when(p.e(s.args[0]))):
        p.steps.possible(p, [*s.body, *rest], written, deep)
    with p.otherwise():
        p.steps.possible(p, [*s.other, *rest], written, deep)


def names_of_later(func: Func) -> set[str]:
    """Collect a rule's locals, which its look-ahead must bind from the beginning.

    One path may bind a name that another one reads.
    """
    return block_names(func.body) - {"you", *(name for name, _ in func.params)}


def _ahead_call(p: Printing, s: nodes.Call, rest: list[Stmt], written: set[str], deep: int) -> None:
    callee = p.woven.funcs[s.rule]
    if s.rule in p.effects.calls.get(s.rule, ()):
        raise NeedsCopy
    p.temps += 1
    tag = f"_c{p.temps}"
    made = {name for one in walk(callee.body) for name in names_made(one)}
    called: dict[str, str] = {}
    for (name, _), arg in zip([("you", None), *callee.params], s.args, strict=True):
        if isinstance(arg, nodes.Local) and name not in made:
            called[name] = arg.name
        else:
            p.let(f"v_{tag}_{name}", p.e(arg))

    def known(name: str) -> str:
        return called.get(name) or f"{tag}_{name}"

    for name in sorted(names_of_later(callee)):
        p.let(f"v_{known(name)}", 0)
    inlined = [renamed(one, known) for one in callee.body]
    if any(isinstance(one, nodes.Return) for one in walk(inlined)):
        inlined = rewritten(inlined, lambda one: [_left(one, tag)])
        rest = [nodes.CallLeft((), s.span, tag), *rest]
    p.steps.possible(p, [*inlined, *rest], written, deep + 1)


def _ahead_leave_call(
    p: Printing, s: nodes.LeaveCall, rest: list[Stmt], written: set[str], deep: int
) -> None:
    p.steps.possible(p, after_call(s, rest), written, deep)


def _ahead_call_left(
    p: Printing, s: nodes.CallLeft, rest: list[Stmt], written: set[str], deep: int
) -> None:
    p.steps.possible(p, rest, written, deep)


def _ahead_return(
    p: Printing, s: nodes.Return, rest: list[Stmt], written: set[str], deep: int
) -> None:
    p.emit(yes())


def _ahead_horizon(
    p: Printing, s: nodes.Horizon, rest: list[Stmt], written: set[str], deep: int
) -> None:
    if not is_asked(p, s.args[0]):
        p.emit(make.when(p.e(s.args[0]), yes()))
    p.steps.possible(p, rest, written, deep)


def _possible_jointly(
    p: Printing, choice: Choice, rest: list[Stmt], written: set[str], deep: int
) -> None:
    with ExitStack() as nested:
        for name, source, tests in joint_loops(p, choice):
            nested.enter_context(p.inside(make.go_through(name, source)))
            for test in tests:
                nested.enter_context(p.inside(make.when(p.e(test))))
        p.let(f"v_{choice.into}", joint(choice.source))
        p.steps.possible(p, rest, written, deep + 1)


AHEAD: Sentences = {
    nodes.Let: _ahead_let,
    nodes.LetFrozen: _ahead_let,
    nodes.Pick: _ahead_pick,
    nodes.Requires: _ahead_requires,
    nodes.Foreseen: _ahead_requires,
    nodes.Exchange: _ahead_exchange,
    nodes.Pay: _ahead_pay,
    nodes.Choose: _ahead_choose,
    nodes.Options: _ahead_options,
    nodes.If: _ahead_if,
    nodes.Call: _ahead_call,
    nodes.Return: _ahead_return,
    nodes.Horizon: _ahead_horizon,
    nodes.Set: _ahead_set,
    nodes.For: _ahead_loop,
    nodes.ForAll: _ahead_loop,
    nodes.While: _ahead_loop,
    nodes.MoreRounds: _ahead_more_rounds,
    nodes.LeaveCall: _ahead_leave_call,
    nodes.CallLeft: _ahead_call_left,
}
"""How sentences are looked through."""
