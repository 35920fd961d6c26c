"""`view`: everything that one viewer sees, from which text, JSON and pages are drawn.

Takes a plan, a state and the seat that looks (None: somebody who looks on), and what a story knows
besides; gives a `View`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from interpreter.present import final_standing, words
from interpreter.present.called import called, calling
from interpreter.present.model import facts, looks
from interpreter.present.model.asking import asked
from interpreter.present.model.boards import boards
from interpreter.present.model.parts import Fact, Now, Seat, Told, View
from interpreter.present.model.scene import Scene
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState


def view(
    plan: Plan,
    state: BaseState,
    viewer: int | None,
    turn: int = 0,
    story: Sequence[Told] = (),
    so_far: Sequence[str] = (),
    under: str = "",
    known: Mapping[str, str] | None = None,
    question: bool = True,
) -> View:
    """Give what `viewer` sees now; `under` is the round, deal or other part of the game that is on,
    `known` has the parts of the rule that asks, as its story tells them. Without `question` nobody
    is asked in it, which is much faster: what each answer changes is not worked out."""
    with calling(plan, state):
        return _view(plan, state, viewer, turn, story, so_far, under, known or {}, question)


def _view(
    plan: Plan,
    state: BaseState,
    viewer: int | None,
    turn: int,
    story: Sequence[Told],
    so_far: Sequence[str],
    under: str,
    known: Mapping[str, str],
    question: bool,
) -> View:
    scene = Scene(plan, state, viewer)
    program = plan.program
    drawn = boards(scene)
    zones = scene.zones("table", 0, "{}")
    seats = tuple(_seat(scene, seat) for seat in range(state.n))
    now = Now(
        turn,
        under,
        handles.seat_name(state.active) if state.active >= 0 and not state.over else "",
        (handles.seat_name(state.actor),) if state.actor >= 0 else (),
        bool(state.over),
        final_standing.ending(plan, state),
        tuple(handles.seat_name(seat) for seat in sorted(state.winners)),
    )
    site = program.sites[state.site] if state.site >= 0 else None
    secret = site is not None and site.secret and not state.over
    return View(
        plan.id,
        plan.title,
        None if viewer is None else handles.seat_name(viewer),
        now,
        seats,
        drawn,
        zones,
        (*_counts(scene, program.layout.shown), *scene.facts("table", 0)),
        asked(scene, drawn, seats, tuple(so_far), known) if question else None,
        (handles.seat_name(state.actor),) if secret and state.actor != viewer else (),
        tuple(story),
        gives_way=program.layout.gives_way,
    )


def _counts(scene: Scene, counts: Iterable[tuple[str, int]], thing: int = -1) -> tuple[Fact, ...]:
    """Give what the layout works out of a player or of the table, such as victory points that
    nothing keeps."""
    made = []
    for title, number in counts:
        value = looks.worked_out(scene.plan, scene.state, number, thing)
        kind = scene.program.looks[number][1].type
        if looks.is_none(kind, value):
            continue
        text = words.typed_words(scene.plan, kind, value)
        told = facts.data(scene.plan, kind, value)
        amounts = facts.lettered(scene.plan, kind, value)
        idle = facts.is_idle(kind, value)
        key = title.replace(" ", "_")
        seldom = title in scene.program.layout.seldom
        made.append(Fact(key, title, told, text, idle=idle, amounts=amounts, seldom=seldom))
    return tuple(made)


def _seat(scene: Scene, seat: int) -> Seat:
    state, program = scene.state, scene.program
    name = handles.seat_name(seat)
    return Seat(
        name,
        words.capital(words.spoken(name)),
        words.seat_letter(seat),
        name,
        you=seat == scene.viewer,
        on=seat == state.active and not state.over,
        out=looks.is_out(scene.plan, state, seat),
        wins=seat in state.winners,
        called=called(scene.plan, state, seat),
        facts=(*_counts(scene, program.layout.counts, seat), *scene.facts("player", seat)),
        zones=scene.zones("player", seat, f"{{}}.{name}"),
    )
