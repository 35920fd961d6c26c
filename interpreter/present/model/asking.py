"""The question and its options for the player who decides: what to type, and where things are.

Takes a `Scene` that has shown the table; gives a `PendingQuestion`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.present import labels, option_preview, words
from interpreter.present.model import facts
from interpreter.present.model.chosen_together import key_of, things_of
from interpreter.present.model.keys import keys_of
from interpreter.present.model.led_to import leads_to, offered, picks
from interpreter.present.model.option_places import DEEDS, about, parts_of, places_of
from interpreter.present.model.parts import (
    Board,
    ChoicePart,
    Delta,
    Option,
    PendingQuestion,
    Seat,
)
from interpreter.present.model.pointed_at import chips, declines, pointed_at
from interpreter.present.model.scene import Scene
from interpreter.present.story.beat_draft import HOLES
from interpreter.run import handles
from interpreter.run.plan import Plan

if TYPE_CHECKING:
    from interpreter.ir.declared import Site
    from interpreter.present.option_preview import CertainEffects
    from interpreter.run.state import BaseState, Entry

MOST_TRIED = 24  # the most options that are tried on copies
MOST_WAYS, FEW_NUMBERS = 16, 3  # options with, and numbers in, `ways`
KINDS = {
    "piece": "piece",
    "space": "place",
    "lane": "place",
    "player": "player",
    "number": "number",
    "value": "value",
    "yesno": "value",
}
COUNTS = ("count", "number_of_them", "how_many", "amount", "many")
"""Names of numbers that are asked for as `how many?`."""


def asked(
    scene: Scene,
    boards: tuple[Board, ...],
    seats: tuple[Seat, ...],
    so_far: tuple[str, ...],
    known: Mapping[str, str],
) -> PendingQuestion | None:
    """Build the question for the viewer; None if the viewer does not decide now.

    `known` maps parts of the asking rule to their wording."""
    plan, state = scene.plan, scene.state
    if state.over or scene.viewer is None or state.actor != scene.viewer or state.site < 0:
        return None
    site = plan.program.sites[state.site]
    unseen = offered(scene, site)  # they get an id before options name them
    options = _pointed(scene, site, _options(scene, site), known)
    parts = tuple(_kinds(site))
    things = _things(scene, site, options, boards)
    if things:
        how, keys = "sets", [key_of(one, things) for one in options]
    else:
        how, keys = keys_of(parts, options, bool(site.said), boards, seats)
    question = of_parts(plan, site, labels.question(plan, state), known)
    marks = {item.id: item.mark for seat in seats for zone in seat.zones for item in zone.items}
    return PendingQuestion(
        handles.question_handle(plan, state.site),
        _as_question(_short(question, how, site, bool(plan.program.funcs[site.func].card)), site),
        how,
        site.secret,
        tuple(
            one
            for one in so_far
            if site.sort != "menu" and one.casefold() not in question.casefold()
        ),
        parts,
        tuple(
            replace(one, key=key, mark=marks.get(one.on[0], "") if one.on else "")
            for one, key in zip(options, keys, strict=True)
        ),
        tuple(things),
        picks(scene, site),
        unseen,
        chips(scene, site),
        is_forced(site, state),
    )


def is_forced(site: Site, state: BaseState) -> bool:
    """Check whether the only answer passes, or chooses what alone can be chosen.

    Deeds are left to the player, and so is what must not be told apart from passing."""
    if len(state.options) != 1 or site.guarded or site.secret:
        return False
    only = state.options[0]
    if site.sort == "menu" and isinstance(only, int):
        return bool(site.items[only][1] == "pass")
    return site.sort not in DEEDS and not site.several


def _options(scene: Scene, site: Site) -> tuple[Option, ...]:
    """Build all options of the question, with their certain effects where they can be tried."""
    plan, state, viewer = scene.plan, scene.state, scene.viewer
    assert viewer is not None
    names = handles.option_handles(plan, state)
    says = labels.option_labels(plan, state, viewer)
    plain = labels.option_titles(plan, state, viewer)
    tried = [
        option_preview.course(plan, state, number)
        for number in range(len(state.options))
        if len(state.options) <= MOST_TRIED
        and not site.several  # picking one of several has no effect yet
    ]
    if tried and names_forced(plan, state):
        only = [forced_words(plan, one.forced, viewer) for one in tried]
        says = [_aimed(say, things) for say, things in zip(says, only, strict=True)]
        plain = [_aimed(say, things) for say, things in zip(plain, only, strict=True)]
    options = tuple(
        Option(
            names[number],
            says[number],
            "",
            plain[number],
            tuple(places_of(scene, site, option)),
            tuple(parts_of(scene, site, option)),
            about=about(scene, site, option),
        )
        for number, option in enumerate(state.options)
    )
    if tried:
        both = zip(options, tried, strict=True)
        options = tuple(_led(scene, option, one) for option, one in both)
    if tried and site.sort != "pay":  # a payment's option is the price itself
        both = zip(options, tried, strict=True)
        options = tuple(_with_deltas(scene, option, one.events) for option, one in both)
        if len(options) <= MOST_WAYS:
            both = zip(options, tried, strict=True)
            options = tuple(replace(option, ways=_ways(scene, one.after)) for option, one in both)
    return options


def _led(scene: Scene, option: Option, tried: CertainEffects) -> Option:
    """Return an option with what its only possible answers are about, and what it leads to."""
    sites = scene.program.sites
    forced = [one for at in tried.forced for one in about(scene, sites[at.site], at.options[0])]
    whole = tuple(dict.fromkeys((*option.about, *forced)))
    return replace(option, about=whole, leads_to=leads_to(scene, tried.after))


def _pointed(
    scene: Scene, site: Site, options: tuple[Option, ...], known: Mapping[str, str]
) -> tuple[Option, ...]:
    """Return options with where they are pointed at besides; one that declines leads nowhere.

    It is not at one's own panel where another option is about that."""
    assert scene.viewer is not None
    mine = f"player.{handles.seat_name(scene.viewer)}"
    taken = any(mine in one.about for one in options)
    made = []
    for one, value in zip(options, scene.state.options, strict=True):
        one = replace(one, leads_to=()) if declines(site, value) else one
        at = pointed_at(scene, site, value, one, known)
        made.append(replace(one, at=() if taken and at == (mine,) else at))
    return tuple(made)


