"""Why a move is possible, or the first condition that prevents it.

Takes a position of an explaining plan and a move as it was typed; tries it on copies, sentence by
sentence, and returns an `Explanation`. What the asking player cannot see is never told: a condition
that depends on it is only named where nothing else stands in the way. Nothing here prints, and no
state is changed.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.backends.python.explained import Reason
from interpreter.diagnostics import Span
from interpreter.explaining.attempts import begun_rule, offered_to
from interpreter.explaining.condition_evaluation import called_names, rule_of_step, step_of
from interpreter.explaining.explanations import (
    Condition,
    ExplainedPosition,
    Explanation,
    Leaf,
    LegalWay,
    Meant,
    MoveStep,
)
from interpreter.explaining.inquiry import Inquiry
from interpreter.explaining.move_resolution import lost_ways, meanings, nearest_to
from interpreter.explaining.prices import payment_condition, rule_here
from interpreter.explaining.questions import refused, taken_answer
from interpreter.explaining.typed_moves import PASS, ParsedMove, TypedAnswer, Unknown, read
from interpreter.ir import graphs, nodes
from interpreter.ir.declared import Site
from interpreter.ir.walking import walk
from interpreter.present import labels, words
from interpreter.present.condition_words import refusal
from interpreter.run import handles


def inquire(position: ExplainedPosition, viewer: int) -> Inquiry:
    """Begin an inquiry of a player at a position."""
    return Inquiry(position, viewer, refused)


def explanations(position: ExplainedPosition, move: str) -> list[Explanation]:
    """Explain a typed move to the player who decides at a position.

    Without a move, each item of the menu that is not offered is explained. Raises `Unknown` for
    words that mean nothing.
    """
    state = position.state
    case = inquire(position, state.actor)
    if move:
        meant = read(move, handles.seat_names(state.n))
        if not meant.answers:
            raise Unknown(move.strip(), None)
        return [explain(case, meant)]
    site = position.plan.program.sites[state.site]
    if site.sort != "menu":
        return []
    missing = [item for n, item in enumerate(site.items) if n not in state.options]
    names = dict.fromkeys(str(item[2]) for item in missing)
    return [explain(case, ParsedMove("", (TypedAnswer(name),))) for name in names]


def explain(case: Inquiry, move: ParsedMove) -> Explanation:
    """Explain why a move is possible or not; raises `Unknown` for words that mean nothing."""
    S = case.state
    if S.over:
        return _plainly(case, move, "the game is over")
    seat = handles.seat_names(S.n).index(move.seat) if move.seat else S.actor
    if seat != S.actor:
        who = handles.seat_name(S.actor).capitalize()
        return _plainly(case, move, f"it is {who} who decides now", seat)
    best: Explanation | None = None
    case.notes.soft.clear()
    try:
        for _ in range(8):
            made = _explained(case, move.answers)
            nothing = made.leaf is None or made.leaf.condition is None
            if best is not None and nothing:
                break  # only hidden conditions stand in the way
            best = made
            condition = made.leaf.condition if made.leaf is not None else None
            if condition is None or not condition.hidden or condition.sort != "requires":
                break
            if condition.reason in _soft(case):
                break
            case.notes.soft.add(case.rules.reasons.index(condition.reason))
    finally:
        case.notes.soft.clear()
    assert best is not None
    return best


def _soft(case: Inquiry) -> list[Reason]:
    return [case.rules.reasons[number] for number in case.notes.soft]


def _plainly(case: Inquiry, move: ParsedMove, why: str, seat: int = -1) -> Explanation:
    S = case.state
    label = ", ".join(said.words for said in move.answers)
    step = MoveStep(-1, None, True, lambda: (label, label, ""), "")
    return Explanation(
        S.actor if seat < 0 else seat, _asked(case), (step,), False, Leaf((step,), None, why)
    )


def _asked(case: Inquiry) -> str:
    return handles.question_handle(case.plan, case.state.site)


def _explained(case: Inquiry, answers: tuple[TypedAnswer, ...]) -> Explanation:
    S, site = case.state, case.plan.program.sites[case.state.site]
    case.looked = 0
    case.apart = False
    said = answers[0]
    meant = meanings(case, S, site, answers, case.listed, first=True)
    if meant is None and site.sort == "menu":
        found = case.vocabulary.actions_with(S, said)
        here = [(n, q) for n, q in found if any(item[2] == n for item in site.items)]
        tried = []
        for name, _ in here or found:
            first = TypedAnswer(name)
            fit = case.vocabulary.fits(S, site, first) or [name]
            tried.append(_tried(case, site, Meant(fit, 0), answers))
        legal = [one for one in tried if one.legal]
        if len(tried) == 1 or len(legal) == 1:
            return legal[0] if legal else tried[0]
        near = [
            t
            for t in tried
            if t.leaf is not None
            and t.leaf.condition is not None
            and t.leaf.condition.sort not in ("card", "menu")
        ]
        if len(near) == 1 and not legal:
            return near[0]
        if tried:
            made = tried[0]
            titles = [case.plan.program.funcs[n].title or n for n, _ in here or found]
            made.ambiguous = tuple(f"{title}: {said.words}" for title in titles)
            return made
    if meant is None:
        if said.words.lower() in PASS and not said.question:
            return _no_passing(case)
        for other in case.plan.program.sites:
            if case.vocabulary.knows(S, other, said):
                return _not_asked(case, said, other)
        raise case.vocabulary.unknown(S, said)
    return _tried(case, site, meant, answers)


def _no_passing(case: Inquiry) -> Explanation:
    """Explain that a question that waits for its answer cannot be passed."""
    S = case.state
    step = MoveStep(-1, None, True, lambda: ("Passing", "pass", ""), "")
    site = case.plan.program.sites[S.site]
    rule = rule_here(case, site.func, site.span)
    none = "; `none` leaves it out" if -1 in S.options and site.sort == "choose" else ""
    why = f"{_now(case)}{none}"
    if site.sort == "menu":
        why = f"`{labels.question(case.plan, S)}` cannot be passed"
    leaf = Leaf((step,), None, why, 0, (rule,))
    return Explanation(S.actor, _asked(case), (step,), False, leaf)


def _not_asked(case: Inquiry, said: TypedAnswer, other: Site) -> Explanation:
    """Explain that an answer belongs to a question that is not asked now."""
    S = case.state
    values = case.vocabulary.fits(S, other, said)
    if other.sort == "menu":
        name = other.items[values[0]][2]
        step = replace(step_of(case, S, other, values[0], Meant(values)), site=-1)
        leaf = _menu_leaf(case, name, (step,))
    else:
        step = replace(lost_ways(case, S, other, (said,)), question=_asked(case))
        if values:
            step = replace(step_of(case, S, other, values[0], Meant(values)), site=-1)
        rule = rule_here(case, other.func, other.span)
        title = labels.rule_title(case.plan, other.func)
        why = f"it answers `{title}: {words.spoken(other.name)}`, and {_now(case)}"
        leaf = Leaf((step,), None, why, 0, (rule,))
    return Explanation(S.actor, _asked(case), (step,), False, leaf)


def _now(case: Inquiry) -> str:
    """Phrase which question is asked now."""
    return f"what is asked now is `{labels.question(case.plan, case.state)}`"


def _tried(
    case: Inquiry, site: Site, meant: Meant, answers: tuple[TypedAnswer, ...]
) -> Explanation:
    """Try everything that the first answers may mean; explain the attempt that gets furthest."""
    S = case.state
    options, rest = list(S.options), answers[meant.used :]
    leaves: list[Leaf] = []
    if meant.lost is not None:
        leaves = [Leaf((lost_ways(case, S, site, answers[: meant.used]),), meant.lost)]
    there = [v for v in meant.values if offered_to(case, S, site, v, options) is not None]
    others = [value for value in meant.values if value not in there]
    if site.type.is_joint:
        others = nearest_to(case, S, site, others, case.listed) if not there and others else []
    for value in [*there, *others]:
        if isinstance(value, str):
            leaves.append(_in_no_menu(case, value))
            continue
        offered = offered_to(case, S, site, value, options)
        step = step_of(case, S, site, value if offered is None else offered, meant)
        result: LegalWay | list[Leaf]
        if offered is not None:
            result = taken_answer(case, S, site, offered, (step,), rest)
        else:
            result = case.refused(case, S, site, value, (step,), rest)
        if isinstance(result, LegalWay):
            if offered is None:  # the question's own look-ahead is shorter
                continue
            rule = rule_of_step(case, site, offered)
            named = tuple(step for step in result.path if step.named)
            return Explanation(S.actor, _asked(case), named, True, None, result, rule, case.looked)
        leaves += result
    if not leaves:
        step = step_of(case, S, site, meant.values[0], meant)
        leaves = [Leaf((step,), None, "it is not offered now")]
    best, each = _best(case, leaves)
    if best.condition is not None:
        _as_it_lies(case, best.condition)
        _look_inside(case, best.condition)
    named = tuple(step for step in best.path if step.named)
    return Explanation(
        S.actor,
        _asked(case),
        named,
        False,
        best,
        None,
        rule_of_step(case, site, meant.values[0] if meant.values else None),
        len(leaves),
        each,
    )


def _in_no_menu(case: Inquiry, name: str) -> Leaf:
    func = case.plan.program.funcs[name]
    title = func.title or words.spoken(name)
    step = MoveStep(-1, None, True, lambda: (title, name, ""), _asked(case))
    return _menu_leaf(case, name, (step,))


def _menu_leaf(case: Inquiry, name: str, path: tuple[MoveStep, ...]) -> Leaf:
    """Build the leaf for an action or pass that is not offered now, naming menus that do."""
    sites = [
        site
        for site in case.plan.program.sites
        if site.sort == "menu" and any(item[2] == name for item in site.items)
    ]
    sites = _by_nearness(case, sites)
    titles = [f"`{site.title or labels.rule_title(case.plan, site.func)}`" for site in sites]
    places = [rule_here(case, site.func, _line_of(case, site, name)) for site in sites]
    listed = words.joined(dict.fromkeys(titles))
    where = f"it is offered in {listed}" if titles else "no menu offers it"
    return Leaf(path, None, f"{where}, and {_now(case)}", 0, tuple(places[:1]))


def _line_of(case: Inquiry, site: Site, name: str) -> Span:
    """Find the span of the menu line that offers an action; the menu's own if there is none."""
    number = next(item[0] for item in site.items if item[2] == name)
    for func in case.plan.program.funcs.values():
        for s in walk(func.body):
            if isinstance(s, nodes.Menu) and s.site is site and s.lines[number].span is not None:
                return s.lines[number].span  # type: ignore[no-any-return]
    return site.span


