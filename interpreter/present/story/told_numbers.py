"""Numbers, money, dice and winners as clauses."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.present import labels, words
from interpreter.present.story.clauses import Clause, Gain
from interpreter.present.story.items import Item, Number
from interpreter.present.story.phrases import said
from interpreter.present.story.places import seat_mention
from interpreter.present.story.told_moves import ToldMoves, is_chosen_below


@dataclass(slots=True)
class ToldNumbers(ToldMoves):
    """Tells what players gain, lose, pay and roll."""

    def _number(self, item: Item) -> None:
        change: Number = item.data
        kept = self.plan.program.fields[change.field]
        title = words.field_title(self.plan, kept.name)
        if kept.type.halves:
            return
        nothing = change.before == change.after
        clause = self._of_seat(item.seat)
        by = change.after - change.before
        back = clause is not None and title in clause.gains and clause.gains[title].by * by < 0
        if clause is None or back or not _may_gain(clause) or (nothing and clause.sort != "gain"):
            clause = Clause("gain", item.seat)
            self.clauses.append(clause)
        gain = clause.gains.setdefault(title, Gain(title, 0, change.after, nothing))
        gain.by += by
        gain.total = change.after
        gain.nothing = gain.nothing and nothing

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
        kept = self.plan.program.fields[number]
        if kept.type.base == "number" and self._sayer(item) is not None:
            return
        title = words.field_title(self.plan, kept.name)
        who = seat_mention(item.seat, self.reader, True)
        self._aside((who, f": {title} ", *value))

    def _mark(self, item: Item) -> None:
        what, number, value, piece = item.data
        kept = self.plan.program.fields[number]
        title = words.field_title(self.plan, kept.name)
        verb, rest = "become", (" ", *value)
        if kept.type.base == "yesno":
            yes = said(value) == "yes"
            verb, rest = ("become", (f" {title}",)) if yes else ("be", (f" no longer {title}",))
        elif kept.type.base != "value":
            verb, rest = "have", (f" {title} ", *value)
        if kept.type.base == "player":
            verb, rest = "be", (f" {title} ", *value)
        told = Clause("sentence", -1, verb, objects=[what], rest=rest, minor=True)
        sayer = self._sayer(item)
        if sayer is not None and item.run is not None and is_chosen_below(item.run, sayer, piece):
            self._append(told)
        elif sayer is not None or kept.type.base in ("number", "piece"):
            self.upkeep.append(told)
        else:
            self._append(told)

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
        if sort == "exchange":
            made = Clause("event", seat, verb, rest=(f" {what}",), minor=True)
            (self.upkeep if self.clauses else self.clauses).append(made)
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


def _may_gain(clause: Clause) -> bool:
    """Whether what is gained may stand behind a clause: not behind `lets it happen`."""
    asked = clause.sort == "label" and clause.verb != "let"
    return asked or clause.sort in ("deed", "event", "play", "gain", "title", "roll")
