"""Tests of a game: from trees to data, with every condition and value as a hidden rule.

Takes the trees of `tests/*.rules` and the context of a checked game; gives `GameTest`s. The hidden
rules stand in the program beside all others, so that there is no second evaluator. It must not
know how a test is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from interpreter.check import (
    conditions,
    declarations,
    expressions,
    game,
    given,
    references,
    selections,
)
from interpreter.check.context import Context
from interpreter.check.scope import Scope
from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.game_test import Answer, Asked, GameTest, Kept, Line, Placed, Step
from interpreter.ir.program import Design, E, Func, Program, S, Site
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type, fits
from interpreter.ir.weave import walk
from interpreter.load.game_folder import GameFiles
from interpreter.syntax.parser import parse_rules
from interpreter.syntax.tree import Node, Part, Word

HIDDEN = "of_a_test_"
COMPARISONS = frozenset(["eq", "ne", "lt", "le", "gt", "ge", "vge", "vle", "vgt", "vlt"])


def read_tests(sources: Iterable[Source], report: Report) -> list[Node]:
    """The tests in some files, as trees; anything else in them is a problem."""
    found: list[Node] = []
    titles: dict[str, Span] = {}
    for source in sources:
        for node in parse_rules(source, report):
            if node.kind != "test":
                head = Span(
                    source, node.span.start, node.span.start + len(node.span.text.split()[0])
                )
                report.add(
                    "not-a-test",
                    head,
                    "only tests can stand in the folder `tests`",
                    "not a test",
                    helps=("move it to a file in the folder `rules`",),
                )
                continue
            word = node.words()[0]
            if word.text in titles:
                report.add(
                    "test-name-twice",
                    word.span,
                    f"a second test is called {word.text}",
                    "the same title",
                    others=(Label(titles[word.text], "the first one"),),
                    helps=("say in its title what this one shows",),
                )
            titles.setdefault(word.text, word.span)
            found.append(node)
    return found


def settings_of(ctx: Context, test: Node) -> dict[str, object]:
    """The settings that a test is played with, by name, as an option gives them."""
    found: dict[str, object] = {}
    for line in test.nodes("with_setting"):
        word, value = line.parts
        assert isinstance(word, Word) and isinstance(value, Node)
        setting = ctx.program.settings.get(word.text)
        if setting is None:
            ctx.unknown("unknown-setting", word.span, word.text, "setting", ctx.program.settings)
            continue
        text = value.span.text
        legal: list[str] = list(setting.words)
        if setting.type.base == "yesno":
            legal = ["yes", "no"]
        if legal and text not in legal:
            ctx.report.add(
                "setting-range",
                value.span,
                f"the setting `{word.text}` is never {text}",
                "",
                helps=(f"write one of: {listed(legal)}",),
            )
        elif legal:
            found[word.text] = text
        else:
            number = ctx.constant(value)
            if number is None:
                continue
            if not setting.low <= number <= setting.high:
                ctx.report.add(
                    "setting-range",
                    value.span,
                    f"the setting `{word.text}` goes from {setting.low} to {setting.high}",
                    "outside of that",
                )
            found[word.text] = number
    return found


Group = tuple[Program, list[tuple[int, GameTest]]]


def check_tests(
    base: Context, files: GameFiles, report: Report, options: Mapping[str, object] | None = None
) -> list[Group]:
    """Every test of a game that has no errors itself: the program that some tests share, with
    their hidden rules in it, and those tests with their places in the order of the files."""
    nodes = read_tests(files.tests, report)
    before = base.report
    base.report = report
    by_settings: dict[tuple[tuple[str, object], ...], list[tuple[int, Node]]] = {}
    for number, node in enumerate(nodes):
        chosen = settings_of(base, node)
        by_settings.setdefault(tuple(sorted(chosen.items())), []).append((number, node))
    base.report = before
    made: list[Group] = []
    for settings, members in by_settings.items():
        again = Report()
        ctx = game.read_game(files, again, {**(options or {}), **dict(settings)})
        if ctx is None or again.errors:
            report.found += again.errors
            continue
        ctx.report = report
        offered = _offered(ctx)
        tests = [(number, check_test(ctx, node, offered)) for number, node in members]
        check_citations(ctx, [test for _, test in tests])
        made.append((ctx.program, tests))
    return made


def look_at_tests(ctx: Context, files: GameFiles, report: Report) -> int:
    """Find what is wrong with the tests of a faultless game, and leave its program as it was; gives
    how many tests there are."""
    before = ctx.report
    ctx.report = report
    nodes = read_tests(files.tests, report)
    offered = _offered(ctx)
    tests = []
    for node in nodes:
        chosen = settings_of(ctx, node)
        if not chosen or report.errors:
            tests.append(check_test(ctx, node, offered))
            continue
        other = game.read_game(files, Report(), {**_as_options(ctx), **chosen})
        if other is not None:  # a board may have another size, a number another range
            other.report = report
            tests.append(check_test(other, node, offered))
    check_citations(ctx, tests)
    ctx.report = before
    for name in [name for name in ctx.program.funcs if name.startswith(HIDDEN)]:
        del ctx.program.funcs[name]
    return len(nodes)


def _as_options(ctx: Context) -> dict[str, object]:
    """The settings of a game as options would give them."""
    return {
        name: one.words[one.value] if one.words else one.value
        for name, one in ctx.program.settings.items()
    }


def check_test(ctx: Context, node: Node, offered: list[str] | None = None) -> GameTest:
    """One test; what is wrong with it stands in the context's report. `offered` are the actions in
    the menus of the game, if the caller knows them already."""
    return _Reader(ctx, node, _offered(ctx) if offered is None else offered).run()


class _Reader:
    """Reads one test."""

    def __init__(self, ctx: Context, node: Node, offered: list[str]) -> None:
        self.ctx = ctx
        self.node = node
        self.offered = offered
        title, _, cites = declarations.headline(ctx, node)
        self.test = GameTest(title, node.words()[0].span, cites)
        self.seats: dict[str, Span] = {}

    def run(self) -> GameTest:
        lines = [p for p in self.node.parts if isinstance(p, Node) and p.kind != "cites"]
        opening = [p for p in lines if p.kind == "given"]
        first = next((p for p in lines if p.kind != "with_setting"), None)
        if len(opening) != 1 or first is not opening[0]:
            wrong = opening[1] if len(opening) > 1 else first
            self.ctx.report.add(
                "given-first",
                wrong.span if wrong is not None else self.test.span,
                "a test begins by saying who plays, once",
                "",
                helps=("it is written: given 2 players: red, blue",),
            )
            return self.test
        self._given(opening[0])
        for line in lines:
            if line.kind not in ("given", "with_setting"):
                self._line(line)
        return self.test

    # -------------------------------------------------------------------------- hidden rules

    def scope(self) -> Scope:
        """A scope in which the players, lines and spaces have their names."""
        scope = Scope(self.ctx, None, None, pure=True)
        for name, span in self.seats.items():
            scope.locals[name] = (name, PLAYER, span)
        for name, found in given.board_names(self.ctx).items():
            if name not in scope.locals:
                scope.bound[name] = found
        return scope

    def _hide(self, body: list[S], kind: Type, span: Span, sort: str = "define") -> str:
        funcs = self.ctx.program.funcs
        name = f"{HIDDEN}{len(funcs)}"
        params = [(player, PLAYER) for player in self.seats]
        funcs[name] = Func(name, sort, params, self.test.title, span, body=body, returns=kind)
        return name

    def ask(self, e: E, span: Span | None = None) -> Asked:
        """A value as a hidden rule."""
        if e.type.base == "zone":
            e = selections.items(self.scope(), e)
        where = span or e.span
        return Asked(self._hide([S("answer", (e,), where)], e.type, where), e.type, where)

    # -------------------------------------------------------------------------- given

    def _given(self, node: Node) -> None:
        number, seated = node.parts[0], node.parts[1]
        assert isinstance(number, Word) and isinstance(seated, Node)
        program, report = self.ctx.program, self.ctx.report
        for word in seated.words():
            if word.text in self.ctx.names or word.text in self.ctx.funcs:
                report.add(
                    "player-name",
                    word.span,
                    f"`{word.text}` is a name of the game already",
                    "cannot be a player, too",
                    helps=("call the players red and blue, or ann and ben",),
                )
            elif word.text in self.seats:
                report.add(
                    "player-name",
                    word.span,
                    f"two players are called `{word.text}`",
                    "the second one",
                    others=(Label(self.seats[word.text], "the first one"),),
                )
            self.seats.setdefault(word.text, word.span)
        wanted = int(number.text.rstrip("½") or 0)
        if wanted != len(seated.words()):
            report.add(
                "player-count",
                number.span,
                f"{wanted} players are announced and {len(seated.words())} are named",
                "",
            )
        elif not program.least <= wanted <= program.most:
            report.add(
                "player-count",
                number.span,
                f"this game is played by {program.least} to {program.most}",
                "",
            )
        self.test.players = tuple(self.seats)
        self.test.first = self.test.players[0]
        before = seated.node("before_flow")
        if before is not None:
            self._before(before.words()[0])
        taken: dict[tuple[str, str], Span] = {}
        for fact in node.parts[2:]:
            if not isinstance(fact, Node):
                continue
            if fact.kind == "fact_turn":
                word = fact.words()[0]
                if self._player(word):
                    self.test.first, self.test.first_span = word.text, fact.span
                continue
            if self.test.before:
                report.add(
                    "cannot-set",
                    fact.span,
                    f"nothing lies anywhere before the {self.test.before}",
                    "",
                    helps=(f"leave out `before {self.test.before}`, or this line",),
                )
                return
            if fact.kind == "fact_is":
                self._keep(fact)
            else:
                for placed in given.placed(self, fact):
                    key = (placed.family.key, self._whose(fact))
                    if key in taken and not placed.cell:
                        report.add(
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

    def _whose(self, fact: Node) -> str:
        first = fact.parts[0]
        assert isinstance(first, Node)
        return first.span.text.split("'")[0]

    def _before(self, word: Word) -> None:
        flows = [f.name for f in self.ctx.funcs.values() if f.sort == "setup"]
        if word.text not in flows:
            self.ctx.unknown("unknown-flow", word.span, word.text, "setup", flows, "setups")
            return
        self.test.before = word.text

    def _player(self, word: Word) -> bool:
        if word.text in self.seats:
            return True
        self.ctx.unknown("unknown-player", word.span, word.text, "player", self.seats, "players")
        return False

    def _keep(self, node: Node) -> None:
        """`bringer is red`, `red is ascended`, `red's discount is 2`"""
        scope = self.scope()
        left, turned, right = node.parts
        assert isinstance(left, Node) and isinstance(right, Node)
        subject = expressions.value(scope, left)
        if not subject.type.known:
            return
        negated = turned is not None
        if subject.op != "field" and right.kind == "name":
            quality = right.words()[0]
            holder = self.ctx.holder_of(subject.type)
            kept = self.ctx.fields.get(holder, {}).get(quality.text)
            if kept is not None and kept.type.base == "yesno":
                value = expressions.num(int(not negated), quality.span, YES_NO)
                self._set(S("set", (subject, value), node.span, kept))
                return
        if subject.op != "field" or negated:
            self.ctx.report.add(
                "cannot-set",
                left.span if not negated else node.span,
                "this is nothing that can be set",
                "",
                helps=(
                    "name something that is kept: `bringer is red`, `red's discount is 2`, "
                    "`red is ascended`; for components say `... holds ...`",
                ),
            )
            return
        value = expressions.value(scope, right, subject.type)
        if value.type.known:
            self._set(S("set", (*subject.args, value), node.span, subject.data))

    def _set(self, statement: S) -> None:
        rule = self._hide([statement], NUMBER, statement.span, "procedure")
        self.test.facts.append(Kept(rule, statement.span))

    # -------------------------------------------------------------------------- lines

    def _line(self, node: Node) -> None:
        if node.kind == "expect":
            self._expect(node.parts[0])
            return
        handler = getattr(self, f"_line_{node.kind}", None)
        line = self._steps(node) if handler is None else handler(node)
        if line is not None:
            self.test.lines.append(line)

    def _steps(self, node: Node) -> Line | None:
        step = self._step(node)
        return None if step is None else Line("step", node.span, step)

    def _line_allows(self, node: Node) -> Line | None:
        step = self._step(node.parts[0])
        return None if step is None else Line("allows", node.span, step)

    def _line_refuses(self, node: Node) -> Line | None:
        step = self._step(node.parts[0])
        because = node.parts[1]
        if step is None:
            return None
        if not isinstance(because, Word):
            return Line("refuses", node.span, step)
        return Line("refuses", node.span, step, because.text[1:-1], because.span)

    def _expect(self, part: Part) -> None:
        """An expectation; one with `and` is told apart, so that what fails is pointed at."""
        assert isinstance(part, Node)
        if part.kind == "and_":
            for one in part.parts:
                self._expect(one)
            return
        line = self._condition("expect", part)
        if line is not None:
            self.test.lines.append(line)

    def _line_play_on(self, node: Node) -> Line | None:
        return self._condition("play_on", node.parts[0])

    def _line_play_to_end(self, node: Node) -> Line:
        return Line("play_on", node.span)

    def _condition(self, sort: str, part: Part) -> Line | None:
        assert isinstance(part, Node)
        test = conditions.cond(self.scope(), part)
        if not test.type.known:
            return None
        made = Line(sort, part.span, asked=self.ask(test, part.span))
        seen: set[str] = set()
        for e in _worth_telling(test):
            if e.span.text not in seen and e.span.text:
                seen.add(e.span.text)
                made.parts.append(self.ask(e))
        return made

    def _line_expect_holds(self, node: Node) -> Line | None:
        found = given.placed(self, node)
        return Line("holds", node.span, placed=found) if found else None

    def _line_sees(self, node: Node) -> Line | None:
        who, zone_node = node.parts[0], node.parts[-1]
        assert isinstance(who, Node) and isinstance(zone_node, Node)
        viewer = Word("NAME", who.span.text, who.span)
        if not self._player(viewer):
            return None
        zone = expressions.value(self.scope(), zone_node)
        if not zone.type.known:
            return None
        if zone.type.base != "zone" or zone.op != "zone":
            self.ctx.report.add(
                "no-place",
                zone.span,
                f"this is {zone.type.words()}, not a zone that can be seen",
                "",
                helps=("name a zone: expect blue does not see red's hand",),
            )
            return None
        holder = self.ask(zone.args[0]) if zone.args else None
        lies = Placed(zone.data, holder, False, [], None, node.span)
        return Line(node.kind, node.span, placed=[lies], viewer=viewer.text)

    _line_sees_not = _line_sees

    def _line_game_ends(self, node: Node) -> Line | None:
        ending, winners = node.parts
        made = Line("ends", node.span)
        if isinstance(ending, Word):
            endings = self.ctx.program.endings
            if ending.text not in endings:
                self.ctx.unknown(
                    "unknown-ending", ending.span, ending.text, "ending", endings, "endings"
                )
                return None
            made.ending = ending.text
        if isinstance(winners, Node):
            if [word for word in winners.words() if not self._player(word)]:
                return None
            made.winners = tuple(word.text for word in winners.words())
        return made

    def _line_draws(self, node: Node) -> Line | None:
        made = Line("draws", node.span)
        for word in node.words():
            named = self.ctx.names.get(word.text)
            if named is None or named.sort != "component":
                names = [d.id for d in self.ctx.program.designs]
                self.ctx.unknown("unknown-held", word.span, word.text, "component", names)
                continue
            assert isinstance(named.thing, Design)
            made.draws.append((named.thing, word.span))
        return made

    def _line_dice(self, node: Node) -> Line | None:
        made = Line("dice", node.span)
        rolled = {
            s.data.key: s.data
            for f in self.ctx.program.funcs.values()
            for s in walk(f.body)
            if s.op == "roll"
        }
        for word in node.words():
            faces: dict[str, int] = {}
            legal: list[str] = []
            for kept in rolled.values():
                if kept.type.base == "value":
                    members = self.ctx.program.values[kept.type.of].members
                    legal += members
                    if word.text in members:
                        faces[kept.holder] = members.index(word.text)
                elif word.type == "NUMBER" and word.text.isdigit():
                    low, high = kept.type.low or 0, kept.type.high or 0
                    legal += [str(n) for n in range(low, high + 1)]
                    if low <= int(word.text) <= high:
                        faces[kept.holder] = int(word.text) - low
            if not faces:
                guess = nearest(word.text, legal)
                self.ctx.report.add(
                    "no-such-die",
                    word.span,
                    f"no die shows `{word.text}`",
                    "",
                    notes=(f"dice show: {listed(legal)}",) if legal else ("no dice are rolled",),
                    helps=(f"did you mean `{guess}`?",) if guess else (),
                    fix=(word.span, guess) if guess else None,
                )
                continue
            made.dice.append((word.text, faces, word.span))
        return made

    # -------------------------------------------------------------------------- steps

    def _step(self, node: Part) -> Step | None:
        assert isinstance(node, Node)
        words = node.words()
        if not self._player(words[0]):
            return None
        made = Step(
            {"answers_step": "answers"}.get(node.kind, node.kind), words[0].text, "", [], node.span
        )
        if node.kind == "takes":
            action = words[1]
            if not self._action(action):
                return None
            made.action = action.text
        listed_ = node.node("answers")
        for part in listed_.parts if listed_ is not None else ():
            assert isinstance(part, Node)
            answer = self._answer(part, made.action)
            if answer is None:
                return None
            made.answers.append(answer)
        return made

    def _action(self, word: Word) -> bool:
        func = self.ctx.funcs.get(word.text)
        if func is not None and word.text in self.offered:
            return True
        self.ctx.unknown("unknown-action", word.span, word.text, "action", self.offered, "actions")
        return False

    def _answer(self, node: Node, action: str) -> Answer | None:
        if node.kind == "said":
            part = node.parts[0]
            text = part.text[1:-1] if isinstance(part, Word) else node.span.text
            return Answer(
                "said" if isinstance(part, Word) else "yes_no", "", [], text, {}, node.span
            )
        if node.kind == "lessened":
            return self._lessened(node)
        name = node.words()[0]
        sites = [s for s in self.ctx.program.sites if s.name == name.text and s.sort == "choose"]
        if not sites:
            self._unknown_pick(name, action)
            return None
        made = Answer("picked", name.text, [], "", {}, node.span)
        for part in node.parts[1:]:
            assert isinstance(part, Node)
            value = self._picked(part, sites)
            if value is None:
                return None
            made.values.append(self.ask(value, part.span))
        return made

    def _unknown_pick(self, name: Word, action: str) -> None:
        asked = _asks(self.ctx, action) if action else []
        every = {s.name for s in self.ctx.program.sites if s.sort == "choose"}
        guess = nearest(name.text, asked) or nearest(name.text, every)
        notes = (f"`{action}` asks for: {', '.join(f'`{n}`' for n in asked)}",) if asked else ()
        self.ctx.report.add(
            "unknown-pick",
            name.span,
            f"no rule asks for `{name.text}`",
            "not a choice of this game",
            notes=notes or (f"rules ask for: {listed(every)}",),
            helps=(f"did you mean `{guess}`?",) if guess else (),
            fix=(name.span, guess) if guess else None,
        )

    def _picked(self, node: Node, sites: list[Site]) -> E | None:
        items = [s.type.item if s.type.base == "set" and s.type.item else s.type for s in sites]
        scope = self.scope()
        word = node.words()[0] if node.kind == "name" else None
        if word is not None and references.lookup(scope, word) is None:
            legal = [n for item in items for n in given.names_of(self.ctx, item, self.seats)]
            guess = nearest(word.text, legal)
            self.ctx.report.add(
                "unknown-name",
                word.span,
                f"there is nothing called `{word.text}` here",
                f"not {items[0].sure().words()}",
                notes=(f"it can be: {listed(legal)}",) if legal and not guess else (),
                helps=(f"did you mean `{guess}`?",) if guess else (),
                fix=(word.span, guess) if guess else None,
            )
            return None
        value = expressions.value(scope, node)
        if not value.type.known:
            return None
        if any(_answers(value.type, item) for item in items):
            return value
        self.ctx.report.add(
            "wrong-pick",
            value.span,
            f"this is {value.type.words()}, not {items[0].sure().words()}",
            f"expected {items[0].sure().words()}",
        )
        return None

    def _lessened(self, node: Node) -> Answer | None:
        made = Answer("less", "", [], "", {}, node.span)
        for part in node.nodes("reduced"):
            number, word = part.words()
            named = self.ctx.names.get(word.text)
            if named is None or named.sort != "value":
                names = [m for v in self.ctx.program.values.values() for m in v.members]
                self.ctx.unknown("unknown-word", word.span, word.text, "value", names)
                return None
            place = named.thing[1]
            made.amounts[place] = made.amounts.get(place, 0) + int(number.text.rstrip("½") or 0)
        return made


def _answers(kind: Type, item: Type) -> bool:
    """Whether a value can say which one of such things is meant."""
    if fits(kind, item.maybe()):
        return True
    if item.base == "piece":
        return kind.base in ("space", "value", "player")
    return item.base == "space" and kind.base == "piece"


def _worth_telling(test: E) -> list[E]:
    """The parts of a condition whose values explain why it is not so."""
    if test.op in ("and", "or", "not"):
        return [part for arg in test.args for part in _worth_telling(arg)]
    if test.op in COMPARISONS:
        return [
            arg
            for arg in test.args
            if arg.op not in ("num", "text", "local", "values") and arg.type.base != "none"
        ]
    return []


def _offered(ctx: Context) -> list[str]:
    """Every action that some menu offers."""
    found: dict[str, None] = {}
    for func in ctx.program.funcs.values():
        for s in walk(func.body):
            if s.op == "menu":
                for line in s.data[1]:
                    for item in line.items:
                        if item == "card_actions":
                            found |= dict.fromkeys(name for _, name in ctx.program.card_actions)
                        else:
                            found[item] = None
    return list(found)


def _asks(ctx: Context, action: str) -> list[str]:
    """What an action asks for, in the order of its text, and what it calls asks for."""
    found: dict[str, None] = {}
    todo, done = [action], set[str]()
    while todo:
        func = ctx.program.funcs.get(todo.pop(0))
        if func is None or func.name in done:
            continue
        done.add(func.name)
        for s in walk(func.body):
            if s.op == "choose":
                found[s.data.site.name] = None
            elif s.op == "call":
                todo.append(s.data)
    return list(found)


def check_citations(ctx: Context, tests: Iterable[GameTest]) -> None:
    """What tests cite must stand in game.yaml, like what rules cite."""
    known = ctx.program.citations
    for test in tests:
        for cite in test.cites:
            if known and cite not in known:
                guess = nearest(cite, known)
                ctx.report.add(
                    "unknown-citation",
                    test.span,
                    f"game.yaml lists no rule `{cite}`",
                    "",
                    helps=(f"did you mean `{guess}`?",)
                    if guess
                    else ("add it under `citations:` in game.yaml",),
                )