def _things(
    scene: Scene, site: Site, options: Sequence[Option], boards: Sequence[Board]
) -> list[tuple[str, str]]:
    """List the things to choose several of at once, each with its input.

    Empty if the question is of another form, or an ordinary list serves better."""
    item = site.type.item
    if item is None or site.sort in DEEDS or site.several:
        return []
    names = {cell.id: cell.name for board in boards for cell in board.cells}

    def short(number: int, part: int) -> str:
        if item.is_value:
            return words.value_letter(scene.plan, item.of, scene.state.options[number][part])
        on = options[number].on
        return names.get(on[part], "") if part < len(on) else ""

    return things_of(options, short)


def names_forced(plan: Plan, state: BaseState) -> bool:
    """Decide whether labels name the follow-up answers that are the only ones left."""
    deeds = plan.program.sites[state.site].sort in ("menu", "options")
    return deeds and len(state.options) <= MOST_TRIED


def forced_words(plan: Plan, forced: Sequence[BaseState], viewer: int) -> list[str]:
    """Return the labels of follow-up answers to which there is no alternative.

    Payments and plain numbers are skipped: they say nothing or are shown as costs."""
    made = []
    for state in forced:
        site = plan.program.sites[state.site]
        if site.sort == "pay" or _asks_for_number(site):
            continue  # payments are shown as the option's cost
        told = labels.option_titles if not site.said else labels.option_labels
        made.append(told(plan, state, viewer)[0])
    return made


def _asks_for_number(site: Site) -> bool:
    return site.type.is_number and site.sort not in DEEDS


def _aimed(say: str, things: Sequence[str]) -> str:
    """Append the forced follow-up answers to a label, unless it names them already."""
    new = [one for one in things if one.casefold() not in say.casefold()]
    return f"{say}: {', '.join(new)}" if new else say


