"""Chapter 4: what is done when, how often, and by whom."""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.ir.nodes import Stmt
from tests.reference import lasting
from tests.reference.course import (
    COURSE,
    LOOPS,
    Course,
    Enough,
    GameEnds,
    Item,
    Items,
    Lines,
)
from tests.reference.values import Names


def _let(c: Course, s: nodes.Let | nodes.LetFrozen, names: Names) -> None:
    """`let name be ...`."""
    before, c.peeked = c.peeked, False
    names[s.name] = c.kept_as(s, names)
    if c.looking_ahead:
        secret = set(names.get("?", ()))
        names["?"] = secret | {s.name} if c.peeked else secret - {s.name}
    c.peeked = before


def _if(c: Course, s: nodes.If, names: Names) -> None:
    """`if ...`, `otherwise`."""
    c.do(s.body if c.seen(lambda: c.holds(s.args[0], names)) else s.other, names)


def _for(c: Course, s: nodes.For, names: Names) -> None:
    """`for each ...`, `have each player ...`, `repeat 3 times`: once for each."""
    c.next(("for", s, names, tuple(c.seen(lambda: c.gone_through(s, names)))))


def _for_item(c: Course, s: nodes.For, names: Names, left: tuple[int, ...]) -> None:
    if left:
        names[s.name] = left[0]
        names.setdefault("*", set()).add(s.name)
        c.todo.append(("for", s, names, left[1:]))
        c.do(s.body, names)


def _while(c: Course, s: nodes.While, names: Names) -> None:
    """`repeat while ...`: tested before each repetition."""
    if c.seen(lambda: c.holds(s.args[0], names)):
        c.todo.append(("while", s, names))
        c.do(s.body, names)


def _often(c: Course, s: nodes.AsOften, names: Names) -> None:
    """`as often as possible`: until the block below cannot be done."""
    asked = nodes.CanBlock((), s.args[0].type if s.args else None, s.span, s.body)  # type: ignore[arg-type]
    if c.holds(asked, names):
        c.todo.append(("often", s, names))
        c.do(s.body, names)


def _break(c: Course, s: nodes.Break, names: Names) -> None:
    """`stop repeating`: leave the innermost loop."""
    while c.todo:
        item = c.todo.pop()
        if item[0] in LOOPS:
            break
    while item[0] == "together" and c.todo and c.todo[-1][0] == "together":
        c.todo.pop()  # what the others would do falls away, too


def _return(c: Course, s: nodes.Return, names: Names) -> None:
    """`stop NAME`: leave the rule."""
    c.leave()


def _call(c: Course, s: nodes.Call, names: Names) -> None:
    """A deed of the rules' own, or a part of the game."""
    you, *args = (c.value(one, names) for one in s.args)
    c.carry_out(c.program.funcs[s.rule], you, args)


def _requires(c: Course, s: nodes.Requires, names: Names) -> None:
    """`requires ...`: if it fails, the rule ends. Who looks ahead takes for granted what they do
    not see."""
    if isinstance(s, nodes.Foreseen) and not c.looking_ahead:
        return
    c.peeked = False
    holds = c.holds(s.args[0], names)
    if not holds and not (c.looking_ahead and c.peeked):
        c.fails()


def _end_game(c: Course, s: nodes.EndGame, names: Names) -> None:
    """`end the game`: it is over at once."""
    if c.looking_ahead:
        raise Enough
    c.table.ending = s.number
    raise GameEnds


def _end_span(c: Course, s: nodes.EndSpan, names: Names) -> None:
    """`end this turn`: all rules up to the turn are left at once, and rules for its end run."""
    func = c.program.funcs.get(s.time)
    sort = func.sort if func is not None else s.time
    if not c.table.within.get(sort, 0):
        return
    closing: list[Item] = []
    while c.todo:
        item = c.todo.pop()
        if item[0] == "leave" or (item[0] == "edge" and item[1] == "end"):
            closing.append(item)
        if item[0] == "end" and s.time in (item[1].sort, item[1].name) and item[1].sort in COURSE:
            break
    c.todo += reversed(closing)


def _win(c: Course, s: nodes.Win, names: Names) -> None:
    """`win`: declares a winner, or several."""
    who = c.number(s.args[0], names)
    if who not in c.table.winners:
        c.table.winners.append(who)


def _set(c: Course, s: nodes.Set, names: Names) -> None:
    """`set your score to 3`, `gain 2 gold`: a number stops at its limits."""
    owner = c.number(s.args[0], names) if len(s.args) > 1 else 0
    value = c.value(s.args[-1], names)
    if s.field not in c.program.fields:  # the answer of a deed, or whether it is done
        if s.field.name.startswith("_done_"):
            c.table.kept.setdefault(s.field.key, {})[0] = value
        elif s.field.holder == "record":
            c.table.recorded.append(value)
        elif s.field.name == "_position":  # where the ring of the product goes on
            pass
        else:
            names["_answer"] = value
        return
    kind = s.field.type
    if kind.base == "number" and kind.optional and value < 0 and not s.args[-1].type.optional:
        value = max(value, kind.low or 0)
    was = c.table.read(s.field, owner)
    c.table.write(s.field, owner, value)
    by = _is_moved(s)
    lasting.changed_for_good(c.table, s.field, owner, was, by)


