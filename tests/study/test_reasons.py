"""Why a move is not possible: every reason is true.

At positions of random games of every shipped game, moves that are not offered are named. The
condition that is told must be false there; with what it names changed, it must hold; and the move
must then be possible, or fail for another condition.
"""

from __future__ import annotations

import operator
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.backends.python.explained import rules_of
from interpreter.explaining.condition_evaluation import called_names, condition_at
from interpreter.explaining.explanations import (
    Condition,
    ExplainedPosition,
    Explanation,
    opened,
    reached,
)
from interpreter.explaining.reasons import explain, inquire
from interpreter.explaining.typed_moves import (
    AnswerNames,
    ParsedMove,
    TypedAnswer,
    Unknown,
    Unseen,
    read,
)
from interpreter.load.game_folder import list_games
from interpreter.play import because
from interpreter.present.condition_words import Conditions
from interpreter.run import handles
from tests.language.worked_items import PLAYED
from tests.language.worked_items import plan_of as plan_of_item
from tests.run.invariants import plan_of
from tests.run.test_hidden_information import mixed
from tests.study.changes import Reads, made_true

GAMES = [folder.name for folder in list_games()]
POSITIONS = 4  # of each game
MOVES = 5  # at each of them


@dataclass
class Tried:
    """What came of the moves that were tried in one game."""

    illegal: int = 0
    sorts: Counter[str] = field(default_factory=Counter)
    turned: int = 0  # their condition could be made to hold
    legal: int = 0  # and the move was possible then
    other: int = 0  # only another answer makes their condition hold
    fixed: int = 0  # nothing on the table can change what they depend on
    stuck: list[str] = field(default_factory=list)  # nothing was found that makes it hold
    wrong: list[str] = field(default_factory=list)


def positions(plan: Any, number: int, rng: Random) -> Any:
    """Positions of random games, spread over whole games."""
    given = 0
    while given < number:
        players = rng.randint(plan.least, plan.most)
        place = opened(plan, players, rng.randrange(10**9))
        ahead = rng.randrange(12)
        while not place.state.over and given < number:
            if ahead == 0:
                yield place
                given += 1
                ahead = rng.randrange(3, 40)
            ahead -= 1
            S, option = place.state, rng.choice(place.state.options)
            taken = (*place.taken, (S.actor, S.site, option))
            place = reached(plan, S, option, taken=taken)


def unlikely(place: ExplainedPosition, rng: Random) -> ParsedMove:
    """Give a move that may or may not be possible: something the question could be answered with,
    or an action with an answer to one of its questions."""
    plan, S = place.plan, place.state
    spoken = AnswerNames(plan, S.actor)
    site = plan.program.sites[S.site]
    if site.sort != "menu":
        return ParsedMove("", answers_to(spoken, S, site, rng) or (TypedAnswer("none"),))
    item = rng.choice(site.items)
    answers = [TypedAnswer(item[2] if item[1] != "pass" else "pass")]
    asked = [s for s in spoken.asked_in(item[2]) if s.sort != "menu"]
    if asked and rng.random() < 0.7:
        answers += answers_to(spoken, S, rng.choice(asked), rng, named=True)
    return ParsedMove("", tuple(answers))


def answers_to(
    spoken: AnswerNames, S: Any, site: Any, rng: Random, named: bool = False
) -> tuple[TypedAnswer, ...]:
    """Something that a question could be answered with at some time; nothing if there is nothing.

    Where several things are chosen together, one of them or more."""
    if site.type.base == "joint":
        parts = rng.sample(site.type.elements, rng.randint(1, len(site.type.elements)))
        made = []
        for name, kind in parts:
            words = [str(n) for n in numbers(kind)] if kind.base == "number" else []
            words = words or seen_first(((w, [v]) for w, v in spoken.values(S, kind)), rng)
            made += [TypedAnswer(rng.choice(words), name)] if words else []
        return tuple(made)
    words = seen_first(spoken.names(S, site), rng)
    if site.type.base == "number" and site.sort == "choose":
        words = [str(n) for n in numbers(site.type)]
    return (TypedAnswer(rng.choice(words), site.name if named else ""),) if words else ()


