"""Why a move is possible, or the first condition that keeps it from being so.

Takes a position of an explaining plan and a move as it was typed; tries it on copies, sentence by
sentence, and gives an `Explanation`. What the asking player cannot see is never told: a condition
that depends on it is only named where nothing else stands in the way. Nothing here prints, and no
state is changed.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.backends.python.explained import Reason
from interpreter.diagnostics import Span
from interpreter.explaining.explanations import Condition, Explanation, Leaf, Meant, Step, Way
from interpreter.explaining.moves import PASS, Move, Said
from interpreter.explaining.questions import Questions
from interpreter.ir import nodes
from interpreter.ir.program import Site
from interpreter.ir.walking import walk
from interpreter.present import labels, words
from interpreter.present.conditions import refusal
from interpreter.run import handles


class Reasons(Questions):
    """Answers "why?" at one position, for one player."""

    def explain(self, move: Move) -> Explanation:
        """Why a move is possible or not; raises `Unknown` for words that mean nothing."""
        S = self.state
        if S.over:
            return self._plainly(move, "the game is over")
        seat = handles.seat_names(S.n).index(move.seat) if move.seat else S.actor
        if seat != S.actor:
            who = handles.seat_name(S.actor).capitalize()
            return self._plainly(move, f"it is {who} who decides now", seat)
        best: Explanation | None = None
        self.notes.soft.clear()
        try:
            for _ in range(8):
                made = self._explained(move.answers)
                nothing = made.leaf is None or made.leaf.condition is None
                if best is not None and nothing:
                    break  # nothing but what cannot be seen stands in the way
                best = made
                condition = made.leaf.condition if made.leaf is not None else None
                if condition is None or not condition.hidden or condition.sort != "requires":
                    break
                if condition.reason in self._soft():
                    break
                self.notes.soft.add(self.space["REASONS"].index(condition.reason))
        finally:
            self.notes.soft.clear()
        assert best is not None
        return best

    def _soft(self) -> list[Reason]:
        return [self.space["REASONS"][number] for number in self.notes.soft]

    def _plainly(self, move: Move, why: str, seat: int = -1) -> Explanation:
        S = self.state
        label = ", ".join(said.words for said in move.answers)
        step = Step(-1, None, True, lambda: (label, label, ""), "")
        return Explanation(
            S.actor if seat < 0 else seat, self._asked(), (step,), False, Leaf((step,), None, why)
        )

    def _asked(self) -> str:
        return handles.question_handle(self.plan, self.state.site)

    def _explained(self, answers: tuple[Said, ...]) -> Explanation:
        S, site = self.state, self.plan.program.sites[self.state.site]
        self.looked = 0
        self.apart = False
        said = answers[0]
        meant = self._meant(S, site, answers, self.listed, first=True)
        if meant is None and site.sort == "menu":
            found = self.vocabulary.actions_with(S, said)
            here = [(n, q) for n, q in found if any(item[2] == n for item in site.items)]
            tried = []
            for name, _ in here or found:
                first = Said(name)
                fit = self.vocabulary.fits(S, site, first) or [name]
                tried.append(self._tried(site, Meant(fit, 0), answers))
            legal = [one for one in tried if one.legal]
            if len(tried) == 1 or len(legal) == 1:
                return legal[0] if legal else tried[0]
            near = [
                t
                for t in tried
                if t.leaf is not None
                and t.leaf.condition is not None
                and t.leaf.condition.sort not in ("card", "menu")
            ]
            if len(near) == 1 and not legal:
                return near[0]
            if tried:
                made = tried[0]
                titles = [self.plan.program.funcs[n].title or n for n, _ in here or found]
                made.ambiguous = tuple(f"{title}: {said.words}" for title in titles)
                return made
        if meant is None:
            if said.words.lower() in PASS and not said.question:
                return self._no_passing()
            for other in self.plan.program.sites:
                if self.vocabulary.knows(S, other, said):
                    return self._not_asked(said, other)
            raise self.vocabulary.unknown(S, said)
        return self._tried(site, meant, answers)

    def _no_passing(self) -> Explanation:
        """Somebody would pass where a question waits for its answer."""
        S = self.state
        step = Step(-1, None, True, lambda: ("Passing", "pass", ""), "")
        site = self.plan.program.sites[S.site]
        rule = self._rule_of(site.func, site.span)
        none = "; `none` leaves it out" if -1 in S.options and site.sort == "choose" else ""
        why = f"{self._now()}{none}"
        if site.sort == "menu":
            why = f"`{labels.question(self.plan, S)}` cannot be passed"
        leaf = Leaf((step,), None, why, 0, (rule,))
        return Explanation(S.actor, self._asked(), (step,), False, leaf)

    def _not_asked(self, said: Said, other: Site) -> Explanation:
        """Give an answer to a question that is not asked now."""
        S = self.state
        values = self.vocabulary.fits(S, other, said)
        if other.sort == "menu":
            name = other.items[values[0]][2]
            step = replace(self._step(S, other, values[0], Meant(values)), site=-1)
            leaf = self._menu_leaf(name, (step,))
        else:
            step = replace(self._lost(S, other, (said,)), question=self._asked())
            if values:
                step = replace(self._step(S, other, values[0], Meant(values)), site=-1)
            rule = self._rule_of(other.func, other.span)
            title = labels.rule_title(self.plan, other.func)
            why = f"it answers `{title}: {words.spoken(other.name)}`, and {self._now()}"
            leaf = Leaf((step,), None, why, 0, (rule,))
        return Explanation(S.actor, self._asked(), (step,), False, leaf)

    def _now(self) -> str:
        """Give what is asked now."""
        return f"what is asked now is `{labels.question(self.plan, self.state)}`"

    def _tried(self, site: Site, meant: Meant, answers: tuple[Said, ...]) -> Explanation:
        """Try everything that the first answers may mean, and tell of what comes furthest."""
        S = self.state
        options, rest = list(S.options), answers[meant.used :]
        leaves: list[Leaf] = []
        if meant.lost is not None:
            leaves = [Leaf((self._lost(S, site, answers[: meant.used]),), meant.lost)]
        there = [v for v in meant.values if self._offered(S, site, v, options) is not None]
        others = [value for value in meant.values if value not in there]
        if site.type.base == "joint":
            others = self._nearest(S, site, others, self.listed) if not there and others else []
        for value in [*there, *others]:
            if isinstance(value, str):
                leaves.append(self._in_no_menu(value))
                continue
            offered = self._offered(S, site, value, options)
            step = self._step(S, site, value if offered is None else offered, meant)
            result: Way | list[Leaf]
            if offered is not None:
                result = self._taken(S, site, offered, (step,), rest)
            else:
                result = self._refused(S, site, value, (step,), rest)
            if isinstance(result, Way):
                if offered is None:  # looked at longer than the question itself does
                    continue
                rule = self._rule_of_step(site, offered)
                named = tuple(step for step in result.path if step.named)
                return Explanation(
                    S.actor, self._asked(), named, True, None, result, rule, self.looked
                )
            leaves += result
        if not leaves:
            step = self._step(S, site, meant.values[0], meant)
            leaves = [Leaf((step,), None, "it is not offered now")]
        best, each = self._best(leaves)
        if best.condition is not None:
            self._as_it_lies(best.condition)
            self._look_inside(best.condition)
        named = tuple(step for step in best.path if step.named)
        return Explanation(
            S.actor,
            self._asked(),
            named,
            False,
            best,
            None,
            self._rule_of_step(site, meant.values[0] if meant.values else None),
            len(leaves),
            each,
        )

    def _in_no_menu(self, name: str) -> Leaf:
        func = self.plan.program.funcs[name]
        title = func.title or words.spoken(name)
        step = Step(-1, None, True, lambda: (title, name, ""), self._asked())
        return self._menu_leaf(name, (step,))

    def _menu_leaf(self, name: str, path: tuple[Step, ...]) -> Leaf:
        """Give an action (or what one passes with) that is not offered by what is asked: the menus
        that do offer it."""
        sites = [
            site
            for site in self.plan.program.sites
            if site.sort == "menu" and any(item[2] == name for item in site.items)
        ]
        sites = self._by_nearness(sites)
        titles = [f"`{site.title or labels.rule_title(self.plan, site.func)}`" for site in sites]
        places = [self._rule_of(site.func, self._line_of(site, name)) for site in sites]
        listed = words.joined(dict.fromkeys(titles))
        where = f"it is offered in {listed}" if titles else "no menu offers it"
        return Leaf(path, None, f"{where}, and {self._now()}", 0, tuple(places[:1]))

    def _line_of(self, site: Site, name: str) -> Span:
        """Give the line of a menu that offers an action."""
        number = next(item[0] for item in site.items if item[2] == name)
        for func in self.plan.program.funcs.values():
            for s in walk(func.body):
                if (
                    isinstance(s, nodes.Menu)
                    and s.site is site
                    and s.lines[number].span is not None
                ):
                    return s.lines[number].span  # type: ignore[no-any-return]
        return site.span

    def _by_nearness(self, sites: list[Site]) -> list[Site]:
        """Menus that what is going on leads to, before others: those of the rules under way, the
        innermost first, and of what these call or offer."""
        names = {number: name.rstrip(".") for name, number in self.space["NUMBERS"].items()}
        steps: dict[str, int] = {}
        for frame in reversed(self.state.stack):
            todo = [names.get(frame[0], "")]
            while todo:
                name = todo.pop(0)
                if name not in steps:
                    steps[name] = len(steps)
                    todo += self._leads_to(name)
        return sorted(sites, key=lambda site: steps.get(site.func.rstrip("."), len(steps)))

    def _leads_to(self, name: str) -> list[str]:
        """Give what a rule calls, and what its menus offer."""
        func = self.plan.program.funcs.get(name)
        found: list[str] = []
        for s in walk(func.body) if func is not None else ():
            if isinstance(s, nodes.Call):
                found.append(str(s.rule))
            elif isinstance(s, nodes.Menu):
                found += [item for line in s.lines for item in line.items]
        return found

    def _as_it_lies(self, condition: Condition) -> None:
        """Of values that the move itself changes before a condition is asked: those on the table,
        which the player sees."""
        test, S = condition.reason.test, condition.state
        if S is self.state or condition.hidden:
            return
        if condition.sort not in ("pay", "requires"):
            return
        number = self.space["REASONS"].index(condition.reason)
        if condition.sort == "pay":
            there = self._payment(number, condition.env, self.state).values
        elif test is not None:
            self.conditions.names = self._called().get(number, {})
            if not self.conditions.visible(test, self.state, condition.env):
                return
            parts = self.conditions.blamed(test, S, condition.env)
            there = self.conditions.in_words(parts, self.state, condition.env, test)
        else:
            return
        values = {one.what: one.value for one in there}
        condition.values = [
            replace(one, now=values[one.what])
            if values.get(one.what, one.value) != one.value
            else one
            for one in condition.values
        ]

    def _look_inside(self, condition: Condition) -> None:
        """Where a condition asks whether something can be done: why it cannot."""
        test = condition.reason.test
        if test is None or condition.hidden or condition.sort not in ("requires", "source"):
            return
        for part, want in self.conditions.blamed(test, condition.state, condition.env):
            if not isinstance(part, nodes.Can) or not want:
                continue
            you, *args = (
                self.conditions.value(a, condition.state, condition.env) for a in part.args
            )
            T = condition.state.clone()
            T.actor = you
            found = self._begun(T, part.rule, (), (), tuple(args))
            inner = self._best(found)[0].condition if isinstance(found, list) and found else None
            if inner is not None and not inner.hidden:
                outer = condition.says
                outer = refusal(outer) if outer == condition.phrase else outer
                condition.says = f"{outer}: {inner.says}"
                condition.phrase, condition.values = inner.phrase, inner.values
                condition.short, condition.missing = inner.short, inner.missing
            return

    def _best(self, leaves: list[Leaf]) -> tuple[Leaf, bool]:
        """Give the way that comes nearest: with the smallest shortage if something cannot be
        paid."""
        conditions = [leaf.condition for leaf in leaves if leaf.condition is not None]
        whys = {id(c.reason) for c in conditions}
        each = len(leaves) > 1 and len(whys) == 1 and len(conditions) == len(leaves)
        each = each and not self.apart and not any(condition.missing for condition in conditions)
        seen = [leaf for leaf in leaves if leaf.condition is None or not leaf.condition.hidden]
        paying = [
            leaf
            for leaf in seen
            if leaf.condition is not None
            and _is_price(leaf.condition)
            and leaf.condition.missing > 0
        ]
        if paying:
            return min(paying, key=lambda leaf: (leaf.condition.missing, -leaf.progress)), each  # type: ignore[union-attr]
        pool = seen or leaves

        def rank(leaf: Leaf) -> tuple[int, int]:
            missing = leaf.condition.missing if leaf.condition is not None else 0
            return (-leaf.progress, leaf.lacking or missing or 10**6)

        return min(pool, key=rank), each


def _is_price(condition: Condition) -> bool:
    return condition.sort == "pay" or condition.span.text.startswith("pay ")
