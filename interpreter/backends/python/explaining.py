"""Prints a game that explains why options are refused and records which lines are executed.

The same rules, lowered alike, with these additions: refusals are reported (`HEARD`), executed lines
(`HITS`) and the outcomes of conditions (`WAYS`) are recorded, conditions of actions are noted while
somebody listens (`NOTES`), each list of options is a function that can be called again (`LISTED`),
and a test's set-up is called where the game's own one ends (`GIVEN`). Slower than the plain print;
used for tests and for questions such as "why not?".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from interpreter.backends.python import functions, options, statements
from interpreter.backends.python.ahead import ways
from interpreter.backends.python.compiled_module import PythonText
from interpreter.backends.python.explained import (
    RULES,
    Caused,
    ExplainedRules,
    Observations,
    Pick,
    Question,
    Reason,
    was_so,
)
from interpreter.backends.python.module import PLAIN, begun, printed
from interpreter.backends.python.printing import Printing, PrintSteps, print_statement
from interpreter.backends.python.trying_out import explain, lay_out, reasons_in
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.basic_blocks import AskExit, Lowered
from interpreter.ir.liveness import ask_names
from interpreter.ir.lowered import Woven
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.types import Type
from interpreter.ir.weaving.weave import weave
from interpreter.run import chance, lookahead, machine
from interpreter.run.limits import FAR

_FILES: dict[str, int] = {}
_RULES: dict[str, int] = {}
"""Files of rules, and rules, by number: the same in every print, so that whatever has not changed
is printed as before, and need not be compiled again."""
DEARER = 3  # so many times as much may be done between two decisions: every list is made twice
ROUND = 1_000  # steps that each round of a loop counts for: it explains nothing, and may be endless


def print_explaining(program: Program, logging: bool, woven: Woven | None = None) -> PythonText:
    """Print a game with reasons for every refusal and with coverage of its lines."""
    return ExplainingPrint().of(program, logging, woven)


def print_reaching(program: Program, logging: bool, woven: Woven | None = None) -> PythonText:
    """Print a game that records coverage only; it runs faster than one that gives reasons."""
    return ExplainingPrint(gives_reasons=False).of(program, logging, woven)


def print_at_a_table(program: Program, logging: bool, woven: Woven | None = None) -> PythonText:
    """Print an explaining game for use at a table, where hands are unknown to the program.

    Options are listed through `ASKING`, since a hand may hold what the game cannot know.
    """
    return ExplainingPrint(lister="ASKING").of(program, logging, woven)


class ExplainingPrint:
    """The state of an explaining print, and the steps in which it differs from the plain one."""

    def __init__(self, gives_reasons: bool = True, lister: str = "") -> None:
        self.gives_reasons = gives_reasons
        self.lister = lister  # what is called with the list of a question, and all that it needs
        self.reasons: list[Reason] = []
        self.questions: list[Question] = []
        self.places: dict[int, tuple[str, int]] = {}
        self.sources: dict[int, str] = {}
        self.why = "()"
        self.listed = ""
        self.rule = ""
        self.quiet = 0
        self.prices: list[int] = []
        self.causes: list[tuple[str, Span]] = []
        self.picks: list[Pick] = []
        self.lists: list[tuple[list[str], list[Span | None]]] = []

    def steps(self) -> PrintSteps:
        """Return the plain print's steps with those of this print in place of some."""
        return replace(
            PLAIN,
            values={**PLAIN.values, nodes.Case: self.case},
            sentences={
                **PLAIN.sentences,
                nodes.Given: self.given,
                nodes.Way: self.way,
                nodes.Requires: self.requires,
                nodes.Foreseen: self.requires,
                nodes.Exchange: self.exchange,
                nodes.Pick: self.pick,
            },
            begin=self.begin,
            refuse=self.refuse,
            payments=self.payments,
            skips=self.skips,
            statement=self.statement,
            note=self.note,
            by_lot=self.by_lot,
            possible=self.possible,
            choose_options=self.choose_options,
            line_options=self.line_options,
            menu_options=self.menu_options,
            choosing=self.choosing,
            ask=self.ask,
        )

    def of(self, program: Program, logging: bool, woven: Woven | None) -> PythonText:
        """Print the module of a game."""
        made = woven if woven is not None else weave(program)
        p = begun(made, logging, self.steps(), explains=True, numbers=_RULES)
        p.loop_cost = ROUND
        whole = printed(p)
        notes = Observations(prices=frozenset(self.prices))
        rules = ExplainedRules(
            namespace={},  # filled in once there is one
            reasons=self.reasons,
            questions=self.questions,
            causes=self.causes,
            picks=self.picks,
            notes=notes,
            numbers=p.numbers,
            names=p.names,
            lines=self.places,
            sources=self.sources,
            printed=p.e,
        )
        whole.constants |= {
            RULES: rules,
            "PICKED": rules.picked,
            "Caused": Caused,
            "NOTES": notes,
            "noted": notes.noted,
            "probe": notes.quietly(lookahead.probe),
            "probe_start": notes.quietly(lookahead.probe_start),
            "try_out": notes.quietly(lookahead.try_out),
            "HEARD": rules.heard,
            "HITS": set(),
            "WAYS": rules.ways,
            "was_so": was_so,
            "FUEL": machine.FUEL * program.patience * DEARER,
            "GIVEN": lay_out,
            "ASKING": listed_as_it_is,
            "drawn_lot": chance.drawn_lot,
            "explain": notes.quietly(explain),
            "reasons_in": reasons_in,
        }
        return whole

    def reason(
        self,
        sort: str,
        text: str,
        span: Span,
        said: bool = False,
        code: str = "",
        names: Iterable[str] = (),
        test: Expr | None = None,
        data: object = None,
    ) -> int:
        """Register a reason for a refusal and return its number."""
        ordered = tuple(sorted(names))
        self.reasons.append(Reason(sort, text, said, span, self.rule, ordered, code, test, data))
        return len(self.reasons) - 1

    # -------------------------------------------------------------------------- lines gone through

    def statement(self, p: Printing, s: Stmt) -> None:
        """Print a statement, after recording that it was reached."""
        self._hit(p, s.span)
        print_statement(p, s)

    def _hit(self, p: Printing, span: Span) -> None:
        if not self.quiet:
            path, line = span.source.path, span.line
            number = _FILES.setdefault(path, len(_FILES)) * FAR + line
            self.places[number] = path, line
            p.emit(f"HITS.add({number})")

    def by_lot(self, p: Printing, stream: str, things: str, kind: Type) -> str:
        """Print the draw of a random index; draws of components can be fixed by a test."""
        if not kind.is_piece:
            return statements.by_lot(p, stream, things, kind)
        return f"drawn_lot(S, {stream!r}, {things})"

    def choosing(self, p: Printing, lowered: Lowered, number: int) -> None:
        """Print a function that may ask, followed by the listing functions of its questions."""
        functions.choosing(p, lowered, number)
        for lines, spans in self.lists:
            p.lines += lines
            p.spans += spans
        self.lists.clear()

    def note(self, p: Printing, *parts: str) -> None:
        """Print a log entry that refers to the statement causing it."""
        if p.logging:
            number = -1 if p.here is None else len(self.causes)
            if p.here is not None:
                self.causes.append((self.rule, p.here))
            entry = f"Caused(({', '.join(parts)},), {p.doer()}, {number})"
            p.emit(f"if S.log is not None: S.log.append({entry})")

    def pick(self, p: Printing, s: nodes.Pick) -> None:
        """Print a pick; with a log, also record each candidate with its keys."""
        if p.logging:
            number, things, var = len(self.picks), p.temp(), s.each
            self.picks.append(Pick.of(self.rule, s.span, s.name, s.item, len(s.args)))
            keys = "".join(f"{p.e(key)}, " for key in s.args[1:])
            source = f"for v_{var} in {p.e(s.args[0])}"
            p.emit(f"{things} = () if S.probe else tuple((v_{var}, ({keys})) {source})")
        statements.print_pick(p, s)
        if p.logging:
            noted = f"({number}, {things}, v_{s.name})"
            p.emit(f"if {things} and S.log is not None: PICKED.append((len(S.log), *{noted}))")

    def possible(self, p: Printing, body: list[Stmt], written: set[str], deep: int) -> None:
        """Print a look-ahead without recording its lines."""
        self.quiet += 1
        try:
            ways.possible(p, body, written, deep)
        finally:
            self.quiet -= 1

    # -------------------------------------------------------------------------- refusals

    def begin(self, p: Printing, func: Func) -> None:
        """Record that a rule was entered."""
        self.rule = func.name
        self._hit(p, func.span)

    def refuse(self, p: Printing) -> None:
        """Report why something cannot be done, to look-aheads and listeners."""
        p.emit(f"if S.probe and not S.asides: raise Fail({self.why})")
        p.emit(f"HEARD.append(('none', {self.why}))")
        statements.note_left(p)

    def payments(self, p: Printing, ask: AskExit, player: str) -> None:
        """Record the ways to pay, and report a payment without alternative."""
        p.emit(f"NOTES.listed = ({self.listed}, o)")
        number = self.questions[-1].none
        p.emit(f"noted(S, {number}, bool(o), ({_values(self.reasons[number].names)}))")
        p.emit("if len(o) == 1 and not S.probe:")
        p.emit(f"    HEARD.append(('forced', {ask.site.number}, o[0], {player}))")

    def skips(self, p: Printing, ask: AskExit, test: str, passing: int) -> None:
        """Print the skipping of a menu that allows only a pass; listeners are still asked."""
        p.emit(f"if {test} and not (S.probe and NOTES.on):")
        heard = f"('skipped', {ask.site.number}, {passing}, {p.e(ask.actor)})"
        p.emit(f"    HEARD.append({heard})")

    def given(self, p: Printing, s: nodes.Given) -> None:
        """Print the hook for a test's set-up, where the game's own one ends."""
        p.emit("GIVEN(S)")

    def way(self, p: Printing, s: nodes.Way) -> None:
        """Record which way a condition of the rules went."""
        if not self.quiet:
            p.emit(f"WAYS.add({s.number})")

    def case(self, p: Printing, e: nodes.Case) -> str:
        """Print a case of an `or` that records when it holds."""
        return f"({p.e(e.args[0])} and was_so(WAYS, {e.number}))"

    def requires(self, p: Printing, s: nodes.Requires) -> None:
        """Print a requirement that reports its reason when it fails."""
        said = isinstance(s.excuse, str) and bool(s.excuse)
        test = s.args[0]
        text = s.excuse if said else test.span.text
        number = self.reason("requires", text, test.span, said, p.e(test), free(test), test)
        if test.span.text.startswith("pay "):
            self.prices.append(number)
        self._refuse(p, number, statements.only_ahead(s) + statements.unless_unseen(p, s))

    def exchange(self, p: Printing, s: nodes.Exchange) -> None:
        """Print an exchange of money that reports its reason when it fails."""
        money, verb = s.money, s.how
        code = statements.exchange_test(p, s)
        names: set[str] = set().union(*(free(arg) for arg in s.args))
        text = "there is nothing to exchange"
        self._refuse(p, self.reason("exchange", text, s.span, False, code, names, None, s))
        player, symbol = p.e(s.args[0]), p.e(s.args[1])
        p.emit(f"{verb}_money(S, MONEY_{money.kind}, {player}, {symbol})")
        self.note(p, "'exchange'", player, symbol, repr(verb), repr(money.kind))

    def _refuse(self, p: Printing, number: int, unless: str = "") -> None:
        """Print a condition that leaves the rule with its reason when it fails."""
        reason = self.reasons[number]
        self.why = f"({number},)"
        p.emit(f"if {unless}not noted(S, {number}, {reason.code}, ({_values(reason.names)})):")
        p.depth += 1
        self.refuse(p)
        p.emit(p.leave)
        p.depth -= 1

    # -------------------------------------------------------------------------- questions

    def ask(self, p: Printing, ask: AskExit, frame: str, follow: Callable[[], None]) -> None:
        """Print a question, and register the reasons for missing options."""
        self._hit(p, ask.statement.span)
        question = self._question(p, ask)
        self.questions.append(question)
        self.listed = f"{question.number}, {frame}, ({_values(question.names)})"
        functions.ask(p, ask, frame, follow)

    def _question(self, p: Printing, ask: AskExit) -> Question:
        """Describe a question, with the reasons for which an option may be missing from it."""
        s, number = ask.statement, len(self.questions)
        names = tuple(sorted(ask_names(ask)))
        if ask.sort == "choose":
            return self._choice_question(p, ask, number, names)
        none, counters = -1, ()
        if ask.sort == "pay":
            site = ask.site
            player, (due, most) = p.e(ask.actor), ask.extra
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

    def _choice_question(
        self, p: Printing, ask: AskExit, number: int, names: tuple[str, ...]
    ) -> Question:
        """Describe a choice, with the reasons for which a candidate is excluded or fails a test."""
        s, span, choice = ask.statement, ask.statement.span, ask.choice
        self.sources[choice.site.number] = words = self._candidates(span)
        none = self.reason("none", "there is nothing to choose from", choice.source.span)
        self.why = f"reasons_in(w, {none})"
        candidate, source = choice.var, p.e(choice.source)
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
                self.reason(sort, said, test.span, bool(excuse), p.e(test), free(test), test)
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
        """Quote what a choice is made from, in the words of the rules."""
        said = span.text.split("\n", 1)[0].partition(" from ")[2].split("#")[0].strip()
        return re.sub(r", [a-z][a-z0-9_]* from ", "; ", said)  # several things in one question

    def menu_options(self, p: Printing, ask: AskExit) -> None:
        """Print the options of a menu as a function."""
        self._as_function(p, lambda: options.menu_options(p, ask))

    def line_options(self, p: Printing, ask: AskExit) -> None:
        """Print the options of `choose one` and the like as a function."""
        self._as_function(p, lambda: options.line_options(p, ask))

    def choose_options(self, p: Printing, ask: AskExit) -> None:
        """Print the options of a `choose` as a function."""
        self._as_function(p, lambda: self._choose_options(p, ask))

    def _as_function(self, p: Printing, listing: Callable[[], None]) -> None:
        """Print a listing as a function, so that it can be repeated at any time."""
        question = self.questions[-1]
        frame, args = p.current_frame, _values(question.names)
        name = f"ask_{question.number}"
        listing_by = f"{self.lister}({name}, " if self.lister else f"{name}("
        p.emit(f"o, w = {listing_by}S, {frame}, {args})")
        lines, spans, depth = p.lines, p.spans, p.depth
        p.lines, p.spans, p.depth, p.current_frame = [], [], 0, "frame"
        p.emit(f"def {name}(S, frame, {args}):")
        p.depth = 1
        p.emit("w = []")
        listing()
        p.emit(f"NOTES.listed = ({question.number}, frame, ({args}), o)")
        p.emit("return o, w")
        p.depth = 0
        p.emit("")
        self.lists.append((p.lines, p.spans))
        p.lines, p.spans, p.depth, p.current_frame = lines, spans, depth, frame

    def _choose_options(self, p: Printing, ask: AskExit) -> None:
        if not self.gives_reasons:
            options.choose_options(p, ask)
            return
        choice = ask.choice
        var = f"v_{choice.var}"
        question = self.questions[-1]
        p.emit("p = []")
        p.emit(f"for {var} in {question.source}:")
        p.depth += 1
        for why in question.tests:
            code = self.reasons[why].code
            p.emit(f"if not {code}: w.append(({var}, ({why},))); continue")
        p.emit(f"p.append({var})")
        p.depth -= 1
        options.choose_options(p, ask)
        if choice.how == "one":
            p.emit("if not S.probe:")
            p.depth += 1
            p.emit(f"w += [(c, explain(S, frame, c, {p.e(ask.actor)})) for c in p if c not in o]")
            p.depth -= 1
        p.emit(f"if not S.probe: HEARD.append(('choose', {choice.site.number}, w, list(o)))")


def listed_as_it_is(listing: Callable[..., object], *given: object) -> object:
    """Call a listing function with the given arguments; the default for `lister`."""
    return listing(*given)


def _values(names: Iterable[str]) -> str:
    """Format locals as the items of a tuple."""
    return "".join(f"v_{name}, " for name in names)
