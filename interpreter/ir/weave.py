"""Weaves triggers, spans of time, counts of use, modifiers and card rules into plain calls.

Takes a checked `Program`; gives the functions that the lowering prints. After this stage there
are no hooks: an event is a wrapper that calls what answers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.diagnostics import Span
from interpreter.ir.events import answer_deeds
from interpreter.ir.gatherings import gather
from interpreter.ir.lasting import lasting
from interpreter.ir.program import Design, E, Field, Func, Hook, Payment, Program, S
from interpreter.ir.several import one_by_one
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type, set_of


@dataclass(slots=True)
class Woven:
    """The program with all its functions in their final form."""

    program: Program
    funcs: dict[str, Func]
    tracked: dict[tuple[str, str], int]
    spans: list[str]
    modified: set[int] = field(default_factory=set)


def weave(program: Program) -> Woven:
    """All functions, with everything that answers an event called where it happens."""
    woven = Woven(program, {}, {}, ["turn"])
    for func in program.funcs.values():
        if func.sort in ("turn", "round", "phase") and func.sort not in woven.spans:
            woven.spans.append(func.sort)
    if "game" not in woven.spans:
        woven.spans.append("game")
    one_by_one(program, program.funcs)
    gather(program, program.funcs)
    answer_deeds(program, program.funcs)
    changes = lasting(program, program.funcs)
    _track_uses(woven)
    for func in list(program.funcs.values()):
        _weave_func(woven, func)
    _carry_outs(woven)
    _modifiers(woven, changes)
    _menus(woven)
    return woven


def _menus(woven: Woven) -> None:
    """List what each menu offers: (line, sort, rule or label, card)."""
    for func in woven.funcs.values():
        for statement in walk(func.body):
            if statement.op != "menu":
                continue
            site, lines = statement.data
            site.items = []
            for number, line in enumerate(lines):
                if line.sort == "pass":
                    site.items.append((number, "pass", line.title, ""))
                    continue
                for item in line.items:
                    if item == "card_actions":
                        site.items += [
                            (number, "card", name, card)
                            for card, name in woven.program.card_actions
                        ]
                    else:
                        site.items.append((number, "action", item, ""))


def _local(name: str, kind: Type, span: Span) -> E:
    return E("local", (), kind, span, name)


def _you(span: Span) -> E:
    return _local("you", PLAYER, span)


def _track_uses(woven: Woven) -> None:
    program = woven.program

    def use(name: str, span: str) -> None:
        woven.tracked.setdefault((name, span), len(woven.tracked))

    for func in program.funcs.values():
        if func.per:
            use(func.name, func.per)
        for statement in func.body:
            for one in statement.walk():
                for part in expressions(one):
                    if part.op in ("has_done", "times_done"):
                        use(*part.data)


def expressions(statement: S) -> Iterator[E]:
    """Every expression of one statement itself (not of its blocks), parts included."""
    for arg in statement.args:
        yield from arg.walk()
    for extra in data_expressions(statement):
        yield from extra.walk()


def data_expressions(statement: S) -> list[E]:
    """Expressions that a statement keeps beside its arguments."""
    data = statement.data
    if statement.op == "choose":
        found = [data.source, *(t for t, _ in data.tests)]
        return found + ([data.number] if data.number is not None else [])
    if statement.op == "pay":
        return [data.cost, *data.less, *data.choice]
    return []


def inner_blocks(statement: S) -> list[list[S]]:
    """All blocks inside a statement, those of menus and options included."""
    blocks = [statement.body, statement.other]
    if statement.op in ("options", "menu"):
        blocks += [line.body for line in statement.data[1]]
    return blocks


def walk(body: list[S]) -> Iterator[S]:
    """Every statement of a block, however deep."""
    for statement in body:
        yield statement
        for block in inner_blocks(statement):
            yield from walk(block)


def _weave_func(woven: Woven, func: Func) -> None:
    program = woven.program
    span = func.span
    waited_for = {when for _, when, _ in program.edges}
    if func.sort in ("turn", "round", "phase") or (
        func.sort == "game" and waited_for & {"game", func.name}
    ):
        _weave_flow(woven, func)
        return
    tracked = [(key, number) for key, number in woven.tracked.items() if key[0] == func.name]
    if func.sort == "trigger" or not (
        tracked or func.hooks_before or func.hooks_after or func.hooks_instead
    ):
        if func.per and func.sort == "trigger":
            number = woven.tracked[(func.name, func.per)]
            test = E(
                "eq",
                (
                    E("times_done", (_you(span),), NUMBER, span, (func.name, func.per)),
                    E("num", (), NUMBER, span, 0),
                ),
                YES_NO,
                span,
            )
            func.body = [S("if", (test,), span, None, _marking([*func.body], number, span))]
        woven.funcs[func.name] = func
        return
    raw = Func(
        f"{func.name}.",
        func.sort,
        func.params,
        func.title,
        span,
        body=func.body,
        returns=func.returns,
        card=func.card,
    )
    args = tuple(_local(n, t, span) for n, t in func.params)
    body: list[S] = []
    if func.per:
        test = E(
            "eq",
            (
                E("times_done", (_you(span),), NUMBER, span, (func.name, func.per)),
                E("num", (), NUMBER, span, 0),
            ),
            YES_NO,
            span,
        )
        body.append(S("requires", (test,), span, f"only once per {func.per}"))
    for hook in func.hooks_instead:
        body.append(_answer(program, hook, args, span, instead=True))
    changed = _changed(program, func)
    shown = tuple(
        E("field", (), kind, span, changed[name]) if name in changed else arg
        for arg, (name, kind) in zip(args, func.params, strict=True)
    )
    for name, kept in changed.items():
        body.append(S("let", (E("field", (), kept.type, span, kept),), span, f"_was_{name}"))
        body.append(S("set", (_local(name, kept.type, span),), span, kept))
    for hook in func.hooks_before:
        body.append(_answer(program, hook, shown, span))
    for name, kept in changed.items():
        body.append(S("let", (E("field", (), kept.type, span, kept),), span, name))
        body.append(S("set", (_local(f"_was_{name}", kept.type, span),), span, kept))
    body.append(S("call", (_you(span), *args), span, raw.name))
    body += [S("count_use", (_you(span),), span, number) for _, number in tracked]
    for hook in func.hooks_after:
        body.append(_answer(program, hook, args, span))
    woven.funcs[raw.name] = raw
    woven.funcs[func.name] = Func(
        func.name,
        func.sort,
        func.params,
        func.title,
        span,
        func.says,
        func.cites,
        body,
        func.returns,
        card=func.card,
    )


def _changed(program: Program, func: Func) -> dict[str, Field]:
    """The parts of an event that something changes before it happens, and where they are kept
    meanwhile: several may change the same part, one after the other."""
    kinds = dict(func.params)
    found: dict[str, Field] = {}

    def kept(body: list[S]) -> list[S]:
        made: list[S] = []
        for one in body:
            one.body, one.other = kept(one.body), kept(one.other)
            made.append(one)
            if one.op == "set_param":
                name = one.data
                if name not in found:
                    key = f"_{func.name}_{name}"
                    found[name] = Field(key, "table", kinds[name], 0, func.span, -1)
                now = E("field", (), kinds[name], one.span, found[name])
                one.op, one.data = "set", found[name]
                made.append(S("let", (now,), one.span, name))
        return made

    for hook in func.hooks_before:
        trigger = program.funcs[hook.func]
        trigger.body = kept(trigger.body)
    program.engine_fields += found.values()
    return found


def _marking(body: list[S], number: int, span: Span) -> list[S]:
    """A trigger that works once: it counts as used when its own condition holds."""
    if len(body) == 1 and body[0].op == "if":
        inner = body[0]
        inner.body = [S("count_use", (_you(span),), span, number), *inner.body]
        return body
    return [S("count_use", (_you(span),), span, number), *body]


def _answer(
    program: Program, hook: Hook, args: tuple[E, ...], span: Span, instead: bool = False
) -> S:
    """Call a trigger for everybody whom it concerns."""
    you = _you(span)

    def answered(holder: E) -> list[S]:
        """The call; what is replaced by it does not happen, if it happens at all."""
        call = S("answer_event", (holder, you, *args), span, hook.func)
        if not instead:
            return [call]
        made: list[S] = [call, S("return", (), span)]
        for test in (_first_time(program, hook, holder), _asked_there(hook.test, holder)):
            made = [S("if", (test,), span, None, made)] if test is not None else made
        return made

    if not hook.card:
        made = answered(you)
        return made[0] if len(made) == 1 else S("if", (_always(span),), span, None, made)
    if hook.who == "you":
        assert hook.when is not None
        return S("if", (hook.when,), span, None, answered(you))
    var = "_holder"
    holder = _local(var, PLAYER, span)
    assert hook.when is not None
    test = _with_you(hook.when, holder)
    if hook.who == "opponent":
        test = E("and", (E("ne", (holder, you), YES_NO, span), test), YES_NO, span)
    players = E(
        "from_seat",
        (E("players", (), set_of(PLAYER), span), E("active", (), PLAYER, span)),
        set_of(PLAYER),
        span,
    )
    return S("for", (players,), span, var, [S("if", (test,), span, None, answered(holder))])


def _always(span: Span) -> E:
    return E("num", (), YES_NO, span, 1)


def _first_time(program: Program, hook: Hook, holder: E) -> E | None:
    """Whether a replacement that works once per turn or round has not worked yet."""
    per = program.funcs[hook.func].per
    if not per:
        return None
    done = E("times_done", (holder,), NUMBER, hook.span, (hook.func, per))
    return E("eq", (done, E("num", (), NUMBER, hook.span, 0)), YES_NO, hook.span)


def _asked_there(test: E | None, holder: E) -> E | None:
    """A trigger's condition where the event happens: `you` is its holder, `actor` who acts."""
    if test is None:
        return None
    if test.op == "local" and test.data in ("you", "actor"):
        return holder if test.data == "you" else _you(test.span)
    args = tuple(made for arg in test.args if (made := _asked_there(arg, holder)) is not None)
    return E(test.op, args, test.type, test.span, test.data)


