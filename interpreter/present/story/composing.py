"""Composes the items that a reader's narrator has recorded into the sentences of a beat.

Takes items of a `Narrator`; gives sentences, upkeep and places. The order: what is done, the price,
what is gained, the effect on others, upkeep."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeGuard, cast

from interpreter.present import words
from interpreter.present.story import told_deeds, told_moves, told_numbers
from interpreter.present.story.beat_draft import BeatDraft, ChosenPart, is_known, oneself
from interpreter.present.story.beats import StorySentence
from interpreter.present.story.items import ComponentMove, RunningRule, StoryItem
from interpreter.present.story.moves import net
from interpreter.present.story.phrases import Mention, Phrase, counted, listed, said
from interpreter.present.story.story_clauses import StoryClause, merged, sentences, together
from interpreter.present.story.story_places import seat_mention
from interpreter.present.story.told_deeds import refusals
from interpreter.run import handles
from interpreter.run.handles import Placed
from interpreter.run.plan import Plan

_NAMED = re.compile(r"\b[A-Z][\w']*|\d+")
_ONE = re.compile(r"\ban? ")
Made = tuple[str, int, tuple[StorySentence, ...], tuple[Phrase, ...], tuple[str, ...]]


def compose(
    plan: Plan, reader: int | None, items: Sequence[StoryItem], set_up: bool
) -> tuple[list[Made], list[StoryItem]]:
    """Compose the beats of these items, and return the items that have to wait.

    These are deeds whose wording refers to choices still to be made. If nothing else is there, no
    beat is composed and all items wait."""
    later = waiting(items)
    if later and len(later) == len([one for one in items if one.sort != "wait"]):
        return [], list(items)
    composer = BeatDraft(plan, reader, set_up)
    composer.opened = {
        one.data.piece
        for one in items
        if isinstance(one.data, ComponentMove) and _is_open(plan, one.data.end)
    }
    composer.played = {
        said(one.data[:1]) for one in items if one.sort == "play" and isinstance(one.data, tuple)
    }
    for item in net(items):
        if item not in later:
            add(composer, item)
    return beats(composer), later


def waiting(items: Sequence[StoryItem]) -> list[StoryItem]:
    """List the deeds whose wording refers to choices that are still to be made."""
    return [
        item
        for item in items
        if item.sort == "says"
        and item.run is not None
        and not item.run.ended
        and not is_known(item.run)
    ]


def add(page: BeatDraft, item: StoryItem) -> None:
    """Add one item to the page; during set-up, only if it is worth telling."""
    if page.refused and item.sort not in ("refuse", "wait"):
        told = item.sort in ("label", "says")
        page.refused = [one for one in page.refused if not (told and one.seat == item.seat)]
        if page.refused:
            refusals(page, accepted=told)
    if _in_set_up(item) and not _of_set_up(page, item):
        return
    TELLERS[item.sort](page, item)


def _of_set_up(page: BeatDraft, item: StoryItem) -> bool:
    """Check whether an item of a set-up is told: players' choices, and one's own cards.

    In a later deal, dealt cards are collected on the page instead."""
    if not page.set_up:
        if isinstance(item.data, ComponentMove):
            _dealt(page, item.data)
        return False
    if item.sort in ("says", "label", "chose", "play"):
        return item.seat >= 0
    if item.sort == "look":
        return item.seat == page.reader
    if item.sort == "number":
        last = page.clauses[-1] if page.clauses else None
        if last is None or last.seat != item.seat or last.sort == "gain":
            return False
        last.first = True
        return True
    if isinstance(item.data, ComponentMove):
        source = handles.zone_of(page.plan, item.data.start)
        if source is None or source[0].sort != "pile":
            return False
        found = handles.zone_of(page.plan, item.data.end)
        own = _is_kept(found) and found[1] == page.reader  # a deck that is made is not drawn
        return own and page.reader is not None and bool(item.data.name)
    return False


def _dealt(page: BeatDraft, move: ComponentMove) -> None:
    """Record a card dealt as a new deal begins: to a player, or face up (-1)."""
    source, target = (handles.zone_of(page.plan, p) for p in (move.start, move.end))
    if source is None or target is None or source[0].sort != "pile":
        return
    if _is_kept(target):
        page.deals.setdefault(target[1], []).append(move.name)
        page.dealt = move.kind
    elif target[0].seen == "all":
        page.deals.setdefault(-1, []).append(move.name)


def _is_kept(place: Placed | None) -> TypeGuard[Placed]:
    """Whether it is a place of a player for cards that are dealt, and not a pile made of them."""
    return place is not None and place[0].holder == "player" and place[0].sort != "pile"


def _wait(page: BeatDraft, item: StoryItem) -> None:
    pass


def beats(page: BeatDraft) -> list[Made]:
    """Finish the page, and return its beats: what was done, and a new deal.

    Empty if there is nothing to tell."""
    if page.refused:
        refusals(page, False)
    deal = _new_deal(page)
    _title(page)
    _choices(page)
    clauses = merged(page.clauses)
    for clause in clauses:
        if clause.sort == "opened":
            clause.sort, clause.rest = "sentence", (f"{clause.verb}: ", *clause.rest)
            clause.verb = ""
    wins = any(clause.sort == "win" for clause in clauses)
    told = [c for c in clauses if c.sort != "gain" or c.whole(False)[0]]
    clauses = together(told, page.reader)
    touches = tuple(page.touches)
    beats: list[Made] = []
    if clauses:
        level = 1 if all(clause.minor for clause in clauses) else 0
        sort = "end" if wins else "beat"
        beats.append((sort, level, sentences(clauses, page.reader), _upkept(page), touches))
    if deal is not None:
        upkeep = () if beats else _upkept(page)
        beats.append(("deal", 0, sentences([deal], page.reader), upkeep, touches))
    return beats


def _upkept(page: BeatDraft) -> tuple[Phrase, ...]:
    """Write the upkeep sentences, for readers who want to know everything."""
    made: list[Phrase] = []
    for clause in merged(page.upkeep):
        own = clause.seat == page.reader and clause.seat >= 0
        body = clause.predicate(own)
        if clause.seat >= 0 and clause.sort != "sentence":
            body = (seat_mention(clause.seat, page.reader, True), " ", *body)
        made.append(body)
    return tuple(dict.fromkeys(made))


def _title(page: BeatDraft) -> None:
    """Add the title of what was taken from a menu, unless another clause says as much."""
    if page.title is None:
        return
    seat, title, card = page.title
    if any(_tells(c) and c.seat == seat for c in page.clauses):
        return
    first = page.clauses[0] if page.clauses else None
    if card:
        page.clauses.insert(0, StoryClause("play", seat, "use", objects=[card]))
        return
    made = StoryClause("title", seat, title)
    if first is not None and first.sort == "gain" and first.seat == seat:
        made.gains = first.gains
        page.clauses.pop(0)
    page.clauses.insert(0, made)


def _choices(page: BeatDraft) -> None:
    """Add what was chosen, where no sentence has mentioned it."""
    told = " ".join(
        said(c.predicate(False)) + " " + " ".join(g.signed() for g in c.gains.values())
        for c in page.clauses
    )
    told += " " + " ".join(
        seat_mention(c.seat, page.reader).say
        for c in page.clauses
        if c.seat >= 0 and c.sort in ("gain", "event", "label", "refuse")
    )
    told += " " + " ".join(said(one.predicate(False)) for one in page.upkeep)
    placed: list[tuple[int, StoryClause]] = []
    for seat, title, parts, run, behind in page.chosen:
        card = next((c for c in page.clauses if c.sort == "play" and c.seat == seat), None)
        in_card = run is not None and any(one.func.card for one in run.chain())
        aimed = card is not None and in_card  # the target of a card is always told
        left = [
            (phrase, is_seat)
            for phrase, is_seat, is_piece in parts
            if not is_piece and ((aimed and is_seat) or not _is_told(phrase, told))
        ]
        if not left:
            _note_aimed(page, seat, parts, run, told)
            continue
        if card is not None and in_card:
            for phrase, is_seat in left:
                if is_seat and isinstance(phrase[0], Mention) and phrase[0].seat == seat:
                    card.rest = (*card.rest, f" on {oneself(seat == page.reader)}")
                elif is_seat:
                    card.rest = (*card.rest, " on ", *phrase)
                else:
                    card.noted.append(phrase)
            continue
        if len(left) < len(parts):
            continue
        body: Phrase = (": ", *listed(phrase for phrase, _ in left))
        titled = next((c for c in page.clauses if c.sort == "title" and c.seat == seat), None)
        if titled is not None and titled.verb.startswith(title):
            titled.rest = (*titled.rest, *body)
            continue
        made = StoryClause("deed", seat, "choose", objects=[phrase for phrase, _ in left])
        placed.append((behind + (len(page.clauses) > 0 and page.clauses[0].sort == "title"), made))
    for number, (behind, made) in enumerate(placed):
        page.clauses.insert(behind + number, made)


def _note_aimed(
    page: BeatDraft, seat: int, parts: Sequence[ChosenPart], run: RunningRule | None, told: str
) -> None:
    """Append a component that a card's rules chose to the deed that carries them out.

    Skipped if something else mentions it."""
    if run is None or run.func.sort != "card":
        return
    deed = next((c for c in page.clauses if c.sort == "deed" and c.seat == seat), None)
    for phrase, _, is_piece in parts:
        if deed is not None and is_piece and not _is_told(phrase, told):
            deed.noted.append(phrase)


def _new_deal(page: BeatDraft) -> StoryClause | None:
    """Describe a new deal to players as a clause; None if none was dealt."""
    if not any(seat >= 0 for seat in page.deals):
        return None
    opened = page.deals.pop(-1, [])
    numbers = {len(cards) for cards in page.deals.values()}
    body: Phrase = ("new deal",)
    if len(numbers) == 1:
        kind, many = page.plan.program.kinds[page.dealt], numbers.pop()
        noun = words.counted(many, words.spoken(kind.name), words.spoken(kind.plural))
        body = (f"new deal: {noun} each",)
    if opened:
        body = (*body, "; face up: ", *listed(opened))
    mine = (
        [card for card in page.deals.get(page.reader, []) if card]
        if page.reader is not None
        else []
    )
    if mine:
        is_ = "yours are" if len(mine) > 1 else "yours is"
        body = (*body, f"; {is_} ", *listed(counted(mine)))
    return StoryClause("sentence", -1, rest=body)


def _is_open(plan: Plan, place: int) -> bool:
    found = handles.zone_of(plan, place)
    return found is not None and bool(found[0].seen == "all")


def _in_set_up(item: StoryItem) -> bool:
    return item.run is not None and any(run.func.sort == "setup" for run in item.run.chain())


def _is_told(phrase: Phrase, told: str) -> bool:
    names = _NAMED.findall(said(phrase))
    text = told.casefold()
    if not names:
        return said(phrase).casefold() in text
    if names == ["1"] and _ONE.search(text):
        return True
    return all(name.casefold() in text for name in names)


def _tells(clause: StoryClause) -> bool:
    """Check whether a clause says so much of what was done that no title is needed."""
    if clause.sort == "event":
        return True
    return clause.sort in ("deed", "play", "win", "roll")


TELLERS = cast(
    "dict[str, Callable[[BeatDraft, StoryItem], None]]",
    {**told_deeds.TOLD, **told_moves.TOLD, **told_numbers.TOLD, "wait": _wait},
)
"""How every sort of item is told."""
