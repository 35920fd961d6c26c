"""`view`: everything one viewer sees, from which text, JSON and pages are rendered.

Takes a plan, a state, the viewer's seat (None: a spectator), and context from the story; gives a
`View`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from interpreter.present import final_standing, words
from interpreter.present.model import computed_looks, facts
from interpreter.present.model.asking import asked
from interpreter.present.model.board_views import boards
from interpreter.present.model.option_places import lines
from interpreter.present.model.parts import Fact, Now, Seat, StoryBeat, View
from interpreter.present.model.scene import Scene
from interpreter.present.player_names import called, calling
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState


def view(
    plan: Plan,
    state: BaseState,
    viewer: int | None,
    turn: int = 0,
    story: Sequence[StoryBeat] = (),
    so_far: Sequence[str] = (),
    under: str = "",
    known: Mapping[str, str] | None = None,
    question: bool = True,
) -> View:
    """Build the view of the current state for `viewer`.

    `under` is the current round, deal or other part of the game; `known` maps parts of the asking
    rule to their wording, as the viewer's story has it. Without `question`, no question is
    included, which is much faster because the effects of options need not be computed."""
    with calling(plan, state):
        return _view(plan, state, viewer, turn, story, so_far, under, known or {}, question)


def _view(
    plan: Plan,
    state: BaseState,
    viewer: int | None,
    turn: int,
    story: Sequence[StoryBeat],
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
    if site is not None and not state.over and viewer == state.actor:
        drawn = tuple(replace(one, lines=lines(scene, site, one.id)) for one in drawn)
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
    """Compute the layout's derived numbers for a seat or the table, such as victory points.

    Values of `none` are left out."""
    made = []
    for title, number in counts:
        value = computed_looks.worked_out(scene.plan, scene.state, number, thing)
        kind = scene.program.looks[number][1].type
        if computed_looks.is_none(kind, value):
            continue
        text = words.typed_words(scene.plan, kind, value)
        told = facts.data(scene.plan, kind, value)
        amounts = facts.lettered(scene.plan, kind, value)
        idle = facts.is_idle(kind, value)
        key = title.replace(" ", "_")
        units = facts.units(scene.plan, kind, value)
        seldom = title in scene.program.layout.seldom
        fact = Fact(key, title, told, text, idle=idle, amounts=amounts, seldom=seldom, units=units)
        made.append(fact)
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
        out=computed_looks.is_out(scene.plan, state, seat),
        wins=seat in state.winners,
        called=called(scene.plan, state, seat),
        facts=(*_counts(scene, program.layout.counts, seat), *scene.facts("player", seat)),
        zones=scene.zones("player", seat, f"{{}}.{name}"),
    )