def seen_first(names: Any, rng: Random) -> list[str]:
    """Names of answers, mostly of what the player sees."""
    found = dict(names)
    seen = [name for name, values in found.items() if not isinstance(values[0], Unseen)]
    return sorted(seen if seen and rng.random() < 0.8 else found)


def numbers(kind: Any) -> range:
    """Numbers that somebody may name."""
    return range(kind.low or 0, (kind.high if kind.high is not None else 9) + 1)


def listed_again(
    place: ExplainedPosition, S: Any, env: dict[str, Any] | None = None
) -> ExplainedPosition:
    """Give the same question at a changed position, with its options as they are there."""
    plan = place.plan
    assert place.listed is not None
    number, frame, args, _ = place.listed
    question = rules_of(plan).questions[number]
    if env is not None:
        args = tuple(env.get(name, arg) for name, arg in zip(question.names, args, strict=True))
    T = S.clone()
    top = T.stack.pop()
    assert question.sort != "pay"
    options, _ = plan.namespace[f"ask_{number}"](T, frame, *args)
    listed = rules_of(plan).notes.listed
    if -1 in S.options and question.sort == "choose":
        options = [*options, -1]
    T.stack.append(top)
    T.options = options
    return ExplainedPosition(plan, T, listed, place.taken)


def check(name: str, place: ExplainedPosition, move: ParsedMove, tried: Tried, rng: Random) -> None:
    reasons = inquire(place, place.state.actor)
    made = explain(reasons, move)
    if made.legal or made.ambiguous:
        return
    tried.illegal += 1
    told = f"{name}: {' '.join(f'{s.question} is {s.words},' for s in move.answers)}"
    assert made.leaf is not None
    condition = made.leaf.condition
    if condition is None:
        tried.sorts["plain"] += 1
        if not plainly_so(place, made):
            tried.wrong.append(f"{told} {made.leaf.plain}")
        return
    tried.sorts[condition.sort] += 1
    # Where it stands: a line of a file of the game, in a rule or on a card that there is.
    assert Path(condition.span.source.path).name and condition.span.line > 0
    assert condition.rule.name
    if made.steps[-1].option is None and condition.sort == "source":
        tried.fixed += 1
        tried.sorts["unseen"] += 1
        tried.wrong += [f"{told} {wrong}" for wrong in there_to_be_seen(place, made, condition)]
        return
    if condition.says == "it cannot be paid like this":  # in another way it can
        tried.fixed += 1
        if made.steps[-1].option in place.state.options or not condition.short:
            tried.wrong.append(f"{told} {condition.says}: it can")
        return
    if holds(place, condition, condition.state):
        tried.wrong.append(f"{told} {condition.says}: it holds")
        return
    tried.wrong += [f"{told} {wrong}" for wrong in not_on_the_table(place, condition)]
    tried.wrong += [f"{told} {wrong}" for wrong in not_the_nearest(place, move, made, tried)]
    turn(told, place, move, made, condition, tried, rng)


def there_to_be_seen(
    place: ExplainedPosition, made: Explanation, condition: Condition
) -> list[str]:
    """Give a card that is told not to be there, and is: open to be chosen, or in the box."""
    plan, S = place.plan, condition.state
    handle = made.steps[-1].handle
    rules = rules_of(plan)
    conditions = Conditions(plan, place.state.actor)
    asked = [q for q in rules.questions if rules.reasons[q.among] is condition.reason]
    if not asked:  # one of several things chosen together
        return [f"{condition.says}: it is"] if holds(place, condition, S) else []
    question = asked[0]
    code = conditions.code(question.source, question.names)
    source = code(S, *(condition.env[name] for name in question.names))
    named = [d for d in plan.program.designs if handle in (d.id, d.title)]
    assert named, handle
    there = [c for d in named for c in range(d.first, d.last) if c in source]
    if any(handles.sees_piece(plan, S, c, place.state.actor) for c in there):
        return [f"{condition.says}: it is there"]
    hidden = any(not handles.sees_piece(plan, S, c, place.state.actor) for c in source)
    if hidden != condition.says.startswith("you do not see"):
        return [f"{condition.says}: {'some are' if hidden else 'nothing is'} hidden there"]
    return []


