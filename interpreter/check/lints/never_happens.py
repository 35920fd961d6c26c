"""Triggers on built-in deeds that no rule ever does in that way.

Reports warnings. A deed is identified by its verb, the kind of component, and the zone or holder
that it goes to or comes from. Where one of these is not certain from the rules, the deed is assumed
to happen, so that there are no false warnings.
"""

from __future__ import annotations

from typing import NamedTuple

from interpreter.check.context import Context
from interpreter.check.declarations.rule_names import same_verb
from interpreter.diagnostics import Label
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Program
from interpreter.ir.standing import DeedTrigger
from interpreter.ir.types import Type
from interpreter.ir.weaving.events import DONE_TO, kind_of
from interpreter.language.verbs import IN_PLACE, VERBS, event_of
from interpreter.load.game_folder import GameFiles

_ANSWERED = DONE_TO | {nodes.Draw, nodes.Shuffle}


class _Deed(NamedTuple):
    """One deed in the rules, and the rule that contains it."""

    step: Stmt
    rule: str


def check(ctx: Context, files: GameFiles) -> None:
    """Report triggers whose event never happens."""
    program = ctx.program
    deeds = [
        _Deed(s, func.name)
        for func in program.funcs.values()
        for s in ctx.bodies.of(func)
        if type(s) in _ANSWERED and s.verb
    ]
    for answer in program.answers:
        fitting = [d for d in deeds if _fits(program, answer, d)]
        done = [d.step.verb for d in fitting if d.step.actor is not None]
        if not any(answer.verb in (verb, event_of(verb)) for verb in done):
            _report(ctx, answer, fitting)


def _report(ctx: Context, answer: DeedTrigger, others: list[_Deed]) -> None:
    """Report one event, and the other deeds that do the same to the same things."""
    program = ctx.program
    word = next(w for w in answer.span.text.split() if same_verb(w, answer.verb))
    kind = program.kinds.get(answer.kind)
    things = f" {kind.plural}" if kind is not None else ""
    there = " there" if _places(program, answer) else ""
    alike = (d.step for d in reversed(others) if _sort(d.step.verb) == _sort(answer.verb))
    done = {step.verb: step.span for step in alike if VERBS[step.verb].event}
    seen = "this is done"
    if answer.verb in done:
        span, seen = done[answer.verb], "nobody is said to do this"
        help_ = "say there who does it, such as: have each player ..."
    elif done:
        verb, span = next(reversed(done.items()))
        help_ = f"if this is meant, wait for it: `{_said_of(answer, word, verb)}`"
    else:
        help_ = f"let a rule do it, such as: {VERBS[answer.verb].form}; or remove this"
    ctx.report.add(
        "never-happens",
        answer.span,
        f"`{answer.verb}` is never done{' to' + things if things else ''}{there}",
        "nothing does this",
        others=(Label(span, seen),) if done else (),
        helps=(help_,),
    )


def _sort(verb: str) -> str:
    """Group verbs by what they do: shuffle, reveal, roll, or else move.

    A trigger on a toss is thus never taken to mean a move.
    """
    if verb in ("shuffle", "reveal"):
        return verb
    return "roll" if verb in ("roll", "toss") else "move"


def _said_of(answer: DeedTrigger, word: str, verb: str) -> str:
    """Rephrase an event for another verb: `moves token to claim`."""
    event = VERBS[verb].event
    ending = "s" if word != answer.verb else ""
    before = [at for at in event.places if at != "from"] if event is not None else []
    said = answer.span.text.replace(word, verb + ending, 1).split()
    return " ".join(before[0] if part in IN_PLACE and before else part for part in said)


def _fits(program: Program, answer: DeedTrigger, deed: _Deed) -> bool:
    """Whether a deed may be the one that is waited for, whatever it is called."""
    if deed.rule == answer.hook.func or answer.kind not in ("", kind_of(deed.step)):
        return False
    if isinstance(deed.step, nodes.Shuffle) and answer.verb != "shuffle":
        return False
    return all(_may_be(_zone(deed.step, end), place) for end, place in _places(program, answer))


def _places(program: Program, answer: DeedTrigger) -> list[tuple[str, Family | Type]]:
    """List the places that an event names, each with its end: `from` or `to`.

    A place is a zone, or the type of its holder.
    """
    found: list[tuple[str, Family | Type]] = []
    kinds = dict(program.funcs[answer.hook.func].params)
    found += [(end, kinds[name]) for end, name in answer.told if end in ("from", "to")]
    for e in answer.hook.test.walk() if answer.hook.test is not None else ():
        if isinstance(e, nodes.SamePlace) and isinstance(e.args[0], nodes.EventPlace):
            place = e.args[1]
            found.append(
                (e.args[0].end, place.family if isinstance(place, nodes.Zone) else place.type)
            )
    return found


def _zone(step: Stmt, end: str) -> Family | bool | None:
    """Return the zone at one end of a deed; None for the box, True if it is not certain."""
    if isinstance(step, nodes.Draw):
        return _known(step.family if end == "from" else step.to)
    if isinstance(step, nodes.Move) and end == "to":
        return None if step.how == "box" else _known(step.to)
    return True


def _known(place: object) -> Family | bool:
    return place if isinstance(place, Family) else True


def _may_be(zone: Family | bool | None, place: Family | Type) -> bool:
    """Whether a zone may be the place that is named."""
    if not isinstance(zone, Family):
        return zone is True
    if isinstance(place, Family):
        return zone is place
    match place.base:
        case "space":
            return place.of in (zone.board, zone.holder.removeprefix("space:"))
        case "piece" | "value":
            return zone.holder == place.of
        case _:
            return True
