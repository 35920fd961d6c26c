"""What printed rules call, as C text: the game's own functions, and the helpers of `run`."""

from __future__ import annotations

import ast
from typing import Any

from interpreter.backends.c.kinds import LIST, LISTS, NUMBER, PILE, resumes
from interpreter.backends.c.lists import EMPTY, Lists
from interpreter.backends.c.names import Named
from interpreter.backends.c.trees import ALL, c_name


class Called(Lists):
    """Prints calls that give a number, whatever is called."""

    def call(self, name: str, e: ast.Call) -> str:
        """Give a call of a function of the game, whatever it gives."""
        func = self.kinds.functions[name]
        if resumes(func):
            return self.start(name, e.args[1])
        names = [a.arg for a in func.args.args][1:]
        kinds = self.kinds.locals[name]
        if name in self.short:
            return self.once(e, lambda: self.written_out(name, e))
        args = "".join(
            f", {self.listing(value) if kinds.get(one) == LIST else self.number(value)}"
            for one, value in zip(names, e.args[1:], strict=True)
        )
        return f"{c_name(name)}(S{args})"

    def written_out(self, name: str, e: ast.Call) -> str:
        """Give what a short function does, in the place of its call."""
        func = self.kinds.functions[name]
        result = self.new("r")
        text, names = "", {}
        for param, value in zip(func.args.args[1:], e.args[1:], strict=True):
            low, high = self.bounds(value)
            if isinstance(value, (ast.Name, ast.Constant)):
                names[param.arg] = Named(self.number(value), NUMBER, low, high)
            else:
                made = self.new("v")
                text += f"I {made} = {self.number(value)}; "
                names[param.arg] = Named(made, NUMBER, low, high)
        here, scopes, inner, loops = self.here, self.scopes, self.kinds.inner, self.loops
        self.here, self.scopes, self.kinds.inner, self.loops = name, [], [], []
        self.kinds.enter(name)
        with self.scope(names):
            text += f"I {result}; {self._ways_out(func.body, result)}{result}; "
        self.here, self.scopes, self.kinds.inner, self.loops = here, scopes, inner, loops
        self.kinds.enter(here)
        return f"({{ {text}}})"

    def _ways_out(self, body: list[ast.stmt], result: str) -> str:
        """Statements that come to a result one way or another."""
        s, *rest = body
        if isinstance(s, ast.Return):
            assert s.value is not None
            return f"{result} = {self.number(s.value)}; "
        if isinstance(s, ast.If):
            test = self.level(s.test)
            then = self._ways_out(s.body, result)
            return f"if ({test}) {{ {then}}} else {{ {self._ways_out(rest, result)}}} "
        assert isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name)
        made = self.new("v")
        text = f"I {made} = {self.number(s.value)}; "
        with self.scope({s.targets[0].id: Named(made, NUMBER)}):
            return text + self._ways_out(rest, result)

    def start(self, name: str, frame: ast.expr) -> str:
        """Give the call of a resumable function with the frame that it starts with."""
        assert isinstance(frame, ast.Tuple)
        if all(self.kind(one) == NUMBER for one in frame.elts):
            numbers = ", ".join(self.number(one) for one in frame.elts)
            return f"{c_name(name)}(S, (I[]){{ {numbers} }})"
        return f"{c_name(name)}(S, {self.frame(frame)}.p)"

    def frame(self, e: ast.expr) -> str:
        """Give a frame as a list: numbers as they are, lists with their length before them."""
        assert isinstance(e, ast.Tuple)
        kinds = [self.kind(one) for one in e.elts]
        name = self.new("f")
        if all(kind == NUMBER for kind in kinds):
            text = f"({{ L {name} = room_for({len(e.elts)}); "
            for place, one in enumerate(e.elts):
                text += f"{name}.p[{place}] = {self.number(one)}; "
            return text + f"{name}; }})"
        text = f"({{ L {name} = {EMPTY}; "
        for one, kind in zip(e.elts, kinds, strict=True):
            if kind == NUMBER:
                text += f"{name} = with_one({name}, {self.number(one)}); "
            elif kind == LISTS:
                raise self.stop("lists of lists that are kept", e)
            else:
                text += f"{name} = with_list({name}, {self.listing(one)}); "
        return text + f"{name}; }})"

    def _n_Call(self, e: ast.Call) -> str:
        if isinstance(e.func, ast.Attribute):
            if e.func.attr == "agent":
                name = self.new("l")
                return (
                    f"({{ L {name} = {self.listing(e.args[1])}; {name}.p[picked(S, {name}.n)]; }})"
                )
            if e.func.attr == "count" and isinstance(e.func.value, ast.Attribute):
                member = self.layout.lists[e.func.value.attr]
                there = f"S->{c_name(member.name)}, {member.count}"
                return f"pieces_count({there}, {self.number(e.args[0])})"
            if e.func.attr == "index":
                pile = self.pile(e.func.value)
                return f"pile_place({pile}, {self.number(e.args[0])}, {self.at(e)})"
            raise self.stop("this call", e)
        assert isinstance(e.func, ast.Name)
        name = e.func.id
        handed = self.handed(e)
        if handed is not None:
            return handed
        made = getattr(self, f"_nc_{name}", None)
        if made is not None:
            text: str = made(e)
            return text
        if name in self.kinds.functions:
            return self.call(name, e)
        raise self.stop(f"`{name}`", e)

    def _nc_held(self, e: ast.Call) -> str:
        low, high = self.bounds(e.args[0])
        if low is not None and high is not None and max(-low, high) < 10**15:
            return self.number(e.args[0])
        return f"held({self.number(e.args[0])}, {self.at(e)})"

    def _nc_bool(self, e: ast.Call) -> str:
        return f"(!!{self.test(e.args[0])})"

    def _nc_int(self, e: ast.Call) -> str:
        return self.number(e.args[0])

    def _nc_len(self, e: ast.Call) -> str:
        inner = e.args[0]
        kind = self.kind(inner)
        if isinstance(inner, ALL):
            item, count = self.new("c"), self.new("n")
            loop = self.loop(inner, item)
            return f"({{ I {count} = 0; {loop.before}{loop.open}{count}++; {loop.end}{count}; }})"
        if isinstance(inner, ast.Attribute) and inner.attr in self.layout.lists:
            return str(self.layout.lists[inner.attr].count)
        if kind == PILE:
            return f"((I){self.pile(inner)}[0])"
        return f"({self.listings(inner) if kind == LISTS else self.listing(inner)}.n)"

    def _nc_sum(self, e: ast.Call) -> str:
        inner = e.args[0]
        if isinstance(inner, ALL):
            item, found = self.new("c"), self.new("n")
            loop = self.loop(inner, item)
            return (
                f"({{ I {found} = 0; {loop.before}{loop.open}"
                f"{found} = summed({found}, {item}, {self.at(e)}); {loop.end}{found}; }})"
            )
        return f"total({self.listing(inner)}, {self.at(e)})"

    def _nc_any(self, e: ast.Call) -> str:
        inner = e.args[0]
        if isinstance(inner, ALL):
            return self.some(inner, None)
        raise self.stop("any of this", e)

    def _nc_all(self, e: ast.Call) -> str:
        inner = e.args[0]
        if not isinstance(inner, ast.GeneratorExp):
            raise self.stop("all of this", e)
        item, found, done = self.new("c"), self.new("r"), self.new("done")
        loop = self.loop(inner, item)
        return (
            f"({{ I {found} = 1; {loop.before}{loop.open}"
            f"if (!{item}) {{ {found} = 0; goto {done}; }} {loop.end}{done}: {found}; }})"
        )

    def _nc_min(self, e: ast.Call) -> str:
        return self._extreme(e, "least", "smallest")

    def _nc_max(self, e: ast.Call) -> str:
        if any(k.arg == "key" for k in e.keywords):
            return self._best(e)
        return self._extreme(e, "most", "greatest")

    def _extreme(self, e: ast.Call, two: str, many: str) -> str:
        if len(e.args) == 1:
            other = next((self.number(k.value) for k in e.keywords if k.arg == "default"), "0")
            return f"{many}({self.listing(e.args[0])}, {other})"
        made = self.number(e.args[0])
        for more in e.args[1:]:
            made = f"{two}({made}, {self.number(more)})"
        return made

    def _best(self, e: ast.Call) -> str:
        things, keys, best, place = (self.new(x) for x in ("l", "l", "n", "i"))
        other = next((self.number(k.value) for k in e.keywords if k.arg == "default"), "0")
        return (
            f"({{ L {things} = {self.listing(e.args[0])}; L {keys} = {self._keys(e, things)}; "
            f"I {best} = 0; for (I {place} = 1; {place} < {things}.n; {place}++) "
            f"if ({keys}.p[{place}] > {keys}.p[{best}]) {best} = {place}; "
            f"{things}.n ? {things}.p[{best}] : {other}; }})"
        )

    def _nc_next(self, e: ast.Call) -> str:
        inner = e.args[0]
        assert isinstance(inner, ast.Call)
        name = self.new("l")
        other = self.number(e.args[1])
        return (
            f"({{ L {name} = {self.listing(inner.args[0])}; {name}.n ? {name}.p[0] : {other}; }})"
        )

    def _nc_last_of(self, e: ast.Call) -> str:
        if self.kind(e.args[0]) == PILE:
            return f"((I)pile_top({self.pile(e.args[0])}))"
        return f"last_of({self.listing(e.args[0])})"

    def _nc_lined_up(self, e: ast.Call) -> str:
        """Give the spaces that fit as the bits of one number, and every way in which so many lie in
        a line as such a number; on boards of more than 64 spaces the lines themselves."""
        ways, total = e.args
        assert isinstance(ways, ast.Name) and isinstance(total, ast.Call)
        fitting: Any = total.args[0]
        one = fitting.generators[0]
        board, _, length = ways.id.removeprefix("LINED_").rpartition("_")
        paid, numbers = self._paid_range(one.iter)
        if numbers is None:
            raise self.stop("these lines", e)
        item, place, found = self.new("v"), self.new("i"), self.new("r")
        bits, several = self.new("m"), numbers.stop <= 64
        with self.scope({one.target.id: Named(item, NUMBER, 0, numbers.stop - 1)}):
            test = " && ".join(self.level(part) for part in one.ifs)
        each = f"for (I {item} = 0; {item} < {numbers.stop}; {item}++) "
        if several:
            table, count = self.tables.in_a_line(f"STRAIGHTS_{board}", int(length))
            return (
                f"({{ {paid}U {bits} = 0; {each}{bits} |= (U)!!({test}) << {item}; "
                f"I {found} = 0; for (int {place} = 0; {place} < {count}; {place}++) "
                f"{found} |= ({bits} & {table}[{place}]) == {table}[{place}]; {found}; }})"
            )
        lines = f"((M){{ {len(self.tables.constants[f'STRAIGHTS_{board}'])}, "
        lines += f"(L *){self.tables.lists(f'STRAIGHTS_{board}')} }})"
        return (
            f"({{ {paid}L {bits} = room_for({numbers.stop}); {each}{bits}.p[{item}] = !!({test}); "
            f"longest_line({lines}, {bits}, {self.at(e)}) >= {length}; }})"
        )

    def _nc_probe(self, e: ast.Call) -> str:
        _, frame, option, actor = e.args
        if self.kind(option) == LIST:
            return (
                f"probe_list(S, {self.frame(frame)}, {self.listing(option)}, {self.number(actor)})"
            )
        return f"probe(S, {self.frame(frame)}, {self.number(option)}, {self.number(actor)})"

    def _nc_probe_start(self, e: ast.Call) -> str:
        return f"probe_start(S, {self.frame(e.args[1])}, {self.number(e.args[2])})"

    def _nc_try_out(self, e: ast.Call) -> str:
        deed = e.args[1]
        assert isinstance(deed, ast.Lambda) and isinstance(deed.body, ast.Call)
        inner = deed.body
        assert isinstance(inner.func, ast.Name)
        names = [a.arg for a in self.kinds.functions[inner.func.id].args.args][1:]
        kinds = self.kinds.locals[inner.func.id]
        sorts = ["L" if kinds.get(one) == LIST else "I" for one in names]
        name = self.new("try")
        params = "".join(f", {sort} a{i}" for i, sort in enumerate(sorts))
        args = "".join(f", a{i}" for i in range(len(names)))
        self.extra.append(
            f"static I {name}(State *S, I actor{params}) {{ "
            "State *T = probing(S); Way way; int how; T->probe = 1 + actor; "
            "OPEN(way); how = _setjmp(way.room); "
            f"if (!how) {c_name(inner.func.id)}(T{args}); CLOSE(way); "
            "S->fuel = T->fuel - COPYING; drop_state(T); "
            "if (how > ENDS) fault(how, A.line); return how != FAIL; }\n"
        )
        values = "".join(
            f", {self.listing(value) if sort == 'L' else self.number(value)}"
            for sort, value in zip(sorts, inner.args[1:], strict=True)
        )
        return f"{name}(S, {self.number(e.args[2])}{values})"
