"""Questions made by lot for the names of a game: each is well-typed by its making, and is asked of
random things. They are texts, written as rules of the game that nobody asks.

Some are refused all the same, by rules of the checker that are not known here (`two names for one
thing`); they are left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from interpreter.ir.declared import Family, Field, Kind
from interpreter.ir.program import Func, Program
from interpreter.ir.types import Type

NUMBER, YES_NO, PLAYER = Type("number"), Type("yesno"), Type("player")
PREPOSITIONS = ("at", "for", "against", "between")


@dataclass
class Named:
    """A name that can be used where a phrase stands: of which sort, and whether it is `it`."""

    text: str
    type: Type


@dataclass
class Speaker:
    """Says things about one game. `deep` is how far a phrase may still be nested."""

    program: Program
    lot: random.Random
    names: list[Named] = field(default_factory=list)
    made: int = 0

    def one_of(self, *choices: str) -> str:
        """Give one of some texts."""
        return self.lot.choice(choices)

    def new(self, stem: str) -> str:
        """Give a name that nothing else has; some end in -s, as names of several do."""
        self.made += 1
        return f"{stem}_{self.made}{self.one_of('', '', '_s')}"

    # -------------------------------------------------------------------------- sorts

    def sorts(self) -> list[Type]:
        """Every sort of thing that a question can be about."""
        p = self.program
        found = [PLAYER]
        found += [Type("piece", kind.name) for kind in p.kinds.values() if kind.designs]
        found += [Type("value", values.name) for values in p.values.values()]
        found += [Type("space", b.name) for b in p.boards.values() if b.sort[:5] != "kind:"]
        return found

    def answers(self) -> list[Type]:
        """Every sort that a question can answer with."""
        return [*self.sorts(), *self.amounts(), *[NUMBER, YES_NO] * 6]

    def amounts(self) -> list[Type]:
        """Every list of which amounts are printed on something."""
        printed = [sort for k in self.program.kinds.values() for sort in k.printed.values()]
        return list(dict.fromkeys(sort for sort in printed if sort.base == "amounts"))

    # -------------------------------------------------------------------------- phrases

    def phrase(self, kind: Type, deep: int) -> str:
        """Give a phrase of some sort, in one word or in brackets."""
        ways: list[Callable[[], str]] = []
        known = [one.text for one in self.names if _same(one.type, kind)]
        if known:
            ways += [lambda: self.lot.choice(known)] * 4
        if deep > 0:
            ways += self._kept(kind, deep)
            ways += self._asked(kind, deep)
            ways += getattr(self, f"_{kind.base}")(kind, deep)
        if not ways or self.lot.random() < 0.1:
            return self.plain(kind)
        return self.lot.choice(ways)()

    def plain(self, kind: Type) -> str:
        """Give a phrase in one word."""
        p = self.program
        if kind.base == "number":
            settings = [one.name for one in p.settings.values() if one.type.base == "number"]
            return self.lot.choice([str(self.lot.randint(0, 6)), *settings[:1]])
        if kind.base == "amounts":
            return self.lot.choice(self._amounts(kind, 0) or [lambda: "none"])()
        if kind.base == "yesno":
            return f"({self.lot.randint(0, 3)} is 2)"
        if kind.base == "player":
            tables = [f.name for f in p.fields if f.holder == "table" and f.type.base == "player"]
            return self.lot.choice(["you", "active_player", *tables])
        if kind.base == "value":
            return self.lot.choice(p.values[kind.of].members)
        if kind.base == "piece":
            designs = p.kinds[kind.of].designs
            single = [one.id for one in designs if one.copies == 1 and not one.each_player]
            if single:
                return self.lot.choice(single)
            return f"(first {p.kinds[kind.of].plural} on the table)"
        if kind.base == "space":
            board = p.boards[kind.of]
            named = [name for name in board.names if name[:1].isalpha()]
            return self.lot.choice(named) if named else f"(first spaces of {board.name})"
        return "none"

    def _holders(self, holder: str, deep: int) -> str:
        """Give a phrase for one that has something: a player, a value, a component, a space."""
        if holder in self.program.kinds:
            return self.phrase(Type("piece", holder), deep - 1)
        if holder in self.program.values:
            return self.phrase(Type("value", holder), deep - 1)
        if holder.startswith("space:"):
            board = self.program.boards[holder[6:]]
            sort = board.sort
            kind = Type("piece", sort[5:]) if sort[:5] == "kind:" else Type("space", board.name)
            return self.phrase(kind, deep - 1)
        return self.phrase(PLAYER, deep - 1)

    def _of(self, what: str, holder: str, deep: int) -> str:
        """Give `your gold`, `rival's gold`, `gold of rival`; of the table, the word itself."""
        if holder in ("table", "box"):
            return what
        who = self._holders(holder, deep)
        if who == "you":
            return f"your {what}"
        if who == "it":
            return f"its {what}"
        if who.startswith("("):
            return f"({what} of {who})"
        return self.one_of(f"{who}'s {what}", f"({what} of {who})")

    def _kept(self, kind: Type, deep: int) -> list[Callable[[], str]]:
        ways: list[Callable[[], str]] = []
        for f in self.program.fields:
            if _same(f.type, kind):
                ways.append(partial(self._of, f.name, f.holder, deep))
        for k in self.program.kinds.values():
            for name, sort in k.printed.items():
                if _same(sort, kind):
                    ways.append(partial(self._of, name, k.name, deep))
        self.lot.shuffle(ways)
        return ways[:5]

    def _asked(self, kind: Type, deep: int) -> list[Callable[[], str]]:
        """Give questions of the game that answer with this."""
        found = [
            f
            for f in self.program.funcs.values()
            if f.sort == "define" and _same(f.returns, kind) and 1 <= len(f.params) <= 3
        ]
        self.lot.shuffle(found)
        return [partial(self._question, f, deep) for f in found[:3]]

    def _question(self, f: Func, deep: int) -> str:
        words = [self.phrase(sort.sure(), deep - 1) for _, sort in f.params]
        said = f"{f.name} of {words[0]}"
        for word, preposition in zip(words[1:], self._after_of(f), strict=True):
            said += f" {preposition} {word}"
        return f"({said})"

    def _after_of(self, f: Func) -> list[str]:
        """The words before its parts, as its line has them."""
        line = f.span.source.text.splitlines()[f.span.line - 1].split()
        return [word for word in line if word in PREPOSITIONS][: len(f.params) - 1] or ["at"] * (
            len(f.params) - 1
        )

    def _number(self, kind: Type, deep: int) -> list[Callable[[], str]]:
        d = deep - 1

        def n() -> str:
            return self.phrase(NUMBER, d)

        def count() -> str:
            return f"(number of {self.selection(self.some_sort(), d)})"

        def total() -> str:
            numbers = [
                (Type("piece", k.name), name)
                for k in self.program.kinds.values()
                for name, sort in k.printed.items()
                if sort.base == "number"
            ]
            numbers += [
                (PLAYER, f.name)
                for f in self.program.fields
                if f.holder == "player" and f.type.base == "number"
            ]
            if not numbers:
                return count()
            sort, name = self.lot.choice(numbers)
            return self._total(name, sort, d)

        def alike() -> str:
            kinds = [k for k in self.program.kinds.values() if self._shown(k)]
            if not kinds:
                return count()
            k = self.lot.choice(kinds)
            name = self.lot.choice(self._shown(k))[0]
            place = self.selection(Type("piece", k.name), d, where=False)
            return f"(most {place} with one {name})"

        def amount() -> str:
            if not self.amounts():
                return n()
            of = self.lot.choice(self.amounts())
            return f"(amount of {self.phrase(Type('value', of.of), d)} for {self.phrase(of, d)})"

        def steps() -> str:
            if not self.program.boards:
                return n()
            sort = self.on_board()
            return f"(number of steps from {self.phrase(sort, d)} to {self.phrase(sort, d)})"

        def group() -> str:
            text = self.group(d)
            return f"(number of {text})" if text else count()

        def place() -> str:
            values = [one for one in self.sorts() if one.base == "value"]
            values += [
                Type("piece", kind)
                for f in self.program.families
                for kind in f.kinds
                if f.sort == "row"
            ]
            return f"(position of {self.phrase(self.lot.choice(values), d)})" if values else n()

        return [
            count,
            count,
            count,
            total,
            total,
            alike,
            amount,
            steps,
            group,
            place,
            lambda: f"({n()} {self.one_of('plus', 'minus')} {n()})",
            lambda: f"({n()} times {n()})",
            lambda: f"({n()} plus {n()} minus {n()})",
            lambda: f"({n()} minus {n()} but at {self.one_of('least', 'most')} {n()})",
            lambda: f"(half of {n()} rounded {self.one_of('up', 'down')})",
            lambda: f"({n()} divided by {n()} rounded {self.one_of('up', 'down')})",
            lambda: f"({self.one_of('larger', 'smaller')} of {n()} and {n()})",
        ]

    def _player(self, kind: Type, deep: int) -> list[Callable[[], str]]:
        d = deep - 1
        owned = [k.name for k in self.program.kinds.values() if k.owned]
        ways: list[Callable[[], str]] = [
            lambda: f"({self.one_of('left', 'right')} of {self.phrase(PLAYER, d)})",
            lambda: self._whichever(PLAYER, d),
            lambda: f"({self.one_of('first', 'last')} {self.selection(PLAYER, d, where=False)})",
        ]
        if owned:
            piece = Type("piece", self.lot.choice(owned))
            ways.append(lambda: f"(owner of {self.phrase(piece, d)})")
        return ways

    def _value(self, kind: Type, deep: int) -> list[Callable[[], str]]:
        return [lambda: self._whichever(kind, deep - 1)]

    def _piece(self, kind: Type, deep: int) -> list[Callable[[], str]]:
        d = deep - 1
        ways: list[Callable[[], str]] = [lambda: self._whichever(kind, d)]
        there = [f for f in self.program.families if kind.of in f.kinds and f.holder != "box"]
        for family in there:
            if family.sort == "pile":
                ways.append(partial(self._in, "(top of {})", family, d))
                ways.append(partial(self._in, "(latest of {})", family, d))
            if family.sort == "row":
                at = self.lot.randint(1, 4)
                ways.append(partial(self._in, f"(spot of {{}} at {at})", family, d))
            end = self.one_of("first", "last")
            plural = self.program.kinds[kind.of].plural
            ways.append(partial(self._in, f"({end} {plural} in {{}})", family, d))
        return ways

    def _in(self, said: str, family: Family, deep: int) -> str:
        """Give a phrase about a zone, which stands between its braces."""
        return said.format(self.zone(family, deep))

    def _space(self, kind: Type, deep: int) -> list[Callable[[], str]]:
        d = deep - 1
        board = self.program.boards[kind.of]
        ways: list[Callable[[], str]] = [lambda: self._whichever(kind, d)]
        for name in self._kinds_on(board.name):
            piece = Type("piece", name)
            ways.append(partial(self._of, "space", piece.of, d))
        ways.append(lambda: f"(the middle of {board.name})")
        return ways

    def _amounts(self, kind: Type, deep: int) -> list[Callable[[], str]]:
        d = deep - 1
        ways: list[Callable[[], str]] = []
        if d >= 0:
            ways += [
                lambda: (
                    f"({self.phrase(kind, d)} {self.one_of('plus', 'minus')} "
                    f"{self.phrase(kind, d)})"
                ),
                lambda: f"({self.phrase(NUMBER, d)} times {self.phrase(kind, d)})",
            ]
        for k in self.program.kinds.values():
            for name, sort in k.printed.items():
                if _same(sort, kind):
                    piece = Type("piece", k.name)
                    ways.append(partial(self._total, name, piece, max(0, d)))
        return ways

    def _total(self, name: str, sort: Type, deep: int) -> str:
        return f"(sum of {name} of {self.selection(sort, deep)})"

    def _yesno(self, kind: Type, deep: int) -> list[Callable[[], str]]:
        return [lambda: f"({self.condition(deep - 1)})"]

    def _whichever(self, sort: Type, deep: int) -> str:
        """Give `whichever player has the highest its gold`."""
        text, _, _ = self._selected(sort, deep, where=False, called=True)
        singular = text.replace(self._plural(sort), self._noun(sort), 1)
        p = self.program
        holder = {"player": "player", "space": f"space:{sort.of}"}.get(sort.base, sort.of)
        ranks = [
            f"{self.one_of('highest', 'lowest')} its {f.name}"
            for f in p.fields
            if f.holder == holder and f.type.base == "number"
        ]
        if sort.base == "piece":
            printed = p.kinds[sort.of].printed.items()
            ranks += [f"highest its {name}" for name, one in printed if one.base == "number"]
        ranks += [
            f"{self.one_of('highest', 'lowest')} {f.name} of it"
            for f in p.funcs.values()
            if f.sort == "define" and f.returns.base == "number"
            if [_same(one, sort) for _, one in f.params] == [True]
        ]
        ranks += [
            f"most {p.kinds[f.kinds[0]].plural} in its {f.name}"
            for f in p.families
            if f.holder == holder
        ]
        if sort.base == "value":
            ranks += [
                f"most {sort.of} {k.plural} on the table"
                for k in p.kinds.values()
                if sort.of in [of for _, of in self._shown(k)]
            ]
        if not ranks:
            return self.plain(sort)
        return f"(whichever {singular} has the {self.lot.choice(ranks)})"

    # -------------------------------------------------------------------------- selections

    def some_sort(self) -> Type:
        """Give a sort of thing to select from."""
        sorts = self.sorts()
        pieces = [one for one in sorts if one.base == "piece"]
        return self.lot.choice([*sorts, *pieces, *pieces])

    def _noun(self, sort: Type) -> str:
        return {"player": "player", "space": "space"}.get(sort.base, sort.of)

    def _plural(self, sort: Type) -> str:
        if sort.base == "piece":
            return self.program.kinds[sort.of].plural
        if sort.base == "value":
            return self.program.values[sort.of].plural
        return {"player": "players", "space": "spaces"}[sort.base]

    def _shown(self, kind: Kind) -> list[tuple[str, str]]:
        """Give what values a kind shows, printed or kept: the name, and the list."""
        found = [(name, sort.of) for name, sort in kind.printed.items() if sort.base == "value"]
        found += [
            (f.name, f.type.of)
            for f in self.program.fields
            if f.holder == kind.name and f.type.base == "value"
        ]
        return found

    def zone(self, family: Family, deep: int) -> str:
        """Give a phrase for a zone."""
        return self._of(family.name, family.holder, deep)

    def selection(self, sort: Type, deep: int, where: bool = True) -> str:
        """Give a selection of things of a sort."""
        return self._selected(sort, deep, where)[0]

    def _selected(
        self, sort: Type, deep: int, where: bool = True, called: bool = False
    ) -> tuple[str, str, list[Named]]:
        """Give a selection, the name of its candidate, and the names that speak of it."""
        words: list[str] = []
        if sort.base == "player":
            words += [self.one_of("players", "players", "other players", "opponents")]
            if called:
                words = ["players"]
        elif sort.base == "piece":
            kind = self.program.kinds[sort.of]
            if kind.owned and self.lot.random() < 0.4:
                words.append(self.one_of("your", "enemy"))
            shown = self._shown(kind)
            if shown and self.lot.random() < 0.4:
                words.append(self.phrase(Type("value", self.lot.choice(shown)[1]), 0))
            marks = [f.name for f in self.program.fields if f.holder == sort.of]
            marks = [f for f in marks if self._field(f, sort.of).type.base == "yesno"]
            if marks and self.lot.random() < 0.3:
                words.append(self.lot.choice(marks))
            words.append(kind.plural)
        else:
            words.append(self._plural(sort))
        name = ""
        if not called and self.lot.random() < 0.3:
            name = self.new("each")
            words += ["called", name]
        place = self._place(sort, deep)
        if place:
            words.append(place)
        spoken = [Named("it", sort)]
        if name:
            spoken.append(Named(name, sort))
        elif sort.base != "space" and self.lot.random() < 0.5:
            spoken.append(Named(self._noun(sort), sort))
        if where and deep > 0 and self.lot.random() < 0.6:
            held = self.names
            self.names = [one for one in held if one.text != "it"] + spoken * 2
            words += ["where", self.condition(deep - 1)]
            self.names = held
        return " ".join(words), name, spoken

    def _field(self, name: str, holder: str) -> Field:
        return next(f for f in self.program.fields if (f.name, f.holder) == (name, holder))

    def _place(self, sort: Type, deep: int) -> str:
        """Give where the things of a selection lie."""
        if sort.base == "space":
            return f"in {sort.of}" if self.lot.random() < 0.7 else self._beside(sort, deep)
        if sort.base != "piece":
            return ""
        there = [f for f in self.program.families if sort.of in f.kinds and f.holder != "box"]
        ways = ["on the table", "in the box"]
        for family in there:
            ways += [f"in {self.zone(family, deep)}"] * 2
            if family.board:
                ways.append(self._beside(sort, deep))
        return self.lot.choice(ways)

    def _beside(self, sort: Type, deep: int) -> str:
        return f"next to {self.phrase(sort, max(0, deep - 1))}"

    def _kinds_on(self, board: str) -> list[str]:
        return [k for f in self.program.families if f.board == board for k in f.kinds]

    def on_board(self) -> Type:
        """Give the sort of the spaces of a board."""
        board = self.lot.choice(list(self.program.boards.values()))
        if board.sort.startswith("kind:"):
            return Type("piece", board.sort[5:])
        return Type("space", board.name)

    def group(self, deep: int) -> str:
        """Give a connected group; nothing where nothing lies on boards."""
        if not self.program.boards:
            return ""
        sort = self.on_board()
        around = self.phrase(sort, deep)
        within = f" within {self.lot.randint(0, 3)} steps"
        noun = self._plural(sort)
        if sort.base == "space" and self.lot.random() < 0.5 and self._kinds_on(sort.of):
            noun = self.program.kinds[self.lot.choice(self._kinds_on(sort.of))].plural
            within = ""
        text = f"group of {noun} around {around}{within}"
        if deep > 0 and self.lot.random() < 0.6:
            held = self.names
            self.names = [*[one for one in held if one.text != "it"], Named("it", sort)]
            text += f" where {self.condition(deep - 1)}"
            self.names = held
        return text

    # -------------------------------------------------------------------------- conditions

    def condition(self, deep: int) -> str:
        """Give something that is so or not."""
        d = deep - 1
        ways: list[Callable[[], str]] = [
            lambda: self._compared(deep),
            lambda: self._compared(deep),
            lambda: self._same_thing(deep),
        ]
        if deep > 0:
            ways += [
                lambda: f"({self.condition(d)}) {self.one_of('and', 'or')} ({self.condition(d)})",
                lambda: f"not ({self.condition(d)})",
                lambda: f"{self.one_of('any', 'no')} {self.selection(self.some_sort(), d)}",
                lambda: f"{self.one_of('any', 'no')} {self.selection(self.some_sort(), d)}",
                lambda: (
                    f"{self.one_of('at least', 'at most', 'exactly')} "
                    f"{self.lot.randint(1, 3)} {self.selection(self.some_sort(), d)}"
                ),
                lambda: self._every(d),
                lambda: self._has(d),
                lambda: self._more(d),
                lambda: self._where(d),
                lambda: self._empty(d),
            ]
        return self.lot.choice(ways)()

    def _compared(self, deep: int) -> str:
        sign = self.one_of("is", "is not", "is at least", "is at most", "is more than")
        one, other = self.phrase(NUMBER, deep), self.phrase(NUMBER, deep)
        if one == other or one.isdigit():
            one = f"(number of {self.selection(self.some_sort(), max(0, deep - 1))})"
        if self.lot.random() < 0.1:
            return f"{one} is from {other} to {self.phrase(NUMBER, deep)}"
        if self.lot.random() < 0.1 and self.amounts():
            amounts = self.lot.choice(self.amounts())
            one, other = self.phrase(amounts, deep), self.phrase(amounts, deep)
        return f"{one} {sign} {other}"

    def _same_thing(self, deep: int) -> str:
        sort = self.lot.choice([one.type for one in self.names] or self.sorts())
        if self.lot.random() < 0.3:
            sort = self.lot.choice(self.sorts())
        if sort.base == "amounts":
            return self._compared(deep)
        if sort.base == "yesno":
            return self.phrase(YES_NO, deep)
        sign = self.one_of("is", "is not")
        one = self.phrase(sort, deep)
        if self.lot.random() < 0.15:
            return f"{one} {sign} none"
        if sort.base == "value" and self.lot.random() < 0.3:
            members = self.program.values[sort.of].members
            return f"{one} is one of {'; '.join(self.lot.sample(members, min(2, len(members))))}"
        if sort.base == "piece":
            shown = self._shown(self.program.kinds[sort.of])
            if shown and self.lot.random() < 0.4:
                return f"{one} {sign} {self.phrase(Type('value', self.lot.choice(shown)[1]), deep)}"
        other = self.phrase(sort, deep)
        return f"{one} {sign} {other}" if other != one else self._compared(deep)

    def _every(self, deep: int) -> str:
        sort = self.some_sort()
        text = self.selection(sort, deep, where=False)
        text = text.replace(self._plural(sort), self._noun(sort), 1)
        if sort.base == "piece":
            shown = self._shown(self.program.kinds[sort.of])
            if shown and self.lot.random() < 0.7:
                of = Type("value", self.lot.choice(shown)[1])
                return f"every {text} is {self.phrase(of, 0)}"
            there = [f for f in self.program.families if sort.of in f.kinds and f.holder != "box"]
            if there:
                return f"every {text} is in {self.zone(self.lot.choice(there), deep)}"
        return f"every {text} is {self.phrase(sort, 0)}"

    def _has(self, deep: int) -> str:
        who = self.phrase(PLAYER, 0)
        has = "have" if who == "you" else "has"
        sort = self.lot.choice([one for one in self.sorts() if one.base == "piece"] or [PLAYER])
        if sort is PLAYER:
            return self._compared(deep)
        kind = self.program.kinds[sort.of]
        there = [f for f in self.program.families if sort.of in f.kinds and f.holder == "player"]
        place = f" in {self._of(self.lot.choice(there).name, 'player', 1)}" if there else ""
        if not there and not kind.owned:
            return self._compared(deep)
        if kind.owned:
            place = self.one_of(" on the table", place)
        number = self.one_of("no", f"at least {self.lot.randint(1, 3)}", "exactly 1", "at most 2")
        return f"{who} {has} {number} {kind.plural}{place}"

    def _more(self, deep: int) -> str:
        numbers = [
            f.name
            for f in self.program.fields
            if f.holder == "player" and f.type.base == "number" and not f.type.halves
        ]
        if not numbers:
            return self._compared(deep)
        than = self.one_of("any other player", "every other player", self.phrase(PLAYER, 0))
        return f"you have {self.one_of('more', 'fewer')} {self.lot.choice(numbers)} than {than}"

    def _where(self, deep: int) -> str:
        pieces = [one for one in self.sorts() if one.base == "piece"]
        if not pieces:
            return self._compared(deep)
        sort = self.lot.choice(pieces)
        there = [f for f in self.program.families if sort.of in f.kinds and f.holder != "box"]
        one = self.phrase(sort, deep)
        boards = [f for f in there if f.board]
        if boards and self.lot.random() < 0.5:
            return f"{one} is {self.one_of('', 'not ')}next to {self.phrase(sort, deep)}"
        if not there:
            return f"{one} is not none"
        if self.lot.random() < 0.3:
            return f"{one} is {self.one_of('', 'not ')}{self.one_of('in the box', 'on the table')}"
        return f"{one} is {self.one_of('', 'not ')}in {self.zone(self.lot.choice(there), deep)}"

    def _empty(self, deep: int) -> str:
        there = [f for f in self.program.families if f.holder != "box"]
        if not there:
            return self._compared(deep)
        family = self.lot.choice(there)
        how = "full" if family.sort == "row" and self.lot.random() < 0.4 else "empty"
        return f"{self.zone(family, deep)} is {self.one_of('', 'not ')}{how}"

    # -------------------------------------------------------------------------- questions

    def question(self, name: str, deep: int = 3) -> str:
        """Give a `define` about a player and up to two other things."""
        self.names = [Named("you", PLAYER), Named("player", PLAYER)]
        head = f"define {name} of player"
        for preposition in ("at", "for")[: self.lot.randint(0, 2)]:
            sort = self.lot.choice(self.sorts())
            kind = self._written(sort)
            word = self.new("this")
            if self.lot.random() < 0.4 and sort.base in ("piece", "value"):
                word = sort.of
            if any(one.text == word for one in self.names):
                continue
            optional = sort.base != "space" and self.lot.random() < 0.15
            head += f" {preposition} {word}: {kind}{' or none' if optional else ''}"
            self.names.append(Named(word, replace(sort, optional=optional)))
        wanted = self.lot.choice(self.answers())
        lines = [head, *(f"    {line}" for line in self._body(wanted, deep))]
        return "\n".join(lines) + "\n"

    def _written(self, sort: Type) -> str:
        """Give how the sort of a part is written."""
        if sort.base == "space" and len(self.program.boards) == 1:
            return "space"
        return "player" if sort.base == "player" else sort.of

    def _body(self, wanted: Type, deep: int) -> list[str]:
        lines: list[str] = []
        if self.lot.random() < 0.3:
            sort = self.lot.choice([NUMBER, NUMBER, *self.sorts()])
            text = self.phrase(sort, deep)
            name = self.new("kept")
            lines.append(f"let {name} be {text}")
            self.names.append(Named(name, sort))
        if self.lot.random() < 0.3:
            lines.append(f"if {self.condition(deep)}")
            lines.append(f"    answer {self._answered(wanted, deep)}")
        if self.lot.random() < 0.15:
            sort = self.some_sort()
            text, name, _ = self._selected(sort, deep - 1)
            if not name:
                name = self.new("one")
                plural = self._plural(sort)
                text = text.replace(plural, f"{plural} called {name}", 1)
            singular = text.replace(self._plural(sort), self._noun(sort), 1)
            lines.append(f"for each {singular}")
            held, self.names = self.names, [*self.names, Named(name, sort)]
            lines.append(f"    if {self.condition(deep - 1)}")
            lines.append(f"        answer {self._answered(wanted, deep - 1)}")
            self.names = held
        lines.append(f"answer {self._answered(wanted, deep)}")
        return lines

    def _answered(self, wanted: Type, deep: int) -> str:
        if wanted.base == "yesno":
            return self.condition(deep)
        return self.phrase(wanted, deep)


def _same(one: Type, other: Type) -> bool:
    return (one.base, one.of) == (other.base, other.of) and not one.halves
