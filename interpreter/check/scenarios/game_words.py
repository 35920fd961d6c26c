"""The names that tests of a game may use, collected once, when the first test asks.

Takes the context of a checked game; produces names of actions, questions, dice, lines and spaces.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from interpreter.check.context import Context
from interpreter.check.deeds.carrying_out import SORT
from interpreter.check.names import board_names
from interpreter.ir import nodes
from interpreter.ir.declared import Field
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.types import Type

_WAITING = frozenset(["trigger", "game", "round", "phase", "turn"])


class GameWords:
    """Names that tests give to things and to what can be done."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._may_ask: dict[str, frozenset[str]] = {}

    @cached_property
    def boards(self) -> dict[str, Expr]:
        """Lines and spaces by their names."""
        return board_names.on_boards(self.ctx.program)

    @cached_property
    def rolled(self) -> list[Field]:
        """Every field that is rolled, without duplicates."""
        rolls = (s for s in self.ctx.bodies.every() if isinstance(s, (nodes.Roll, nodes.RollOdds)))
        kept = [s.field for s in rolls]
        return list({one.key: one for one in kept}.values())

    @cached_property
    def picked_at_random(self) -> dict[str, tuple[str, ...]]:
        """The words of every list of values of which some rule picks one at random."""
        picks = (s for s in self.ctx.bodies.every() if isinstance(s, nodes.Pick) and s.at_random)
        names = [s.item.of for s in picks if s.item.is_value]
        return {name: self.ctx.program.values[name].members for name in names}

    @cached_property
    def numbers_at_random(self) -> bool:
        """Whether some rule picks a number at random."""
        picks = (s for s in self.ctx.bodies.every() if isinstance(s, nodes.Pick) and s.at_random)
        return any(s.item.is_number for s in picks)

    @cached_property
    def offered(self) -> list[str]:
        """Every action that some menu offers."""
        menus = (s for s in self.ctx.bodies.every() if isinstance(s, nodes.Menu))
        items = [item for menu in menus for line in menu.lines for item in line.items]
        on_cards = [name for _, name in self.ctx.program.card_actions]
        named = [on_cards if item == "card_actions" else [item] for item in items]
        return list(dict.fromkeys(name for names in named for name in names))

    def names_of(self, item: Type, seats: Iterable[str]) -> list[str]:
        """List every name of an item of this type."""
        program = self.ctx.program
        found = ["none"] if item.optional else []
        if item.is_player:
            found += seats
        elif item.is_value:
            found += program.values[item.of].members
        elif item.is_piece:
            found += [d.id for d in program.kinds[item.of].designs]
        if item.base in ("lane", "space", "piece"):
            wanted = "lane" if item.is_lane else "space"
            lying = {f.board for f in program.families if item.of in f.kinds}
            boards = lying if item.is_piece else set(program.boards)
            found += [
                n for n, e in self.boards.items() if e.type.base == wanted and e.type.of in boards
            ]
        return found

    def asks(self, action: str) -> list[str]:
        """List the choices that an action and the rules it calls ask for, in text order."""
        found: dict[str, None] = {}
        for func in self.ctx.bodies.come_to([action]):
            for s in self.ctx.bodies.of(func):
                if isinstance(s, nodes.Choose):
                    site = s.choice.site
                    found |= dict.fromkeys([name for name, _ in site.type.elements] or [site.name])
        return list(found)

    def may_ask(self, action: str) -> frozenset[str]:
        """Collect the choices that may arise from an action until its player acts again.

        They may be asked by the action, by whatever it calls or offers, by triggers on anything
        that happens, and by the course of play. Results are cached per action.
        """
        if action not in self._may_ask:
            program = self.ctx.program
            waiting = [one.name for one in program.funcs.values() if one.sort in _WAITING]
            done = {
                func.name for func in self.ctx.bodies.come_to([action, *waiting], self._leads_to)
            }
            self._may_ask[action] = frozenset(
                name
                for site in program.sites
                if site.func in done
                for name in [part for part, _ in site.type.elements] or [site.name]
            )
        return self._may_ask[action]

    def _leads_to(self, func: Func) -> list[str]:
        """List the rules that a rule may lead to.

        A menu in the course of play is not followed, since it begins another action; any other may
        also start any card action. A rule that carries out cards may lead to every card.
        """
        found = [*self.ctx.bodies.calls(func)]
        if func.sort not in _WAITING:
            for menu in (s for s in self.ctx.bodies.of(func) if isinstance(s, nodes.Menu)):
                found += [item for line in menu.lines for item in line.items]
                found += [name for _, name in self.ctx.program.card_actions]
        if func.sort == SORT:
            found += [one.name for one in self.ctx.program.funcs.values() if one.card]
        return found