def _is_moved(s: nodes.Set) -> bool:
    """Whether a number is raised or lowered, not set anew."""
    value = s.args[-1].args[0] if isinstance(s.args[-1], nodes.Clamp) else s.args[-1]
    if not isinstance(value, (nodes.Add, nodes.Sub)):
        return False
    first = value.args[0]
    return isinstance(first, nodes.FieldRaw) and first.field is s.field


def _set_param(c: Course, s: nodes.SetParam, names: Names) -> None:
    """Change what a deed is about before it happens."""
    names[s.name] = names["event"][s.name] = c.value(s.args[-1], names)


def _pick(c: Course, s: nodes.Pick, names: Names) -> None:
    """`pick ...`: by rule instead of asking a player."""
    before, c.peeked = c.peeked, False
    c.do(c.pick(s, names), names)
    if c.looking_ahead and c.peeked:
        names["?"] = {*names.get("?", ()), s.name}
    c.peeked = before


def _for_all(c: Course, s: nodes.ForAll, names: Names) -> None:
    """`have each player, together` and `..., until all pass`."""
    order = tuple(c.several(s.args[0], names))
    if s.how == "until_all_pass":
        c.next(("window", s, names, order, 0, 0))
        return
    if s.how != "together":
        c.next(("for", s, names, order))
        return
    last = max((at for at, one in enumerate(s.body) if _chooses(one)), default=-1)
    own = tuple({**names, s.name: one, "^": f"_of{at}_"} for at, one in enumerate(order))
    c.next(
        *(("together", s.body[: last + 1], mine, names, s.body[last + 1 :]) for mine in own),
        *(("together", s.body[last + 1 :], mine, names, None) for mine in own),
    )


def _chooses(s: Stmt) -> bool:
    asking = (nodes.Choose, nodes.ChooseMatching, nodes.Options)
    return any(isinstance(one, asking) for one in s.walk())


def _together(
    c: Course, body: list[Stmt], mine: Names, names: Names, deeds: list[Stmt] | None
) -> None:
    """All choose from the same position without seeing the choices of the others; then everything
    is done. What a name from above stands for is the same for all."""
    mine.update({name: names[name] for name in names if name not in ("?",)})
    if deeds is not None:
        c.todo.append(("own deeds", deeds, mine))
    c.todo.append(("above", mine, names))
    c.do(body, mine)


def _above(c: Course, mine: Names, names: Names) -> None:
    names.update({name: mine[name] for name in names if name in mine})


def _own_deeds(c: Course, deeds: list[Stmt], mine: Names) -> None:
    """What is offered does not hang on what the others choose: looking ahead, one's own deeds come
    next, and nothing after them."""
    if c.looking_ahead:
        c.todo.append(("enough",))
        c.do(deeds, mine)


def _enough(c: Course) -> None:
    raise Enough


def _window(
    c: Course, s: nodes.ForAll, names: Names, order: tuple[int, ...], at: int, passed: int
) -> None:
    """Players are asked in turn, repeatedly, until all have passed in succession."""
    if passed < len(order):
        names[s.name] = order[at]
        c.todo.append(("window after", s, names, order, at, passed, c.taken))
        c.do(s.body, names)


def _window_after(
    c: Course,
    s: nodes.ForAll,
    names: Names,
    order: tuple[int, ...],
    at: int,
    passed: int,
    taken: int,
) -> None:
    now = passed + 1 if c.taken == taken else 0
    c.next(("window", s, names, order, (at + 1) % len(order), now))


ITEMS: Items = {
    "for": _for_item,
    "while": _while,
    "often": _often,
    "window": _window,
    "window after": _window_after,
    "together": _together,
    "above": _above,
    "enough": _enough,
    "own deeds": _own_deeds,
}
LINES: Lines = {
    nodes.Let: _let,
    nodes.LetFrozen: _let,
    nodes.If: _if,
    nodes.For: _for,
    nodes.ForAll: _for_all,
    nodes.While: _while,
    nodes.AsOften: _often,
    nodes.Break: _break,
    nodes.Return: _return,
    nodes.Call: _call,
    nodes.Requires: _requires,
    nodes.Foreseen: _requires,
    nodes.EndGame: _end_game,
    nodes.EndSpan: _end_span,
    nodes.Win: _win,
    nodes.Set: _set,
    nodes.SetParam: _set_param,
    nodes.Pick: _pick,
}
