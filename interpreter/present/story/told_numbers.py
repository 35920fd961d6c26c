"""Numbers, money, dice and winners as clauses."""

from __future__ import annotations

from interpreter.present import labels, words
from interpreter.present.story.beat_draft import BeatDraft, Tellers
from interpreter.present.story.items import Happening, NumberChange, StoryItem
from interpreter.present.story.phrases import Phrase, said
from interpreter.present.story.story_clauses import Gain, StoryClause
from interpreter.present.story.story_places import seat_mention
from interpreter.present.story.told_moves import is_chosen_below
from interpreter.run.state import Entry


def _number(page: BeatDraft, item: Happening[NumberChange]) -> None:
    change = item.data
    kept = page.plan.program.fields[change.field]
    title = words.field_title(page.plan, kept.name)
    if kept.type.halves:
        return
    nothing = change.before == change.after
    clause = page.of_seat(item.seat)
    by = change.after - change.before
    back = clause is not None and title in clause.gains and clause.gains[title].by * by < 0
    if clause is None or back or not _may_gain(clause) or (nothing and clause.sort != "gain"):
        clause = StoryClause("gain", item.seat)
        page.clauses.append(clause)
    gain = clause.gains.setdefault(title, Gain(title, 0, change.after, nothing))
    gain.by += by
    gain.total = change.after
    gain.nothing = gain.nothing and nothing


def _open(page: BeatDraft, item: Happening[tuple[int, Phrase]]) -> None:
    number, value = item.data
    title = words.field_title(page.plan, page.plan.program.fields[number].name)
    who = seat_mention(item.seat, page.reader, False)
    last = page.clauses[-1] if page.clauses else None
    if last is not None and last.sort == "opened" and last.verb == title:
        last.rest = (*last.rest, ", ", who, " ", *value)
        return
    page.clauses.append(StoryClause("opened", -1, title, rest=(who, " ", *value)))


def _flag(page: BeatDraft, item: Happening[tuple[int, Phrase]]) -> None:
    number, value = item.data
    kept = page.plan.program.fields[number]
    if kept.type.is_number and page.sayer(item) is not None:
        return
    title = words.field_title(page.plan, kept.name)
    who = seat_mention(item.seat, page.reader, True)
    page.aside((who, f": {title} ", *value))


def _mark(page: BeatDraft, item: Happening[tuple[Phrase, int, Phrase, int]]) -> None:
    what, number, value, piece = item.data
    kept = page.plan.program.fields[number]
    title = words.field_title(page.plan, kept.name)
    verb, rest = "become", (" ", *value)
    if kept.type.is_yes_no:
        yes = said(value) == "yes"
        verb, rest = ("become", (f" {title}",)) if yes else ("be", (f" no longer {title}",))
    elif not kept.type.is_value:
        verb, rest = "have", (f" {title} ", *value)
    if kept.type.is_player:
        verb, rest = "be", (f" {title} ", *value)
    told = StoryClause("sentence", -1, verb, objects=[what], rest=rest, minor=True)
    sayer = page.sayer(item)
    if sayer is not None and item.run is not None and is_chosen_below(item.run, sayer, piece):
        page.append(told)
    elif sayer is not None or kept.type.base in ("number", "piece"):
        page.upkeep.append(told)
    else:
        page.append(told)


def _money(page: BeatDraft, item: Happening[tuple[Entry, bool]]) -> None:
    entry, unseen = item.data
    sort, seat = entry[0], entry[1]
    if unseen:
        plural = words.spoken(page.plan.program.kinds[entry[-1]].plural)
        verb = {"gain": "take", "pay": "pay", "exchange": "exchange"}[sort]
        page.append(StoryClause("event", seat, verb, objects=[(f"{plural} unseen",)]))
        return
    money = page.plan.program.money[entry[-1]]
    values = page.plan.program.kinds[entry[-1]].printed[money.symbol].of
    if sort == "pay":
        price = words.amounts_letters(page.plan, values, entry[2])
        clause = page.of_seat(seat)
        if clause is not None and clause.sort in ("deed", "event", "play", "title"):
            clause.price += [price] if any(entry[2]) else ["nothing"]
        elif any(entry[2]):
            page.clauses.append(StoryClause("event", seat, "pay", objects=[(price,)]))
        else:
            page.clauses.append(StoryClause("event", seat, "pay", objects=[("nothing",)]))
        return
    verb, _, what = labels.money_event(page.plan, entry).partition(" ")
    if sort == "exchange":
        made = StoryClause("event", seat, verb, rest=(f" {what}",), minor=True)
        if page.clauses or seat != page.reader:  # of no consequence for others
            page.upkeep.append(made)
            if not page.clauses:
                page.title, page.chosen = None, []
            return
        page.clauses.append(made)
        return
    page.append(StoryClause("event", seat, verb, objects=[(what,)]))


def _roll(page: BeatDraft, item: Happening[Phrase]) -> None:
    last = page.clauses[-1] if page.clauses else None
    if last is not None and last.sort == "label" and last.seat == item.seat:
        page.clauses.pop()  # the roll itself shows that they go on
    if item.seat < 0:
        page.clauses.append(StoryClause("sentence", -1, rest=("rolled: ", *item.data)))
        return
    page.clauses.append(StoryClause("roll", item.seat, "roll", objects=[item.data]))


def _win(page: BeatDraft, item: StoryItem) -> None:
    page.append(StoryClause("win", item.seat, "win"))


def _may_gain(clause: StoryClause) -> bool:
    """Check whether gains may be appended to a clause; not to `lets it happen`."""
    asked = clause.sort == "label" and clause.verb != "let"
    return asked or clause.sort in ("deed", "event", "play", "gain", "title", "roll")


TOLD: Tellers = {
    "number": _number,
    "open": _open,
    "flag": _flag,
    "mark": _mark,
    "money": _money,
    "roll": _roll,
    "win": _win,
}
"""How each sort of item is told."""