def _with_you(test: E, you: E) -> E:
    if test.op == "local" and test.data == "you":
        return you
    return E(test.op, tuple(_with_you(a, you) for a in test.args), test.type, test.span, test.data)


def _weave_flow(woven: Woven, func: Func) -> None:
    """A span of time: its start, what answers it, its body, its end."""
    program, span = woven.program, func.span
    raw = Func(
        f"{func.name}.", func.sort, [], func.title, span, body=func.body, returns=func.returns
    )
    names = {func.sort, func.name}
    outermost = E("outermost", (), YES_NO, span, func.sort)
    starts = [_edge_call(h, span) for e, n, h in program.edges if e == "start" and n in names]
    ends = [_edge_call(h, span) for e, n, h in program.edges if e == "end" and n in names]
    body: list[S] = [S("enter", (_you(span),), span, func.sort)]
    if starts:
        body.append(S("if", (outermost,), span, None, starts))
    body.append(S("call", (_you(span),), span, raw.name))
    closing = [*ends, S("expire", (), span, func.sort)]
    body.append(S("if", (outermost,), span, None, closing))
    body.append(S("leave", (), span, func.sort))
    woven.funcs[raw.name] = raw
    woven.funcs[func.name] = Func(
        func.name, func.sort, [], func.title, span, cites=func.cites, body=body
    )


