"""Ends look-ahead where hidden information would decide, so that options do not reveal it.

Takes woven rules; puts a `horizon` before each sentence whose outcome depends on what the player
who is asked (`asked`) may not see. A `requires`, which does nothing else, gets this test as a
second argument: where it holds, look-ahead goes on as if the condition held. A hidden card that
would replace a deed is ignored in look-ahead. Outside of look-ahead, all three do nothing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from interpreter.ir import nodes
from interpreter.ir.declared import Site
from interpreter.ir.effects import RANDOM, only_ahead
from interpreter.ir.knowledge.hidden import Hidden, Known, Names, Told, without
from interpreter.ir.knowledge.revealing_sentences import Telling
from interpreter.ir.lowered import Woven
from interpreter.ir.names import names_made, statement_names
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.rewriting import unless_same, with_blocks
from interpreter.ir.types import PLAYER, YES_NO
from interpreter.ir.walking import inner_blocks, walk
from interpreter.ir.weaving.several import MANY

_ASKING = ("define", "relation")
_SAID_SO = (nodes.Requires, nodes.Foreseen, nodes.Choose)
"""Where the rules themselves ask how many there are, which who is asked does not see: a warning."""
_LOOPS = (nodes.For, nodes.ForAll, nodes.While, nodes.AsOften)


def end_looking_ahead(woven: Woven) -> None:
    """Insert a horizon wherever a rule would reveal something hidden."""
    telling = Telling(woven.program, woven.funcs)
    if not telling.zones.unseen:
        return
    for func in woven.funcs.values():
        if func.sort not in _ASKING:
            func.body = _block(telling, func.body, {})
    _guard(telling, woven)


def _guard(telling: Telling, woven: Woven) -> None:
    """Mark the questions whose being asked at all would reveal what somebody holds."""
    for func in woven.funcs.values():
        for s in walk(func.body):
            site = _for_form(s)
            if site is not None and telling.decided(s, {}):
                site.guarded = True


def _for_form(s: Stmt) -> Site | None:
    """Return the site of a question that may have no option but to decline; None for any other."""
    if isinstance(s, nodes.Menu):
        return s.site
    if isinstance(s, nodes.Choosing) and s.choice.how in MANY:
        return s.choice.site
    return None


def _block(telling: Telling, body: list[Stmt], names: Names) -> list[Stmt]:
    made: list[Stmt] = []
    looking = True
    for s in body:
        looking = looking and not _ends(s)
        told = telling.decided(s, names) if looking and not only_ahead(s) else frozenset()
        if type(s) in _SAID_SO:
            told = frozenset(h for h in told if not h.number)
        if told and _replaces(telling, s):
            s = _unanswered_ahead(s, told)
        elif told and isinstance(s, nodes.Requires):
            s = replace(s, args=(*s.args, _unseen_at_all(s, told)))
        elif told:
            horizon = _horizon(s, told)
            made.append(horizon)
            looking = bool(horizon.args)
        if type(s) in _LOOPS:
            _carry(telling, s, names)
        telling.learn(s, names)
        inside = (
            {name for one in walk([s]) for name in names_made(one)} if any(inner_blocks(s)) else ()
        )
        s = with_blocks(s, lambda block: _block(telling, block, names))
        for name in names if inside else ():
            known = names[name]
            names[name] = Known(
                without(known.value, {*inside}),
                without(known.many, {*inside}),
                known.means,
                known.every,
            )
        made.append(s)
    return unless_same(body, made)


def _ends(s: Stmt) -> bool:
    """Check whether look-ahead ends at this sentence anyway."""
    return (
        type(s) in RANDOM
        or (isinstance(s, nodes.Horizon) and not s.args)
        or isinstance(s, nodes.EndGame)
    )


def _replaces(telling: Telling, s: Stmt) -> bool:
    """Check whether a sentence lets a rule replace a deed, if somebody has it, and end the deed."""
    inner = [*walk(s.body)]
    return (
        isinstance(s, nodes.If)
        and any(isinstance(one, nodes.Return) for one in inner)
        and any(
            isinstance(one, nodes.Call) and telling.funcs[one.rule].sort == "trigger"
            for one in inner
        )
    )


def _unanswered_ahead(s: Stmt, told: Told) -> Stmt:
    """Disable a hidden replacement during look-ahead.

    The deed must then be possible where nothing replaces it.
    """
    ahead = nodes.LookingAhead((), YES_NO, s.span)
    unseen = nodes.And((ahead, _unseen_at_all(s, told)), YES_NO, s.span)
    sure = nodes.Not((unseen,), YES_NO, s.span)
    return replace(s, args=(nodes.And((sure, *s.args), YES_NO, s.span),))


def _carry(telling: Telling, loop: Stmt, names: Names) -> None:
    """Extend `names` with what a loop carries into its next round, before its body is read."""
    used: set[str] = set()
    made: set[str] = set()
    for one in loop.body:
        statement_names(one, used, made)
    carried = used & {name for one in walk(loop.body) for name in names_made(one)}
    if not carried:
        return
    after = dict(names)
    for one in walk(loop.body):
        telling.learn(one, after)
    for name in carried & after.keys():
        known = after[name]
        names[name] = Known(without(known.value, {*after}), without(known.many, {*after}))


def _horizon(s: Stmt, told: Told) -> Stmt:
    """Build a horizon that applies if the player who is asked may not see what is revealed."""
    test = _unseen_at_all(s, told)
    return nodes.Horizon(() if isinstance(test, nodes.Num) else (test,), s.span)


def _unseen_at_all(s: Stmt, told: Told) -> Expr:
    """Build the test whether the player who is asked may not see some of what is revealed."""
    tests = []
    for number, hidden in enumerate(sorted(told, key=lambda h: (h.zone, h.number, h.owner or ""))):
        test = _unseen(s, hidden, f"_unseen{number}")
        if test is None:
            return nodes.Num((), YES_NO, s.span, 1)
        tests.append(test)
    return reduce(lambda a, b: nodes.Or((a, b), YES_NO, s.span), tests)


def _unseen(s: Stmt, hidden: Hidden, var: str) -> Expr | None:
    """Build the test whether the player who is asked does not see it; None: they never do."""
    span = s.span
    test: Expr | None = None
    if hidden.player is not None:
        compare = nodes.Eq if hidden.but else nodes.Ne
        test = compare((hidden.player, nodes.Asked((), PLAYER, span)), YES_NO, span)
    if hidden.there is not None:
        thing = nodes.Local((), hidden.there.type.element, span, var)
        turned = nodes.Not((nodes.Shown((thing,), YES_NO, span),), YES_NO, span)
        some = nodes.Some((hidden.there, turned), YES_NO, span, var)
        test = some if test is None else nodes.And((test, some), YES_NO, span)
    return test
