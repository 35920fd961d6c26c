"""Puts what a reader has noted into the sentences of a beat.

Takes items of a `Narrator`; gives sentences, upkeep and places. The order: what is done, the price,
what is gained, the effect on others, upkeep.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.language.steps import STEPS
from interpreter.present import labels, words
from interpreter.present.story.clauses import Clause, Gain, merged, sentences, together
from interpreter.present.story.items import Item, Move, Number, Run
from interpreter.present.story.moves import move_clause, net
from interpreter.present.story.phrases import Mention, Part, Phrase, capital, counted, listed, said
from interpreter.present.story.places import (
    hidden_names,
    on_board,
    place_id,
    rank_or_place,
    seat_mention,
)
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.syntax.verb_forms import base_form

_BRACES = re.compile(r"\{([^{}]*)\}")
_NAMED = re.compile(r"\b[A-Z][\w']*|\d+")
_FLOWS = ("game", "setup", "round", "phase")
Made = tuple[str, int, tuple[Any, ...], tuple[Phrase, ...], tuple[str, ...]]


def compose(
    plan: Plan, reader: int | None, items: Sequence[Item], set_up: bool
) -> tuple[list[Made], list[Item]]:
    """The beats of these items, and those that wait: deeds whose words are not all chosen yet."""
    waiting = [
        item
        for item in items
        if item.sort == "says"
        and item.run is not None
        and not item.run.ended
        and not _is_known(item.run)
    ]
    if waiting and len(waiting) == len([one for one in items if one.sort != "wait"]):
        return [], list(items)
    composer = _Composer(plan, reader, set_up)
    composer.opened = {
        one.data.piece for one in items if one.sort == "move" and _is_open(plan, one.data.end)
    }
    composer.played = {said((one.data[0],)) for one in items if one.sort == "play"}
    for item in net(items):
        if item not in waiting:
            composer.add(item)
    return composer.beats(), waiting


def _is_known(run: Run) -> bool:
    """Whether everything is known that the words of a deed name."""
    return all(hole.strip() in run.known for hole in _BRACES.findall(run.func.says))


@dataclass(slots=True)
class _Composer:
    plan: Plan
    reader: int | None
    set_up: bool
    clauses: list[Clause] = field(default_factory=list)
    upkeep: list[Clause] = field(default_factory=list)
    touches: dict[str, None] = field(default_factory=dict)
    title: tuple[int, str] | None = None
    chosen: list[tuple[int, str, Any, Run | None]] = field(default_factory=list)
    played: set[str] = field(default_factory=set)
    deals: dict[int, list[Phrase]] = field(default_factory=dict)
    dealt: str = ""
    refused: list[Item] = field(default_factory=list)
    opened: set[int] = field(default_factory=set)  # pieces whose moves tell that they lie open

    def add(self, item: Item) -> None:
        """Tell one thing."""
        if self.refused and item.sort not in ("refuse", "wait"):
            self._refusals(accepted=item.sort == "label" or item.sort == "says")
        if _in_set_up(item) and not self._of_set_up(item):
            return
        getattr(self, f"_{item.sort}")(item)

    def _of_set_up(self, item: Item) -> bool:
        """Of a set-up only what players choose is told, and one's own cards."""
        if not self.set_up:
            if item.sort == "move" and isinstance(item.data, Move):
                self._dealt(item.data)
            return False
        if item.sort in ("says", "label", "chose", "play"):
            return item.seat >= 0
        if item.sort == "number":
            last = self.clauses[-1] if self.clauses else None
            if last is None or last.seat != item.seat or last.sort == "gain":
                return False
            last.first = True
            return True
        if item.sort == "move":
            source = handles.zone_of(self.plan, item.data.start)
            if source is None or source[0].sort != "pile":
                return False
            found = handles.zone_of(self.plan, item.data.end)
            own = found is not None and found[0].holder == "player" and found[1] == self.reader
            return own and self.reader is not None and bool(item.data.name)
        return False

    def _dealt(self, move: Move) -> None:
        """A card that is dealt as a new deal begins: to a player, or face up (-1)."""
        source, target = (handles.zone_of(self.plan, p) for p in (move.start, move.end))
        if source is None or target is None or source[0].sort != "pile":
            return
        if target[0].holder == "player":
            self.deals.setdefault(target[1], []).append(move.name)
            self.dealt = move.kind
        elif target[0].seen == "all":
            self.deals.setdefault(-1, []).append(move.name)

    # -------------------------------------------------------------------------- deeds

    def _wait(self, item: Item) -> None:
        pass

    def _menu(self, item: Item) -> None:
        if self.title is None:
            self.title = item.seat, item.data

    def _says(self, item: Item) -> None:
        run = item.run
        assert run is not None
        if not _is_known(run):
            return
        parts = self._parts(run)
        if run.func.says[:1] == "{" or run.func.says[:1].isupper():
            self.clauses.append(Clause("sentence", -1, rest=_flat(parts)))
            return
        first = parts[0]
        assert isinstance(first, str)
        verb, _, lead = first.partition(" ")
        verb = base_form(verb) or verb
        if len(parts) == 2 and isinstance(parts[1], tuple):
            made = Clause("deed", item.seat, verb, lead.rstrip(), [parts[1]])
        else:
            rest = _flat([f" {lead}", *parts[1:]]) if lead or len(parts) > 1 else ()
            made = Clause("deed", item.seat, verb, rest=rest)
        last = self.clauses[-1] if self.clauses else None
        if last is not None and last.sort == "label" and last.seat == item.seat:
            same = last.verb == verb or said(last.predicate(True)) == said(made.predicate(True))
            if same:
                self.clauses.pop()
        self.clauses.append(made)

    def _parts(self, run: Run) -> list[Any]:
        """The words of a deed: texts, and phrases for what stands in braces."""
        says, at = run.func.says, 0
        parts: list[Any] = []
        for hole in _BRACES.finditer(says):
            if hole.start() > at:
                parts.append(says[at : hole.start()])
            phrase = run.known[hole.group(1).strip()]
            at = hole.end()
            mention = phrase[0]
            if isinstance(mention, Mention) and mention.seat >= 0:
                if mention.seat == self.reader and says[at:].startswith("'s"):
                    phrase, at = (replace(mention, say="your"),), at + 2
                elif mention.seat == run.seat and not says[at:].startswith("'s"):
                    phrase = (replace(mention, say=_self(run.seat == self.reader)),)
            parts.append(phrase)
        if at < len(says):
            parts.append(says[at:])
        return parts

    def _play(self, item: Item) -> None:
        run = item.run
        assert run is not None
        sayer = next((one for one in run.chain()[1:] if one.func.says), None)
        if sayer is not None:
            return
        verb = "play"
        for one in run.chain()[1:]:
            found = re.match(r"([A-Z][a-z]+) (?:a|an|one|the) ", one.func.title)
            if found is not None:
                verb = found.group(1).lower()
                break
        self.clauses.append(Clause("play", item.seat, verb, objects=[item.data]))

    def _label(self, item: Item) -> None:
        self.clauses.append(_deed_of_label(item.data, item.seat))

    def _refuse(self, item: Item) -> None:
        self.refused.append(item)

    def _refusals(self, accepted: bool) -> None:
        """`Nobody challenges.`, unless somebody did after all."""
        refused, self.refused = self.refused, []
        seats = list(dict.fromkeys(item.seat for item in refused))
        label, deed, _ = refused[0].data
        if accepted and len(seats) >= 1 and all(item.data[0] == label for item in refused):
            return
        for item in refused:
            if item.seat == item.data[2]:
                seats = [seat for seat in seats if seat != item.seat]
        if not seats:
            return
        if len(seats) == 1:
            self.clauses.append(Clause("refuse", seats[0], "let", "it happen", minor=True))
            return
        func = self.plan.program.funcs.get(deed)
        made = _deed_of_label(label, seats[0])
        if func is not None and func.says and made.sort != "title":
            made = _deed_of_label(words.capital(label), seats[0])
        if made.sort == "title":
            body: Phrase = (f"{made.verb}: nobody",)
        else:
            body = ("nobody ", *made.predicate(False))
        self.clauses.append(Clause("sentence", -1, rest=capital(body), minor=True))

    def _chose(self, item: Item) -> None:
        self.chosen.append((item.seat, *item.data, item.run))

    # -------------------------------------------------------------------------- moves

    def _move(self, item: Item) -> None:
        move: Move = item.data
        for place in (move.start, move.end):
            if place >= 0:
                self.touches[place_id(self.plan, place)] = None
        clause = move_clause(self.plan, self.reader, item)
        if clause is None:
            return
        if self._is_upkeep(item, move):
            self.upkeep.append(clause)
            return
        self._append(clause)

    def _glimpse(self, item: Item) -> None:
        """Something was where the reader could see it, and is back where it was."""
        if item.data and self.clauses and self.clauses[-1].seat == item.seat:
            self.clauses[-1].noted.append(item.data)

    def _append(self, clause: Clause) -> None:
        """Another clause, merged with the one before if it does the same."""
        if self.clauses and self.clauses[-1].merges_with(clause):
            self.clauses[-1].objects += clause.objects
            return
        self.clauses.append(clause)

    def _is_upkeep(self, item: Item, move: Move) -> bool:
        """Whether a sentence of the rules tells this already, or nobody needs to know it."""
        source, target = (handles.zone_of(self.plan, p) for p in (move.start, move.end))
        hide = hidden_names(self.plan)
        if any(found is not None and found[0].name in hide for found in (source, target)):
            return True
        drawn = source is not None and source[0].sort == "pile"
        if move.name and said(move.name) in self.played and not drawn:
            return True
        of_table = source is not None and source[0].holder != "player"
        back = target is not None and target[0].sort == "pile" and target[0].seen == "nobody"
        if back and of_table and source is not None and source[0].seen == "all":
            return True
        run = item.run
        sayer = next((one for one in run.chain() if one.func.says), None) if run else None
        if sayer is None or not _is_known(sayer):
            told = move.opened or (source is not None and source[0].sort == "pile")
            return not told and run is not None and run.func.sort in _FLOWS
        return not self._is_news(move, sayer, source, target)

    def _is_news(self, move: Move, sayer: Run, source: Any, target: Any) -> bool:
        """Whether a move tells more than the sentence of the deed that does it."""
        if sayer.func.says[:1].isupper() or move.piece in sayer.pieces:
            return False
        mentioned = {
            part.seat
            for phrase in sayer.known.values()
            for part in phrase
            if isinstance(part, Mention) and part.seat >= 0
        }
        if move.opened:
            return True
        holders = {
            found[1]
            for found in (source, target)
            if found is not None and found[0].holder == "player"
        }
        if source is not None and source[0].sort == "pile" and holders:
            return True
        if move.owner >= 0:
            holders.add(move.owner)
        return bool(holders - mentioned - {sayer.seat})

    def _alike(self, item: Item) -> None:
        design, number, _, _, target, owner_then = item.data
        program = self.plan.program
        families = program.families
        title = handles.design(self.plan, design).title
        noun = f"{number} {title}"
        if families[target].holder == "player":
            self._append(Clause("event", owner_then, "take", objects=[(noun,)]))
            return
        to = words.zone_title(self.plan, families[target], owner_then)
        made = Clause("event", item.seat, "move", objects=[(noun,)], rest=(f" to {to}",))
        if item.seat < 0:
            made = Clause("sentence", -1, "go", objects=[(noun,)], rest=(f" to {to}",))
        self.upkeep.append(made) if self.clauses else self._append(made)

    def _pair(self, item: Item) -> None:
        named, places = item.data
        if any(_hidden_place(self.plan, place) for place in places):
            return
        for place in places:
            self.touches[place_id(self.plan, place)] = None
        where = [rank_or_place(self.plan, place, self.reader) for place in places]
        board = all(on_board(self.plan, handles.zone_of(self.plan, place)) for place in places)
        both = [
            (*name, " ", *at) if board else (*name, " (", *at, ")")
            for name, at in zip(named, where, strict=True)
        ]
        if self._sayer(item) is None:
            body = (*listed(both), " change places")
            self.clauses.append(Clause("sentence", -1, rest=body))

    def _sayer(self, item: Item) -> Run | None:
        """The rule in whose own words this is told already."""
        chain = item.run.chain() if item.run is not None else []
        return next((one for one in chain if one.func.says and _is_known(one)), None)

    def _line(self, item: Item) -> None:
        if self._sayer(item) is not None:
            return
        verb, _, rest = item.data.partition(" ")
        if item.seat < 0:
            self.clauses.append(Clause("sentence", -1, rest=(item.data,)))
        else:
            base = verb.removesuffix("es") if verb.endswith("shes") else verb.removesuffix("s")
            self.clauses.append(Clause("event", item.seat, base, rest=(f" {rest}",)))

    def _zone(self, item: Item) -> None:
        sort, number, owner = item.data[:3]
        family = self.plan.program.families[number]
        title = words.zone_title(self.plan, family, owner)
        told = STEPS[sort].told
        if told is not None:
            self._aside((f"{title} {told.done}",))
        else:
            self._aside((f"the {words.spoken(family.refilled)} becomes {title}",))

    def _aside(self, body: Phrase) -> None:
        """A sentence for those only who want to know everything."""
        self.upkeep.append(Clause("sentence", -1, rest=body))

    def _reveal(self, item: Item) -> None:
        piece, name = item.data
        chain = item.run.chain() if item.run is not None else []
        if any(piece in run.pieces and run.func.says for run in chain):
            return
        if said(name) in self.played or piece in self.opened:
            return
        self._append(Clause("event", item.seat, "reveal", objects=[name]))

    # -------------------------------------------------------------------------- numbers

    def _number(self, item: Item) -> None:
        change: Number = item.data
        kept = self.plan.program.fields[change.field]
        title = words.field_title(self.plan, kept.name)
        if kept.type.halves:
            return
        nothing = change.before == change.after
        clause = self._of_seat(item.seat)
        if clause is None or not _may_gain(clause) or (nothing and clause.sort != "gain"):
            clause = Clause("gain", item.seat)
            self.clauses.append(clause)
        gain = clause.gains.setdefault(title, Gain(title, 0, change.after, nothing))
        gain.by += change.after - change.before
        gain.total = change.after
        gain.nothing = gain.nothing and nothing

    def _of_seat(self, seat: int) -> Clause | None:
        """The last clause, if nobody else has done anything since."""
        for clause in reversed(self.clauses):
            if clause.seat == seat and clause.sort != "refuse":
                return clause
            if clause.seat != -1:
                return None
            if clause.sort == "sentence" and not clause.verb:
                return None
        return None

    def _open(self, item: Item) -> None:
        number, value = item.data
        title = words.field_title(self.plan, self.plan.program.fields[number].name)
        who = seat_mention(item.seat, self.reader, False)
        last = self.clauses[-1] if self.clauses else None
        if last is not None and last.sort == "opened" and last.verb == title:
            last.rest = (*last.rest, ", ", who, " ", *value)
            return
        self.clauses.append(Clause("opened", -1, title, rest=(who, " ", *value)))

    def _flag(self, item: Item) -> None:
        number, value = item.data
        title = words.field_title(self.plan, self.plan.program.fields[number].name)
        who = seat_mention(item.seat, self.reader, True)
        self._aside((who, f": {title} ", *value))

    def _mark(self, item: Item) -> None:
        what, number, value = item.data
        kept = self.plan.program.fields[number]
        title = words.field_title(self.plan, kept.name)
        if kept.type.base == "yesno":
            body: Phrase = (*what, f": {title if said(value) == 'yes' else f'no longer {title}'}")
        elif kept.type.base == "value":
            body = (*what, ": ", *value)
        else:
            body = (*what, f": {title} ", *value)
        if self._sayer(item) is not None or kept.type.base in ("number", "piece"):
            self._aside(body)
        else:
            self.clauses.append(Clause("sentence", -1, rest=body, minor=True))

    def _money(self, item: Item) -> None:
        entry, unseen = item.data
        sort, seat = entry[0], entry[1]
        if unseen:
            plural = words.spoken(self.plan.program.kinds[entry[-1]].plural)
            verb = {"gain": "take", "pay": "pay", "exchange": "exchange"}[sort]
            self._append(Clause("event", seat, verb, objects=[(f"{plural} unseen",)]))
            return
        money = self.plan.program.money[entry[-1]]
        values = self.plan.program.kinds[entry[-1]].printed[money.symbol].of
        if sort == "pay":
            price = words.amounts_letters(self.plan, values, entry[2])
            clause = self._of_seat(seat)
            if clause is not None and clause.sort in ("deed", "event", "play", "title"):
                clause.price += [price] if any(entry[2]) else ["nothing"]
            elif any(entry[2]):
                self.clauses.append(Clause("event", seat, "pay", objects=[(price,)]))
            else:
                self.clauses.append(Clause("event", seat, "pay", objects=[("nothing",)]))
            return
        verb, _, what = labels.money_event(self.plan, entry).partition(" ")
        if sort == "exchange" and (self.clauses or item.seat != self.reader):
            self.upkeep.append(Clause("event", seat, verb, rest=(f" {what}",)))
            return
        self._append(Clause("event", seat, verb, objects=[(what,)]))

    def _roll(self, item: Item) -> None:
        last = self.clauses[-1] if self.clauses else None
        if last is not None and last.sort == "label" and last.seat == item.seat:
            self.clauses.pop()  # whoever goes on is seen to go on
        if item.seat < 0:
            self.clauses.append(Clause("sentence", -1, rest=("rolled: ", *item.data)))
            return
        self.clauses.append(Clause("roll", item.seat, "roll", objects=[item.data]))

    def _win(self, item: Item) -> None:
        self._append(Clause("win", item.seat, "win"))

    # -------------------------------------------------------------------------- all of it

    def beats(self) -> list[Made]:
        """What has been told, as a beat; nothing, if there is nothing to tell."""
        if self.refused:
            self._refusals(False)
        deal = self._new_deal()
        self._title()
        self._choices()
        clauses = merged(self.clauses)
        for clause in clauses:
            if clause.sort == "opened":
                clause.sort, clause.rest = "sentence", (f"{clause.verb}: ", *clause.rest)
                clause.verb = ""
        clauses = together(
            [c for c in clauses if c.sort != "gain" or c.whole(False)[0]], self.reader
        )
        touches = tuple(self.touches)
        beats: list[Made] = []
        if clauses:
            level = 1 if all(clause.minor for clause in clauses) else 0
            sort = "end" if any(clause.sort == "win" for clause in clauses) else "beat"
            beats.append((sort, level, sentences(clauses, self.reader), self._upkept(), touches))
        if deal is not None:
            upkeep = () if beats else self._upkept()
            beats.append(("deal", 0, sentences([deal], self.reader), upkeep, touches))
        return beats

    def _upkept(self) -> tuple[Phrase, ...]:
        """What only those want to know who want to know everything."""
        made: list[Phrase] = []
        for clause in merged(self.upkeep):
            own = clause.seat == self.reader and clause.seat >= 0
            body = clause.predicate(own)
            if clause.seat >= 0 and clause.sort != "sentence":
                body = (seat_mention(clause.seat, self.reader, True), " ", *body)
            made.append(body)
        return tuple(dict.fromkeys(made))

    def _title(self) -> None:
        """The title of what was taken from a menu, where nothing else says it."""
        if self.title is None:
            return
        seat, title = self.title
        if any(_tells(c) and c.seat == seat for c in self.clauses):
            return
        first = self.clauses[0] if self.clauses else None
        made = Clause("title", seat, title)
        if first is not None and first.sort == "gain" and first.seat == seat:
            made.gains = first.gains
            self.clauses.pop(0)
        self.clauses.insert(0, made)

    def _choices(self) -> None:
        """What was chosen, where no sentence has told it."""
        told = " ".join(
            said(c.predicate(False)) + " " + " ".join(g.signed() for g in c.gains.values())
            for c in self.clauses
        )
        told += " " + " ".join(
            seat_mention(c.seat, self.reader).say
            for c in self.clauses
            if c.seat >= 0 and c.sort in ("gain", "event", "label", "refuse")
        )
        told += " " + " ".join(said(one.predicate(False)) for one in self.upkeep)
        for seat, title, parts, run in self.chosen:
            left = [
                (phrase, is_seat)
                for phrase, is_seat, is_piece in parts
                if not _is_told(phrase, told) and not is_piece
            ]
            if not left:
                continue
            card = next((c for c in self.clauses if c.sort == "play" and c.seat == seat), None)
            in_card = run is not None and any(one.func.card for one in run.chain())
            if card is not None and in_card:
                for phrase, is_seat in left:
                    if is_seat and isinstance(phrase[0], Mention) and phrase[0].seat == seat:
                        card.rest = (*card.rest, f" on {_self(seat == self.reader)}")
                    elif is_seat:
                        card.rest = (*card.rest, " on ", *phrase)
                    else:
                        card.noted.append(phrase)
                continue
            if len(left) < len(parts):
                continue
            body: Phrase = (": ", *listed(phrase for phrase, _ in left))
            titled = next((c for c in self.clauses if c.sort == "title" and c.seat == seat), None)
            if titled is not None and titled.verb.startswith(title):
                titled.rest = (*titled.rest, *body)
                continue
            self.clauses.append(Clause("title", seat, title, rest=body))

    def _new_deal(self) -> Clause | None:
        """What was dealt to begin with anew."""
        if not any(seat >= 0 for seat in self.deals):
            return None
        opened = self.deals.pop(-1, [])
        numbers = {len(cards) for cards in self.deals.values()}
        body: Phrase = ("new deal",)
        if len(numbers) == 1:
            kind, many = self.plan.program.kinds[self.dealt], numbers.pop()
            noun = words.counted(many, words.spoken(kind.name), words.spoken(kind.plural))
            body = (f"new deal: {noun} each",)
        if opened:
            body = (*body, "; face up: ", *listed(opened))
        mine = (
            [card for card in self.deals.get(self.reader, []) if card]
            if self.reader is not None
            else []
        )
        if mine:
            is_ = "yours are" if len(mine) > 1 else "yours is"
            body = (*body, f"; {is_} ", *listed(counted(mine)))
        return Clause("sentence", -1, rest=body)


