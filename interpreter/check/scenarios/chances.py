"""Expectations of tests that can never be met.

These are a reason that no rule gives, more things in a place than it has room for, and more of a
component than there are. Takes a checked game and a test as data; produces diagnostics. Only what
is certain is reported: a reason that stands anywhere in the rules, or that is said for all games,
may be given.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from interpreter.check.context import Context
from interpreter.diagnostics import Label, Report, Span
from interpreter.diagnostics.suggest import nearest
from interpreter.ir import nodes
from interpreter.ir.declared import Choice
from interpreter.ir.scenario import GameTest, Placed, ScenarioLine, Thing
from interpreter.load.game_folder import GameFiles

_OF_ALL_GAMES = re.compile(
    r"it is not among .+|it is .+ who decides now|the game is over|it is not offered( now)?"
    r"|it is not possible to pass|nobody asks for .+ now|it cannot be taken again now"
    r"|.+ does not have .+|only once per [a-z_]+|the cost cannot be paid|not enough .+"
    r"|there is nothing to (exchange|choose from)|there are too few|none of this can be done"
    r"|what is asked for cannot be matched|this is not allowed now|.+ possible now"
    r"|.+ must first answer something else|.+ is not offered.*|\d+ options are .+"
    r"|.+: at most .+ per [a-z_]+"
)
"""Reasons that no rule writes out."""
_SHOWN = 4


def check_chances(ctx: Context, texts: Texts, tests: Iterable[GameTest]) -> None:
    """Report what can never come about in some tests of a game without errors."""
    for test in tests:
        for fact in test.facts:
            if isinstance(fact, Placed):
                _too_many(ctx.report, fact)
        _too_few(ctx, test)
        for line in test.lines:
            if line.because and not texts.may_say(line.because):
                _never_given(ctx, line, texts)


class Texts:
    """The reasons that the rules give when they refuse something, and all texts in the rules."""

    def __init__(self, ctx: Context, files: GameFiles) -> None:
        self.reasons = {
            func.name: list(
                dict.fromkeys(said for s in ctx.bodies.of(func) for said in _said(s.fixed()))
            )
            for func in ctx.program.funcs.values()
        }
        self.every = {said for some in self.reasons.values() for said in some}
        written = [source.text for source in files.rules]
        written += [one.source.text for one in files.components]
        laid = ctx.overlaid.laid if ctx.overlaid is not None else []
        self.laid = "\n".join(one.node.span.text for one in laid)
        written.append(self.laid)
        self.written = "\n".join(written)

    def may_say(self, because: str) -> bool:
        """Check whether anything may be refused for this reason."""
        return because in self.every or because in self.written or _common(because)


def _common(because: str) -> bool:
    return _OF_ALL_GAMES.fullmatch(because) is not None


def _said(data: object) -> Iterator[str]:
    """Yield the texts in a statement's data, among them the reasons of its `requires` tests."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Choice):
        yield from (excuse for _, excuse in data.tests if excuse)
    elif isinstance(data, (tuple, list)):
        for one in data:
            yield from _said(one)


def _never_given(ctx: Context, line: ScenarioLine, texts: Texts) -> None:
    assert line.because is not None and line.because_span is not None
    own = _reasons_of(ctx, line.step.action, texts) if line.step is not None else []
    spoken = {said for said in texts.every if " " in said}
    words = sorted(line.because.lower().split())
    guess = (
        next((one for one in own if sorted(one.lower().split()) == words), None)
        or nearest(line.because, own)
        or nearest(line.because, spoken)
    )
    # reasons from the house rules come first
    own = sorted(set(own), key=lambda said: (said not in texts.laid, said))
    more = f" and {len(own) - _SHOWN} more" if len(own) > _SHOWN else ""
    shown = ", ".join(f"`{said}`" for said in own[:_SHOWN]) + more
    span = line.because_span
    ctx.report.add(
        "wrong-reason",
        span,
        "no rule gives this reason",
        notes=(f"`{line.step.action}` is refused for: {shown}",)
        if own and guess is None and line.step is not None
        else (),
        helps=(f"did you mean `{guess}`?",)
        if guess
        else ("write what stands after `else`, or leave out `because`",),
        fix=(Span(span.source, span.start + 1, span.end - 1), guess) if guess else None,
    )


def _reasons_of(ctx: Context, action: str, texts: Texts) -> list[str]:
    """List the reasons for which an action, or anything it calls, may be refused.

    Reasons of a single word are left out.
    """
    done = ctx.bodies.come_to([action])
    return [said for func in done for said in texts.reasons[func.name] if " " in said]


def _too_many(report: Report, placed: Placed) -> None:
    """Report more things in a place than it has room for."""
    family = placed.family
    number = sum(thing.number for thing in placed.things)
    room = number
    if family.shape == "slots":
        room = 1 if placed.cell else family.slots
    elif family.limit is not None and isinstance(family.limit, nodes.Num):
        room = int(family.limit.value)
    if number > room and placed.drawing is None:
        report.add(
            "too-few",
            placed.span,
            f"`{family.name}` has room for {room}",
            f"here are {number}",
            others=(Label(family.span, "it stands here"),),
            helps=(f"leave {number - room} of them out",),
        )


def _too_few(ctx: Context, test: GameTest) -> None:
    """Report more of a component than exist."""
    placed = [fact for fact in test.facts if isinstance(fact, Placed)]
    named = [thing for fact in placed for thing in fact.things if len(thing.designs) == 1]
    left: Counter[str] = Counter()
    for thing in named:
        kind = ctx.program.kinds[thing.kind]
        if kind.alike or kind.owned:
            continue
        [design] = thing.designs
        left[design.id] += thing.number
        if left[design.id] > design.last - design.first:
            taken = {one.designs[0].id for one in named}
            other = next((one.id for one in kind.designs if one.id not in taken), "")
            _tell_few(ctx, thing, left[design.id] - thing.number, other)


def _tell_few(ctx: Context, thing: Thing, placed: int, other: str) -> None:
    [design] = thing.designs
    there = design.last - design.first
    only = "there is only 1" if there == 1 else f"there are only {there}"
    bare = thing.span.text == design.id
    ctx.report.add(
        "too-few",
        thing.span,
        f"{only} of `{design.id}`",
        f"{placed} {'lies' if placed == 1 else 'lie'} elsewhere already" if placed else "",
        helps=_fewer(ctx, thing, there - placed, other)
        or ("leave it out, or place another one here" + (f": `{other}`" if other else ""),),
        fix=(thing.span, other) if other and bare else None,
    )


def _fewer(ctx: Context, thing: Thing, left: int, other: str) -> tuple[str, ...]:
    """Suggest a smaller amount of a component, for `2 hare` where only `left` are left.

    In house rules, raising the number of copies is suggested as well. Returns no suggestion if none
    are left or the amount is written otherwise.
    """
    [design] = thing.designs
    if left < 1 or thing.span.text.split() != [str(thing.number), design.id]:
        return ()
    few = design.id if left == 1 else f"{left} {design.id}"
    said = f"write `{few}`"
    if other and thing.number - left == 1:
        said += f", or with another one: `{few}, {other}`"
    laid, source = ctx.overlaid, design.span.source
    if laid is None or not laid.wrote(thing.span.source) or laid.wrote(source):
        return (said,)
    copies = design.last - design.first + thing.number - left
    return (said, f"if there are to be more of them: `set copies of {design.id} to {copies}`")
