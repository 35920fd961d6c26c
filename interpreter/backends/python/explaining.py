"""Prints a game so that it tells why something is not offered, and which lines it went through.

The same rules, lowered alike, with three additions: every refusal is heard (`HEARD`), every line
that is carried out is noted (`HITS`), and a test's set-up is called where the game's own one ends
(`GIVEN`). Slower than the plain print; used for tests and for questions such as "why not?".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.backends.python.module import Printed, _Module
from interpreter.diagnostics import Span
from interpreter.ir.blocks import Ask, Lowered
from interpreter.ir.program import Func, Program, S
from interpreter.ir.woven import Woven
from interpreter.run import lookahead, machine

FAILING = "if S.probe: raise Fail"
SKIPPING = "if len(o) == 1 and o[0] == "  # a menu in which one can only pass


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not offered.

    `sort` is `requires`, `source` (not among what is offered at all), `none` (nothing is left to
    choose from), `pay` or `exchange`; `text` what stands after `else`, or the condition itself.
    """

    sort: str
    text: str
    said: bool
    span: Span


def print_explaining(program: Program, logging: bool, woven: Woven | None = None) -> Printed:
    """The module of a game that explains itself."""
    return _Explaining(program, logging, woven).run()


class _Explaining(_Module):
    def __init__(self, program: Program, logging: bool, woven: Woven | None) -> None:
        super().__init__(program, logging, woven)
        self.reasons: list[Reason] = []
        self.places: dict[tuple[str, int], int] = {}
        self.sources: dict[int, str] = {}
        self.why = "()"
        self.quiet = 0
        self.entered: Span | None = None
        self.asking: tuple[int, str] | None = None

    def run(self) -> Printed:
        printed = super().run()
        printed.constants |= {
            "REASONS": self.reasons,
            "LINES": {number: place for place, number in self.places.items()},
            "NAMED": self.names,
            "NUMBERS": self.numbers,
            "SOURCES": self.sources,
            "HEARD": [],
            "HITS": set(),
            "GIVEN": _given,
            "explain": explain,
            "reasons_in": reasons_in,
        }
        return printed

    def reason(self, sort: str, text: str, span: Span, said: bool = False) -> int:
        """The number of a new reason."""
        self.reasons.append(Reason(sort, text, said, span))
        return len(self.reasons) - 1

    # -------------------------------------------------------------------------- lines gone through

    def statement(self, s: S) -> None:
        self._hit(s.span)
        super().statement(s)

    def _hit(self, span: Span) -> None:
        if not self.quiet:
            place = self.places.setdefault((span.source.path, span.line), len(self.places))
            self.emit(f"HITS.add({place})")

    def plain(self, func: Func) -> None:
        self.entered = func.span
        super().plain(func)

    def choosing(self, lowered: Lowered, number: int) -> None:
        self.entered = lowered.func.span
        super().choosing(lowered, number)

    def possible(self, body: list[S], written: set[str], deep: int) -> None:
        self.quiet += 1
        try:
            super().possible(body, written, deep)
        finally:
            self.quiet -= 1

    # -------------------------------------------------------------------------- refusals

    def emit(self, text: str) -> None:
        if text != FAILING:
            super().emit(text)
            if text.startswith(SKIPPING) and self.asking is not None:
                chosen = text.removeprefix(SKIPPING).rstrip(":")
                number, actor = self.asking
                super().emit(f"    HEARD.append(('skipped', {number}, {chosen}, {actor}))")
            if self.entered is not None:
                span, self.entered = self.entered, None
                self.depth += 1
                self._hit(span)
                self.depth -= 1
            return
        super().emit(f"{FAILING}({self.why})")
        super().emit(f"HEARD.append(('none', {self.why}))")

    def s_given(self, s: S) -> None:
        """Where the set-up of the game ends, that of a test begins."""
        self.emit("GIVEN(S)")

    def s_requires(self, s: S) -> None:
        said = isinstance(s.data, str) and bool(s.data)
        text = s.data if said else s.args[0].span.text
        self.why = f"({self.reason('requires', text, s.args[0].span, said)},)"
        super().s_requires(s)

    def s_exchange(self, s: S) -> None:
        self.why = f"({self.reason('exchange', 'there is nothing to exchange', s.span)},)"
        super().s_exchange(s)

    def ask(self, ask: Ask, frame: str, follow: Any) -> None:
        span = ask.statement.span
        self._hit(span)
        if ask.sort == "pay":
            self.why = f"({self.reason('pay', 'the cost cannot be paid', span)},)"
        elif ask.sort == "options":
            self.why = f"({self.reason('none', 'none of this can be done', span)},)"
        elif ask.sort == "choose":
            source = ask.statement.data.source.span
            self.sources[ask.statement.data.site.number] = self._candidates(span)
            nothing = self.reason("none", "there is nothing to choose from", source)
            self.why = f"reasons_in(w, {nothing})"
        self.asking = None
        if ask.sort == "menu":
            self.asking = ask.statement.data[0].number, self.e(ask.actor)
        super().ask(ask, frame, follow)

    def _candidates(self, span: Span) -> str:
        """What a choice is made from, in the words of its sentence."""
        return span.text.split("\n", 1)[0].partition(" from ")[2].split("#")[0].strip()

    def choose_options(self, ask: Ask) -> None:
        choice = ask.statement.data
        var = f"v_{choice.var}"
        self.emit("w = []; p = []")
        self.emit(f"for {var} in {self.e(choice.source)}:")
        self.depth += 1
        for number, (test, excuse) in enumerate(choice.tests):
            own = number == 0 and not excuse and test.span.line == ask.statement.span.line
            sort = "source" if own else "requires"
            text = excuse or test.span.text
            if own:
                text = f"it is not among {self._candidates(ask.statement.span)}"
            why = self.reason(sort, text, test.span, bool(excuse))
            self.emit(f"if not {self.e(test)}: w.append(({var}, ({why},))); continue")
        self.emit(f"p.append({var})")
        self.depth -= 1
        super().choose_options(ask)
        if choice.how == "one":
            self.emit("if not S.probe:")
            self.depth += 1
            self.emit(
                f"w += [(c, explain(S, {self.current_frame}, c, {self.e(ask.actor)})) "
                "for c in p if c not in o]"
            )
            self.depth -= 1
        self.emit(f"if not S.probe: HEARD.append(('choose', {choice.site.number}, w, list(o)))")


