"""Chapters 4, 5 and 9: the course of a game. What is still to be done is a list, last things first;
a question waits in it for its answer.

A copy of all this looks ahead: it goes on with an answer until the action has come to its end,
until something keeps it from that, or until chance, another player or something unseen decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, TypeAlias

from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from tests.reference import lasting
from tests.reference.money import Till
from tests.reference.table import NONE, Table
from tests.reference.values import Names, Values

FEW = 64  # sets that are offered in one question
MANY = 300  # positions that are looked at
FAR = 24  # choices one after another that are looked at
SPANS = ("game", "round", "phase", "turn")
COURSE = ("turn", "round", "phase")
COPY = "_copy"
Items: TypeAlias = dict[str, Callable[..., None]]
Answers: TypeAlias = dict[str, Callable[..., None]]
Lines: TypeAlias = "dict[type[Stmt], Callable[[Course, Any, Names], None]]"
LOOPS = ("for", "while", "often", "window", "together")
Item: TypeAlias = tuple[Any, ...]


class LeadsNowhere(Exception):
    """Looking ahead: this cannot be carried out."""


class Enough(Exception):
    """Looking ahead: from here on somebody or something else decides."""


class GameEnds(Exception):
    """The game is over at once."""


class Undetermined(Exception):
    """The language leaves open how the game goes on."""


class Answer(Enum):
    """Whether something can be carried out. `PERHAPS`: chance, another player or something unseen
    decides, and how far whoever looks ahead sees is left open."""

    NO = 0
    PERHAPS = 1
    YES = 2


@dataclass
class Question:
    """What somebody is asked: `options` in their order, those among them that are `perhaps` to be
    offered, and what is done with the answer."""

    who: int
    sort: str
    options: list[Any]
    then: Item
    title: str = ""
    perhaps: tuple[Any, ...] = ()


class Course(Values):
    """A game from its beginning, question by question."""

    lines: ClassVar[Lines] = {}
    items: ClassVar[Items] = {}
    answers: ClassVar[Answers] = {}

    def __init__(self, program: Program, players: int, seed: int) -> None:
        super().__init__(program, Table(program, players, seed))
        self.todo: list[Item] = []
        self.question: Question | None = None
        self.looked = [0]
        """How many positions this look ahead has come to."""
        self.floor = 0
        """How much of what is still to be done was so when looking ahead began."""
        self.taken = 0
        """How many things were taken from menus."""
        self.copies = {
            piece: (design.id, piece - design.first)
            for kind in program.kinds.values()
            for design in kind.designs
            for piece in range(design.first, design.last)
        }

    def begin(self) -> Question | None:
        """Begin the game; give its first question, or none if it is over."""
        self.carry_out(self.program.funcs[self.program.main], NONE, [])
        return self.run()

    def run(self) -> Question | None:
        """Go on until somebody is asked something, or the game is over."""
        try:
            while self.todo and self.question is None:
                item = self.todo.pop()
                self.floor = min(self.floor, len(self.todo))
                self.items[item[0]](self, *item[1:])
        except GameEnds:
            self.todo.clear()
            self.question = None
        if self.question is None:
            self.table.over = True
        return self.question

    def answer_with(self, option: Any) -> Question | None:
        """Take an answer, and go on."""
        assert self.question is not None
        then, self.question = self.question.then, None
        self.answers[then[0]](self, option, *then[1:])
        return self.run()

    # -------------------------------------------------------------------------- looking ahead

    def fork(self) -> Course:
        """Give a course that goes on alike, and changes nothing of this one."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.table = self.table.copy()
        known: dict[int, Names] = {}
        other.todo = [_copied(item, known) for item in self.todo]
        if self.question is not None:
            asked = self.question
            other.question = Question(
                asked.who, asked.sort, asked.options, _copied(asked.then, known)
            )
        return other

    def possible(self, option: Any) -> Answer:
        """What cannot be done to its end is not offered: whether an answer to the question that
        waits lets the action, or outside of one the rule, come to its end."""
        ahead = self.fork()
        ahead.looked = self.looked if self.looking_ahead else [0]
        assert ahead.question is not None
        ahead.looking_ahead, ahead.asker = True, ahead.question.who
        begun = next((at for at, item in enumerate(ahead.todo) if _is_action(item)), None)
        if begun is None:
            begun = max((at for at, item in enumerate(ahead.todo) if item[0] == "end"), default=0)
            return ahead.comes_to_its_end(begun, option, False, 0)
        return ahead.comes_to_its_end(begun, option, True, 0)

    def comes_to_its_end(self, begun: int, option: Any, in_action: bool, deep: int) -> Answer:
        """Go on with an answer; what was to be done before `begun` is left aside."""
        del self.todo[:begun]
        self.floor = len(self.todo) if deep == 0 else self.floor
        try:
            asked = self.answer_with(option)
        except LeadsNowhere:
            return Answer.NO
        except Enough:
            return Answer.PERHAPS
        return self.answered_somehow(asked, in_action, deep)

    def answered_somehow(self, asked: Question | None, in_action: bool, deep: int) -> Answer:
        """Whether some answer to a question lets it come to its end."""
        if asked is None:
            return Answer.YES
        self.looked[0] += 1
        far = deep >= FAR or self.looked[0] > MANY
        beyond = asked.who != self.asker or asked.sort == "menu"
        if far or (beyond and not in_action):
            return Answer.PERHAPS
        best = Answer.NO
        for one in asked.options:
            found = self.fork().comes_to_its_end(0, one, in_action, deep + 1)
            if found is Answer.YES:
                return found
            best = found if best is Answer.NO else best
        return best

    def can_do(self, rule: str, args: list[Any]) -> Answer:
        """Whether every condition of a deed holds, and every choice in it has an option with which
        the rest can be done."""
        ahead = self.fork()
        ahead.looked = self.looked if self.looking_ahead else [0]
        ahead.todo, ahead.question, ahead.floor = [], None, 0
        ahead.looking_ahead, ahead.asker = True, args[0]
        ahead.carry_out(self.program.funcs[rule], args[0], args[1:])
        try:
            asked = ahead.run()
        except LeadsNowhere:
            return Answer.NO
        except Enough:
            return Answer.PERHAPS
        return ahead.answered_somehow(asked, True, 0)

    def asked_of(self, who: int) -> None:
        """Where something can lie hidden, who looks ahead does not know what others can do."""
        if who != self.asker and any(one.seen != "all" for one in self.program.families):
            self.unforeseen()

    def can(self, rule: str, args: list[Any]) -> bool:
        """`can hire`. Where it hangs on chance, on others or on what is hidden, the language leaves
        open how far somebody looks."""
        found = self.can_do(rule, args)
        if found is Answer.PERHAPS:
            raise Enough if self.looking_ahead else Undetermined
        return found is Answer.YES

    def can_exchange(self, s: nodes.Exchange, names: Names) -> bool:
        """Whether money can be joined or split."""
        player, sort = (self.number(arg, names) for arg in s.args)
        till = Till.of(self.program, self.table, s.money)
        return till.can_join(player, sort) if s.how == "join" else till.can_split(player, sort)

    def unforeseen(self) -> None:
        """Chance decides: who looks ahead sees no further."""
        if self.looking_ahead:
            raise Enough

    def seen(self, read: Callable[[], Any]) -> Any:
        """Read what decides how it goes on; who does not see all of it looks no further."""
        before, self.peeked = self.peeked, False
        found = read()
        if self.looking_ahead and self.peeked:
            raise Enough
        self.peeked = before
        return found

    # -------------------------------------------------------------------------- rules

    def do(self, body: list[Stmt], names: Names) -> None:
        """Do the lines of a block next, one after the other."""
        self.todo += [("do", s, names) for s in reversed(body)]

    def next(self, *items: Item) -> None:
        """Do these things next, in this order."""
        self.todo += reversed(items)

    def carry_out(self, func: Func, you: int, args: list[Any]) -> None:
        """Carry out a rule, with all that waits for it."""
        names: Names = dict(zip((name for name, _ in func.params), args, strict=False))
        names["you"] = you
        body: Item = ("body", func, names)
        edges = {when for _, when, _ in self.program.edges}
        if func.sort in COURSE or (func.sort == "game" and edges & {"game", func.name}):
            self.next(
                ("enter", func, you),
                ("edge", "start", func, you),
                body,
                ("edge", "end", func, you),
                ("leave", func),
            )
        elif func.sort == "trigger":
            self._triggered(func, names)
        else:
            self.next(
                ("once", func, names),
                *(("waiting", "instead", hook, func, names) for hook in func.hooks_instead),
                ("bans", func, names),
                *([("conditions", func, names)] if func.hooks_before else []),
                *(("waiting", "before", hook, func, names) for hook in func.hooks_before),
                body,
                ("count", func, names),
                *(("waiting", "after", hook, func, names) for hook in func.hooks_after),
                ("done", func, names),
            )

    def _triggered(self, func: Func, names: Names) -> None:
        """`..., once per turn`: only the first time that its condition holds."""
        body = func.body
        if func.per:
            of = names["you"] if func.card else 0  # a rule of the game is counted once for all
            if self.times_done(func.counted_as, func.per, of):
                return
            heading = isinstance(body[0], nodes.If) and body[0].span == func.span
            if len(body) == 1 and heading:
                if not self.seen(lambda: self.holds(body[0].args[0], names)):
                    return
                body = body[0].body
            self.count(func.counted_as, of)
        self.todo.append(("end", func, names))
        self.do(body, names)

    def count(self, deed: str, who: int) -> None:
        """A deed has ended once more."""
        for span in SPANS:
            times = self.times_done(deed, span, who) + 1
            self.table.done[deed, span, who] = self.table.time.get(span, 0), times

    def leave(self) -> None:
        """Leave the rule that is carried out: the rest of it falls away."""
        while self.todo:
            item = self.todo.pop()
            if item[0] in ("end", "done"):
                self.items[item[0]](self, *item[1:])
                return

    def fails(self) -> None:
        """A price cannot be paid, a `requires` fails, nothing is there to choose: the rest of the
        rule falls away, and looking ahead, this leads nowhere."""
        if self.looking_ahead and not self._in_rule_that_waits():
            raise LeadsNowhere
        self.leave()

    def _in_rule_that_waits(self) -> bool:
        """What cannot be done in a rule that waits keeps nobody from a deed that looking ahead has
        come to since it began."""
        begun = [item[1] for item in self.todo[self.floor :] if item[0] == "end"]
        return any(func.sort == "trigger" for func in begun)

    # -------------------------------------------------------------------------- deeds

    def put(self, piece: int, number: int | None) -> bool:
        """Put a component into a place, if it has room and nothing keeps it out; whether it came
        there."""
        if number is None or piece < 0 or lasting.is_closed(self.table, number):
            return False
        family = self.table.family_at(number)
        owner = self.table.owner_at(number)
        room = None
        if family is not None and family.shape == "list":
            room = self.limit(family, owner)
        return self.table.put(piece, number, room, SPANS)

    def put_into(
        self, piece: int, how: str, family: Family | None, args: tuple[Expr, ...], names: Names
    ) -> None:
        """`move card to market`: into the box, a pile or set, one space, or the first free one."""
        if how == "box" or family is None:
            if piece >= 0:
                self.table.box(piece)
            return
        number = self.place(how, family, args, names)
        if number is not None and how == "zone" and family.shape == "slots":
            free = [
                one
                for one in range(number, number + family.slots)
                if not self.table.zone_at(one) and not lasting.is_closed(self.table, one)
            ]
            number = free[0] if free else None
        self.put(piece, number)

    def next_card(self, family: Family, owner: int) -> int:
        """The top card of a pile; an empty one is refilled and shuffled first."""
        pile = self.table.zones[family.key][owner]
        if not pile and family.refilled:
            self.unforeseen()
            source = next(
                f
                for holder in (family.holder, "table")
                for f in self.program.families
                if f.name == family.refilled and f.holder == holder and f.shape == "list"
            )
            at = owner if source.holder == family.holder != "table" else 0
            for piece in list(self.table.zones[source.key][at]):
                self.put(piece, family.base + owner)
            self.shuffle(family, owner)
        return pile[-1] if pile else NONE

    def shuffle(self, family: Family, owner: int) -> None:
        """`shuffle deck`: nobody knows any more what lies where."""
        pile = self.table.zones[family.key][owner]
        pile[:] = self.table.chance.order(f"shuffle {family.name}", pile, self.copies)
        for piece in pile:
            self.table.shown.pop(piece, None)

    def by_lot(self, name: str, things: list[int]) -> int:
        """Chance picks."""
        self.unforeseen()
        return super().by_lot(name, things)

    def look(self, piece: int) -> tuple[Any, ...]:
        """What can be told of a component: pieces that look the same are one option."""
        kind = self.kind_of(piece)
        assert kind is not None
        return (
            self.program.design_of[piece],
            frozenset(self.table.shown.get(piece, ())),
            self.program.owner_of[piece],
            *(self.table.read(f, piece) for f in self.program.fields if f.holder == kind.name),
            *(
                self.table.came.get((span, piece), NONE) == self.table.time.get(span, 0)
                for span in kind.stamped
            ),
        )


def _copied(item: Item, known: dict[int, Names]) -> Item:
    """Copy what an item keeps of names; those that are shared stay so."""
    return tuple(_copied_part(part, known) for part in item)


def _copied_part(part: Any, known: dict[int, Names]) -> Any:
    if isinstance(part, dict):
        if id(part) not in known:
            made: Names = {}
            known[id(part)] = made
            made.update({key: _copied_part(one, known) for key, one in part.items()})
        return known[id(part)]
    if isinstance(part, set):
        return set(part)
    if isinstance(part, tuple) and any(isinstance(one, (dict, set)) for one in part):
        return tuple(_copied_part(one, known) for one in part)
    return part


def _is_action(item: Item) -> bool:
    return bool(item[0] == "done" and item[1].sort == "action")
