"""Prints a game so that it tells why something is not offered, and which lines it went through.

The same rules, lowered alike, with these additions: every refusal is heard (`HEARD`), every line
that is carried out is noted (`HITS`) and which way its question went (`WAYS`), each condition of
an action is noted while somebody listens (`NOTES`), each list of options is a function that can be
asked again (`LISTED`), and a test's set-up is called where the game's own one ends (`GIVEN`).
Slower than the plain print; used for tests and for questions such as "why not?".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from interpreter.backends.python.explained import Caused, Notes, Pick, Question, Reason, was_so
from interpreter.backends.python.module import _Module
from interpreter.backends.python.printed import Printed
from interpreter.backends.python.trying_out import explain, lay_out, reasons_in
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.blocks import Ask, Lowered
from interpreter.ir.liveness import ask_names
from interpreter.ir.lowered import Woven
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.types import Type
from interpreter.run import chance, lookahead, machine
from interpreter.run.limits import FAR

FAILING = "if S.probe: raise Fail"
SKIPPING = "if len(o) == 1 and o[0] == "  # a menu in which one can only pass
PAYING = "o = ways_to_pay("
_FILES: dict[str, int] = {}
_RULES: dict[str, int] = {}
"""Files of rules, and rules, by number: the same in every print, so that whatever has not changed
is printed as before, and need not be compiled again."""
DEARER = 3  # so many times as much may be done between two decisions: every list is made twice
ROUND = 1_000  # steps that each round of a loop counts for: it explains nothing, and may be endless


def print_explaining(program: Program, logging: bool, woven: Woven | None = None) -> Printed:
    """Give the module of a game that explains itself."""
    return _Explaining(program, logging, woven).run()


def print_reaching(program: Program, logging: bool, woven: Woven | None = None) -> Printed:
    """Give the module of a game that notes its lines and ways, and gives no reasons: it is
    quicker."""
    made = _Explaining(program, logging, woven)
    made.gives_reasons = False
    return made.run()


class _Explaining(_Module):
    gives_reasons = True
    loop_cost = ROUND

    def __init__(self, program: Program, logging: bool, woven: Woven | None) -> None:
        super().__init__(program, logging, woven)
        self.reasons: list[Reason] = []
        self.questions: list[Question] = []
        self.places: dict[int, tuple[str, int]] = {}
        self.sources: dict[int, str] = {}
        self.why = "()"
        self.listed = ""
        self.rule = ""
        self.quiet = 0
        self.entered: Span | None = None
        self.asking: tuple[int, str] | None = None
        self.paying = (-1, "")
        self.prices: list[int] = []
        self.causes: list[tuple[str, Span]] = []
        self.picks: list[Pick] = []
        self.lists: list[tuple[list[str], list[Span | None]]] = []

    def number_of(self, name: str, number: int) -> int:
        del number
        return _RULES.setdefault(name, len(_RULES))

    def run(self) -> Printed:
        printed = super().run()
        notes = Notes(prices=frozenset(self.prices))
        printed.constants |= {
            "REASONS": self.reasons,
            "QUESTIONS": self.questions,
            "CAUSES": self.causes,
            "PICKS": self.picks,
            "PICKED": [],
            "Caused": Caused,
            "NOTES": notes,
            "noted": notes.noted,
            "probe": notes.quietly(lookahead.probe),
            "probe_start": notes.quietly(lookahead.probe_start),
            "try_out": notes.quietly(lookahead.try_out),
            "PRINT": self.e,
            "LINES": self.places,
            "NAMED": self.names,
            "NUMBERS": self.numbers,
            "SOURCES": self.sources,
            "HEARD": [],
            "HITS": set(),
            "WAYS": set(),
            "was_so": was_so,
            "FUEL": machine.FUEL * self.program.patience * DEARER,
            "GIVEN": lay_out,
            "drawn_lot": chance.drawn_lot,
            "explain": notes.quietly(explain),
            "reasons_in": reasons_in,
        }
        return printed

    def reason(
        self,
        sort: str,
        text: str,
        span: Span,
        said: bool = False,
        code: str = "",
        names: Iterable[str] = (),
        test: Expr | None = None,
        data: Any = None,
    ) -> int:
        """Give the number of a new reason."""
        ordered = tuple(sorted(names))
        self.reasons.append(Reason(sort, text, said, span, self.rule, ordered, code, test, data))
        return len(self.reasons) - 1

    # -------------------------------------------------------------------------- lines gone through

    def statement(self, s: Stmt) -> None:
        self._hit(s.span)
        super().statement(s)

    def _hit(self, span: Span) -> None:
        if not self.quiet:
            path, line = span.source.path, span.line
            number = _FILES.setdefault(path, len(_FILES)) * FAR + line
            self.places[number] = path, line
            self.emit(f"HITS.add({number})")

    def by_lot(self, stream: str, things: str, kind: Type) -> str:
        if kind.base != "piece":
            return super().by_lot(stream, things, kind)
        return f"drawn_lot(S, {stream!r}, {things})"

    def plain(self, func: Func) -> None:
        self.entered, self.rule = func.span, func.name
        super().plain(func)

    def choosing(self, lowered: Lowered, number: int) -> None:
        self.entered, self.rule = lowered.func.span, lowered.func.name
        super().choosing(lowered, number)
        for lines, spans in self.lists:
            self.lines += lines
            self.spans += spans
        self.lists.clear()

    def note(self, *parts: str) -> None:
        """Print a line of the log, with the place of the sentence that causes it."""
        if self.logging:
            number = -1 if self.here is None else len(self.causes)
            if self.here is not None:
                self.causes.append((self.rule, self.here))
            entry = f"Caused(({', '.join(parts)},), {self.doer()}, {number})"
            self.emit(f"if S.log is not None: S.log.append({entry})")

    def s_pick(self, s: nodes.Pick) -> None:
        """With a log, it is noted what a pick has compared: each candidate with its values."""
        if self.logging:
            name, var, _, _, _, _, kind = (
                s.name,
                s.each,
                s.sorts,
                s.every,
                s.at_random,
                s.has_none,
                s.item,
            )
            number, things = len(self.picks), self.temp()
            self.picks.append(Pick.of(self.rule, s.span, name, kind, len(s.args)))
            keys = "".join(f"{self.e(key)}, " for key in s.args[1:])
            source = f"for v_{var} in {self.e(s.args[0])}"
            self.emit(f"{things} = () if S.probe else tuple((v_{var}, ({keys})) {source})")
        super().s_pick(s)
        if self.logging:
            noted = f"({number}, {things}, v_{name})"
            self.emit(f"if {things} and S.log is not None: PICKED.append((len(S.log), *{noted}))")

    def possible(self, body: list[Stmt], written: set[str], deep: int) -> None:
        self.quiet += 1
        try:
            super().possible(body, written, deep)
        finally:
            self.quiet -= 1

    # -------------------------------------------------------------------------- refusals

    def emit(self, text: str) -> None:
        if text.startswith(SKIPPING):
            # A menu in which one can only pass is asked all the same while somebody listens.
            super().emit(f"{text.removesuffix(':')} and not (S.probe and NOTES.on):")
            if self.asking is not None:
                chosen = text.removeprefix(SKIPPING).rstrip(":").partition(" ")[0]
                number, actor = self.asking
                super().emit(f"    HEARD.append(('skipped', {number}, {chosen}, {actor}))")
        elif text == FAILING:
            super().emit(f"{FAILING}({self.why})")
            super().emit(f"HEARD.append(('none', {self.why}))")
        else:
            super().emit(text)
            if text.startswith(PAYING):
                super().emit(f"NOTES.listed = ({self.listed}, o)")
                number = self.questions[-1].none
                args = _values(self.reasons[number].names)
                super().emit(f"noted(S, {number}, bool(o), ({args}))")
                site, actor = self.paying
                super().emit("if len(o) == 1 and not S.probe:")
                super().emit(f"    HEARD.append(('forced', {site}, o[0], {actor}))")
        if self.entered is not None:
            span, self.entered = self.entered, None
            self.depth += 1
            self._hit(span)
            self.depth -= 1

    def s_given(self, s: nodes.Given) -> None:
        """Where the set-up of the game ends, that of a test begins."""
        self.emit("GIVEN(S)")

    def s_way(self, s: nodes.Way) -> None:
        """One of the ways on from a question of the rules: it is noted that it was gone."""
        if not self.quiet:
            self.emit(f"WAYS.add({s.number})")

    def _case(self, e: nodes.Case) -> str:
        """One case of an `or`: that it was so is noted."""
        return f"({self.e(e.args[0])} and was_so(WAYS, {e.number}))"

    def s_requires(self, s: nodes.Requires) -> None:
        said = isinstance(s.excuse, str) and bool(s.excuse)
        test = s.args[0]
        text = s.excuse if said else test.span.text
        number = self.reason("requires", text, test.span, said, self.e(test), free(test), test)
        if test.span.text.startswith("pay "):
            self.prices.append(number)
        self._refuse(number, self.unless_unseen(s))

    def s_exchange(self, s: nodes.Exchange) -> None:
        money, verb = s.money, s.verb
        code = self._exchange_test(s)
        names: set[str] = set().union(*(free(arg) for arg in s.args))
        text = "there is nothing to exchange"
        self._refuse(self.reason("exchange", text, s.span, False, code, names, None, s))
        player, symbol = self.e(s.args[0]), self.e(s.args[1])
        self.emit(f"{verb}_money(S, MONEY_{money.kind}, {player}, {symbol})")
        self.note("'exchange'", player, symbol, repr(verb), repr(money.kind))

    def _refuse(self, number: int, unless: str = "") -> None:
        """Go no further where a condition does not hold."""
        reason = self.reasons[number]
        self.why = f"({number},)"
        self.emit(f"if {unless}not noted(S, {number}, {reason.code}, ({_values(reason.names)})):")
        self.depth += 1
        self.emit(FAILING)
        self.emit(self.leave)
        self.depth -= 1

    # -------------------------------------------------------------------------- questions

    def ask(self, ask: Ask, frame: str, follow: Callable[[], None]) -> None:
        self._hit(ask.statement.span)
        self.asking = None
        question = self._question(ask)
        self.questions.append(question)
        self.listed = f"{question.number}, {frame}, ({_values(question.names)})"
        super().ask(ask, frame, follow)

    def _question(self, ask: Ask) -> Question:
        """Give a question with the reasons for which something may not be among its answers."""
        s, number = ask.statement, len(self.questions)
        names = tuple(sorted(ask_names(ask)))
        if ask.sort == "choose":
            return self._choice_question(ask, number, names)
        none, counters = -1, ()
        if ask.sort == "pay":
            site = ask.site
            player, (due, most) = self.e(ask.actor), ask.extra
            self.paying = site.number, player
            code = f"can_pay(S, MONEY_{ask.payment.purse.kind}, {player}, v_{due}, v_{most})"
            needs = {due, most, *free(ask.actor)}
            text = "the cost cannot be paid"
            none = self.reason("pay", text, s.span, False, code, needs, None, (s, due, most))
            self.why = f"({none},)"
        elif ask.sort == "options":
            site = ask.site
            none = self.reason("none", "none of this can be done", s.span)
            self.why = f"({none},)"
        else:
            site = ask.site
            self.asking = site.number, self.e(ask.actor)
            counters = tuple(ask.extra)
        return Question(
            number,
            site.number,
            ask.sort,
            self.rule,
            s.span,
            names,
            "",
            "",
            -1,
            (),
            none,
            s,
            counters,
        )

    def _choice_question(self, ask: Ask, number: int, names: tuple[str, ...]) -> Question:
        """Give a choice: why a candidate is none, or fails one of its tests."""
        s, span, choice = ask.statement, ask.statement.span, ask.choice
        self.sources[choice.site.number] = words = self._candidates(span)
        none = self.reason("none", "there is nothing to choose from", choice.source.span)
        self.why = f"reasons_in(w, {none})"
        candidate, source = choice.var, self.e(choice.source)
        needs = free(choice.source) | {candidate}
        text = f"it is not among {words}"
        code = f"v_{candidate} in ({source})"
        where = choice.source.span
        among = self.reason("source", text, where, False, code, needs, choice.source)
        tests = []
        for place, (test, excuse) in enumerate(choice.tests):
            own = place == 0 and not excuse and test.span.line == span.line
            said = text if own else excuse or test.span.text
            sort = "source" if own else "requires"
            tests.append(
                self.reason(sort, said, test.span, bool(excuse), self.e(test), free(test), test)
            )
        return Question(
            number,
            choice.site.number,
            ask.sort,
            self.rule,
            span,
            names,
            candidate,
            source,
            among,
            tuple(tests),
            none,
            s,
            (),
        )

    def _candidates(self, span: Span) -> str:
        """Give what a choice is made from, in the words of its sentence."""
        said = span.text.split("\n", 1)[0].partition(" from ")[2].split("#")[0].strip()
        return re.sub(r", [a-z][a-z0-9_]* from ", "; ", said)  # several things in one question

    def menu_options(self, ask: Ask) -> None:
        self._as_function(lambda: super(_Explaining, self).menu_options(ask))

    def line_options(self, ask: Ask) -> None:
        self._as_function(lambda: super(_Explaining, self).line_options(ask))

    def choose_options(self, ask: Ask) -> None:
        self._as_function(lambda: self._choose_options(ask))

    def _as_function(self, listing: Callable[[], None]) -> None:
        """Print a list of options as a function, so that it can be listed again at any time."""
        question = self.questions[-1]
        frame, args = self.current_frame, _values(question.names)
        name = f"ask_{question.number}"
        self.emit(f"o, w = {name}(S, {frame}, {args})")
        lines, spans, depth = self.lines, self.spans, self.depth
        self.lines, self.spans, self.depth, self.current_frame = [], [], 0, "frame"
        self.emit(f"def {name}(S, frame, {args}):")
        self.depth = 1
        self.emit("w = []")
        listing()
        self.emit(f"NOTES.listed = ({question.number}, frame, ({args}), o)")
        self.emit("return o, w")
        self.depth = 0
        self.emit("")
        self.lists.append((self.lines, self.spans))
        self.lines, self.spans, self.depth, self.current_frame = lines, spans, depth, frame

    def _choose_options(self, ask: Ask) -> None:
        if not self.gives_reasons:
            super().choose_options(ask)
            return
        choice = ask.choice
        var = f"v_{choice.var}"
        question = self.questions[-1]
        self.emit("p = []")
        self.emit(f"for {var} in {question.source}:")
        self.depth += 1
        for why in question.tests:
            code = self.reasons[why].code
            self.emit(f"if not {code}: w.append(({var}, ({why},))); continue")
        self.emit(f"p.append({var})")
        self.depth -= 1
        super().choose_options(ask)
        if choice.how == "one":
            self.emit("if not S.probe:")
            self.depth += 1
            self.emit(
                f"w += [(c, explain(S, frame, c, {self.e(ask.actor)})) for c in p if c not in o]"
            )
            self.depth -= 1
        self.emit(f"if not S.probe: HEARD.append(('choose', {choice.site.number}, w, list(o)))")


def _values(names: Iterable[str]) -> str:
    """Locals as the parts of a tuple."""
    return "".join(f"v_{name}, " for name in names)