def _edge_call(hook: Hook, span: Span) -> S:
    you = _you(span)
    if not hook.card:
        return S("answer_event", (you, you), span, hook.func)
    assert hook.when is not None
    if hook.who == "you":
        return S("if", (hook.when,), span, None, [S("answer_event", (you, you), span, hook.func)])
    holder = _local("_holder", PLAYER, span)
    players = E("from_seat", (E("players", (), set_of(PLAYER), span), you), set_of(PLAYER), span)
    call = S("answer_event", (holder, you), span, hook.func)
    return S(
        "for",
        (players,),
        span,
        "_holder",
        [S("if", (_with_you(hook.when, holder),), span, None, [call])],
    )


def _which_design(designs: list[Design], card: E, span: Span) -> list[S]:
    """Carry out the rules of the design that a card is of: half of them are ruled out at a time."""
    if not designs:
        return []
    if len(designs) == 1:
        test = E("is_design", (card,), YES_NO, span, designs[0])
        call = S("call", (_you(span),), span, f"card_{designs[0].id}")
        return [S("if", (test,), span, None, [call])]
    middle = len(designs) // 2
    test = E("lt", (card, E("num", (), card.type, span, designs[middle].first)), YES_NO, span)
    lower = _which_design(designs[:middle], card, span)
    return [S("if", (test,), span, None, lower, _which_design(designs[middle:], card, span))]


