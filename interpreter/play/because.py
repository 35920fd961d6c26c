"""Texts and JSON for explanations of why a move is possible or not.

Takes explanations of `explaining.reasons`; produces one or two sentences, or plain data. Prints
nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from interpreter.diagnostics.json_data import Json
from interpreter.explaining.explanations import Condition, Explanation, MoveStep, RuleReference
from interpreter.ir import nodes
from interpreter.play.session import Session
from interpreter.present import words
from interpreter.present.condition_words import DONE, ConditionValue
from interpreter.present.story.story_line import StoryLine
from interpreter.run import handles
from interpreter.run.plan import Plan

# Phrases that read without "is": "not so for Hands of Ptah", "you have 2 Worker".
BARE = frozenset([DONE, "you took", "not so for", "found", "there is", "there are", "you have"])


def sentences(made: Explanation) -> list[str]:
    """Explain a move in one sentence, or two."""
    if made.ambiguous:
        typed = made.ambiguous[0].rpartition(": ")[2]
        moves = ", ".join(f"`{one}`" for one in made.ambiguous)
        return [f"`{typed}` fits several moves: {moves}."]
    what = title(made.steps)
    if made.legal:
        assert made.way is not None
        more = [step.open if step.named else step.label for step in made.way.path]
        example = next((f", for instance with {label}" for label in more if label), "")
        return [f"{what} is possible{example}."]
    assert made.leaf is not None
    condition = made.leaf.condition
    if condition is None:
        return [f"{what} is not possible: {made.leaf.plain}."]
    found = [f"{what} is not possible{_nearest(made)}: {condition.says}."]
    if condition.hidden:
        return [*found, "It depends on what you cannot see."]
    values = condition_in_words(condition)
    if values:
        found.append(words.capital(values) + ".")
    return found


TOLD_AT_THE_TABLE = ("card", "limit", "pay", "exchange")
"""Sorts of conditions that are told by what players have, without the words of the rules."""


def is_told_at_the_table(made: Explanation) -> bool:
    """Whether an impossible move is explained without quoting the rules.

    That is so if the author's own words say why, or the condition is about what players have.
    """
    condition = made.leaf.condition if made.leaf is not None else None
    if made.ambiguous or condition is None or condition.hidden:
        return False
    return bool(condition.reason.said) or condition.sort in TOLD_AT_THE_TABLE


def _nearest(made: Explanation) -> str:
    """Name the choices of the way that came nearest, where the move leaves some open."""
    assert made.leaf is not None
    more = [step.open if step.named else step.label for step in made.leaf.path]
    more = [label for label in more if label]
    if not more:
        return ""
    if made.each:
        return ", whatever is chosen"
    return f" (nearest: {', '.join(more)})"


def title(steps: Iterable[MoveStep]) -> str:
    """Format a move as players read it: `Unlock an Enchantment: Sun Barque`."""
    listed = list(steps)
    labels = [step.label for step in listed]
    if listed[0].rule:
        return f"{listed[0].rule}: {', '.join(labels)}"
    return labels[0] + (f": {', '.join(labels[1:])}" if labels[1:] else "")


def condition_in_words(condition: Condition) -> str:
    """Format a condition with its values.

    For example "`count is more than bid_count` does not hold: count is 2". Empty if that would add
    nothing to the sentence about it.
    """
    values = ", ".join(_value(one) for one in condition.values)
    tail = ": ".join(part for part in (values, condition.short) if part)
    if condition.sort in ("limit", "exchange", "pay") or not condition.phrase:
        return tail
    if not condition.holds and (condition.says == condition.phrase or condition.titled):
        return tail
    said = f"`{condition.phrase}`"
    if condition.sort == "source":
        if not tail:
            return ""  # the sentence has said that already
        said = f"it is chosen from {said}"
    else:
        said += " holds" if condition.holds else " does not hold"
    return f"{said}: {tail}" if tail else said


def _value(one: ConditionValue) -> str:
    if one.now:
        kept = f"{one.what} {one.now}" if one.what in BARE else f"{one.what} is {one.now}"
        return f"{kept}, and {one.value} by then"
    if one.what in BARE:
        return f"{one.what} {one.value}"
    if one.what == "left out by choice":
        return f"{one.value} of it may be left out"
    return f"{one.what} is {one.value}"


def places(made: Explanation) -> list[RuleReference]:
    """List the rules that decide whether a move is possible, with their citations."""
    if made.leaf is not None:
        if made.leaf.condition is not None:
            condition = made.leaf.condition
            rule = condition.rule
            return [RuleReference(rule.name, rule.title, rule.cites, condition.span)]
        return list(made.leaf.places)
    return [made.rule] if made.rule is not None else []


def held(made: Explanation) -> list[Condition]:
    """List the conditions that allow a move, each once.

    Hidden ones, and those that only say where something is chosen from, are left out.
    """
    found: dict[tuple[str, int, str], Condition] = {}
    for condition in made.way.held if made.way is not None else ():
        test = condition.reason.test
        plain = condition.sort == "source" and (test is None or not isinstance(test, nodes.Range))
        if not condition.hidden and not plain:
            key = (condition.span.source.path, condition.span.line, condition.phrase)
            found.setdefault(key, condition)
    return list(found.values())


def place(rule: RuleReference) -> str:
    """Format a rule with its place.

    For example `Unlock an Enchantment (unlock_enchantment), rules/3_actions.rules:54`.
    """
    name = rule.title or words.capital(words.spoken(rule.name))
    return f"{name} ({rule.name}), {rule.span.source.path}:{rule.span.line}"


def lines(plan: Plan, made: Explanation) -> list[tuple[int, str]]:
    """Format a whole explanation as pairs of indentation and text."""
    found = [(0, " ".join(sentences(made)))]
    if made.ambiguous:
        return found
    for condition in held(made):
        found.append((2, f"{words.capital(condition_in_words(condition))} ({_short(condition)})."))
    for rule in places(made):
        found.append((2, place(rule)))
        found += [(4, cited(plan, cite)) for cite in rule.cites]
    return found


def _short(condition: Condition) -> str:
    path = condition.span.source.path.rsplit("/", 1)[-1]
    return f"{path}:{condition.span.line}"


def cited(plan: Plan, cite: str) -> str:
    """Format a citation with its title in the rulebook."""
    what = plan.program.citations.get(cite, "")
    return f"{cite}: {what}" if what else cite


# ------------------------------------------------------------------------------ the story


def story(session: Session, reader: int | None) -> list[tuple[StoryLine, RuleReference | None]]:
    """Pair all lines that a viewer has been told with the rules behind them.

    A rule is None if there is none, or if it is on a card that the viewer may not know.
    """
    causes = session.causes()
    found: list[tuple[StoryLine, RuleReference | None]] = []
    for line in session.chronicle.lines[reader]:
        rule = causes[line.entry] if 0 <= line.entry < len(causes) else None
        if rule is not None and not may_know(session, rule, reader, line.entry):
            rule = None
        found.append((line, rule))
    return found


def may_know(session: Session, rule: RuleReference, reader: int | None, entry: int = -1) -> bool:
    """Whether a viewer may know that this rule was applied.

    A viewer who sees a card neither now nor saw it at log entry `entry` may not know its rules;
    playing a card shows it.
    """
    plan = session.plan
    func = plan.program.funcs.get(rule.name)
    if func is None or not func.card:
        return True
    design = next(d for d in plan.program.designs if d.id == func.card)
    copies = range(design.first, design.last)
    states = [session.state]
    if entry >= 0:
        at = bisect_right(session.steps, entry, key=lambda step: step.log)
        around = session.steps[max(0, at - 1) : at + 1]
        states += [step.before for step in around]
        since = around[0].log if at else 0
        played = (e for e in session.state.log[since : entry + 1] if e[0] == "deed")
        if any(plan.program.funcs[e[1]].sort == "carry_out" and e[3] in copies for e in played):
            return True
    return any(
        state.loc[piece] >= 0 and handles.sees_piece(plan, state, piece, reader)
        for state in states
        for piece in copies
    )


def behind(rule: RuleReference) -> str:
    """Format the rule behind a line of the story.

    For example `Use a Spell, 3_actions.rules:96 (DOK-22, DOK-52)`.
    """
    name = rule.title or words.capital(words.spoken(rule.name))
    cites = f" ({', '.join(rule.cites)})" if rule.cites else ""
    return f"{name}, {rule.span.source.path.rsplit('/', 1)[-1]}:{rule.span.line}{cites}"


def event_data(plan: Plan, line: StoryLine, rule: RuleReference | None) -> Json:
    """Convert a line of the story and its rule to JSON data."""
    return {"text": line.text, "rule": _rule(plan, rule) if rule is not None else None}


# ------------------------------------------------------------------------------ for other programs


def as_data(plan: Plan, made: Explanation, move: str) -> Json:
    """Convert an explanation to JSON data."""
    condition = made.leaf.condition if made.leaf is not None else None
    conditions = held(made) if made.legal else [condition] if condition is not None else []
    return {
        "move": move,
        "player": handles.seat_name(made.seat),
        "question": made.question,
        "understood": [
            {"question": s.question, "answer": s.handle, "title": s.label} for s in made.steps
        ],
        "possible": made.legal,
        "fits_several": list(made.ambiguous),
        "says": sentences(made),
        "nearest": [s.handle for s in (made.leaf.path if made.leaf else ()) if not s.named],
        "conditions": [_condition(plan, one) for one in conditions],
        "rules": [_rule(plan, rule) for rule in places(made)],
    }


def _condition(plan: Plan, one: Condition) -> Json:
    rule = RuleReference(one.rule.name, one.rule.title, one.rule.cites, one.span)
    return {
        "sort": one.sort,
        "holds": one.holds,
        "says": one.says,
        "condition": one.phrase,
        "values": [_value_as_json(told) for told in one.values],
        "short": one.short,
        "hidden": one.hidden,
        "rule": _rule(plan, rule),
    }


def _value_as_json(one: ConditionValue) -> dict[str, str]:
    """Convert a value to JSON data, with `now` only if the move changes it before the check."""
    return {"what": one.what, "value": one.value} | ({"now": one.now} if one.now else {})


def _rule(plan: Plan, rule: RuleReference) -> Json:
    return {
        "name": rule.name,
        "title": rule.title,
        "path": rule.span.source.path,
        "line": rule.span.line,
        "cites": [
            {"id": cite, "title": plan.program.citations.get(cite, "")} for cite in rule.cites
        ],
    }