def _by_nearness(case: Inquiry, sites: list[Site]) -> list[Site]:
    """Sort menus by how soon the rules under way lead to them.

    Rules on the stack come first, the innermost before others, then what these call or offer.
    """
    names = {number: name.rstrip(".") for name, number in case.rules.numbers.items()}
    steps: dict[str, int] = {}
    for frame in reversed(case.state.stack):
        rules = graphs.reached([names.get(frame[0], "")], lambda name: _leads_to(case, name))
        for name in rules:
            steps.setdefault(name, len(steps))
    return sorted(sites, key=lambda site: steps.get(site.func.rstrip("."), len(steps)))


def _leads_to(case: Inquiry, name: str) -> list[str]:
    """List the rules that a rule calls or offers in its menus."""
    func = case.plan.program.funcs.get(name)
    found: list[str] = []
    for s in walk(func.body) if func is not None else ():
        if isinstance(s, nodes.Call):
            found.append(str(s.rule))
        elif isinstance(s, nodes.Menu):
            found += [item for line in s.lines for item in line.items]
    return found


def _as_it_lies(case: Inquiry, condition: Condition) -> None:
    """Add the values on the table now to those that the move itself would change before."""
    test, S = condition.reason.test, condition.state
    if S is case.state or condition.hidden:
        return
    if condition.sort not in ("pay", "requires"):
        return
    number = case.rules.reasons.index(condition.reason)
    if condition.sort == "pay":
        there = payment_condition(case, number, condition.env, case.state).values
    elif test is not None:
        case.conditions.names = called_names(case.plan).get(number, {})
        if not case.conditions.visible(test, case.state, condition.env):
            return
        parts = case.conditions.blamed(test, S, condition.env)
        there = case.conditions.in_words(parts, case.state, condition.env, test)
    else:
        return
    values = {one.what: one.value for one in there}
    condition.values = [
        replace(one, now=values[one.what]) if values.get(one.what, one.value) != one.value else one
        for one in condition.values
    ]