def not_on_the_table(place: ExplainedPosition, condition: Condition) -> list[str]:
    """Values that are told as if they were so now, and are not: the player sees the table, and not
    what the move would have made of it by then."""
    test = condition.reason.test
    if test is None or condition.hidden or condition.sort != "requires":
        return []
    reasons = inquire(place, place.state.actor)
    conditions = reasons.conditions
    number = rules_of(place.plan).reasons.index(condition.reason)
    conditions.names = called_names(reasons.plan).get(number, {})
    if not conditions.visible(test, place.state, condition.env):
        return []
    parts = conditions.blamed(test, condition.state, condition.env)
    there = {t.what: t.value for t in conditions.in_words(parts, place.state, condition.env, test)}
    return [
        f"{one.what} is {there[one.what]} on the table, and {one.now or one.value} is told"
        for one in condition.values
        if one.what in there and (one.now or one.value) != there[one.what]
    ]


def not_the_nearest(
    place: ExplainedPosition, move: ParsedMove, made: Explanation, tried: Tried
) -> list[str]:
    """Give what is wrong with the way that is named as the nearest, of several things chosen
    together: another lacks less, or fails for another reason though it is the same "whatever is
    chosen"."""
    assert made.leaf is not None and made.leaf.condition is not None
    condition, plan = made.leaf.condition, place.plan
    rules = rules_of(plan)
    found = [
        (question, rules.reasons[number])
        for question in rules.questions
        for number in question.tests
        if rules.reasons[number] is condition.reason
        and plan.program.sites[question.site].type.base == "joint"
    ]
    if not found or condition.hidden:
        return []
    question = found[0][0]
    kind = plan.program.sites[question.site].type
    conditions = Conditions(plan, place.state.actor)
    S, env = condition.state, condition.env
    named = kind.split(env[question.candidate])
    asked = {said.question for said in move.answers}
    fixed = [n for n, (name, _) in enumerate(kind.elements) if name in asked]
    code = conditions.code(question.source, question.names)
    source = [
        value
        for value in code(S, *(env[name] for name in question.names))
        if all(kind.split(value)[n] == named[n] for n in fixed)
    ]
    tests = [rules.reasons[number] for number in question.tests]

    def failing(value: Any) -> list[Any]:
        inner = env | {question.candidate: value}
        return [
            (one, inner)
            for one in tests
            if not conditions.code(one.code, one.names)(S, *(inner[name] for name in one.names))
        ]

    def lacking(value: Any) -> int | None:
        gaps = [gap_of(conditions, one.test, S, inner) for one, inner in failing(value)]
        return None if None in gaps else sum(gap for gap in gaps if gap)

    whys = {failing(value)[0][0].text for value in source if failing(value)}
    if made.each and len(whys) > 1:
        return [f"the same whatever is chosen, and there are {sorted(whys)}"]
    totals = [gap for value in source if (gap := lacking(value))]
    if not totals:
        return []
    tried.sorts["smallest"] += 1
    mine = lacking(env[question.candidate])
    return [] if mine == min(totals) else [f"lacks {mine}, another {min(totals)}"]


def gap_of(conditions: Conditions, test: Any, S: Any, env: dict[str, Any]) -> int | None:
    """By how much one side of a comparison must change for it to hold, found by trying; None if it
    compares nothing that is had."""
    if test.op not in COMPARES or test.args[0].type.base != "number":
        return None
    left, right = (conditions.value(arg, S, env) for arg in test.args)
    if test.op == "eq" and "empty" in test.span.text:
        return None  # nothing that a player could have is missing where a place is taken
    compare = COMPARES[test.op]
    return next(k for k in range(1000) if compare(left + k, right) or compare(left - k, right))


COMPARES = {
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge, "eq": operator.eq,
}  # fmt: skip


def plainly_so(place: ExplainedPosition, made: Explanation) -> bool:
    """Whether a reason that is no condition of the rules is true."""
    assert made.leaf is not None
    plan, S = place.plan, place.state
    site = plan.program.sites[S.site]
    why = made.leaf.plain
    if "what is asked now is" in why:
        names = [item[2] for item in site.items] if site.sort == "menu" else []
        return made.steps[0].handle not in names
    if why.startswith("nobody asks for"):
        return True
    if "are to be chosen" in why or why in ("something must be chosen here",):
        return site.sort == "choose" or len(made.leaf.path) > 1
    return False


