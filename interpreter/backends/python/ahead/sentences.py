"""Look-ahead code for each kind of statement.

Each printer emits lines that return True as soon as the statement and everything behind it can be
carried out, and that fall through otherwise.
"""

from __future__ import annotations

from interpreter.backends.python.ahead.ways import (
    NeedsCopy,
    after,
    asked_first,
    candidates,
    gone,
    if_all,
    is_asked,
    joint_loops,
    pass_over,
    tells_of,
    then,
    unchanged,
    whatever_chosen,
    zones_of,
)
from interpreter.backends.python.deeds import due
from interpreter.backends.python.expressions import place_of_field
from interpreter.backends.python.printing import Later, Printing, Sentences
from interpreter.backends.python.sets import joint
from interpreter.backends.python.statements import exchange_test, kept_value
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
    given = "".join(f", v_{name}" for name in names)
    name = p.another("with_" + s.field.key)
    p.emit(f"{kept} = {place}")
    p.emit(f"{place} = {kept_value(p, s)}")
    p.emit(f"{found} = {name}(S, {p.asked}{given})")
    p.emit(f"{place} = {kept}")
    p.emit(f"if {found}:")
    p.emit(f"    if {found} == 1: return True")
    p.emit("    v__unsure = 1")
    told = Later(name, ("asked", *names), rest, None, "2", (), written, deep, p.likewise)
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
        p.emit(f"if {p.e(s.args[0])}: v__unsure = 1")
        p.emit("else:")
        then(p, rest, written, deep)
        return
    var = s.name
    p.temps += 1
    things = f"_r{p.temps}"
    several = s.args[0]
    if len(s.args) > 1:
        several = nodes.FirstOf(s.args, several.type, s.span)
    p.emit(f"v_{things} = tuple({p.e(several)})")
    drawn = _drawn_from(p, s, var)
    if drawn is not None:
        away = [gone(p, kind, written) for kind in drawn.family.kinds]
        known = {t for t in p.effects.reads(drawn) if not t.startswith("k:")}
        if None not in away and not known & written:
            there = p.e(nodes.Size((drawn,), NUMBER, s.span))
            fewer = f" - {sum(filter(None, away))}" if any(away) else ""
            p.emit(f"if {there}{fewer} < len(v_{things}): v__unsure = 1")
            p.emit("else:")
            then(p, rest, after(p, s, written), deep)
            return
    p.emit(f"if len(v_{things}) == 0:")
    then(p, rest, written, deep)
    p.emit("else:")
    if any(isinstance(one, nodes.Break) for one in walk(s.body)):
        p.depth += 1
        p.emit("v__unsure = 1")
        p.depth -= 1
        return
    p.depth += 1
    p.emit(f"v_{var} = v_{things}[0]")
    p.depth -= 1
    many = nodes.Local((), s.args[0].type, s.span, things)
    then(p, [*s.body, nodes.MoreRounds((many,), s.span), *rest], written, deep)


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
    p.emit(f"if len({p.e(s.args[0])}) > 1: v__unsure = 1")
    p.emit("else:")
    then(p, rest, written, deep)


def _ahead_let(
    p: Printing, s: nodes.Let | nodes.LetFrozen, rest: list[Stmt], written: set[str], deep: int
) -> None:
    p.statement(s)
    p.steps.possible(p, rest, written, deep)


def _ahead_pick(p: Printing, s: nodes.Pick, rest: list[Stmt], written: set[str], deep: int) -> None:
    if s.other:
        raise NeedsCopy
    p.statement(s)
    p.steps.possible(p, rest, after(p, s, written), deep)


def _ahead_requires(
    p: Printing, s: nodes.Requires, rest: list[Stmt], written: set[str], deep: int
) -> None:
    unseen = f"{p.e(s.args[1])} or " if len(s.args) > 1 else ""
    p.emit(f"if {unseen}{p.e(s.args[0])}:")
    then(p, rest, written, deep)


