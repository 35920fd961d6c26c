"""The steps of a turn that people carry out: moves, numbers, rolls and cards.

Takes a plan, the state before a turn and its course; produces steps in the order of the rules, each
with its rule and a full sentence. Nothing is left out because another step looks the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from interpreter.backends.python.explained import rules_of
from interpreter.diagnostics.json_data import Json
from interpreter.explaining.explanations import RuleReference
from interpreter.explaining.prices import rule_of
from interpreter.ir.declared import Design, Family, Field, Site
from interpreter.ir.program import Func
from interpreter.ir.walking import walk
from interpreter.language.steps import STEPS
from interpreter.present import labels, words
from interpreter.present.player_names import calling_as, faction_of
from interpreter.present.story.beat_draft import HOLES
from interpreter.present.story.event_text import Teller
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Entry, Option
from interpreter.sitting.course import Compared, CourseSoFar, HandLoop, LoggedDecision, named
from interpreter.sitting.holders import Holders
from interpreter.sitting.picked import reason_of
from interpreter.sitting.spoken import counted
from interpreter.sitting.unknown_hands import UnknownHands

DEEDS = frozenset(["procedure", "action", "carry_out", "trigger"])
_SILENT = frozenset(
    ["deed", "back", "choose", "turn", "lapse", "nothing", "left", "cannot", "show"]
)


@dataclass(frozen=True, slots=True)
class HandStep:
    """One step to carry out, or an explanation.

    `sort` is `move`, `number`, `roll` or `other` for what is done by hand, `answer` for a person's
    decision, `deed` for a group of steps, `reason` for why something is chosen, `count` for a
    number that the table does not show, `idle` for a part of the turn in which nothing happens.
    """

    sort: str
    says: str
    block: RuleReference | None = None
    """The part of the turn that it belongs to, and `part` which of them it is, from 0."""
    part: int = -1
    rule: RuleReference | None = None
    detail: str = ""
    data: Json = field(default_factory=dict)


BY_HAND = frozenset(["move", "number", "roll", "other"])


@dataclass(slots=True)
class _Call:
    """A rule being executed: where in the log it began, and whether it has done anything."""

    at: int
    rule: RuleReference
    sort: str
    says: str
    depth: int
    card: bool
    done: bool = False
    chose: bool = False

    @property
    def is_part(self) -> bool:
        """Whether people know it as a part of the turn: a rule in the book, or one of a card."""
        return self.sort == "procedure" or (self.sort == "trigger" and self.card)


class TurnSteps:
    """Narrates one turn."""

    def __init__(
        self,
        plan: Plan,
        before: BaseState,
        course: CourseSoFar,
        holders: Holders,
        hands: UnknownHands,
    ) -> None:
        self.plan = plan
        self.program = plan.program
        self.before = before
        self.course = course
        self.holders = holders
        self.hands = hands
        self.named = named(course)
        self.values: dict[tuple[int, int], int] = {}
        self.calls: list[_Call] = []
        self.steps: list[HandStep] = []
        self.part = -1
        self.supply: dict[int, int] = {}
        self.teller = Teller(plan)
        self.setters: dict[str, list[Func]] = {}
        log = course.state.log
        self.triggered = any(e[0] == "deed" and self._sort(e[1]) == "trigger" for e in log)

    def tell(self, last: int | None = None) -> list[HandStep]:
        """List the steps up to an entry of the log, or of the whole turn."""
        with calling_as(self.holders.called()):
            return self._tell(last)

    def _sort(self, name: str) -> str:
        return str(self.program.funcs[name].sort)

    @property
    def waits(self) -> bool:
        """Whether a rule that was triggered by a part of the turn is being executed."""
        return any(one.sort == "trigger" for one in self.calls)

    def _tell(self, last: int | None) -> list[HandStep]:
        log = self.course.state.log
        end = len(log) if last is None else min(last, len(log))
        chosen = {one.at: one for one in self.course.chosen}
        picked: dict[int, list[tuple[int, Compared, Option]]] = {}
        for at, number, things, taken in self.course.picked:
            picked.setdefault(at, []).append((number, things, taken))
        at = 0
        while at < end:
            for where, loop in self.course.searched:
                if where == at:
                    self._searched(loop)
            for number, things, taken in picked.get(at, ()):
                self._reason(number, things, taken)
            entry = log[at]
            if entry[0] == "deed":
                self._begin(at, entry)
            elif entry[0] == "back":
                self._end(entry[1])
            elif entry[0] == "choose":
                self._answer(chosen.get(at))
            elif entry[0] == "roll":
                last_die = at
                while last_die + 1 < end and log[last_die + 1][0] == "roll":
                    last_die += 1
                self._rolled(log[at : last_die + 1])
                at = last_die
            elif entry[0] not in _SILENT:
                self._entry(entry)
            at += 1
        while self.calls and last is None:
            self._leave(self.calls.pop())
        return self.steps

    # ------------------------------------------------------------------------ rules

    def _begin(self, at: int, entry: Entry) -> None:
        func = self.program.funcs[entry[1]]
        rule = rule_of(self.program, entry[1], func.span)
        if func.card and func.sort == "trigger":
            titles = (d.title for d in self.program.designs if d.id == func.card)
            rule = replace(rule, title=next(titles, rule.title))
        sort = func.sort if func.sort in DEEDS else ""
        depth = sum(one.sort not in ("", "trigger") for one in self.calls)
        call = _Call(at, rule, sort, str(func.says or ""), depth, bool(func.card))
        if call.is_part and not any(one.is_part for one in self.calls):
            self.part += 1
        self.calls.append(call)
        if call.says and self._is_headline(func):
            self._add("deed", self._deed_words(func, entry, at))

    def _is_headline(self, func: Func) -> bool:
        """Whether a deed with a title of its own moves nothing itself, which a step would tell."""
        return not any(STEPS[one.op].moves for one in walk(func.body) if one.op in STEPS)

    def _deed_words(self, func: Func, entry: Entry, at: int) -> str:
        said = self.teller.deed(
            self.course.state, func, entry[3:], None, self.course.state.log[at:]
        )
        return f"{words.seat_title(entry[2])}: {said}."

    def _end(self, name: str) -> None:
        plain = name.partition("__")[0]
        names = [call.rule.name for call in self.calls]
        if plain in names:
            cut = len(names) - 1 - names[::-1].index(plain)
            while len(self.calls) > cut:
                self._leave(self.calls.pop())

    def _leave(self, call: _Call) -> None:
        if call.done and self.calls:
            self.calls[-1].done = True
        part = call.sort == "procedure" and call.depth == 0 and call.rule.cites
        if part and not call.done and (self.waits or not self.triggered):
            says = f"{_short(call.rule)}: nothing to do."
            self.steps.append(HandStep("idle", says, call.rule, self.part, call.rule))
        elif call.sort == "procedure" and call.depth == 1 and call.chose and not call.done:
            self._add("reason", f"{_short(call.rule)}: nothing to do.", call.rule)

    def _add(
        self,
        sort: str,
        says: str,
        rule: RuleReference | None = None,
        detail: str = "",
        data: Json | None = None,
    ) -> None:
        """Add a step below the current part of the turn."""
        block = next((one.rule for one in self.calls if one.is_part), None)
        near = next((one.rule for one in reversed(self.calls) if one.rule.cites), None)
        if sort in BY_HAND or sort == "answer":
            for one in self.calls:
                one.done = True
        known = rule if rule is not None and rule.cites else near
        self.steps.append(HandStep(sort, says, block, self.part, known, detail, data or {}))

    # ------------------------------------------------------------------------ what is done

    def _entry(self, entry: Entry) -> None:
        if entry[0] == "alike":
            self._moved_alike(entry)
        elif entry[0] == "move":
            self._moved(entry)
        elif entry[0] == "set":
            self._set(entry)
        else:
            line = self.teller.event(self.course.state, [entry], None, getattr(entry, "doer", -1))
            if line is not None:
                self._add("other", words.capital(line.text))

    def _moved_alike(self, entry: Entry) -> None:
        _, piece, number, source, owner, target, other = entry
        design = handles.design(self.plan, piece)
        start, end = self.program.families[source], self.program.families[target]
        if not number or self._is_hidden(start) or self._is_hidden(end):
            return
        said = counted(number, design.title)
        left = self._left(design)
        data: Json = {"piece": design.id, "number": number}
        if start.holder == "box":
            self.supply[design.first] = left - number
            where = self._in(end, other)
            detail = self._supply(design)
            self._add("move", f"Place {said} in {where}.", None, detail, data | {"to": where})
        elif end.holder == "box":
            self.supply[design.first] = left + number
            where = self._in(start, owner)
            detail = self._supply(design)
            data |= {"origin": where}
            self._add("move", f"Remove {said} from {where}.", None, detail, data)
        else:
            one, two = self._in(start, owner), self._in(end, other)
            data |= {"origin": one, "to": two}
            self._add("move", f"Move {said} from {one} to {two}.", data=data)

    def _left(self, design: Design) -> int:
        """Count the pieces of a supply at this point of the story."""
        if design.first not in self.supply:
            for family in self.program.families:
                if family.holder == "box" and design.kind in family.kinds:
                    first = self.program.kinds[design.kind].first
                    self.supply[design.first] = getattr(self.before, f"z_{family.key}")[
                        design.first - first
                    ]
        return self.supply.get(design.first, 0)

    def _supply(self, design: Design) -> str:
        return f"supply: {self._left(design)}"

    def _is_hidden(self, family: Family) -> bool:
        return family.name in self.program.layout.hide

    def _in(self, family: Family, index: int) -> str:
        """Name a place as people look for it; a space of the map just by its name."""
        if family.holder in ("player", "table"):
            return self.holders.zone_words(family, index)
        return self.holders.place_of(family, index)

    def _moved(self, entry: Entry) -> None:
        if self.hands.shows_unknown(entry, self.named):
            self._shown_by_chance(entry)
            return
        _, piece, start, end = entry[:4]
        source, target = (handles.zone_of(self.plan, place) for place in (start, end))
        zones = [found[0] for found in (source, target) if found is not None]
        if zones and all(self._is_hidden(zone) for zone in zones):
            return
        design = handles.design(self.plan, piece)
        kind = self.program.kinds[design.kind]
        seen = any(zone.seen == "all" for zone in zones)
        title = design.title if seen else counted(1, words.spoken(kind.name))
        origin = self._in(source[0], source[1]) if source else "the box"
        goal = self._in(target[0], target[1]) if target else "the box"
        data: Json = {"piece": design.id if seen else "", "number": 1, "origin": origin}
        data["to"] = goal
        if source is not None and source[0].sort == "pile" and target is not None:
            unseen = "" if seen else ", unseen"
            self._add("move", f"Draw {title} from {origin} to {goal}{unseen}.", data=data)
        elif source is None:
            self._add("move", f"Put {title} on {goal}.", data=data)
        else:
            self._add("move", f"Move {title} from {origin} to {goal}.", data=data)

    def _searched(self, loop: HandLoop) -> None:
        """Add a step for a rule that goes through cards only their owner knows."""
        faction = faction_of(self.plan, loop.family.name)
        owners = [one for one in self.holders.players if self.holders.faction(one.index) == faction]
        if len(owners) != 1 or (loop.family.key, owners[0].index) in self.hands.told:
            return
        rule = rule_of(self.program, loop.rule, self.program.funcs[loop.rule].span)
        zone = self.holders.zone_words(loop.family, owners[0].index)
        self._add("other", f"Cards of {zone}, by their owner: {cited(rule)}.", rule)

    def _shown_by_chance(self, entry: Entry) -> None:
        """Add a step for cards of a hand that become public: only their owner knows which."""
        source, target = (handles.zone_of(self.plan, place) for place in entry[2:4])
        assert source is not None and target is not None
        origin, goal = self._in(source[0], source[1]), self._in(target[0], target[1])
        says = f"Cards of {origin} go to {goal}: their owner says which."
        told = self.steps[-1].says if self.steps else ""
        if told != says and not told.startswith(f"Cards of {origin}, by their owner"):
            self._add("other", says)

    def _set(self, entry: Entry) -> None:
        _, number, owner, value = entry
        kept: Field = self.program.fields[number]
        hidden = kept.name in self.program.layout.hide
        told = kept.name in self.program.sitting.tell
        before = self._value(kept, number, owner)
        self.values[number, owner] = value
        if not isinstance(value, int) or (hidden and not told):
            return
        if before == value and not hidden:
            return
        old, new = (words.typed_words(self.plan, kept.type, one) for one in (before, value))
        title = words.field_title(self.plan, kept.name)
        whose = self._whose(kept, owner)
        if whose is None:
            return
        of = f"{whose}: {title}" if whose else words.capital(title)
        if hidden:
            if value:
                self._add("count", f"{of} {new}.", self._cause(entry))
            return
        data: Json = {"field": kept.name, "whose": whose, "old": old, "new": new}
        self._add("number", f"{of} {old} -> {new}.", self._sets(kept, entry), data=data)

    def _sets(self, kept: Field, entry: Entry) -> RuleReference | None:
        """Find the rule that changed a field, looking through woven rules."""
        found = self._cause(entry)
        setting = self.setters.get(kept.key)
        if setting is None:
            setting = self.setters[kept.key] = [
                func
                for func in self.program.funcs.values()
                if any(getattr(one, "field", None) is kept for one in walk(func.body))
            ]
        if found is None or any(func.name.partition("__")[0] == found.name for func in setting):
            return found
        woven = [rule_of(self.program, f.name, f.span) for f in setting if f.sort == "trigger"]
        return next((rule for rule in woven if rule.cites), found)

    def _cause(self, entry: Entry) -> RuleReference | None:
        """Find the rule whose line has caused an entry."""
        cause = getattr(entry, "cause", -1)
        if cause < 0:
            return None
        name, span = self.plan.logging_causes()[cause]
        woven = [
            func
            for func in self.program.funcs.values()
            if func.span.source is span.source and func.span.start <= span.start
        ]
        if woven:  # a woven rule is found by the place of its source
            near = max(woven, key=lambda func: func.span.start)
            return rule_of(self.program, near.name, span)
        return rule_of(self.program, name, span)

    def _value(self, kept: Field, number: int, owner: int) -> int:
        if (number, owner) in self.values:
            return self.values[number, owner]
        held = getattr(self.before, f"f_{kept.key}")
        return int(held if kept.holder == "table" else held[owner])

    def _whose(self, kept: Field, owner: int) -> str | None:
        """Name the owner of a field; None for one of a piece that nobody sees."""
        if kept.holder == "table":
            return ""
        if kept.holder == "player":
            return words.seat_title(owner)
        if kept.holder in self.program.kinds:
            if not handles.sees_piece(self.plan, self.course.state, owner, None):
                return None
            return str(handles.design(self.plan, owner).title)
        if kept.holder in self.program.values:
            return words.value_title(self.plan, kept.holder, owner)
        return words.space_title(self.plan, kept.holder.removeprefix("space:"), owner)

    def _rolled(self, entries: list[Entry]) -> None:
        """Add the dice of one roll, in the order they fell."""
        faces = []
        for entry in entries:
            kept = self.program.fields[entry[3]]
            self.values[entry[3], entry[1]] = entry[2]
            faces.append(words.typed_words(self.plan, kept.type, entry[2]))
        kind = self.program.kinds[handles.design(self.plan, entries[0][1]).kind]
        many = f"{len(faces)} {words.spoken(kind.plural)}"
        dice = f"the {words.spoken(kind.name)}" if len(faces) == 1 else many
        self._add("roll", f"Roll {dice}: {words.joined(faces)}.", data={"faces": faces})

    # ------------------------------------------------------------------------ why

    def _answer(self, one: LoggedDecision | None) -> None:
        if one is None or one.alone:
            return
        site = self.program.sites[one.site]
        title = asked_words(self.plan, self.course.state, site, one.at)
        said = answer_words(self.plan, self.course.state, site, one.option)
        self._add("answer", f"{words.seat_title(one.seat)} - {title}: {said}.")

    def _reason(self, number: int, things: Compared, taken: Option) -> None:
        pick = rules_of(self.plan).picks[number]
        said = reason_of(self.plan, self.course.state, pick, things, taken)
        if said:
            if self.calls:
                self.calls[-1].chose = True
            took = taken if isinstance(taken, tuple) else (taken,)
            compared = [
                {
                    "title": labels.value_label(
                        self.plan, self.course.state, pick.type, thing, None
                    ),
                    "values": [abs(value) for value in values],
                    "taken": thing in took,
                }
                for thing, values in things
            ]
            self._add("reason", said, data={"compared": compared})


def asked_words(plan: Plan, state: BaseState, site: Site, at: int) -> str:
    """Format the title of the rule that asks, as it was at a position of the log."""
    title = labels.rule_title(plan, site.func)
    func = plan.program.funcs.get(site.func)
    if func is None or not HOLES.search(func.asks):
        return title
    begun = next(
        (e for e in reversed(state.log[:at]) if e[0] == "deed" and e[1] == func.name), None
    )
    if begun is None:
        return title
    told = {
        name: words.typed_words(plan, kind, value)
        for (name, kind), value in zip(func.noted, begun[3:], strict=False)
    }
    return HOLES.sub(lambda hole: told.get(hole.group(1).strip(), hole.group(1)), func.asks)


def answer_words(plan: Plan, state: BaseState, site: Site, option: Option) -> str:
    """Format a person's answer."""
    if site.sort == "menu" and isinstance(option, int):
        return labels.menu_title(plan, site.items[option])
    if site.sort == "options" and isinstance(option, int):
        return str(site.items[option])
    if option in (-1, ()):
        return "none"
    if site.sort == "pay":
        return "paid"
    return labels.value_label(plan, state, site.type, option, None)


def cited(rule: RuleReference) -> str:
    """Format a rule with its citations: `Roll (RC-062)`."""
    title = rule.title or words.capital(words.spoken(rule.name))
    return f"{title} ({', '.join(rule.cites)})" if rule.cites else title


def _short(rule: RuleReference) -> str:
    title = rule.title or words.capital(words.spoken(rule.name))
    return title.split(":")[0].split(",")[0]


def by_hand(steps: list[HandStep]) -> Iterator[HandStep]:
    """Select the steps that are carried out by hand."""
    return (step for step in steps if step.sort in BY_HAND)