def _given(S: Any) -> None:
    """Lets a test lay out its position; a look-ahead goes no further."""
    if S.probe:
        raise machine.Enough
    if S.pins and "given" in S.pins:
        S.pins.pop("given")(S)


def reasons_in(refused: list[tuple[Any, tuple[int, ...] | None]], nothing: int) -> tuple[int, ...]:
    """Why every candidate of a choice is refused; `nothing` if there was no candidate."""
    found: dict[int, None] = {}
    for _, why in refused:
        found |= dict.fromkeys(why or ())
    return tuple(found) or (nothing,)


def explain(S: Any, frame: tuple[int, ...], option: Any, actor: int) -> tuple[int, ...] | None:
    """Why the rest of an action cannot be carried out with an option; None if it can."""
    T = S.clone()
    T.probe = 1
    T.stack = [*S.stack[S.base :], frame]
    T.base = 0
    T.choice = option
    return _leaf(T, actor, [lookahead.SEARCH])


def _leaf(T: Any, actor: int, fuel: list[int]) -> tuple[int, ...] | None:
    fuel[0] -= 1
    if fuel[0] < 0:
        return ()
    try:
        if lookahead.runs_out(T):
            return None
    except machine.Fail as failed:
        return tuple(failed.args[0]) if failed.args else ()
    except (machine.Enough, machine.GameEnds):
        return None
    if T.actor != actor:
        return None
    found: dict[int, None] = {}
    for option in T.options:
        copy = T.clone()
        copy.probe = 1
        copy.stack = list(T.stack)
        copy.choice = option
        why = _leaf(copy, actor, fuel)
        if why is None:
            return None
        found |= dict.fromkeys(why)
    return tuple(found)