def _self(own: bool) -> str:
    return "yourself" if own else "themselves"


def _is_open(plan: Plan, place: int) -> bool:
    found = handles.zone_of(plan, place)
    return found is not None and bool(found[0].seen == "all")


def _in_set_up(item: Item) -> bool:
    return item.run is not None and any(run.func.sort == "setup" for run in item.run.chain())


def _is_told(phrase: Phrase, told: str) -> bool:
    names = _NAMED.findall(said(phrase))
    text = told.casefold()
    if not names:
        return said(phrase).casefold() in text
    return all(name.casefold() in text for name in names)


def _may_gain(clause: Clause) -> bool:
    """Whether what is gained may stand behind a clause: not behind `lets it happen`."""
    asked = clause.sort == "label" and clause.verb != "let"
    return asked or clause.sort in ("deed", "event", "play", "gain", "title", "roll")


def _tells(clause: Clause) -> bool:
    """Whether a clause tells so much of what was done that no title is needed."""
    if clause.sort == "event":
        return not clause.minor or clause.verb == "draw"
    return clause.sort in ("deed", "play", "win", "roll")


def _hidden_place(plan: Plan, place: int) -> bool:
    found = handles.zone_of(plan, place)
    return found is not None and found[0].name in hidden_names(plan)


def _flat(parts: Sequence[Any]) -> Phrase:
    made: list[Part] = []
    for part in parts:
        if isinstance(part, tuple):
            made += part
        else:
            made.append(part)
    return tuple(made)


def _deed_of_label(label: str, seat: int) -> Clause:
    """`Challenge the claim` as a deed; what begins with no verb is told as a title."""
    first, _, rest = label.partition(" ")
    if not first[:1].isupper() or not first.isalpha():
        return Clause("title", seat, label)
    return Clause("label", seat, first.lower(), rest)