def holds(place: ExplainedPosition, condition: Condition, S: Any) -> bool:
    code = Conditions(place.plan, None).code(condition.reason.code, condition.reason.names)
    if condition.sort == "pay" and condition.says != "the cost cannot be paid":
        return False  # the way to pay that was named, and not the cost
    return bool(code(S, *(condition.env[name] for name in condition.reason.names)))


def turn(
    told: str,
    place: ExplainedPosition,
    move: ParsedMove,
    made: Explanation,
    condition: Condition,
    tried: Tried,
    rng: Random,
) -> None:
    """Change what a reason names so that its condition holds, and ask again."""
    plan = place.plan
    reason = condition.reason
    if condition.sort in ("limit", "must"):
        env = condition.env | dict.fromkeys(reason.names, 0 if condition.sort == "limit" else 99)
        code = Conditions(plan, None).code(reason.code, reason.names)
        assert code(condition.state, *(env[name] for name in reason.names)), told
        other = listed_again(place, place.state, env)
    else:
        number = rules_of(plan).reasons.index(reason) if reason.test is None else -1

        def missing(T: Any) -> int:
            now = condition_at(inquire(place, place.state.actor), number, condition.env, T)
            assert now is not None
            return now.missing

        S = made_true(
            plan,
            condition.state,
            reason.test,
            lambda T: holds(place, condition, T),
            condition.env,
            rng,
            missing,
        )
        if S is None:
            if another_answer(place, condition):
                tried.other += 1
            elif cannot_be_otherwise(plan, condition):
                tried.fixed += 1
                tried.sorts[f"fixed: {condition.phrase}"] += 1
            else:
                tried.stuck.append(f"{told} {condition.says} {condition.phrase}")
            return
        assert holds(place, condition, S)
        if condition.state is not place.state:
            changed = transplanted(plan, place.state, condition.state, S)
        else:
            changed = S
        other = listed_again(place, changed)
    tried.turned += 1
    try:
        again = explain(inquire(other, place.state.actor), move)
    except Unknown:  # it was named by where it lay
        return
    if again.legal:
        tried.legal += 1
        offered = again.steps[0].option
        if again.steps[0].site == other.state.site and offered not in other.state.options:
            tried.wrong.append(f"{told}: said to be possible, and not offered")
    elif again.leaf is not None and again.leaf.condition is not None:
        same = again.leaf.condition
        if holds(other, same, same.state):
            tried.wrong.append(f"{told} then {same.says}: it holds")
        if same.reason is reason and same.env == condition.env and same.state is other.state:
            tried.wrong.append(f"{told} {condition.says}: still said when it holds")


def transplanted(plan: Any, start: Any, before: Any, after: Any) -> Any:
    """Give the change from one state to another, made to a third."""
    T = start.clone()
    for name in type(T).__slots__:
        if name.startswith(("f_", "z_", "stamp_", "t_")) or name in (
            "loc", "shown", "used_at", "used_n", "expiry",
        ):  # fmt: skip
            old, new = getattr(before, name), getattr(after, name)
            if old == new:
                continue
            mine = getattr(T, name)
            if isinstance(mine, list) and len(old) == len(new) == len(mine):
                for at, (a, b) in enumerate(zip(old, new, strict=True)):
                    if a != b:
                        mine[at] = b[:] if isinstance(b, list) else b
            else:
                setattr(T, name, new[:] if isinstance(new, list) else new)
    return T


def another_answer(place: ExplainedPosition, condition: Condition) -> bool:
    """Whether a condition on something that is chosen holds for something else in its place."""
    rules = rules_of(place.plan)
    number = rules.reasons.index(condition.reason)
    for question in rules.questions:
        if number not in question.tests:
            continue
        conditions = Conditions(place.plan, None)
        code = conditions.code(question.source, question.names)
        env = condition.env
        test = conditions.code(condition.reason.code, condition.reason.names)
        for thing in code(condition.state, *(env[name] for name in question.names)):
            inner = env | {question.candidate: thing}
            if test(condition.state, *(inner[name] for name in condition.reason.names)):
                return True
    return False