def _look_inside(case: Inquiry, condition: Condition) -> None:
    """Extend a failed `can` condition with the reason why the action in question cannot be done."""
    test = condition.reason.test
    if test is None or condition.hidden or condition.sort not in ("requires", "source"):
        return
    for part, want in case.conditions.blamed(test, condition.state, condition.env):
        if not isinstance(part, nodes.Can) or not want:
            continue
        you, *args = (case.conditions.value(a, condition.state, condition.env) for a in part.args)
        T = condition.state.clone()
        T.actor = you
        found = begun_rule(case, T, part.rule, (), (), tuple(args))
        inner = _best(case, found)[0].condition if isinstance(found, list) and found else None
        if inner is not None and not inner.hidden:
            outer = condition.says
            outer = refusal(outer) if outer == condition.phrase else outer
            condition.says = f"{outer}: {inner.says}"
            condition.phrase, condition.values = inner.phrase, inner.values
            condition.short, condition.missing = inner.short, inner.missing
        return


def _best(case: Inquiry, leaves: list[Leaf]) -> tuple[Leaf, bool]:
    """Pick the leaf that comes nearest to success, and whether all fail for the same reason.

    Prices that cannot be paid come first, the smallest shortage of all; then the furthest progress.
    """
    conditions = [leaf.condition for leaf in leaves if leaf.condition is not None]
    whys = {id(c.reason) for c in conditions}
    each = len(leaves) > 1 and len(whys) == 1 and len(conditions) == len(leaves)
    each = each and not case.apart and not any(condition.missing for condition in conditions)
    seen = [leaf for leaf in leaves if leaf.condition is None or not leaf.condition.hidden]
    paying = [
        leaf
        for leaf in seen
        if leaf.condition is not None and _is_price(leaf.condition) and leaf.condition.missing > 0
    ]
    if paying:
        return min(paying, key=lambda leaf: (leaf.condition.missing, -leaf.progress)), each  # type: ignore[union-attr]
    pool = seen or leaves

    def rank(leaf: Leaf) -> tuple[int, int]:
        missing = leaf.condition.missing if leaf.condition is not None else 0
        return (-leaf.progress, leaf.lacking or missing or 10**6)

    return min(pool, key=rank), each


def _is_price(condition: Condition) -> bool:
    return condition.sort == "pay" or condition.span.text.startswith("pay ")