def of_parts(plan: Plan, site: Site, question: str, known: Mapping[str, str]) -> str:
    """Fill the holes in the title of the asking rule with `known` wording."""
    func = plan.program.funcs.get(site.func)
    if func is None or not HOLES.search(func.asks):
        return question
    told = HOLES.sub(lambda hole: known.get(hole.group(1).strip(), hole.group(1)), func.asks)
    return question.replace(func.title, told, 1)


def _ways(scene: Scene, after: BaseState | None) -> tuple[tuple[int, tuple[Delta, ...]], ...]:
    """Return costs and gains for each number asked for next; empty if anything else is open.

    Also empty if there are more than `FEW_NUMBERS` numbers, or none of them changes anything."""
    if after is None or len(after.options) > FEW_NUMBERS:
        return ()
    site = scene.program.sites[after.site]
    if site.several or not _asks_for_number(site):
        return ()
    made = []
    for index, number in enumerate(after.options):
        found = option_preview.course(scene.plan, after, index)
        mine, _ = _deltas(scene, found.events)
        made.append((int(number), tuple(mine)))
    return tuple(made) if any(deltas for _, deltas in made) else ()


def _with_deltas(scene: Scene, option: Option, events: Sequence[Entry]) -> Option:
    """Return an option with its certain costs, gains and effects on others filled in."""
    mine, others = _deltas(scene, events)
    pays = tuple(one for one in mine if one.by < 0)
    gains = tuple(one for one in mine if one.by > 0)
    return replace(option, pays=pays, gains=gains, others=tuple(others))


def _deltas(scene: Scene, events: Sequence[Entry]) -> tuple[list[Delta], list[Delta]]:
    """Collect the certain effects of events on the decider, and on the others.

    Fields that the layout hides are left out."""
    mine: list[Delta] = []
    others: list[Delta] = []
    for (kind, seat, symbol), by in option_preview.takings(events).items():
        values = scene.program.kinds[kind].printed[scene.program.money[kind].symbol].of
        say = words.value_title(scene.plan, values, symbol)
        letter = words.value_letter(scene.plan, values, symbol)
        of = f"{values}.{scene.program.values[values].members[symbol]}"
        made = Delta(f"{kind}.{say}", say, by, handles.seat_name(seat), short=letter, of=of)
        (mine if seat == scene.state.actor else others).append(made)
    for kept, seat, by, total in option_preview.changes(scene.plan, scene.state, events):
        if facts.is_hidden(scene.plan, kept.name) or kept.type.halves:
            continue
        say = facts.titled(scene.plan, kept.name)[0]
        made = Delta(kept.name, say, by, handles.seat_name(seat), total)
        (mine if seat == scene.state.actor else others).append(made)
    return mine, others


def _short(question: str, how: str, site: Site, on_card: bool) -> str:
    """Drop the part of a question that its options say anyway: `choose one`, `choose a player`.

    The title of a card says less about its question than that of a rule, so more is kept there."""
    title, choose, what = question.partition(": choose ")
    noun = "player" if site.type.is_player else words.spoken(site.type.of or "")
    if _asks_for_number(site):
        return title if choose and site.said else question
    if how != "list" or what == "one" or (what in (f"a {noun}", f"an {noun}") and not on_card):
        return title if choose else question
    said = title.casefold().split()
    return title if choose and what.casefold().split()[-1] in said else question


def _as_question(question: str, site: Site) -> str:
    """Phrase what is open as a question: `which lane?` for `choose a lane`, `how many?`."""
    title, choose, what = question.partition(": choose ")
    if not choose or what == "one":
        return question
    if title.endswith("?"):
        return title
    if _asks_for_number(site) and site.name in COUNTS:
        return f"{title}: how many?"
    what = what.removeprefix("an ").removeprefix("a ")
    asked, note, left = what.partition(" (")
    return f"{title}: which {asked}?{note}{left}"


def _kinds(site: Site) -> list[ChoicePart]:
    """List the choices that make up a question, in order."""
    if site.sort in DEEDS:
        return [ChoicePart("", "deed")]
    if site.type.is_joint:
        return [
            ChoicePart(name.replace("_", " "), KINDS.get(kind.base, "value"))
            for name, kind, _ in site.type.split(0)
        ]
    item = site.type.element
    return [ChoicePart(site.name.replace("_", " "), KINDS.get(item.base, "value"))]