def cannot_be_otherwise(plan: Any, condition: Condition) -> bool:
    """Whether a condition depends on nothing but what was answered and what is printed, or on kept
    values of which none makes it true, or asks for a number beyond all there are."""
    test = condition.reason.test
    if test is None:
        return False
    if test.op == "range":
        return True
    for part, _ in Conditions(plan, None).blamed(test, condition.state, condition.env):
        reads = Reads(plan).of(part)
        if reads.families or reads.uses or reads.stamps or reads.lasting:
            return False
    return True


def run(name: str, number: int, seed: int) -> Tried:
    return run_of(plan_of(name), name, number, seed)


def run_of(plan: Any, name: str, number: int, seed: int) -> Tried:
    rng = Random(seed)
    tried = Tried()
    for place in positions(plan, number, rng):
        for _ in range(MOVES):
            check(name, place, unlikely(place, rng), tried, rng)
    return tried


def true_reasons(tried: Tried) -> None:
    """No reason was wrong. A condition that was never made to hold is false as well, but a number
    may be beyond all that can lie on the table: one in fifty of them."""
    assert tried.wrong == []
    assert tried.turned < 10 or tried.legal > 0
    assert len(tried.stuck) <= 1 + tried.illegal // 50, tried.stuck


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_reason_is_true(name: str) -> None:
    true_reasons(run(name, POSITIONS, 3))


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_every_reason_of_many_is_true(name: str) -> None:
    true_reasons(run(name, 60, 4))


@pytest.mark.slow
@pytest.mark.parametrize("stem", PLAYED)
def test_every_reason_is_true_whatever_the_language_is_used_for(stem: str) -> None:
    true_reasons(run_of(plan_of_item(int(stem[:2])), stem, 4, 5))


STRANGE = [
    *("is", "=", "x is", "is x", "a: b: c", "-5", "999999999999", "²", "٣", "'", "\\", "%s{}"),
    *("none", "pass", "no", "1", "0", "a" * 3000, "\N{SNOWMAN}", "(x)", "*", "[", "1, 2, 3, 4"),
]


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_typed_gets_an_answer_or_is_not_understood(name: str) -> None:
    plan = plan_of(name)
    rng = Random(8)
    for place in positions(plan, 2, rng):
        for text in STRANGE:
            seats = handles.seat_names(place.state.n)
            for words in (text, f"{seats[0]}: {text}", f"pass, {text}", f"count is {text}"):
                move = read(words, seats)
                if not move.answers:
                    continue
                try:
                    made = explain(inquire(place, place.state.actor), move)
                except Unknown:
                    continue
                assert because.sentences(made)
                assert because.as_data(place.plan, made, words)["says"]


def test_the_smallest_shortage_is_the_one_that_is_named() -> None:
    """Of all quests, heroes and amounts of Might that a move leaves open: what lacks least."""
    plan = plan_of("deus_ex_machina")
    tried = Tried()
    rng = Random(12)
    for place in positions(plan, 100, rng):
        site = plan.program.sites[place.state.site]
        if not any(site.sort == "menu" and item[2] == "complete_quest" for item in site.items):
            continue
        spoken = AnswerNames(place.plan, place.state.actor)
        asked = next(s for s in spoken.asked_in("complete_quest") if s.type.base == "joint")
        for _ in range(3):
            more = answers_to(spoken, place.state, asked, rng, named=True)
            check("", place, ParsedMove("", (TypedAnswer("complete_quest"), *more)), tried, rng)
        check("", place, ParsedMove("", (TypedAnswer("complete_quest"),)), tried, rng)
    assert tried.wrong == []
    assert tried.sorts["smallest"] >= 3


# ------------------------------------------------------------------------------ what is not seen


@pytest.mark.parametrize("name", [n for n in GAMES if n not in ("pig",)])
def test_no_reason_tells_what_the_player_cannot_see(name: str) -> None:
    """What they cannot see is mixed, and every answer stays the same to the last byte."""
    plan = plan_of(name)
    rng = Random(5)
    for place in positions(plan, POSITIONS, rng):
        viewer = place.state.actor
        copy = mixed(plan.explaining(), with_log(place.state), viewer, rng)
        copy.log = None
        other = ExplainedPosition(place.plan, copy, place.listed, place.taken)
        for _ in range(MOVES):
            move = unlikely(place, rng)
            said = [_said(p, viewer, move) for p in (place, other)]
            assert said[0] == said[1]


