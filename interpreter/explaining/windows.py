"""Interaction structure: where players act in turn or around one another, reactions, and cycles.

Takes a checked program, not yet woven; returns plain data. A window is a place in the rules where
somebody is asked whose rule it is not: a reaction, a part of a turn in which others act. Prints
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.diagnostics import Span
from interpreter.ir import graphs, nodes
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.standing import Hook
from interpreter.ir.walking import inner_blocks, walk

UNTIL_ALL_PASS, TOGETHER, IN_TURN, ONE = "until all pass", "together", "in turn", "one player"


@dataclass(slots=True)
class Window:
    """One place where others act.

    It has its rule, who is asked in the words of the rule, what may be played (titles), and the
    numbers of the windows that it may open.
    """

    number: int
    rule: str
    title: str
    span: Span
    sort: str
    who: str
    asks: list[str] = field(default_factory=list)
    plays: list[str] = field(default_factory=list)
    opens: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Trigger:
    """A rule that reacts to an event by itself: `when` quotes the event as the rules word it."""

    rule: str
    title: str
    when: str
    span: Span


@dataclass(frozen=True, slots=True)
class Windows:
    """All windows and triggers; `cycles` has the titles on the shortest path of each cycle."""

    windows: tuple[Window, ...]
    triggers: tuple[Trigger, ...]
    cycles: tuple[tuple[str, ...], ...]


def windows_of(program: Program) -> Windows:
    """Find the windows and triggers of a game."""
    return _Finder(program).run()


class _Finder:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.found: list[tuple[Window, Stmt]] = []
        self.inside: dict[str, list[int]] = {}
        self.ways: dict[str, set[str]] = {}

    def run(self) -> Windows:
        for name, func in self.program.funcs.items():
            for s in walk(func.body):
                self._window(func, s)
            self.inside[name] = [w.number for w, _ in self.found if w.rule == name]
        hooks = dict(self._hooks())
        for name, func in self.program.funcs.items():
            self.ways[name] = self._leads_to(func)
        for window, s in self.found:
            start = {one for part in walk([s]) for one in self._called(part)}
            reached = set(graphs.reached(start, self.ways.__getitem__))
            inner = [w.number for w, other in self.found if other is not s and _within(other, s)]
            window.opens = sorted({*inner, *(n for rule in reached for n in self.inside[rule])})
        by = {name.partition("__")[0]: name for name in hooks}
        triggers = tuple(
            Trigger(name, self._title(by[name]), when, self.program.funcs[by[name]].span)
            for name, when in sorted(_once_each(hooks).items())
        )
        return Windows(tuple(w for w, _ in self.found), triggers, self._cycles(hooks))

    # -------------------------------------------------------------------------- windows

    def _window(self, func: Func, s: Stmt) -> None:
        """Record a sentence by which players other than the rule's own are asked."""
        if isinstance(s, nodes.ForAll):
            sort = UNTIL_ALL_PASS if s.how == "until_all_pass" else TOGETHER
        elif isinstance(s, nodes.For) and _goes_through_players(s):
            sort = IN_TURN
        elif isinstance(s, nodes.Let) and s.args[0].type.is_player and _has(s):
            sort = ONE
        else:
            return
        body = [*walk(s.body)] if sort != ONE else [one for one in walk(func.body) if _by(one, s)]
        asked = [one for one in body if isinstance(one, (nodes.Menu, nodes.Choose, nodes.Options))]
        called = [self.program.funcs[n] for one in body for n in self._steps(one)]
        asked += [
            one
            for other in called
            for one in walk(other.body)
            if isinstance(one, nodes.Menu) and sort in (IN_TURN, ONE)
        ]
        choosing = any(self._asks(other) for other in called)
        if not asked and not choosing:
            return
        number = len(self.found) + 1
        who = _words(s.span)
        window = Window(number, func.name, self._title(func.name), s.span, sort, who)
        for one in asked:
            site = one.choice.site if isinstance(one, nodes.Choose) else one.site
            window.asks.append(site.title or self._title(site.func))
            if isinstance(one, nodes.Menu):
                window.plays += self._offered(one)
        if not asked:
            window.asks += [self._title(f.name) for f in called if self._asks(f)]
        window.asks = list(dict.fromkeys(window.asks))
        window.plays = list(dict.fromkeys(window.plays))
        self.found.append((window, Stmt((), s.span, body=body) if sort == ONE else s))

    def _offered(self, menu: nodes.Menu) -> list[str]:
        """List the titles of what a menu offers, without passing."""
        titles = []
        for line in menu.lines:
            for item in line.items:
                if item == "card_actions":
                    titles.append("actions on cards")
                elif line.sort != "pass":
                    titles.append(self._title(item))
        return titles

    def _asks(self, func: Func, deep: int = 6) -> bool:
        """Check whether a rule, or one that it calls up to `deep` levels down, asks somebody."""
        return any(
            isinstance(one, (nodes.Menu, nodes.Choose, nodes.Options))
            or (deep and any(self._asks(self.program.funcs[n], deep - 1) for n in self._steps(one)))
            for one in walk(func.body)
        )

    def _title(self, name: str) -> str:
        """Return the title of a rule, or its name in plain words."""
        func = self.program.funcs[name]
        return func.title or name.replace("_", " ")

    # -------------------------------------------------------------------------- what leads to what

    def _steps(self, s: Stmt) -> list[str]:
        """List the rules that a sentence calls directly."""
        return [s.rule] if isinstance(s, nodes.Call) and s.rule in self.program.funcs else []

    def _called(self, s: Stmt) -> set[str]:
        """Collect the rules that may follow from a sentence: called, offered, or reacting to it."""
        found = set(self._steps(s))
        if isinstance(s, nodes.Menu):
            for line in s.lines:
                for item in line.items:
                    if item == "card_actions":
                        found |= {name for _, name in self.program.card_actions}
                    elif item in self.program.funcs:
                        found.add(item)
        kind = next(iter(s.fixed()), None)
        for answer in self.program.answers:
            if s.verb == answer.verb and kind in (answer.kind, None):
                found.add(answer.hook.func)
        return found

    def _leads_to(self, func: Func) -> set[str]:
        """Collect the rules that may follow from a rule, including those that react to it."""
        found = {name for s in walk(func.body) for name in self._called(s)}
        hooks = (*func.hooks_before, *func.hooks_after, *func.hooks_instead)
        return found | {hook.func for hook in hooks if hook.func in self.program.funcs}

    def _hooks(self) -> Iterator[tuple[str, str]]:
        """Yield each rule that reacts to something, with the words that say to what."""
        every: list[Hook] = [hook for _, _, hook in self.program.edges]
        every += [answer.hook for answer in self.program.answers]
        for func in self.program.funcs.values():
            every += [*func.hooks_before, *func.hooks_after, *func.hooks_instead]
        for hook in every:
            if hook.func in self.program.funcs:
                yield hook.func, _words(hook.span)

    def _cycles(self, hooks: dict[str, str]) -> tuple[tuple[str, ...], ...]:
        """Find the shortest cycle through each rule that reacts or opens a window; each once."""
        found: dict[frozenset[str], tuple[str, ...]] = {}
        for name in (*hooks, *(n for n, numbers in self.inside.items() if numbers)):
            way = graphs.shortest_cycle(name, lambda rule: sorted(self.ways[rule]))
            if way:
                found.setdefault(frozenset(way), tuple(self._title(one) for one in way))
        return tuple(found.values())


def _has(s: Stmt) -> bool:
    """Check whether a sentence makes another player do something."""
    return s.span.text.startswith("have ")


def _goes_through_players(s: Stmt) -> bool:
    item = s.args[0].type.item
    return item is not None and item.is_player and _has(s)


def _by(s: Stmt, named: Stmt) -> bool:
    """Check whether a sentence is carried out by the player whom another one names."""
    doer = s.args[0] if s.args else None
    return isinstance(doer, nodes.Local) and named.fixed()[:1] == (doer.name,)


def _within(inner: Stmt, outer: Stmt) -> bool:
    return any(one is inner for block in inner_blocks(outer) for one in walk(block))


def _words(span: Span) -> str:
    """Return the first line of a sentence, as it is written, without its comment."""
    return span.text.split("\n", 1)[0].partition("#")[0].strip()


def _once_each(hooks: dict[str, str]) -> dict[str, str]:
    """Merge the rules that a sentence with several events became: `victory__2` is `victory`."""
    return {name.partition("__")[0]: when for name, when in hooks.items()}