def _carry_outs(woven: Woven) -> None:
    """One function for each kind that carries rules: it calls what is printed on the card."""
    program = woven.program
    for kind in program.kinds.values():
        if kind.carries is None:
            continue
        span = kind.span
        card = _local("card", Type("piece", kind.name), span)
        carrying = [d for d in kind.designs if f"card_{d.id}" in woven.funcs]
        body = _which_design(carrying, card, span)
        func = Func(
            f"carry_out_{kind.name}",
            "procedure",
            [("card", Type("piece", kind.name))],
            f"Carry out {kind.name}",
            span,
            body=body,
        )
        woven.funcs[func.name] = func
    for func in woven.funcs.values():
        for statement in walk(func.body):
            if statement.op == "carry_out":
                statement.op, statement.data = "call", f"carry_out_{statement.data}"
            elif statement.op == "answer_event":
                statement.op = "call"


def _modifiers(woven: Woven, changes: list[tuple[Field, S]]) -> None:
    """Kept numbers that something standing changes are read through a question."""
    program = woven.program
    by_field: dict[int, list[S]] = {}
    for modifier in program.modifiers:
        span = modifier.span
        kept = modifier.field
        value = _local("value", NUMBER, span)
        made = (
            modifier.amount
            if modifier.op == "set"
            else E(modifier.op, (value, modifier.amount), NUMBER, span)
        )
        one = S("let", (made,), span, "value")
        by_field.setdefault(kept.number, []).append(
            one if modifier.cond is None else S("if", (modifier.cond,), span, None, [one])
        )
    for kept, change in changes:
        by_field.setdefault(kept.number, []).append(change)
    for number, all_changes in by_field.items():
        kept = program.fields[number]
        woven.modified.add(number)
        span = kept.span
        raw = E("field_raw", (_you(span),) if kept.holder != "table" else (), kept.type, span, kept)
        clamped = E("clamp", (_local("value", NUMBER, span),), kept.type, span, kept.type)
        body = [S("let", (raw,), span, "value"), *all_changes, S("answer", (clamped,), span)]
        woven.funcs[f"mod {kept.key}"] = Func(
            f"mod {kept.key}", "define", [], kept.name, span, body=body, returns=kept.type
        )


def changed_cost(program: Program, payment: Payment, you: E, cost: E) -> E:
    """The cost after everything standing that changes what is paid for such things."""
    for change in program.cost_changes:
        if change.kind != payment.thing:
            continue
        span = change.span
        if change.sort == "nothing":
            made = E("vzero", (), cost.type, span)
        else:
            continue
        test = change.cond if change.cond is not None else E("num", (), YES_NO, span, 1)
        cost = E("choose_value", (_with_you(test, you), made, cost), cost.type, span)
    return cost


def more_choice(program: Program, payment: Payment, you: E) -> list[E]:
    """Standing reductions that the payer spreads freely: `your spells cost 1 less`."""
    found = []
    for change in program.cost_changes:
        if (
            change.kind == payment.thing
            and change.sort in ("less", "more")
            and change.amount is not None
        ):
            amount = change.amount
            if change.sort == "more":
                continue
            if change.cond is not None:
                zero = E("num", (), NUMBER, change.span, 0)
                amount = E(
                    "choose_value", (_with_you(change.cond, you), amount, zero), NUMBER, change.span
                )
            found.append(amount)
    return found