def _ahead_exchange(
    p: Printing, s: nodes.Exchange, rest: list[Stmt], written: set[str], deep: int
) -> None:
    p.emit(f"if {exchange_test(p, s)}:")
    then(p, rest, after(p, s, written), deep)


def _ahead_pay(p: Printing, s: nodes.Pay, rest: list[Stmt], written: set[str], deep: int) -> None:
    payment = s.payment
    cost, choice = due(p, payment, s.args[0])
    p.emit(f"if can_pay(S, MONEY_{payment.purse.kind}, {p.e(s.args[0])}, {cost}, {choice}):")
    then(p, rest, after(p, s, written), deep)


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
        need = p.e(choice.count) if exact else "0"
        p.emit(f"if len([0 for v_{choice.var} in {source}{if_all(conds)}]) >= {need}:")
        then(p, [], written, deep)
        return
    if isinstance(choice.source, nodes.Combined):
        _possible_jointly(p, choice, rest, written, deep)
        return
    source, conds = candidates(p, choice)
    depth = p.depth
    if choice.has_none:
        asked = f"any({' and '.join(conds) or '1'} for v_{choice.var} in {source})"
        p.emit(f"if not {asked}:")
        p.depth += 1
        p.emit(f"v_{choice.into} = -1")
        p.depth -= 1
        then(p, [*s.other, *rest], written, deep)
    first = asked_first(p, choice)
    if not choice.optional:
        whatever, rest = whatever_chosen(p, choice, rest, written)
        first += [p.e(test) for test in whatever]
    if first:
        p.emit(f"if {' and '.join(first)}:")
        p.depth += 1
    zones = [] if choice.optional or p.effects.can_fail(rest) else zones_of(p, choice)
    for source, conds in zones:
        p.emit(f"for v_{choice.var} in {source}:")
        p.emit(f"    if {' and '.join(conds) or '1'}: return True")
    if zones:
        p.depth = depth
        return
    p.emit(f"for v_{choice.var} in {source}:")
    p.depth += 1
    if conds:
        p.emit(f"if {' and '.join(conds)}:")
        p.depth += 1
    p.emit(f"v_{choice.into} = v_{choice.var}")
    p.steps.possible(p, rest, written, deep + 1)
    p.depth = depth
    if choice.optional:
        p.emit(f"v_{choice.into} = -1")
        behind = s.other if choice.has_none else []
        p.steps.possible(p, [*behind, *rest], written, deep + 1)


def _ahead_options(
    p: Printing, s: nodes.Options, rest: list[Stmt], written: set[str], deep: int
) -> None:
    lines = s.lines
    for line in lines:
        p.emit("if True:")
        then(p, [*line.body, *rest], written, deep)


def _ahead_if(p: Printing, s: nodes.If, rest: list[Stmt], written: set[str], deep: int) -> None:
    p.emit(f"if {p.e(s.args[0])}:")
    then(p, [*s.body, *rest], written, deep - 1)
    p.emit("else:")
    then(p, [*s.other, *rest], written, deep - 1)


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
            p.emit(f"v_{tag}_{name} = {p.e(arg)}")

    def known(name: str) -> str:
        return called.get(name) or f"{tag}_{name}"

    for name in sorted(names_of_later(callee)):
        p.emit(f"v_{known(name)} = 0")
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
    p.emit("return True")


def _ahead_horizon(
    p: Printing, s: nodes.Horizon, rest: list[Stmt], written: set[str], deep: int
) -> None:
    if not is_asked(p, s.args[0]):
        p.emit(f"if {p.e(s.args[0])}: return True")
    p.steps.possible(p, rest, written, deep)


def _possible_jointly(
    p: Printing, choice: Choice, rest: list[Stmt], written: set[str], deep: int
) -> None:
    depth = p.depth
    for name, source, tests in joint_loops(p, choice):
        p.emit(f"for {name} in {source}:")
        p.depth += 1
        for test in tests:
            p.emit(f"if {p.e(test)}:")
            p.depth += 1
    p.emit(f"v_{choice.into} = {joint(choice.source)}")
    p.steps.possible(p, rest, written, deep + 1)
    p.depth = depth


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
