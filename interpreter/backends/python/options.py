"""Options without dead ends: what is listed can be carried out to the end of its action."""

from __future__ import annotations

from interpreter.backends.python.ahead.lookahead import Lookahead
from interpreter.backends.python.ahead.ways import if_all
from interpreter.backends.python.sets import joint
from interpreter.ir import nodes
from interpreter.ir.blocks import Ask
from interpreter.ir.program import Choice


class Options(Lookahead):
    """Prints option lists."""

    numbers: dict[str, int]

    def choose_options(self, ask: Ask) -> None:
        """Print the options of a `choose` in `o`."""
        choice = ask.choice
        if isinstance(choice.source, nodes.Combined):
            self._joint_options(ask)
            return
        var = f"v_{choice.var}"
        source, conds = self.candidates(choice)
        if choice.how != "one":
            self._subset_options(ask, source, conds)
            return
        later, trying = self.rest_test(ask)
        if trying:
            self.emit(f"o = [{var} for {var} in {source}{if_all(conds)}]")
            self._same_looks(choice)
            self.emit("if not S.probe:")
            self.depth += 1
            self.emit(f"o = [{var} for {var} in o if {later}]")
            self.depth -= 1
            return
        if later:
            conds.append(f"(S.probe or {later})")
        if conds:
            self.emit(f"o = [{var} for {var} in {source}{if_all(conds)}]")
        else:
            self.emit(f"o = list({source})")
        self._same_looks(choice)

    def _joint_options(self, ask: Ask) -> None:
        """Print the options of a question for several things: loops in one another, each test as
        early as all that it asks for is there."""
        choice = ask.choice
        loops = " ".join(
            f"for {name} in {source}{if_all([self.e(test) for test in tests])}"
            for name, source, tests in self.joint_loops(choice)
        )
        self.emit(f"o = [{joint(choice.source)} {loops}]")
        later, _ = self.rest_test(ask)
        if not later:
            return
        self.emit("if not S.probe:")
        self.depth += 1
        self.emit(f"o = [v_{choice.var} for v_{choice.var} in o if {later}]")
        self.depth -= 1

    def _same_looks(self, choice: Choice) -> None:
        """Print that copies which look the same are one option."""
        source = choice.source
        if isinstance(source, nodes.Items) and source.family.shape == "list":
            kind = self.program.kinds[source.family.kinds[0]]
            if any(d.last - d.first > 1 for d in kind.designs):
                self.emit(f"if len(o) > 1: o = different(S, o, LOOK_{kind.name})")

    def _subset_options(self, ask: Ask, source: str, conds: list[str]) -> None:
        choice = ask.choice
        var = f"v_{choice.var}"
        items = f"[{var} for {var} in {source}{if_all(conds)}]"
        look = "None"
        if isinstance(choice.source, nodes.Items) and choice.source.family.shape == "list":
            look = f"LOOK_{choice.source.family.kinds[0]}"
        if choice.how == "exactly":
            low = high = self.e(choice.count)
        elif choice.how == "up_to_many":
            low, high = "0", self.e(choice.count)
        else:
            low, high = "0", "99"
        self.emit(f"o = subsets(S, {items}, {low}, {high}, {look})")
        if ask.dynamic or self.effects.can_fail(ask.rest or []):
            actor = self.e(ask.actor)
            self.emit("if not S.probe:")
            self.depth += 1
            self.emit(f"o = [c for c in o if probe(S, {self.current_frame}, c, {actor})]")
            self.depth -= 1

    def line_options(self, ask: Ask) -> None:
        """Print the options of `choose one`, `either` and `may`: those whose text can be carried
        out."""
        lines = ask.lines
        tests = []
        for number, line in enumerate(lines):
            body = [*line.body, *(ask.rest or [])]
            if ask.dynamic or (self.effects.can_fail(body) and not self.loops_suffice(body)):
                trying = f"probe(S, {self.current_frame}, {number}, {self.e(ask.actor)})"
                if not ask.dynamic and self._half_sure(body, ask):
                    trying = self.test_function(body, ask, f"l{number}", None, trying)
                tests.append((number, trying))
            elif self.effects.can_fail(body):
                name = self.test_function(body, ask, f"l{number}")
                tests.append((number, name))
            else:
                tests.append((number, ""))
        if all(not test for _, test in tests):
            self.emit(f"o = [{', '.join(str(n) for n, _ in tests)}]")
            return
        self.emit("o = []")
        for number, test in tests:
            if test:
                self.emit(f"if S.probe or {test}: o.append({number})")
            else:
                self.emit(f"o.append({number})")

    def menu_options(self, ask: Ask) -> None:
        """Print the options of a menu: what can be done now; passing once the musts are met."""
        site, lines = ask.site, ask.lines
        counters = ask.extra
        you = self.e(ask.actor)
        self.emit("o = []")
        for number, (line_number, sort, item, card) in enumerate(site.items):
            if sort == "pass":
                continue
            line = lines[line_number]
            conds = []
            if line.limit:
                conds.append(f"v_{counters[line_number]} < {line.limit}")
            if card:
                conds.append(self.carried_test(card, you))
            if self.fallible.get(item):
                conds.append(f"can_{self.name(item)}(S, {you})")
            self.emit(f"{self._only_if(conds)}o.append({number})")
        open_musts = []
        for line_number, line in enumerate(lines):
            if line.sort == "must":
                numbers = [n for n, item in enumerate(site.items) if item[0] == line_number]
                offered = " or ".join(f"{n} in o" for n in numbers) or "False"
                open_musts.append(
                    f"(v_{counters[line_number]} < {line.limit or 1} and ({offered}))"
                )
        met = [f"not ({' or '.join(open_musts)})"] if open_musts else []
        for number, (_, sort, _, _) in enumerate(site.items):
            if sort == "pass":
                self.emit(f"{self._only_if(met)}o.append({number})")

    def _only_if(self, conds: list[str]) -> str:
        return f"if {' and '.join(conds)}: " if conds else ""

    def carried_test(self, card: str, you: str) -> str:
        """Whether a player carries a card's rules."""
        return f"carries_{card}(S, {you})"
