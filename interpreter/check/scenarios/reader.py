"""Reads one test of a game from its tree to data, with conditions and values as hidden rules.

Takes the tree of a test and the context of a checked game; produces a `GameTest`. The hidden rules
are added to the program, so that there is no second evaluator.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from interpreter.check import node_builders
from interpreter.check.context import Context
from interpreter.check.declarations import fields, titles
from interpreter.check.expressions import pairs, value_reading
from interpreter.check.expressions.conversions import measured
from interpreter.check.lints import constant_conditions
from interpreter.check.places import sources
from interpreter.check.scenarios import pins, scenario_setup, scenario_steps
from interpreter.check.scenarios.game_words import GameWords
from interpreter.check.scope import Scope
from interpreter.diagnostics import Label, Span
from interpreter.ir import nodes
from interpreter.ir.declared import Design
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.scenario import (
    Drawn,
    GameTest,
    Placed,
    ScenarioField,
    ScenarioLine,
    ScenarioValue,
)
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

HIDDEN = "of_a_test_"
COMPARISONS = frozenset(
    [
        nodes.Eq,
        nodes.Ne,
        nodes.Lt,
        nodes.Le,
        nodes.Gt,
        nodes.Ge,
        nodes.AmountsGe,
        nodes.AmountsLe,
        nodes.AmountsGt,
        nodes.AmountsLt,
    ]
)


class TestReader:
    """Reads one test; its problems go to the context's report."""

    def __init__(self, words: GameWords, node: ast.Test) -> None:
        self.ctx = words.ctx
        self.words = words
        self.node = node
        title, cites = titles.quoted(node.title), titles.read_cites(words.ctx, node.cites)
        self.test = GameTest(title, node.title.span, cites)
        self.seats: dict[str, Span] = {}

    def run(self) -> GameTest:
        """Read the test line by line; one that does not begin with `given` is reported and left."""
        lines = [line for line in self.node.lines if not isinstance(line, ast.WithSetting)]
        opening = [line for line in lines if isinstance(line, ast.Given)]
        first = lines[0] if lines else None
        if len(opening) != 1 or first is not opening[0]:
            wrong = opening[1] if len(opening) > 1 else first
            self.ctx.report.add(
                "given-first",
                wrong.span if wrong is not None else self.test.span,
                "a test begins by saying who plays, once",
                helps=("it is written: given 2 players: red, blue",),
            )
            return self.test
        self._given(opening[0])
        for line in lines:
            if line is not opening[0]:
                self._line(line)
        return self.test

    # -------------------------------------------------------------------------- hidden rules

    def scope(self) -> Scope:
        """Build a scope with the names of players, lines and spaces; players take precedence."""
        scope = Scope(self.ctx, None, None, pure=True)
        for name, span in self.seats.items():
            scope.locals[name] = (name, PLAYER, span)
        for name, found in self.words.boards.items():
            if name not in scope.locals:
                scope.bound[name] = found
        return scope

    def _hide(self, body: list[Stmt], kind: Type, span: Span, sort: str = "define") -> str:
        funcs = self.ctx.program.funcs
        # By its place: whatever else the game holds, the rule is the same, and compiled once.
        place = f"{HIDDEN}{Path(span.source.path).stem}_{span.line}"
        name = next(name for n in count() if (name := f"{place}_{n}") not in funcs)
        params = [(player, PLAYER) for player in self.seats]
        funcs[name] = Func(name, sort, params, self.test.title, span, body=body, returns=kind)
        return name

    def ask(self, e: Expr, span: Span | None = None) -> ScenarioValue:
        """Add a hidden rule that answers a value; a zone is answered as the items in it."""
        if e.type.is_zone:
            e = sources.items(self.scope(), e)
        where = span or e.span
        return ScenarioValue(self._hide([nodes.Answer((e,), where)], e.type, where), e.type, where)

    # -------------------------------------------------------------------------- given

    def _given(self, node: ast.Given) -> None:
        self._players(node.count, node.seated.names)
        if node.seated.before is not None:
            self._before(node.seated.before.word)
        if node.seated.seed is not None:
            self._seed(node.seated.seed)
        taken: dict[tuple[str, str], Span] = {}
        for fact in node.facts:
            if isinstance(fact, ast.FactTurn) and self.test.seed is None:
                if self.player(fact.player):
                    self.test.first, self.test.first_span = fact.player.text, fact.span
            elif self.test.before or self.test.seed is not None:
                words = f"nothing lies anywhere before the {self.test.before}"
                helps = (f"leave out `before {self.test.before}`, or this line",)
                if self.test.seed is not None:
                    words = "a game with a seed begins as it was dealt"
                    helps = ("leave out this line",)
                self.ctx.report.add("cannot-set", fact.span, words, helps=helps)
                return
            elif isinstance(fact, ast.FactIs):
                self._keep(fact)
            elif isinstance(fact, ast.FactBare):
                self.test.bare += scenario_setup.bare(self.ctx, fact)
            elif isinstance(fact, ast.FactHas | ast.FactHolds):
                self._placed(fact, taken)

    def _players(self, number: Word, names: Sequence[Word]) -> None:
        """Read who plays: as many as announced, and as many as the game allows."""
        report, program = self.ctx.report, self.ctx.program
        not_free = [w for w in names if w.text in self.ctx.names or w.text in self.ctx.funcs]
        if not_free:
            words = f"`{not_free[0].text}` is a name of the game already"
            others = tuple(Label(one.span, "nor can this") for one in not_free[1:])
            helps = (f"call the players {_free_names(self.ctx)}",)
            label = "cannot be a player, too"
            report.add("player-name", not_free[0].span, words, label, others=others, helps=helps)
        for word in names:
            if word.text in self.seats and word not in not_free:
                first = (Label(self.seats[word.text], "the first one"),)
                words = f"two players are called `{word.text}`"
                report.add("player-name", word.span, words, "the second one", others=first)
            self.seats.setdefault(word.text, word.span)
        wanted = int(number.text.rstrip("½") or 0)
        if wanted != len(names):
            words = f"{wanted} players are announced and {len(names)} are named"
            report.add("player-count", number.span, words)
        elif not program.least <= wanted <= program.most:
            most = f" to {program.most}" if program.least < program.most else ""
            words = f"this game is played by {program.least}{most}"
            report.add("player-count", number.span, words, program.seats_because)
        self.test.players = tuple(self.seats)
        self.test.first = self.test.players[0]

    def _placed(
        self, fact: ast.FactHas | ast.FactHolds, taken: dict[tuple[str, str], Span]
    ) -> None:
        """Read what lies in a place; report a second line on the same place."""
        for placed in scenario_setup.placed(self, fact):
            key = (placed.family.key, _whose(placed))
            if key in taken and not placed.cell:
                self.ctx.report.add(
                    "placed-twice",
                    fact.span,
                    "it was said before what lies there",
                    "again here",
                    others=(Label(taken[key], "first here"),),
                    helps=("put it all on one line: what is named is all that lies there",),
                )
                continue
            taken.setdefault(key, fact.span)
            self.test.facts.append(placed)

    def _before(self, word: Word) -> None:
        flows = [f.name for f in self.ctx.funcs.values() if f.sort == "setup"]
        if word.text not in flows:
            self.ctx.unknown("unknown-flow", word.span, word.text, "setup", flows, "setups")
            return
        self.test.before = word.text

    def _seed(self, word: Word) -> None:
        """Read `with seed 7` or `with seed "-7"`: any seed that `play --seed` takes."""
        text = word.text.strip('"')
        if text.removeprefix("-").isdecimal():
            self.test.seed = int(text)
            return
        self.ctx.report.add("setting-range", word.span, "a seed is a whole number")

    def player(self, word: Word) -> bool:
        """Check that a word is the name of a player of this test; report it if not."""
        if word.text in self.seats:
            return True
        self.ctx.unknown("unknown-player", word.span, word.text, "player", self.seats, "players")
        return False

    def _keep(self, node: ast.FactIs) -> None:
        """Read `bringer is red`, `red is ascended` or `red's discount is 2`."""
        scope = self.scope()
        left, negated, right = node.left, node.negated, node.right
        pair = pairs.found(scope, left) if isinstance(left, ast.KeptFor) else None
        if pair is not None and not negated:
            for _, line in pair.cases():
                value = measured(value_reading.value(scope, right, line.type), line.type)
                fields.in_range(self.ctx, line, value.span)
                self._set(nodes.Set((*pair.whose, value), node.span, line))
            return
        subject = value_reading.value(scope, left)
        if not subject.type.known:
            return
        if not isinstance(subject, nodes.FieldNow) and isinstance(right, ast.Name):
            quality = right.word
            holder = self.ctx.holder_of(subject.type)
            kept = self.ctx.fields.get(holder, {}).get(quality.text)
            if kept is not None and kept.type.is_yes_no:
                value = node_builders.num(int(not negated), quality.span, YES_NO)
                self._set(nodes.Set((subject, value), node.span, kept))
                return
        if not isinstance(subject, nodes.FieldNow) or negated:
            said = left.span.text
            self.ctx.report.add(
                "cannot-set",
                left.span if not negated else node.span,
                "this is nothing that can be set",
                helps=(
                    f"a setting stands in a line of its own above `given`: `with {said} ...`"
                    if said in self.ctx.program.settings
                    else "name something that is kept: `bringer is red`, `red's discount is 2`, "
                    "`red is ascended`; for components say `... holds ...`",
                ),
            )
            return
        value = measured(value_reading.value(scope, right, subject.type), subject.type)
        if value.type.known:
            fields.in_range(self.ctx, subject.field, value.span)
            self._set(nodes.Set((*subject.args, value), node.span, subject.field))

    def _set(self, statement: Stmt) -> None:
        rule = self._hide([statement], NUMBER, statement.span, "procedure")
        self.test.facts.append(ScenarioField(rule, statement.span))

    # -------------------------------------------------------------------------- lines

    def _line(self, node: ast.TestLine) -> None:
        if isinstance(node, ast.Expect):
            self._expect(node.condition)
            return
        line = self._one_line(node)
        if line is not None:
            self.test.lines.append(line)

    def _one_line(self, node: ast.TestLine) -> ScenarioLine | None:
        match node:
            case ast.Step():
                return self._step("step", node, node)
            case ast.Allows():
                return self._step("allows", node, node.step)
            case ast.Refuses():
                return self._refuses(node)
            case ast.PlayOn():
                return self._condition("play_on", node.condition)
            case ast.PlayToEnd():
                return ScenarioLine("play_on", node.span)
            case ast.ExpectHolds():
                found = scenario_setup.placed(self, node)
                return ScenarioLine("holds", node.span, placed=found) if found else None
            case ast.Sees() | ast.SeesNot():
                return self._sees(node)
            case ast.GameEnds():
                return self._game_ends(node)
            case ast.Draws():
                return pins.draws(self.words, node, self.seats)
            case ast.Dice():
                return pins.dice(self.words, node)
            case _:
                raise AssertionError(f"no line of a test: {node}")

    def _step(self, sort: str, node: ast.TestLine, step: ast.Step) -> ScenarioLine | None:
        made = scenario_steps.step(self, step)
        return None if made is None else ScenarioLine(sort, node.span, made)

    def _refuses(self, node: ast.Refuses) -> ScenarioLine | None:
        step = scenario_steps.step(self, node.step, refused=True)
        if step is None:
            return None
        if node.reason is None:
            return ScenarioLine("refuses", node.span, step)
        return ScenarioLine("refuses", node.span, step, node.reason.text[1:-1], node.reason.span)

    def _expect(self, part: ast.Expression) -> None:
        """Read an expectation; an `and` is split, so that the failing part is pointed at."""
        if isinstance(part, ast.And):
            self._expect(part.left)
            self._expect(part.right)
            return
        line = self._condition("expect", part)
        if line is not None:
            self.test.lines.append(line)

    def _condition(self, sort: str, part: ast.Expression) -> ScenarioLine | None:
        test = value_reading.question(self.scope(), part)
        if not test.type.known:
            return None
        constant_conditions.check_condition(self.ctx, test)
        made = ScenarioLine(sort, part.span, asked=self.ask(test, part.span))
        seen: set[str] = set()
        for e in _worth_telling(test):
            if e.span.text not in seen and e.span.text:
                seen.add(e.span.text)
                made.asked_in_it.append(self.ask(e))
        return made

    def _sees(self, node: ast.Sees | ast.SeesNot) -> ScenarioLine | None:
        who, zone_node = node.player, node.place
        sort = "sees" if isinstance(node, ast.Sees) else "sees_not"
        viewer = Word("NAME", who.span.text, who.span)
        if not self.player(viewer):
            return None
        word = zone_node.word if isinstance(zone_node, ast.Name) else None
        named = self.ctx.names.get(word.text) if word is not None else None
        if word and named is not None and isinstance(named.thing, Design):
            copies = [Drawn(word.text, word.span, named.thing)]
            return ScenarioLine(sort, node.span, draws=copies, viewer=viewer.text)
        if word is not None and self.ctx.kind_named(word.text) is not None:
            self._no_sight(zone_node.span, f"`{word.text}` is a kind, not one that can be seen")
            return None
        zone = value_reading.value(self.scope(), zone_node)
        if not zone.type.known:
            return None
        if zone.type.is_piece:
            return ScenarioLine(sort, node.span, asked=self.ask(zone), viewer=viewer.text)
        if not zone.type.is_zone or not isinstance(zone, nodes.Zone):
            what = f"this is {zone.type.words()}, not a zone or a component"
            self._no_sight(zone.span, what)
            return None
        holder = self.ask(zone.args[0]) if zone.args else None
        lies = Placed(zone.family, holder, False, [], None, node.span)
        return ScenarioLine(sort, node.span, placed=[lies], viewer=viewer.text)

    def _no_sight(self, span: Span, what: str) -> None:
        """Report something that is no zone or component, so that nobody can see it."""
        help_ = "name a zone or a component"
        zones = [f.name for f in self.ctx.program.families if f.holder == "player"]
        designs = [one.id for one in self.ctx.program.designs]
        if zones and designs:
            help_ += f": `{next(iter(self.seats))}'s {zones[0]}`, `{designs[0]}`"
        self.ctx.report.add("no-place", span, what, helps=(help_,))

    def _game_ends(self, node: ast.GameEnds) -> ScenarioLine | None:
        ending, winners = node.word, node.winners
        made = ScenarioLine("ends", node.span)
        if ending is not None:
            endings = self.ctx.program.endings
            if ending.text not in endings:
                say = f"`end the game as {ending.text}`"
                self.ctx.unknown(
                    "unknown-ending", ending.span, ending.text, "ending", endings,
                    label=f"no rule says {say}", helps=(f"say it where the game ends: {say}",),
                )  # fmt: skip
                return None
            made.ending = ending.text
        if winners is not None:
            if [word for word in winners.names if not self.player(word)]:
                return None
            made.winners = tuple(word.text for word in winners.names)
        return made


def _whose(placed: Placed) -> str:
    """Describe whose zone is meant, as written: `red`, `ben's place_1`; empty for the table's."""
    if placed.holder is None:
        return ""
    return " ".join(word for word in placed.holder.span.text.split() if word != "the")


def _free_names(ctx: Context) -> str:
    """List player names that nothing in the game uses."""
    pairs = (("red", "blue"), ("ann", "ben"), ("player_one", "player_two"))
    free = [pair for pair in pairs if not ({*pair} & (ctx.names.keys() | ctx.funcs.keys()))]
    return ", or ".join(f"{one} and {two}" for one, two in free[:2])


def _worth_telling(test: Expr) -> list[Expr]:
    """List the operands of a condition whose values explain a failure; constants are left out."""
    if isinstance(test, (nodes.And, nodes.Or, nodes.Not)):
        return [part for arg in test.args for part in _worth_telling(arg)]
    if type(test) in COMPARISONS:
        return [
            arg
            for arg in test.args
            if not isinstance(arg, (nodes.Num, nodes.Text, nodes.Local, nodes.ValuesOf))
            and not arg.type.is_none
        ]
    return []
