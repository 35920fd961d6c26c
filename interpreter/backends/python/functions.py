"""Functions as Python text: straight ones as they are, choosing ones as resumable blocks."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.backends.python.options import Options
from interpreter.backends.python.resumable import Resumable
from interpreter.ir.blocks import Ask, Lowered
from interpreter.ir.program import Func, Site


class Functions(Options):
    """Prints whole functions."""

    ends_searches = False
    """Whether a look-ahead stops where it is sure to succeed; who tells why goes on."""

    def plain(self, func: Func) -> None:
        """Print a function that never asks anybody."""
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
        """Print a function that may ask."""
        self.here = lowered.func.span
        self.leave = "return 0"
        Resumable(self, lowered, number).write()

    def only_for_story(self, lowered: Lowered, number: int, into: str | None) -> list[str]:
        """Give what a frame keeps for the story alone, in the print that keeps a log."""
        return [n for n in lowered.only_for_story(number) if n != into] if self.logging else []

    # -------------------------------------------------------------------------- asking

    def ask(self, ask: Ask, frame: str, follow: Callable[[], None]) -> None:
        """List the options, suspend (or ask the agent at once), take the answer."""
        self.current_frame = frame
        settled = self._is_settled(ask)
        if settled and not self.effects.step_fails(ask.statement):
            self._end_search()
        if ask.sort == "choose":
            site = ask.site
            self._list_choice(ask, follow)
        elif ask.sort == "pay":
            site = ask.site
            self._list_payments(ask, follow)
        elif ask.sort == "options":
            site = ask.site
            self.line_options(ask)
        else:
            site = ask.site
            self._list_menu(ask, site, follow)
        if ask.sort != "menu":
            self.emit("if not o:")
            self.depth += 1
            self.emit("if S.probe: raise Fail")
            self.emit("return 0")
            self.depth -= 1
        if settled and ask.sort in ("choose", "pay") and self.effects.step_fails(ask.statement):
            self._end_search()
        self.emit("if not S.probe: S.fuel = FUEL")
        shown = "o" if ask.sort in ("menu", "options") else "offered(o)"
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

    def _is_settled(self, ask: Ask) -> bool:
        """Whether all that can be answered leads to the end of the action, whatever comes next."""
        if ask.dynamic or not self.ends_searches:
            return False
        return not self.effects.can_fail([*ask.statement.other, *(ask.rest or [])])

    def _end_search(self) -> None:
        """Let a look-ahead find that somebody decides from here who is not asked any more."""
        self.emit("if S.probe:")
        self.depth += 1
        self.emit("S.actor = -1")
        self.emit("return 1")
        self.depth -= 1

    def _go_on(self, test: str, ask: Ask, answer: object, follow: Callable[[], None]) -> None:
        """Where a question answers itself: take the answer, and go on."""
        self.emit(f"if {test}:")
        self.depth += 1
        self.emit(f"v_{ask.into} = {answer}")
        follow()
        self.depth -= 1

    def _list_choice(self, ask: Ask, follow: Callable[[], None]) -> None:
        choice = ask.choice
        self.choose_options(ask)
        if choice.how != "one":
            test = self._for_form("o == [()]", choice.site)
            self.emit(f"if {test}: v_{ask.into} = ()")
            self.emit(f"if {test}:")
            self.depth += 1
            follow()
            self.depth -= 1
        elif choice.has_none:
            self._go_on("not o", ask, -1, follow)
        elif choice.optional:
            self.emit("o.append(-1)")

    def _list_payments(self, ask: Ask, follow: Callable[[], None]) -> None:
        due, most = ask.extra
        kind = ask.payment.purse.kind
        player = self.e(ask.actor)
        self.emit(f"o = ways_to_pay(S, MONEY_{kind}, {player}, v_{due}, v_{most})")
        self._go_on("len(o) == 1", ask, "o[0]", follow)

    def _list_menu(self, ask: Ask, site: Site, follow: Callable[[], None]) -> None:
        self.menu_options(ask)
        passes = [n for n, item in enumerate(site.items) if item[1] == "pass"]
        if passes:
            self._go_on(self.only_passing(ask, site, passes[0]), ask, passes[0], follow)
        self._go_on("not o", ask, -1, follow)

    def only_passing(self, ask: Ask, site: Site, passing: int) -> str:
        """Give the test of whether a menu answers itself. In one's own turn it does: the story
        tells passing and having to pass alike."""
        own = "" if site.window else f" or S.active == {self.e(ask.actor)}"
        return self._for_form(f"len(o) == 1 and o[0] == {passing}", site, own)

    def _for_form(self, test: str, site: Site, own: str = "") -> str:
        """Give the test of whether a question that leaves nothing to decide answers itself: not to
        be asked tells nobody anything, or nobody is there to see it."""
        if not site.guarded:
            return test
        return f"{test} and (S.probe or not (S.agent is None){own})"
