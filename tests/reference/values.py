"""Chapters 7 and 8: what a phrase stands for, and whether a question is so.

Every function begins with the sentence that it stands for. Values are those of
`interpreter/ir/types.py`: whole numbers (none is -1), and tuples or lists of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeAlias

from interpreter.ir import nodes
from interpreter.ir.declared import Board, Family, Kind
from interpreter.ir.nodes import Expr, ForEach, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.types import Type
from tests.reference.table import BOX, NONE, OTHERS, Table

Names: TypeAlias = dict[str, Any]
Meanings: TypeAlias = dict[type[Expr], Callable[["Values", Any, Names], Any]]
FAR = 1_000_000


class Values:
    """Reads phrases at a table. `asker` looks ahead; `peeked` is true once something was read that
    this player does not see."""

    meanings: ClassVar[Meanings] = {}

    def __init__(self, program: Program, table: Table) -> None:
        self.program = program
        self.table = table
        self.asker = NONE
        self.looking_ahead = False
        self.peeked = False

    def value(self, e: Expr, names: Names) -> Any:
        """Give what a phrase stands for."""
        return self.meanings[type(e)](self, e, names)

    def number(self, e: Expr, names: Names) -> int:
        """Give the number, the one thing or the answer (1 or 0) that a phrase stands for."""
        return int(self.value(e, names))

    def holds(self, e: Expr, names: Names) -> bool:
        """Whether a question is so."""
        return bool(self.value(e, names))

    def several(self, e: Expr, names: Names) -> list[int]:
        """Give the things of a selection, in their order."""
        return list(self.value(e, names))

    def both(self, e: Expr, names: Names) -> tuple[Any, Any]:
        """Give the two values of a phrase that has two."""
        return self.value(e.args[0], names), self.value(e.args[1], names)

    def nothing_of(self, kind: Type) -> tuple[int, ...]:
        """Give amounts of which each is 0."""
        return (0,) * len(self.program.values[kind.of].members)

    def limit(self, family: Family, owner: int) -> int | None:
        """`limit 3`, `your hand holds at most 4`."""
        return None if family.limit is None else self.number(family.limit, {"you": owner})

    def times_done(self, deed: str, span: str, who: int) -> int:
        """How often somebody has done a deed in the present turn, round, phase or game."""
        at, times = self.table.done.get((deed, span, who), (NONE, 0))
        return times if at == self.table.time.get(span, 0) else 0

    def can(self, rule: str, args: list[Any]) -> bool:
        """`can hire`: whether a deed can be carried out. The course of the game knows."""
        raise NotImplementedError

    def asked_of(self, who: int) -> None:
        """Note that somebody is asked what they can do, who may know more than whoever looks
        ahead."""

    def can_exchange(self, s: nodes.Exchange, names: Names) -> bool:
        """Whether money can be joined or split."""
        raise NotImplementedError

    # -------------------------------------------------------------------------- what is hidden

    def look_at(self, piece: int) -> None:
        """Note that a component was looked at: perhaps whoever looks ahead does not see it."""
        if self.looking_ahead and piece >= 0 and not self.table.sees(self.asker, piece):
            self.peeked = True

    def count_in(self, family: Family, owner: int) -> None:
        """Note that what lies in a zone was counted: perhaps nobody knows how many."""
        if self.looking_ahead and not self._knows_number(family, owner):
            self.peeked = True

    def _knows_number(self, family: Family, owner: int) -> bool:
        said = family.number_seen
        if not said:
            said = "all" if family.sort == "pile" or family.shape == "slots" else family.seen
        if said == "owner":
            return owner == self.asker
        return said in ("all", OTHERS)

    # -------------------------------------------------------------------------- places

    def holder(self, family: Family, args: tuple[Expr, ...], names: Names) -> int:
        """Which of the zones of a declaration: `your hand`, `ladder's porch`."""
        if not args or family.holder in ("table", "box"):
            return 0
        who = self.number(args[0], names)
        kind = self.program.kinds.get(family.holder)
        return who - kind.first if kind is not None and who >= 0 else who

    def place(
        self, how: str, family: Family | None, args: tuple[Expr, ...], names: Names
    ) -> int | None:
        """Give the number of one place, or of the first space of a zone; None if there is none."""
        if how == "box" or family is None:
            return BOX
        if how == "abs_slot" or (how == "slot" and family.board):
            at = self.number(args[0], names)
        elif how == "slot":
            spot = self.number(args[-1], names)
            owner = self.holder(family, args[:-1], names)
            at = owner * family.slots + spot - 1 if owner >= 0 and 1 <= spot <= family.slots else -1
        else:
            owner = self.holder(family, args, names)
            each = family.slots if family.shape == "slots" else 1
            at = owner * each if owner >= 0 else -1
        return family.base + at if at >= 0 else None

    def places(
        self, how: str, family: Family, args: tuple[Expr, ...], names: Names
    ) -> range | list[int]:
        """Give the numbers of all places of a phrase."""
        total = len(self.table.zones[family.key])
        everywhere = range(family.base, family.base + total)
        if how == "all" or (how == "zone" and family.board):
            return everywhere
        if how == "lane":
            board = self.program.boards[args[0].type.of]
            lane = self.number(args[0], names)
            return [family.base + at for at in (board.lanes[lane] if lane >= 0 else ())]
        if how == "way":
            return [family.base + at for at in self.several(args[0], names)]
        first = self.place(how, family, args, names)
        if first is None:
            return []
        many = how == "zone" and family.shape == "slots"
        return range(first, first + (family.slots if many else 1))

    def lying(self, how: str, family: Family, args: tuple[Expr, ...], names: Names) -> list[int]:
        """Give what lies in a place, in its order."""
        if family.shape == "counts":
            first = self.program.kinds[family.kinds[0]].first
            counts = self.counts(family, self.holder(family, args, names))
            return [first + at for at, many in enumerate(counts) if many]
        numbers = self.places(how, family, args, names)
        return [piece for number in numbers for piece in self.table.zone_at(number)]

    def counts(self, family: Family, owner: int) -> list[int]:
        """Give how many alike pieces of each sort lie in a zone."""
        if owner < 0:
            return [0] * family.slots
        return self.table.counts[family.key][owner * family.slots : (owner + 1) * family.slots]

    def kind_of(self, piece: int) -> Kind | None:
        """Give the kind of a component."""
        return next((k for k in self.program.kinds.values() if k.first <= piece < k.last), None)

    def space_of(self, piece: int) -> int:
        """`die's space`: the space of its board where it lies."""
        if piece < 0:
            return NONE
        family = self.table.family_at(self.table.lies.get(piece, BOX))
        if family is None or not (family.board or family.holder.startswith("space:")):
            return NONE
        at = self.table.lies[piece] - family.base
        return at // family.slots if family.shape == "slots" and not family.board else at

    def first_space(self, board: Board) -> int:
        """Give the first space of a board whose spaces are components; else 0."""
        sort = board.sort
        return self.program.kinds[sort[5:]].first if sort.startswith("kind:") else 0

    def beside(self, board: Board, space: int) -> tuple[int, ...]:
        """`next to space`: its neighbours."""
        return board.neighbours[space - self.first_space(board)] if space >= 0 else ()

    def belongs_to(self, number: int, wanted: Type) -> int:
        """The space, value or component to which a place belongs; none if it is none such."""
        family = self.table.family_at(number)
        if family is None:
            return NONE
        at = number - family.base
        if wanted.base == "space" and family.board == wanted.of:
            return at
        owner = at // family.slots if family.shape == "slots" else at
        if family.holder == (f"space:{wanted.of}" if wanted.base == "space" else wanted.of):
            kind = self.program.kinds.get(wanted.of) if wanted.base == "piece" else None
            return owner + (kind.first if kind is not None else 0)
        return NONE

    # -------------------------------------------------------------------------- selections

    def each(self, e: ForEach, names: Names) -> Iterator[tuple[int, Names]]:
        """Go through the candidates for which the question holds; each is known by its name."""
        for thing in self.several(e.args[0], names):
            inner = {**names, e.name: thing}
            if self.holds(e.args[1], inner):
                yield thing, inner

    # -------------------------------------------------------------------------- definitions

    def answer(self, func: Func, args: list[Any]) -> Any:
        """A `define` answers with a value; its first argument is `you`."""
        names = dict(zip(("you", *(name for name, _ in func.params)), args, strict=False))
        found = self._answer(func.body, names)
        return 0 if found is None else found[0]

    def _answer(self, body: list[Stmt], names: Names) -> tuple[Any] | str | None:
        """Carry out the lines of a question: an answer, `break`, `return`, or nothing yet."""
        for s in body:
            found: tuple[Any] | str | None = None
            if isinstance(s, nodes.Answer):
                return (self.value(s.args[0], names),)
            if isinstance(s, nodes.Return):
                return "return"
            if isinstance(s, nodes.Break):
                return "break"
            if isinstance(s, nodes.If):
                found = self._answer(s.body if self.holds(s.args[0], names) else s.other, names)
            elif isinstance(s, (nodes.Let, nodes.LetFrozen)):
                names[s.name] = self.kept_as(s, names)
            elif isinstance(s, nodes.For):
                found = self._answer_for(s, names)
            elif isinstance(s, nodes.While):
                while self.holds(s.args[0], names) and found is None:
                    found = self._answer(s.body, names)
                found = None if found == "break" else found
            elif isinstance(s, nodes.Pick):
                found = self._answer(self.pick(s, names), names)
            else:
                raise NotImplementedError(type(s).__name__)
            if found is not None:
                return found
        return None

    def _answer_for(self, s: nodes.For, names: Names) -> tuple[Any] | str | None:
        for thing in self.gone_through(s, names):
            names[s.name] = thing
            found = self._answer(s.body, names)
            if found is not None:
                return None if found == "break" else found
        return None

    def gone_through(self, s: nodes.For | nodes.ForAll, names: Names) -> list[int]:
        """`for each ...`, `have each ...`: all of them as they are now, or the first so many."""
        things = self.several(s.args[0], names)
        return things[: max(0, self.number(s.args[1], names))] if len(s.args) > 1 else things

    def kept_as(self, s: nodes.Let | nodes.LetFrozen, names: Names) -> Any:
        """`let name be ...`: several things are those of now."""
        made = self.value(s.args[0], names)
        return tuple(made) if isinstance(made, (list, range)) else made

    def pick(self, s: nodes.Pick, names: Names) -> list[Stmt]:
        """`pick`: the first line decides, `then` breaks ties; what `if none` says where there is
        none. Gives what is to be done then."""
        things = self.several(s.args[0], names)
        for sort, key in zip(s.sorts, s.args[1:], strict=True):
            by = [self.value(key, {**names, s.each: thing}) for thing in things]
            wanted = [bool(one) for one in by] if sort == "wish" else [one == max(by) for one in by]
            if sort != "wish" or any(wanted):
                things = [thing for thing, kept in zip(things, wanted, strict=True) if kept]
        if s.every:
            names[s.name] = tuple(things)
        elif s.at_random:
            names[s.name] = self.by_lot(names.get("^", "") + s.name, things)
        else:
            names[s.name] = things[0] if things else NONE
        return s.other if s.has_none and not things else []

    def by_lot(self, name: str, things: list[int]) -> int:
        """Give one of some things, each as likely as any other, from the stream of its name."""
        if not things:
            return NONE
        return things[self.table.chance.below(f"pick {name.rsplit('_', 1)[0]}", len(things))]
