"""Functions as Python text: straight ones as they are, choosing ones as resumable blocks."""

from __future__ import annotations

from typing import Any

from interpreter.backends.python.lookahead import Lookahead
from interpreter.backends.python.resumable import Resumable
from interpreter.ir.blocks import Ask, Lowered
from interpreter.ir.program import Func


class Functions(Lookahead):
    """Prints whole functions."""

    def plain(self, func: Func) -> None:
        """A function that never asks anybody."""
        params = "".join(f", v_{n}" for n, _ in func.params)
        self.here = func.span
        self.leave = "return 0" if func.sort in ("define", "relation") else "return"
        self.emit(f"def {self.name(func.name)}(S, v_you{params}):")
        self.depth += 1
        self.note_deed(func)
        self.depth -= 1
        self.block(func.body)
        self.emit("")

    def choosing(self, lowered: Lowered, number: int) -> None:
        """A function that may ask."""
        self.here = lowered.func.span
        self.leave = "return 0"
        Resumable(self, lowered, number).write()

    def only_for_story(self, lowered: Lowered, number: int, into: str | None) -> list[str]:
        """Give what a frame keeps for the story alone, in the print that keeps a log."""
        return [n for n in lowered.only_for_story(number) if n != into] if self.logging else []

    # -------------------------------------------------------------------------- asking

    def ask(self, ask: Ask, frame: str, follow: Any) -> None:
        """List the options, suspend (or ask the agent at once), take the answer."""
        s = ask.statement
        sort = ask.sort
        self.current_frame = frame
        if sort == "choose":
            site = s.data.site
            self.choose_options(ask)
            optional = s.data.optional or s.data.has_none
            if optional and s.data.how == "one":
                if s.data.has_none:
                    self.emit("if not o:")
                    self.depth += 1
                    self.emit(f"v_{ask.into} = -1")
                    follow()
                    self.depth -= 1
                else:
                    self.emit("o.append(-1)")
            elif s.data.how != "one":
                self.emit(f"if o == [()]: v_{ask.into} = ()")
                self.emit("if o == [()]:")
                self.depth += 1
                follow()
                self.depth -= 1
        elif sort == "pay":
            site = s.data.site
            due, most = ask.extra
            player = self.e(ask.actor)
            self.emit(f"o = ways_to_pay(S, MONEY_{s.data.money.kind}, {player}, v_{due}, v_{most})")
            self.emit("if len(o) == 1:")
            self.depth += 1
            self.emit(f"v_{ask.into} = o[0]")
            follow()
            self.depth -= 1
        elif sort == "options":
            site = s.data[0]
            self.line_options(ask)
        else:
            site = s.data[0]
            self.menu_options(ask)
            passes = [n for n, item in enumerate(site.items) if item[1] == "pass"]
            if passes:
                self.emit(f"if len(o) == 1 and o[0] == {passes[0]}:")
                self.depth += 1
                self.emit(f"v_{ask.into} = {passes[0]}")
                follow()
                self.depth -= 1
            self.emit("if not o:")
            self.depth += 1
            self.emit(f"v_{ask.into} = -1")
            follow()
            self.depth -= 1
        if sort != "menu":
            self.emit("if not o:")
            self.depth += 1
            self.emit("if S.probe: raise Fail")
            self.emit("return 0")
            self.depth -= 1
        self.emit("if not S.probe: S.fuel = FUEL")
        shown = "o" if sort in ("menu", "options") else "offered(o)"
        self.emit("if S.agent is None:")
        self.depth += 1
        self.emit(
            f"S.stack.append({frame}); S.options = {shown}; "
            f"S.site = {site.number}; S.actor = {self.e(ask.actor)}"
        )
        self.emit("return 1")
        self.depth -= 1
        self.emit(f"v_{ask.into} = S.agent(S, o)")
        follow()