def _said(place: ExplainedPosition, viewer: int, move: ParsedMove) -> str:
    return " ".join(because.sentences(explain(inquire(place, viewer), move)))


def with_log(state: Any) -> Any:
    copy = state.clone()
    copy.log = []
    return copy


FEES = """\
each player has
    gold: 0 to 9, starts at 1

game fees "Fees"
    repeat until any players where its gold is 9
        have each player play player_turn

turn player_turn "A turn"
    menu "What now?"
        may take one of bribe, beg, save_up
        may pass "Wait"

action save_up "Save up"
    gain 1 gold

action bribe "Bribe somebody"
    requires your gold is at least 1 else "nothing to give"
    choose rival from opponents
        requires your gold is at least 1 else "nothing to give"
    gain 1 gold

action beg "Beg"
    lose 1 gold
    requires your gold is at least 3 else "too poor to be believed"
    gain 2 gold

rule toll "A toll"
    before any player bribe
        have them lose 1 gold
"""


@pytest.fixture
def fees(tmp_path: Path) -> ExplainedPosition:
    """Give a game in which something is done before a condition is asked."""
    (tmp_path / "fees/rules").mkdir(parents=True)
    (tmp_path / "fees/game.yaml").write_text(GAME_YAML.replace("hiding", "fees"), encoding="utf-8")
    (tmp_path / "fees/rules/fees.rules").write_text(FEES, encoding="utf-8")
    return opened(plan_of(str(tmp_path / "fees")), 2, 1)


def test_what_the_move_itself_changes_is_told_as_it_is_and_as_it_would_be(
    fees: ExplainedPosition,
) -> None:
    """Whoever has 1 gold is never told that their gold is 0."""
    for move, values in (
        (("bribe",), "gold is 1, and 0 by then: 1 gold short."),
        (("beg",), "gold is 1, and 0 by then: 3 gold short."),
    ):
        said, condition = why(fees, *move)
        assert said.endswith(values), said
        made = explain(
            inquire(fees, fees.state.actor), ParsedMove("", tuple(map(TypedAnswer, move)))
        )
        data = because.as_data(fees.plan, made, move[0])["conditions"][0]["values"]
        assert data == [{"what": "your gold", "value": "0", "now": "1"}]
        assert not_on_the_table(fees, condition) == []
        condition.values = [replace(one, now="") for one in condition.values]
        assert len(not_on_the_table(fees, condition)) == 1  # so it would be found


LIMITS = """\
each player has
    gold: 0 to 9

game limits "Limits"
    repeat until any players where its gold is 9
        have each player play player_turn

turn player_turn "A turn"
    menu "What now?"
        must take 2 of save_up, wave
        may take one of boast
        may pass "Wait"

action save_up "Save up"
    gain 1 gold

action wave "Wave"
    gain 0 gold

action boast "Boast"
    gain 0 gold
"""


def test_what_was_taken_is_told_where_no_more_may_be_taken(tmp_path: Path) -> None:
    """With the line of the menu that says so; of a line with one action nothing is to be said."""
    (tmp_path / "limits/rules").mkdir(parents=True)
    yaml = GAME_YAML.replace("hiding", "limits")
    (tmp_path / "limits/game.yaml").write_text(yaml, encoding="utf-8")
    (tmp_path / "limits/rules/limits.rules").write_text(LIMITS, encoding="utf-8")
    plan = plan_of(str(tmp_path / "limits"))

    def after(*options: int) -> ExplainedPosition:
        place = opened(plan, 2, 1)
        for option in options:
            S = place.state
            taken = (*place.taken, (S.actor, S.site, option))
            place = reached(plan, S, option, taken=taken)
        return place

    place = after(0, 1)
    said, condition = why(place, "wave")
    assert said == (
        "Wave is not possible: only 2 of these may be taken in `What now?`. "
        "You took `Save up` and `Wave`."
    )
    assert LIMITS.splitlines()[condition.span.line - 1].strip() == "must take 2 of save_up, wave"
    said, condition = why(after(2), "boast")
    assert said == "Boast is not possible: this may be taken only once in `What now?`."
    assert LIMITS.splitlines()[condition.span.line - 1].strip() == "may take one of boast"
    unknown = ExplainedPosition(
        place.plan, place.state, place.listed
    )  # what was taken is not known
    assert why(unknown, "wave")[0].endswith("only 2 of these may be taken in `What now?`.")


