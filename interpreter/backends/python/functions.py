"""Functions as Python text: straight ones as they are, choosing ones as resumable blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.backends.python.lookahead import Lookahead
from interpreter.ir.blocks import Ask, Block, Lowered
from interpreter.ir.program import Func
from interpreter.ir.walking import walk


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
        """A function that may ask: frames of it are `(number, block, live variables ...)`."""
        func = lowered.func
        blocks = lowered.blocks
        params = ["you", *(n for n, _ in func.params)]
        self.here = func.span
        self.leave = "return 0"
        self.emit(f"def {self.name(func.name)}(S, F):")
        self.depth += 1
        self.emit("pc = F[1]")

        start = [n for n in lowered.kept(0) if n not in params]
        if self.logging:
            start += [n for n in lowered.only_for_story(0) if n not in params]
        self.emit("if pc == 0:")
        self.depth += 1
        self.emit(f"_, _, {', '.join('v_' + p for p in params)}, = F")
        many = _of_many(lowered) if start else set()
        for name in start:
            self.emit(f"v_{name} = {'()' if name in many else '0'}")
        self.note_deed(func)
        self.depth -= 1
        ended = _ends(lowered, self.woven.funcs)
        resumed = [i for i in lowered.order if blocks[i].resume and i not in ended]
        asks = {
            blocks[i].term[2]: blocks[i].term[1]
            for i in lowered.order
            if blocks[i].term[0] == "ask"
        }
        called = {
            blocks[i].term[3]: blocks[i].term[1]
            for i in lowered.order
            if blocks[i].term[0] == "call"
        }
        for count, i in enumerate(resumed, 1):
            self.emit(f"{'elif' if count % MOST_WAYS else 'if'} pc == {i}:")
            self.depth += 1
            into = asks[i].into if i in asks else None
            kept = [n for n in lowered.kept(i) if n != into]
            if kept:
                self.emit(f"_, _, {', '.join('v_' + n for n in kept)}, = F")
            told = self.only_for_story(lowered, i, into)
            if told:
                names = "".join(f"v_{n}, " for n in told)
                self.emit(f"{names}= doers_of(F, {len(told)})")
            if into is not None:
                self.emit(f"v_{into} = S.choice")
            elif not kept and not told:
                self.emit("pass")
            if i in called:
                self.note_back(called[i])
            self.depth -= 1
        counts = dict.fromkeys(lowered.order, 0)
        for i in lowered.order:
            for follow in _successors(blocks[i].term):
                counts[follow] += 1
        order = [i for i in lowered.order if i not in ended]
        heads = [i for i in order if i == 0 or blocks[i].resume or counts[i] > 1]
        heads = sorted({*heads, *_too_deep(blocks, heads)})

        def go(i: int) -> None:
            while not blocks[i].statements and blocks[i].term[0] == "jump":
                i = blocks[i].term[1]
            # The explaining print numbers its reasons: there each sentence stands once.
            if i in heads and not (self.writes_out and _last_words(blocks[i])):
                self.emit(f"pc = {i}; continue")
            else:
                lines(i)

        def frame(i: int, into: str | None = None) -> str:
            kept = [n for n in lowered.kept(i) if n != into]
            made = f"({number}, {i}, {''.join('v_' + n + ', ' for n in kept)})"
            told = self.only_for_story(lowered, i, into)
            return f"Waiting({made}, ({''.join(f'v_{n}, ' for n in told)}))" if told else made

        def switch(name: str, ways: list[tuple[int, int]], otherwise: int) -> None:
            """Go on as a number says; of many numbers by halves, since a question within a question
            within a question ... can be too deep for Python to read."""
            if len(ways) > MOST_WAYS:
                middle = len(ways) // 2
                for word, half in (
                    (f"if v_{name} < {ways[middle][0]}", ways[:middle]),
                    ("else", ways[middle:]),
                ):
                    self.emit(f"{word}:")
                    self.depth += 1
                    switch(name, half, otherwise)
                    self.depth -= 1
                return
            word = "if"
            for value, target in ways:
                self.emit(f"{word} v_{name} == {value}:")
                self.depth += 1
                go(target)
                self.depth -= 1
                word = "elif"
            if ways:
                self.emit("else:")
                self.depth += 1
            go(otherwise)
            if ways:
                self.depth -= 1

        def lines(i: int) -> None:
            block = blocks[i]
            for s in block.statements:
                self.statement(s)
                if s.op == "return":
                    return
            self.here = block.span or self.here
            term = block.term
            sort = term[0]
            if sort == "return":
                self.emit("return 0")
            elif sort == "jump":
                go(term[1])
            elif sort == "branch":
                self.emit(f"if {self.e(term[1])}:")
                self.depth += 1
                go(term[2])
                self.depth -= 1
                self.emit("else:")
                self.depth += 1
                go(term[3])
                self.depth -= 1
            elif sort == "switch":
                switch(term[1], sorted(term[2].items()), term[3])
            elif sort == "call":
                callee = self.woven.funcs[term[1]]
                number_ = self.numbers[callee.name]
                args = "".join(f"{self.e(a)}, " for a in term[2])
                if term[3] in ended:  # nothing is left to do, so nothing has to wait
                    self.emit(f"return {self.name(callee.name)}(S, ({number_}, 0, {args}))")
                    return
                self.emit(f"S.stack.append({frame(term[3])})")
                if callee.sort == "action":
                    self.emit("S.base = len(S.stack)")
                self.emit(f"if {self.name(callee.name)}(S, ({number_}, 0, {args})): return 1")
                self.emit("S.stack.pop()")
                self.note_back(callee.name)
                go(term[3])
            elif sort == "ask":
                ask: Ask = term[1]
                self.ask(ask, frame(term[2], ask.into), lambda: go(term[2]))

        if len(heads) == 1:
            self.emit("while True:")
            self.depth += 1
            lines(0)
            self.depth -= 1
        else:
            self.emit("while True:")
            self.depth += 1
            self._tree(heads, 0, len(heads), lines)
            self.depth -= 1
        self.depth -= 1
        self.emit("")

    def _tree(self, heads: list[int], low: int, high: int, lines: Callable[[int], None]) -> None:
        if high - low == 1:
            lines(heads[low])
            return
        middle = (low + high) // 2
        self.emit(f"if pc < {heads[middle]}:")
        self.depth += 1
        self._tree(heads, low, middle, lines)
        self.depth -= 1
        self.emit("else:")
        self.depth += 1
        self._tree(heads, middle, high, lines)
        self.depth -= 1

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


def _last_words(block: Block) -> bool:
    """Whether so little is left to be done that it is written where it would be jumped to."""
    if block.term != ("return",):
        return False
    return sum(1 for _ in walk(block.statements)) <= MOST_WORDS


MOST_WORDS = 6
MOST_WAYS = 32  # options of one question that are asked for one after another


def _ends(lowered: Lowered, funcs: dict[str, Func]) -> set[int]:
    """Blocks in which nothing is done any more, and to which only calls of other rules lead."""
    blocks = lowered.blocks
    found = set()
    for i in lowered.order:
        term = blocks[i].term
        if term[0] == "call" and funcs[term[1]].sort != "action":
            follow = blocks[term[3]]
            if not follow.statements and follow.term == ("return",):
                found.add(term[3])
    for i in lowered.order:
        term = blocks[i].term
        if term[0] != "call" or funcs[term[1]].sort == "action":
            found -= set(_successors(term))
    return found


def _of_many(lowered: Lowered) -> set[str]:
    """Names that stand for several things, or for amounts."""
    return {
        s.data
        for block in lowered.blocks
        for s in walk(block.statements)
        if s.op in ("let", "let_frozen") and s.args[0].type.base in ("set", "amounts")
    }


NESTED = 25  # blocks inside one another; Python refuses a hundred


def _too_deep(blocks: list[Block], heads: list[int]) -> set[int]:
    """Blocks to be jumped to, lest they stand too deep inside others."""
    found: set[int] = set()
    todo = [(i, 0) for i in heads]
    seen = set(heads)
    while todo:
        number, depth = todo.pop()
        for follow in _successors(blocks[number].term):
            if follow in seen:
                continue
            seen.add(follow)
            if depth + 1 >= NESTED:
                found.add(follow)
            todo.append((follow, 0 if depth + 1 >= NESTED else depth + 1))
    return found


def _successors(term: Any) -> list[int]:
    sort = term[0]
    if sort == "jump":
        return [term[1]]
    if sort == "branch":
        return [term[2], term[3]]
    if sort == "switch":
        return [*term[2].values(), term[3]]
    if sort == "call":
        return [term[3]]
    if sort == "ask":
        return [term[2], term[2]]
    return []
