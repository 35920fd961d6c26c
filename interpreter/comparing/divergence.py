"""Where a saved game diverges once house rules are applied.

Takes plans of the same game without and with them; finds the first step that differs, and the rule
line responsible. Both replays use the chance results of the save. Must not print.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from interpreter.backends.python.explained import Caused
from interpreter.comparing.trace import Trace, TracedLine, without_comment
from interpreter.diagnostics import Span
from interpreter.explaining.explanations import opened, reached
from interpreter.explaining.reasons import explain, inquire
from interpreter.explaining.typed_moves import ParsedMove, TypedAnswer, Unknown
from interpreter.language.steps import STEPS
from interpreter.present import labels
from interpreter.present.log import Chronicle
from interpreter.run import handles, replay
from interpreter.run.doers import is_event
from interpreter.run.machine import Runaway
from interpreter.run.plan import Plan
from interpreter.run.saves import Decision, Save
from interpreter.run.state import BaseState, Entry, Pins

Readers = tuple[int | None, ...]
_DECIDES = re.compile(r"(?:if|otherwise if|for each|repeat)\b")  # control flow that can branch
_LOOPS = re.compile(r"(?:have each|for each|repeat)\b")
_WORD = re.compile(r"[a-z_][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Diverged:
    """The first difference between a game with and without house rules.

    `step` is the number of a decision (0 for the set-up), or the line of a test; `without` and
    `with_them` say what happens there.
    """

    step: int
    what: str
    without: str
    with_them: str
    line: TracedLine | None
    causes: tuple[tuple[TracedLine, ...], ...] = ()
    """The changes of the house rules that do it, each by its first line; where one of these sets
    has several, they do it together, and each set does it by itself."""
    within: bool = False
    """Whether the line stands in the only one of these changes."""


# ------------------------------------------------------------------------------ saved games


@dataclass(frozen=True, slots=True)
class StateEvent:
    """An event that changed the state; `number` is its index in the log of its step."""

    number: int
    fact: tuple[object, ...]


class _Game:
    """A saved game, replayed step by step on one plan."""

    def __init__(self, plan: Plan, save: Save, readers: Readers) -> None:
        self.plan = plan
        self.same = plan.hash_of_rules == save.rules
        self.readers = readers
        self.told = dict.fromkeys(self.readers, 0)
        self.at = 0
        self.before: BaseState | None = None
        self.decision: Decision | None = None
        self.values: dict[tuple[int, int], object] = {}  # fields set so far in this step
        self.state = replay.start(plan, save, log=True)
        self.story = Chronicle(plan, self.readers)

    def news(self) -> tuple[list[StateEvent], list[str]]:
        """Report what happened since the last call: events, and new log lines for each reader."""
        entries = [entry for entry in self.state.log[self.at :] if entry[0] != "choose"]
        self.at = len(self.state.log)
        facts = [
            StateEvent(number, fact(self.plan, entry))
            for number, entry in enumerate(entries)
            if is_event(entry) and not self._as_before(entry)
        ]
        self.story.follow(self.state)
        self.story.settle()
        said: list[str] = []
        for reader in self.readers:
            lines = self.story.lines[reader]
            said += [f"{reader}: {line.text}" for line in lines[self.told[reader] :]]
            self.told[reader] = len(lines)
        return facts, said

    def _as_before(self, entry: Entry) -> bool:
        """Whether an entry sets a field to the value it already has, which no one can observe."""
        if entry[0] != "set":
            return False
        _, number, owner, value = entry
        if (number, owner) not in self.values:
            if self.before is None:
                return False
            kept = self.plan.program.fields[number]
            values = getattr(self.before, f"f_{kept.key}")
            self.values[number, owner] = values if kept.holder == "table" else values[owner]
        before = self.values[number, owner]
        self.values[number, owner] = value
        return bool(before == value)

    def asked(self) -> str:
        """Identify the pending question by seat and choice site; empty at the end of the game."""
        if self.state.over:
            return ""
        actor = handles.seat_name(self.state.actor)
        return f"{actor} at {handles.question_handle(self.plan, self.state.site)}"

    def question(self) -> str:
        """Describe the pending question for people."""
        if self.state.over:
            return "the end of the game"
        actor = handles.seat_name(self.state.actor).replace("_", " ").capitalize()
        return f"{actor} is asked: {labels.question(self.plan, self.state)}"

    def option(self, decision: Decision) -> int | None:
        """Find the index of a decision among the options; None if that seat is not offered it."""
        if self.state.over or handles.seat_name(self.state.actor) != decision.by:
            return None
        return handles.option_named(self.plan, self.state, decision.take)

    def take(self, decision: Decision, index: int) -> None:
        """Take an option, with the chance results of the save pinned."""
        self.before, self.decision = self.state.clone(), decision
        self.values.clear()
        if not self.same:
            self.state.pins = replay.pinned(self.plan, decision)
        self.story.choice(self.state, index)
        self.plan.choose(self.state, index)
        self.state.pins = None

    def _taken(self) -> int:
        """Find the index of the last decision among the options it was taken from."""
        assert self.decision is not None and self.before is not None
        place = handles.option_named(self.plan, self.before, self.decision.take)
        assert place is not None
        return place

    def traced(self, save: Save) -> list[TracedLine]:
        """Replay the last step, or else the set-up, and list the rule lines it executes."""
        with Trace(self.plan.program) as trace:
            if self.before is None or self.decision is None:
                replay.start(self.plan, save, log=True)
                return trace.lines
            again = self.before.clone()
            if not self.same:
                again.pins = replay.pinned(self.plan, self.decision)
            self.plan.choose(again, self._taken())
        return trace.lines

    def _pins(self) -> Pins | None:
        return None if self.same or not self.decision else replay.pinned(self.plan, self.decision)

    def cause(self, save: Save, number: int) -> TracedLine | None:
        """Find the rule line behind a log entry of the last step, by its index; None if unknown."""
        made = self.plan.explaining()
        if self.before is None or self.decision is None:
            again = replay.start(made, save, log=True)
        else:
            again = made.copied(self.before, log=True)
            again.pins = self._pins()
            made.answer(again, self.before.options[self._taken()])
        entries = [entry for entry in again.log if entry[0] != "choose"]
        entry = entries[number] if number < len(entries) else None
        if not isinstance(entry, Caused) or entry.cause < 0:
            return None
        return _line(*made.logging_causes()[entry.cause])

    def refusal(self, save: Save, decision: Decision) -> TracedLine | None:
        """Find the condition that keeps a decision off the options; None if none can be found."""
        if self.state.over or handles.seat_name(self.state.actor) != decision.by:
            return None
        if self.before is None or self.decision is None:
            chance = None if self.same or not save.opening else save.opening
            pins = replay.pinned(self.plan, chance) if chance else None
            place = opened(self.plan, self.state.n, save.seed, pins)
        else:
            option = self.before.options[self._taken()]
            place = reached(self.plan, self.before, option, self._pins())
        try:
            made = explain(
                inquire(place, self.state.actor), ParsedMove("", (TypedAnswer(decision.take),))
            )
        except Unknown:  # nothing has that name any more
            return None
        if made.leaf is None or made.leaf.condition is None:
            return None
        condition = made.leaf.condition
        return _line(condition.rule.name, condition.span)


def of_save(
    save: Save, without: Plan, with_them: Plan, touched: Touched, readers: Readers = ()
) -> Diverged | None:
    """Find where a saved game diverges; None if it does not, as far as the save goes.

    `readers` are the viewers whose knowledge is compared: all players by default; None among them
    stands for a spectator.
    """
    if not with_them.least <= len(save.seats) <= with_them.most:
        least, most = with_them.least, with_them.most
        seats = f"it is played by {least} to {most}" if least < most else f"it is played by {most}"
        return Diverged(0, "the set-up", f"{len(save.seats)} players", seats, None)
    try:
        all_readers = readers or tuple(range(len(save.seats)))
        old, new = (_Game(plan, save, all_readers) for plan in (without, with_them))
        return _played(save, old, new, touched)
    except Runaway as stop:
        return Diverged(len(save.decisions), "the end", "the game goes on", str(stop), None)


def _played(save: Save, old: _Game, new: _Game, touched: Touched) -> Diverged | None:
    for number in range(len(save.decisions) + 1):
        (facts, was), (others, now) = old.news(), new.news()
        same = [one.fact for one in facts] == [other.fact for other in others]
        if not same or old.asked() != new.asked():
            asked, other = old.question(), new.question()
            if asked == other:  # worded the same
                asked, other = old.asked(), new.asked()
            return Diverged(
                number,
                _step(save, number),
                _first(was, now) or asked,
                _first(now, was) or other,
                first_line(
                    old.traced(save),
                    new.traced(save),
                    touched,
                    partial(_of_fact, save, (old, facts), (new, others)),
                ),
            )
        if number == len(save.decisions):
            return None
        decision = save.decisions[number]
        one, another = old.option(decision), new.option(decision)
        if one is None:
            return None  # the save does not fit the game itself
        if another is None:
            options = handles.option_handles(new.plan, new.state)
            return Diverged(
                number + 1,
                _step(save, number + 1),
                decision.take,
                f"not offered; there are {', '.join(options[:6])}",
                new.refusal(save, decision) or _of_question(new),
            )
        old.take(decision, one)
        new.take(decision, another)
    return None


def fact(plan: Plan, entry: Entry) -> tuple[object, ...]:
    """Translate a log entry into names, as the numbers of pieces and zones differ between plans."""
    sort, program = entry[0], plan.program
    if sort == "move":
        return sort, _piece(plan, entry[1]), _place(plan, entry[2]), _place(plan, entry[3])
    if sort == "alike":
        piece, number, *zones = entry[1:]
        keys = [program.families[zone].key if zone >= 0 else "box" for zone in zones[::2]]
        return sort, _piece(plan, piece), number, *keys, *zones[1::2]
    if sort == "roll":
        return sort, _piece(plan, entry[1]), entry[2]
    said = STEPS[sort].entry if sort in STEPS else ()
    numbers = zip(said, entry[1:], strict=False)
    return sort, *(_named(plan, what, one) for what, one in numbers), *entry[1 + len(said) :]


def _named(plan: Plan, what: str, number: int | Sequence[int]) -> object:
    """Translate one number of a log entry into a name that is the same in every plan."""
    match what, number:
        case "piece", int(piece):
            return _piece(plan, piece)
        case "pieces", [*pieces]:
            return tuple(_piece(plan, piece) for piece in pieces)
        case "zone", int(zone):
            return plan.program.families[zone].key
        case "field", int(field):
            return plan.program.fields[field].key
    return number


def _piece(plan: Plan, piece: int) -> tuple[str, int]:
    made = handles.design(plan, piece)
    return made.id, piece - made.first


def _place(plan: Plan, place: int) -> tuple[str, int, int]:
    found = handles.zone_of(plan, place)
    return ("box", 0, 0) if found is None else (found[0].key, found[1], found[2])


def _step(save: Save, number: int) -> str:
    if not number:
        return "the set-up"
    decision = save.decisions[number - 1]
    return f"{decision.by} takes {decision.take}"


def _first(lines: Sequence[str], others: Sequence[str]) -> str:
    """Find the first line that the other story lacks at its index, without the reader; or empty."""
    for number, line in enumerate(lines):
        if number >= len(others) or others[number] != line:
            return line.partition(": ")[2]
    return ""


def _of_question(game: _Game) -> TracedLine | None:
    """Quote the rule that contains the pending choice site."""
    func = game.plan.program.funcs.get(game.plan.program.sites[game.state.site].func)
    return None if func is None else _line(func.name, func.span)


def _line(rule: str, span: Span) -> TracedLine:
    source, number = span.source, span.line
    return TracedLine(source.path, number, without_comment(source.line(number)), rule)


def _of_fact(
    save: Save, old: tuple[_Game, Sequence[StateEvent]], new: tuple[_Game, Sequence[StateEvent]]
) -> list[TracedLine]:
    """Find the lines behind the first differing fact, with the house rules first."""
    pairs = enumerate(zip(old[1], new[1], strict=False))
    first = next(
        (n for n, (one, other) in pairs if one.fact != other.fact), min(len(old[1]), len(new[1]))
    )
    found = [game.cause(save, facts[first].number) for game, facts in (new, old) if facts[first:]]
    return [line for line in found if line is not None]


@dataclass(frozen=True, slots=True)
class Touched:
    """What an overlay changes: names of settings and components, its files, and replaced rules.

    `rules` are the names of the rules that it replaces or removes.
    """

    names: frozenset[str]
    files: frozenset[str]
    rules: frozenset[str] = frozenset()

    def named_in(self, line: TracedLine) -> bool:
        """Whether a line names a setting or component that the overlay changes."""
        return bool(self.names) and any(word in self.names for word in _WORD.findall(line.text))


def first_line(
    without: Sequence[TracedLine],
    with_them: Sequence[TracedLine],
    touched: Touched,
    of_fact: Callable[[], list[TracedLine]],
) -> TracedLine | None:
    """Find the line at which two executions diverge.

    It is the first line executed in only one of them if an overlay wrote it; or else, in this
    order, an earlier line that names something the overlay changes, the condition or loop just
    before the divergence, an earlier line behind a differing fact, and the first differing line
    after all. `of_fact` finds the lines behind the first differing fact; None if nothing is found.
    """
    old, at = _together(without, with_them)
    parted = with_them[at] if at < len(with_them) else without[old] if old < len(without) else None
    if parted is not None and parted.path in touched.files:
        return parted
    named = next((line for line in with_them[:at] if touched.named_in(line)), None)
    if named is not None:
        return named
    if parted is not None and at and _DECIDES.match(with_them[at - 1].text):
        return with_them[at - 1]
    places = [(line.path, line.number) for line in with_them[:at]]
    found = of_fact()
    early = [line for line in found if (line.path, line.number) in places]
    if early:
        return min(early, key=lambda line: places.index((line.path, line.number)))
    return parted or next(iter(found), None)


def _together(without: Sequence[TracedLine], with_them: Sequence[TracedLine]) -> tuple[int, int]:
    """Measure the common prefix of two executions.

    One may pass the head of a loop again where the other, interrupted by a question within it,
    does not; such lines are skipped.
    """
    old = new = 0
    while old < len(without) and new < len(with_them):
        if without[old] == with_them[new]:
            old, new = old + 1, new + 1
        elif _LOOPS.match(with_them[new].text) and with_them[new + 1 : new + 2] == [without[old]]:
            new += 1
        elif _LOOPS.match(without[old].text) and without[old + 1 : old + 2] == [with_them[new]]:
            old += 1
        else:
            break
    return old, new
