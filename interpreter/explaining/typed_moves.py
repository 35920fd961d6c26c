"""Parsing of typed moves, in the words of scripts: `influence_domain: scarab, count is 2`.

    MOVE      [SEAT:] ANSWER {, ANSWER}       a colon after the first ANSWER does as well
    ANSWER    [QUESTION is] WORDS             `symbol is scarab`, `symbol=scarab`, or `scarab`
    WORDS     the name of an option as scripts and saves have it, its label, or letters of either

A move names anything that could be an answer at some time: whatever stands in a menu, any value of
a question's kind, any piece that the player sees, any card by its title. Questions in between may
be left out. Takes plans and states; returns values of the engine. Must not know why a move is
legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.diagnostics.suggest import nearest
from interpreter.ir import graphs, nodes
from interpreter.ir.declared import MenuItem, Site
from interpreter.ir.types import Type
from interpreter.ir.walking import walk
from interpreter.present import labels, words
from interpreter.present.chooser import Chooser
from interpreter.present.option_matching import match, plain
from interpreter.run import handles
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState

NAMED = re.compile(r"^\s*([A-Za-z_][\w .]*?)\s*(?:=|\bis\b)\s*(.+)$")
PASS = ("pass", "no", "none", "nothing")


class Unknown(Exception):
    """A word that is the name of no answer of the game; `near` is a suggestion, if there is one."""

    def __init__(self, word: str, near: str | None) -> None:
        super().__init__(word)
        self.word = word
        self.near = near


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    """One typed answer; `question` is empty where any question may be meant."""

    words: str
    question: str = ""


@dataclass(frozen=True, slots=True)
class ParsedMove:
    """A parsed move: who takes it (empty: whoever decides), and the answers in order."""

    seat: str
    answers: tuple[TypedAnswer, ...]


@dataclass(frozen=True, slots=True)
class Unseen:
    """A design of which the player sees no piece."""

    design: int


def read(text: str, seats: Iterable[str]) -> ParsedMove:
    """Parse a typed move; `seats` are the names of the players."""
    seat = ""
    head, colon, rest = text.partition(":")
    if colon and plain(head).replace(" ", "_") in seats:
        seat, text = plain(head).replace(" ", "_"), rest
    head, colon, rest = text.partition(":")
    parts = [head, *rest.split(",")] if colon and "," not in head else text.split(",")
    made = []
    for part in parts:
        if not part.strip():
            continue
        found = NAMED.match(part)
        if found:
            made.append(
                TypedAnswer(found.group(2).strip(), plain(found.group(1)).replace(" ", "_"))
            )
        else:
            made.append(TypedAnswer(part.strip()))
    return ParsedMove(seat, tuple(made))


class AnswerNames:
    """The names of answers at positions of one game, for one player."""

    def __init__(self, plan: Plan, viewer: int) -> None:
        self.plan = plan
        self.viewer = viewer

    # -------------------------------------------------------------------------- a question

    def fits(
        self,
        state: BaseState,
        site: Site,
        said: TypedAnswer,
        first: bool = False,
        exactly: bool = False,
    ) -> list[Any]:
        """Find the values that an answer can mean at a question: one, or several that look alike.

        `first`: the question is asked right now, so that the number of an option counts, too.
        `exactly`: only a whole name counts. Returns an empty list if nothing, or no one look, is
        meant.
        """
        if said.question and said.question not in (site.name, plain(site.name).replace(" ", "_")):
            return []
        options = list(state.options) if state.site == site.number else []
        chooser = Chooser(self.plan, state, self.viewer)
        for option, name in zip(options, chooser.names if options else (), strict=True):
            if plain(name) == plain(said.words):
                return [option]
        every = dict(self.names(state, site)) if not site.type.is_joint else {}
        wanted = plain(said.words)
        exact = [
            value for name, values in every.items() if plain(name) == wanted for value in values
        ]
        if not exact and site.type.is_list and site.sort == "choose":
            exact = self._several(every, said)
        if exact or exactly:
            return _once(exact)
        made = self._counted(site, said.words)
        if made is not None:
            return [made]
        if options and not state.probe:
            fits = chooser.typed(said.words)
            found = () if fits.by_text else fits.found
            if said.words.isdigit() and not first:
                found = ()
            if len(found) == 1:
                return [options[found[0]]]
        listed = list(every)
        found = () if wanted.isdigit() else match(said.words, listed, listed).found
        values = _once([value for at in found for value in every[listed[at]]])
        looks = {self.spoken(site, value) for value in values}
        return values if len(looks) == 1 else []

    def _several(self, every: dict[str, list[object]], said: TypedAnswer) -> list[object]:
        """Resolve a name for a set of things, as saves have it: `owl_and_fox`; empty if unknown."""
        named = {plain(name): values[0] for name, values in every.items()}
        parts = [named.get(plain(word)) for word in said.words.split("_and_")]
        known = [part for part in parts if isinstance(part, tuple)]
        if len(parts) < 2 or len(known) < len(parts):
            return []
        return [tuple(one for part in known for one in part)]

    def part(
        self, state: BaseState, site: Site, said: TypedAnswer, taken: Iterable[int]
    ) -> tuple[int, list[object]] | None:
        """Find which part of a combined choice an answer names, and the values it may mean.

        Parts in `taken` are skipped; None if no part fits.
        """
        wanted = plain(said.words)
        for place, (name, kind) in enumerate(site.type.elements):
            if place in taken or said.question not in ("", name):
                continue
            if kind.is_number and re.fullmatch(r"-?\d{1,9}", said.words):
                return place, [int(said.words)]
            every: dict[str, list[object]] = {}
            for word, value in self.values(state, kind):
                every.setdefault(word, []).append(value)
            exact = [v for word, values in every.items() if plain(word) == wanted for v in values]
            if exact:
                return place, _once(exact)
            listed = list(every)
            found = () if wanted.isdigit() else match(said.words, listed, listed).found
            if len({listed[at] for at in found}) == 1 and found:
                return place, _once(every[listed[found[0]]])
        return None

    def knows(self, state: BaseState, site: Site, said: TypedAnswer) -> bool:
        """Check whether an answer could ever answer a question."""
        if site.type.is_joint and self.part(state, site, said, ()) is not None:
            return True
        return bool(self.fits(state, site, said))

    def _counted(self, site: Site, text: str) -> object:
        """Parse a number, or amounts left out of a cost; None if the question asks for neither."""
        kind = site.type
        if site.sort == "choose" and kind.is_number and re.fullmatch(r"-?\d{1,9}", text):
            return int(text)
        if site.sort == "pay":
            return handles.less_amounts(text, self.plan.program.values[kind.of].members)
        return None

    def spoken(self, site: Site, value: object) -> str:
        """Return a key that tells the values of a word apart; copies of a card share theirs."""
        if isinstance(value, Unseen):
            return f"design {value.design}"
        piece = site.sort == "choose" and site.type.is_piece
        if piece and isinstance(value, int) and value >= 0:
            return f"design {self.plan.program.design_of[value]}"
        return str(value)

    def names(self, state: BaseState, site: Site) -> Iterator[tuple[str, list[object]]]:
        """Yield every name of an answer that a question could ever have, with its values."""
        found: dict[str, list[object]] = {}

        def add(name: str, value: object) -> None:
            found.setdefault(name, []).append(value)

        if site.sort == "menu":
            for number, item in enumerate(site.items):
                for name in self.item_names(item):
                    add(name, number)
        elif site.sort == "options":
            for number, item in enumerate(site.items):
                add(handles.plain_word(str(item)), number)
                add(str(item), number)
        elif site.sort == "pay":
            for name, value in self._less(state, site):
                add(name, value)
        elif site.type.is_joint:
            for _, kind in site.type.elements:
                for name, value in self.values(state, kind):
                    add(name, value)
        elif not site.type.is_list:
            for name, value in self.values(state, site.type):
                add(name, value)
            if site.several:
                add("that is all", -1)
        else:
            item = site.type.element
            for name, value in self.values(state, item):
                if isinstance(value, int):
                    add(name, (value,))
        yield from found.items()

    def item_names(self, item: MenuItem) -> list[str]:
        """List the names of a menu item: first its id, then its titles."""
        _, sort, name, card = item
        if sort == "pass":
            return [handles.plain_word(name), name, "pass"]
        made = [name, labels.menu_title(self.plan, item)]
        func = self.plan.program.funcs.get(name)
        if func is not None and func.title:
            made.append(func.title)
        return [*made, f"{name}_of_{card}"] if card else made

    def _less(self, state: BaseState, site: Site) -> Iterator[tuple[str, object]]:
        members = self.plan.program.values[site.type.of].members
        yield "full_price", (0,) * len(members)
        if state.site == site.number:
            for option, name in zip(
                state.options, handles.option_handles(self.plan, state), strict=True
            ):
                yield name, option

    # -------------------------------------------------------------------------- values

    def values(self, state: BaseState, kind: Type) -> Iterator[tuple[str, object]]:
        """Yield all values of a type, each by all its names."""
        program = self.plan.program
        if kind.optional:
            yield "none", -1
        if kind.is_value:
            for number, member in enumerate(program.values[kind.of].members):
                yield member, number
                yield words.value_title(self.plan, kind.of, number), number
        elif kind.is_player:
            for seat in range(state.n):
                yield handles.seat_name(seat), seat
        elif kind.is_yes_no:
            yield from (("yes", 1), ("no", 0))
        elif kind.is_lane:
            for number, name in enumerate(program.boards[kind.of].lane_names):
                yield name, number
                yield words.lane_title(self.plan, kind.of, number), number
        elif kind.is_space and not kind.of.startswith("zone:"):
            for number in range(program.boards[kind.of].spaces):
                yield handles.space_handle(self.plan, kind.of, number), number
                yield from ((name, number) for name in self._written(kind.of, number))
        elif kind.is_space:
            for number in self._row_spaces(kind.of):
                yield handles.space_handle(self.plan, kind.of, number), number
        elif kind.is_piece:
            yield from self._pieces(state, kind.of)

    def _row_spaces(self, of: str) -> Iterator[int]:
        family = next(f for f in self.plan.program.families if f.key == of.removeprefix("zone:"))
        yield from range(family.owners * family.slots)

    def _written(self, board: str, space: int) -> Iterator[str]:
        """Yield the names of a space as players read them and as tests write them."""
        made = self.plan.program.boards[board]
        yield words.space_title(self.plan, board, space)
        if made.sort in ("grid", "rhombus"):
            row, column = made.names[space].split("_")
            yield f"row_{row}_column_{column}"

    def _pieces(self, state: BaseState, of: str) -> Iterator[tuple[str, object]]:
        """Yield the pieces of a kind that the player sees, by name, then unseen cards."""
        program = self.plan.program
        kind = program.kinds.get(of)
        if kind is None:
            return
        if kind.alike:
            for design in kind.designs:
                yield design.id, design.first
                yield design.title, design.first
            return
        places = not any(of in family.kinds for family in program.families)
        for design in kind.designs:
            seen = [
                piece
                for piece in range(design.first, design.last)
                if (state.loc[piece] >= 0 or places)
                and handles.sees_piece(self.plan, state, piece, self.viewer)
            ]
            for piece in seen:
                yield design.id, piece
                yield design.title, piece
                for detail in (1, 2):
                    yield (
                        handles.value_handle(self.plan, state, Type("piece", of), piece, detail),
                        piece,
                    )
                yield from self._lying(state, of, piece)
            if not seen:
                number = program.design_of[design.first]
                yield design.id, Unseen(number)
                yield design.title, Unseen(number)

    def _lying(self, state: BaseState, of: str, piece: int) -> Iterator[tuple[str, int]]:
        """Yield names of a piece for the space where it lies and for its owner."""
        found = handles.zone_of(self.plan, state.loc[piece])
        if found is None:
            return
        family, owner, spot = found
        board = family.board or family.holder.removeprefix("space:")
        if family.board or family.of_spaces:
            space = spot if family.board else owner
            yield handles.space_handle(self.plan, board, space), piece
            yield from ((name, piece) for name in self._written(board, space))
        if self.plan.program.kinds[of].owned:
            yield handles.seat_name(self.plan.program.owner_of[piece]), piece

    # -------------------------------------------------------------------------- the whole game

    def actions_with(self, state: BaseState, said: TypedAnswer) -> list[tuple[str, str]]:
        """List the actions in which an answer can be given, each with the name of the question."""
        wanted = plain(said.words)
        found = []
        for name, func in self.plan.program.funcs.items():
            if func.sort != "action" or name.endswith("."):
                continue
            for site in self.asked_in(name):
                if site.sort == "menu":
                    names = [n for i in site.items if i[1] != "pass" for n in self.item_names(i)]
                    fit = wanted in map(plain, names)
                else:
                    fit = self.knows(state, site, said)
                if fit:
                    found.append((name, site.name))
                    break
        return found

    def asked_in(self, name: str) -> list[Site]:
        """List the questions that a rule may lead to, directly or through other rules; cached."""
        kept = _asked_in(self.plan)
        if name in kept:
            return kept[name]
        funcs, by_rule = self.plan.program.funcs, _sites_by_rule(self.plan)

        def led_to(rule: str) -> Iterator[str]:
            func = funcs.get(rule)
            for one in walk(func.body) if func is not None else ():
                called = [one.rule] if isinstance(one, (nodes.Call, nodes.AnswerEvent)) else []
                if isinstance(one, nodes.Menu):
                    called = [i for line in one.lines for i in line.items]
                yield from (str(other).rstrip(".") for other in called)

        rules = graphs.reached([name.rstrip(".")], led_to)
        kept[name] = [site for rule in rules for site in by_rule.get(rule, ())]
        return kept[name]

    def everything(self, state: BaseState) -> list[str]:
        """List all names of all answers of the game, to search for misspelt ones."""
        found: dict[str, None] = {}
        for site in self.plan.program.sites:
            found |= dict.fromkeys(name for name, _ in self.names(state, site))
        return list(found)

    def unknown(self, state: BaseState, said: TypedAnswer) -> Unknown:
        """Build the error for an answer that means nothing anywhere, with the nearest name."""
        return Unknown(said.words, nearest(said.words, self.everything(state)))


def _once(values: Iterable[object]) -> list[object]:
    return list(dict.fromkeys(values))


@cached
def _asked_in(_: Plan) -> dict[str, list[Site]]:
    """Questions that rules may lead to, by the rule; filled by `AnswerNames.asked_in`."""
    return {}


@cached
def _sites_by_rule(plan: Plan) -> dict[str, list[Site]]:
    by_rule: dict[str, list[Site]] = {}
    for site in plan.program.sites:
        by_rule.setdefault(site.func, []).append(site)
    return by_rule
