"""Prints a game that explains why options are refused and records which lines are executed.

The same rules, lowered alike, with these additions: refusals are reported (`HEARD`), executed lines
(`HITS`) and the outcomes of conditions (`WAYS`) are recorded, conditions of actions are noted while
somebody listens (`NOTES`), each list of options is a function that can be called again (`LISTED`),
and a test's set-up is called where the game's own one ends (`GIVEN`). Slower than the plain print;
used for tests and for questions such as "why not?".
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from interpreter.backends.python import deeds, functions, options, statements
from interpreter.backends.python.ahead import ways
from interpreter.backends.python.ahead.sentences import can_pay
from interpreter.backends.python.explained import (
    NOTHING,
    Caused,
    ExplainedRules,
    Observations,
    Pick,
    Question,
    Reason,
    was_so,
)
from interpreter.backends.python.module import PLAIN, begun, printed
from interpreter.backends.python.options import OPTIONS, nobody_looks
from interpreter.backends.python.printing import Printing, PrintSteps, print_statement
from interpreter.backends.python.trying_out import explain, lay_out, reasons_in
from interpreter.backends.target import make
from interpreter.backends.target.make import Value
from interpreter.backends.target.printed_functions import PrintedGame
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.basic_blocks import AskExit
from interpreter.ir.liveness import ask_names
from interpreter.ir.lowered import Woven
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.types import Type
from interpreter.ir.weaving.weave import weave
from interpreter.run import chance, lookahead, machine
from interpreter.run.limits import FAR
from interpreter.run.plan import EXPLAINED

_FILES: dict[str, int] = {}
_RULES: dict[str, int] = {}
"""Files of rules, and rules, by number: the same in every print, so that whatever has not changed
is printed as before, and need not be compiled again."""
DEARER = 3  # so many times as much may be done between two decisions: every list is made twice
_REFUSED = make.name("w")
"""The options that are not offered, with the reasons."""
_NOTED = make.attribute("NOTES", "listed")
ROUND = 1_000  # steps that each round of a loop counts for: it explains nothing, and may be endless


def print_explaining(program: Program, logging: bool, woven: Woven | None = None) -> PrintedGame:
    """Print a game with reasons for every refusal and with coverage of its lines."""
    return ExplainingPrint().of(program, logging, woven)


def print_reaching(program: Program, logging: bool, woven: Woven | None = None) -> PrintedGame:
    """Print a game that records coverage only; it runs faster than one that gives reasons."""
    return ExplainingPrint(gives_reasons=False).of(program, logging, woven)


def print_at_a_table(program: Program, logging: bool, woven: Woven | None = None) -> PrintedGame:
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
        self.why: ast.expr = make.row()
        self.listed: list[ast.expr] = []
        """What is noted of the question whose options are listed: number, frame, locals."""
        self.rule = ""
        self.quiet = 0
        self.prices: list[int] = []
        self.causes: list[tuple[str, Span]] = []
        self.picks: list[Pick] = []

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
            ask=self.ask,
        )

    def of(self, program: Program, logging: bool, woven: Woven | None) -> PrintedGame:
        """Print the module of a game."""
        made = woven if woven is not None else weave(program)
        p = begun(made, logging, self.steps(), explains=True, numbers=_RULES)
        p.loop_cost = ROUND
        whole = printed(p)
        _ = whole.functions  # the reasons and questions come with the print
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
            EXPLAINED: rules,
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
        code: ast.expr = NOTHING,
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
            p.do(_added("HITS", number))

    def by_lot(self, p: Printing, stream: str, things: ast.expr, kind: Type) -> ast.expr:
        """Print the draw of a random index; a test can fix it."""
        if kind.is_piece:
            return make.rule("drawn_lot", make.constant(stream), things)
        sort = "player" if kind.is_player else "number" if kind.is_number else kind.of
        if not (kind.is_player or kind.is_value or kind.is_number):
            return statements.by_lot(p, stream, things, kind)
        return make.rule("drawn_lot", make.constant(stream), things, make.constant(sort))

    def note(self, p: Printing, *parts: str | Value) -> None:
        """Print a log entry that refers to the statement causing it."""
        if p.logging:
            number = -1 if p.here is None else len(self.causes)
            if p.here is not None:
                self.causes.append((self.rule, p.here))
            p.emit(statements.log(make.call("Caused", statements.entry(parts), p.doer(), number)))

    def pick(self, p: Printing, s: nodes.Pick) -> None:
        """Print a pick; with a log, also record each candidate with its keys."""
        if p.logging:
            number, things, each = len(self.picks), make.name(p.temp()), make.local(s.each)
            self.picks.append(Pick.of(self.rule, s.span, s.name, s.item, len(s.args)))
            keys = make.row(*(p.e(key) for key in s.args[1:]))
            loop = make.loop(each.id, p.e(s.args[0]))
            noted = make.call("tuple", make.one_by_one(make.row(each, keys), loop))
            p.let(things, make.choice(make.state("probe"), make.row(), noted))
        statements.print_pick(p, s)
        if p.logging:
            log = make.state("log")
            logs = make.both(things, make.compare(log, "is not", make.constant(None)))
            picked = make.row(make.call("len", log), number, things, make.local(s.name))
            p.emit(make.when(logs, make.do(make.method(make.name("PICKED"), "append", picked))))

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
        p.emit(make.when(functions.fails_ahead(), make.fail("Fail", self.why)))
        p.do(_heard("none", self.why))
        statements.note_left(p)

    def payments(self, p: Printing, ask: AskExit, player: ast.expr) -> None:
        """Record the ways to pay, and report a payment without alternative."""
        p.let(_NOTED, make.row(*self.listed, OPTIONS))
        number = self.questions[-1].none
        p.do(_noted(number, make.call("bool", OPTIONS), self.reasons[number].names))
        only = make.compare(make.call("len", OPTIONS), "==", 1)
        with p.inside(make.when(make.both(only, nobody_looks()))):
            p.do(_heard("forced", ask.site.number, make.item(OPTIONS, 0), player))

    def skips(
        self,
        p: Printing,
        ask: AskExit,
        test: ast.expr,
        passing: int,
        go_on: Callable[[ast.If], None],
    ) -> None:
        """Print the skipping of a menu that allows only a pass; listeners are still asked."""
        listens = make.both(make.state("probe"), make.attribute("NOTES", "on"))
        head = make.when(make.both(test, make.negated(listens)))
        head.body.append(make.do(_heard("skipped", ask.site.number, passing, p.e(ask.actor))))
        go_on(head)

    def given(self, p: Printing, s: nodes.Given) -> None:
        """Print the hook for a test's set-up, where the game's own one ends."""
        p.do(make.rule("GIVEN"))

    def way(self, p: Printing, s: nodes.Way) -> None:
        """Record which way a condition of the rules went."""
        if not self.quiet:
            p.do(_added("WAYS", s.number))

    def case(self, p: Printing, e: nodes.Case) -> ast.expr:
        """Print a case of an `or` that records when it holds."""
        return make.both(p.e(e.args[0]), make.call("was_so", make.name("WAYS"), e.number))

    def requires(self, p: Printing, s: nodes.Requires) -> None:
        """Print a requirement that reports its reason when it fails."""
        said = isinstance(s.excuse, str) and bool(s.excuse)
        test = s.args[0]
        text = s.excuse if said else test.span.text
        number = self.reason("requires", text, test.span, said, p.e(test), free(test), test)
        if test.span.text.startswith("pay "):
            self.prices.append(number)
        self._refuse(p, s, number)

    def exchange(self, p: Printing, s: nodes.Exchange) -> None:
        """Print an exchange of money that reports its reason when it fails."""
        code = statements.exchange_test(p, s)
        names: set[str] = set().union(*(free(arg) for arg in s.args))
        text = "there is nothing to exchange"
        self._refuse(p, s, self.reason("exchange", text, s.span, False, code, names, None, s))
        deeds.exchanged(p, s)

    def _refuse(self, p: Printing, s: Stmt, number: int) -> None:
        """Print a condition that leaves the rule with its reason when it fails."""
        reason = self.reasons[number]
        self.why = make.row(number)
        with p.inside(statements.unless(p, s, _noted(number, reason.code, reason.names))):
            self.refuse(p)
            p.leaves()

    # -------------------------------------------------------------------------- questions

    def ask(self, p: Printing, ask: AskExit, frame: ast.expr, follow: Callable[[], None]) -> None:
        """Print a question, and register the reasons for missing options."""
        self._hit(p, ask.statement.span)
        question = self._question(p, ask)
        self.questions.append(question)
        self.listed = [make.node(question.number), frame, _values(question.names)]
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
            code = can_pay(ask.payment.purse.kind, player, make.local(due), make.local(most))
            needs = {due, most, *free(ask.actor)}
            text = "the cost cannot be paid"
            none = self.reason("pay", text, s.span, False, code, needs, None, (s, due, most))
            self.why = make.row(none)
        elif ask.sort == "options":
            site = ask.site
            none = self.reason("none", "none of this can be done", s.span)
            self.why = make.row(none)
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
            NOTHING,
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
        self.why = make.call("reasons_in", _REFUSED, none)
        candidate, source = choice.var, p.e(choice.source)
        needs = free(choice.source) | {candidate}
        text = f"it is not among {words}"
        code = make.compare(make.local(candidate), "in", source)
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
        name, frame, args = f"ask_{question.number}", p.current_frame, _values(question.names)
        given = make.the_state(), frame, *args.elts
        lister = [make.name(name)] if self.lister else []
        p.let(make.row(OPTIONS, _REFUSED), make.call(self.lister or name, *lister, *given))
        p.current_frame = make.name("frame")
        with p.function(name, "S", "frame", *(f"v_{one}" for one in question.names)):
            p.let(_REFUSED, make.listed())
            listing()
            p.let(_NOTED, make.row(question.number, p.current_frame, args, OPTIONS))
            p.emit(make.give(make.row(OPTIONS, _REFUSED)))
        p.current_frame = frame

    def _choose_options(self, p: Printing, ask: AskExit) -> None:
        if not self.gives_reasons:
            options.choose_options(p, ask)
            return
        choice, question = ask.choice, self.questions[-1]
        each, allowed = make.local(choice.var), make.name("p")
        p.let(allowed, make.listed())
        with p.inside(make.go_through(each.id, question.source)):
            for why in question.tests:
                code = self.reasons[why].code
                refused = make.method(_REFUSED, "append", make.row(each, make.row(why)))
                p.emit(make.when(make.negated(code), make.do(refused), ast.Continue()))
            p.do(make.method(allowed, "append", each))
        options.choose_options(p, ask)
        if choice.how == "one":
            one = make.name("c")
            why_not = make.rule("explain", make.name("frame"), one, p.e(ask.actor))
            left = make.loop(one.id, allowed, make.compare(one, "not in", OPTIONS))
            with p.inside(make.when(nobody_looks())):
                more = make.described(make.row(one, why_not), left)
                p.emit(make.change(_REFUSED, "+", more))
        heard = _heard("choose", choice.site.number, _REFUSED, make.call("list", OPTIONS))
        p.emit(make.when(nobody_looks(), make.do(heard)))


def listed_as_it_is(listing: Callable[..., object], *given: object) -> object:
    """Call a listing function with the given arguments; the default for `lister`."""
    return listing(*given)


def _values(names: Iterable[str]) -> ast.Tuple:
    """Print the tuple of some locals."""
    return make.row(*map(make.local, names))


def _heard(*parts: str | Value) -> ast.expr:
    """Print a report to whoever listens."""
    return make.method(make.name("HEARD"), "append", statements.entry(parts))


def _noted(number: int, holds: ast.expr, names: Iterable[str]) -> ast.expr:
    """Print a condition that is noted under its number, with the locals that it depends on."""
    return make.rule("noted", number, holds, _values(names))


def _added(seen: str, number: int) -> ast.expr:
    """Print that a number is added to a set."""
    return make.method(make.name(seen), "add", number)