HIDING = """\
kind card plural cards
    printed rank: 1 to 9

the table has
    zone deck: pile of cards, seen by nobody

each player has
    zone hand: set of cards, seen by owner
    gold: 0 to 9, starts at 2

game hiding "Hiding"
    play opening
    repeat until deck is empty
        have each player play player_turn

setup opening "Dealing"
    move all cards to deck
    shuffle deck
    have each player
        deal 2 cards from deck to their hand

turn player_turn "A turn"
    menu "What now?"
        may take one of accuse, bribe, save_up
        may pass "Draw"
    draw 1 card from deck to your hand

action accuse "Accuse somebody"
    choose rival from opponents
        requires number of rival's hand is at least 5 else "they hold too few"
        requires rival's gold is more than 2 else "they are too poor"
    gain 1 gold

action save_up "Save up"
    gain 1 gold

action bribe "Bribe somebody"
    let rival be left of you
    requires number of rival's hand is at least 5 else "they hold too few"
    requires your gold is at least 5 else "too little gold"
    gain 1 gold
"""


GAME_YAML = """\
id: hiding
version: "1.0"
title: Hiding
language: 1
players: {min: 2, max: 3}
"""
CARDS = """\
cards:
- {id: one, title: One, rank: 1, copies: 4, source: common}
- {id: two, title: Two, rank: 2, copies: 4, source: common}
- {id: nine, title: Nine, rank: 9, copies: 1, source: common}
"""


@pytest.fixture
def hiding(tmp_path: Path) -> ExplainedPosition:
    """Give a game in which what one can do hangs on how many cards others hold, which nobody
    sees."""
    folder = tmp_path / "hiding"
    for name, text in (
        ("game.yaml", GAME_YAML),
        ("rules/hiding.rules", HIDING),
        ("components/cards.yaml", CARDS),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    plan = plan_of(str(folder))
    return opened(plan, 2, 0)


def why(place: ExplainedPosition, *words: str) -> tuple[str, Condition]:
    made = explain(
        inquire(place, place.state.actor), ParsedMove("", tuple(map(TypedAnswer, words)))
    )
    assert made.leaf is not None and made.leaf.condition is not None
    return " ".join(because.sentences(made)), made.leaf.condition


def test_what_can_be_seen_is_told_rather_than_what_cannot(hiding: ExplainedPosition) -> None:
    said, condition = why(hiding, "accuse", "green")
    assert condition.says == "they are too poor"
    assert "1 gold short" in said and "too few" not in said
    said, condition = why(hiding, "bribe")
    assert condition.says == "too little gold" and not condition.hidden
    assert "3 gold short" in said


def test_a_condition_on_what_cannot_be_seen_is_named_without_its_values(
    hiding: ExplainedPosition,
) -> None:
    hiding.state.f_player_gold[1] = 5
    said, condition = why(hiding, "accuse", "green")
    assert condition.hidden and condition.values == []
    assert said == (
        "Accuse somebody: Green is not possible: they hold too few. "
        "It depends on what you cannot see."
    )
    hiding.state.f_player_gold[0] = 7
    said, condition = why(hiding, "bribe")
    assert condition.hidden and said.endswith("It depends on what you cannot see.")


def test_what_stays_in_the_box_is_told_by_its_condition():
    plan = plan_of("deus_ex_machina")
    place = opened(plan, 2, 5)
    while plan.sites[place.state.site].name != "god":
        place = reached(plan, place.state, place.state.options[0])
    made = explain(inquire(place, place.state.actor), ParsedMove("", (TypedAnswer("poseidon"),)))
    assert because.sentences(made)[0] == (
        "Choose a god: Poseidon is not possible: this god belongs to the mini expansion."
    )
