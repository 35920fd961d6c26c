"""Lists of a printed game, and what is called, as C text."""

from __future__ import annotations

import ast
from typing import Any

from interpreter.backends.c.expressions import (
    ALL,
    Expressions,
    Named,
    c_name,
    constant,
    is_range,
    is_yes_no,
    takes_room,
    uses_room,
)
from interpreter.backends.c.kinds import (
    LIST,
    LISTS,
    NUMBER,
    PILE,
    PILES,
    depth_of,
    element,
    resumes,
)

EMPTY = "((L){ 0, 0 })"
WHO = {"everyone": 2, "you": 1}
_PLAIN = {"divided": 1, "spot": 0, "few_sets": 0}
"""Helpers of numbers; how many arguments at the start are not handed on."""
_MONEY = {"can_join", "can_split", "join_money", "split_money", "gain_money"}


class Lists(Expressions):
    """Prints lists, loops that count and sum, and calls."""

    # -------------------------------------------------------------------------- lists

    def listing(self, e: ast.expr) -> str:
        """A list of numbers."""
        known = self.tables.list_of(e, self) if not self._local(e) else None
        if known is not None:
            return known
        kind = self.kind(e)
        if kind == PILE:
            return f"of_pile({self.pile(e)})"
        made = getattr(self, f"_l_{type(e).__name__}", None)
        if made is None:
            raise self.stop(f"{type(e).__name__} as a list", e)
        text: str = made(e)
        return text

    def _local(self, e: ast.expr) -> bool:
        return isinstance(e, ast.Name) and self.named(e.id) is not None

    def _l_Name(self, e: ast.Name) -> str:
        found = self.named(e.id)
        if found is None or found.kind != LIST:
            raise self.stop(f"{e.id} as a list", e)
        return found.c

    def _l_Attribute(self, e: ast.Attribute) -> str:
        if e.attr == "winners":
            return "copied(of_numbers(S->winners, S->winners_n))"
        member = self.layout.lists.get(e.attr)
        if member is None:
            raise self.stop(f"{e.attr} as a list", e)
        if member.type == "int":
            return f"of_ints(S->{c_name(e.attr)}, {member.count})"
        return f"copied(of_numbers(S->{c_name(e.attr)}, {member.count}))"

    def _l_Subscript(self, e: ast.Subscript) -> str:
        if isinstance(e.slice, ast.Slice):
            low = self.number(e.slice.lower) if e.slice.lower else "0"
            high = self.number(e.slice.upper) if e.slice.upper else "1LL << 40"
            base = e.value
            if isinstance(base, ast.Attribute) and base.attr in self.layout.lists:
                member = self.layout.lists[base.attr]
                call = "ints_part" if member.type == "int" else "numbers_part"
                return f"{call}(S->{c_name(base.attr)}, {member.count}, {low}, {high})"
            inner = base.args[0] if isinstance(base, ast.Call) and base.args else base
            if e.slice.lower is None and isinstance(inner, ALL) and self.settled(inner):
                return self.build(inner, high)
            return f"part({self.listing(base)}, {low}, {high})"
        name = self.new("m")
        at = f"AT({self.number(e.slice)}, {name}.n, {self.at(e)})"
        return f"({{ M {name} = {self.listings(e.value)}; {name}.p[{at}]; }})"

    def _l_Tuple(self, e: ast.Tuple | ast.List) -> str:
        if not e.elts:
            return EMPTY
        if all(isinstance(x, ast.Constant) for x in e.elts):
            values = tuple(int(x.value) for x in e.elts)  # type: ignore[attr-defined]
            return f"of_numbers({self.tables.row(values)}, {len(values)})"
        name = self.new("l")
        if isinstance(e.elts[0], ast.Starred):
            text = f"({{ L {name} = copied({self.listing(e.elts[0].value)}); "
            for one in e.elts[1:]:
                value = self.new("t")
                text += f"I {value} = {self.number(one)}; {name} = with_one({name}, {value}); "
            return text + f"{name}; }})"
        text = f"({{ L {name} = room_for({len(e.elts)}); "
        for place, one in enumerate(e.elts):
            text += f"{name}.p[{place}] = {self.number(one)}; "
        return text + f"{name}; }})"

    _l_List = _l_Tuple

    def _l_IfExp(self, e: ast.IfExp) -> str:
        return f"({self.test(e.test)} ? {self.listing(e.body)} : {self.listing(e.orelse)})"

    def _l_ListComp(self, e: Any) -> str:
        return self.build(e)

    _l_GeneratorExp = _l_ListComp

    def build(self, e: Any, limit: str | None = None) -> str:
        """A list that is described, made in the working memory; at most `limit` of its members."""
        item, start, name = self.new("c"), self.new("b"), self.new("l")
        loop = self.loop(e, item)
        if self._inner_room(e):
            return (
                f"({{ {loop.before}L {name} = {EMPTY}; {loop.open}"
                f"{name} = with_one({name}, {item}); {loop.end}{name}; }})"
            )
        if limit is None and loop.most and not uses_room(loop.test + loop.made + loop.head):
            to = self.new("p")
            push = f"*{to}++ = {item}; "
            each = f"{loop.open}{push}{loop.end}"
            if loop.test and isinstance(e.elt, ast.Name):
                yes = f"({loop.test})" if " && " in loop.test else f"!!({loop.test})"
                if all(is_yes_no(test) for one in e.generators for test in one.ifs):
                    yes = f"({loop.test})"
                each = f"{loop.head}{loop.made}*{to} = {item}; {to} += {yes}; {loop.close}"
            room = f"CHECK_ROOM({loop.most} + 1, {self.at(e)}); "
            return (
                f"({{ {loop.before}{room}I *{to} = A.top; {each}"
                f"L {name} = {{ {to} - A.top, A.top }}; A.top = {to}; {name}; }})"
            )
        push = f"PUSH({item}); "
        end = ""
        head = f"I *{start} = A.top; "
        if limit is not None:
            done, most = self.new("done"), self.new("e")
            head += f"I {most} = {limit}; if ({most} <= 0) goto {done}; "
            push += f"if (A.top - {start} >= {most}) goto {done}; "
            end = f"{done}: ; "
        return (
            f"({{ {loop.before}{head}{loop.open}{push}{loop.end}{end}"
            f"L {name} = {{ A.top - {start}, {start} }}; {name}; }})"
        )

    def _inner_room(self, e: Any) -> bool:
        """Whether something within the loop leaves lists in the working memory."""
        entered = 0
        found = False
        if any(isinstance(one.target, ast.Tuple) for one in e.generators):
            return False
        loops, self.loops = self.loops, []  # nothing is kept of what is printed here on trial
        for number, one in enumerate(e.generators):
            if number and self.kind(one.iter) != PILES:
                found = found or takes_room(self.loop(one.iter, "x").before)
            low, high = self.of_loop(one.iter)
            kind = element(self.kind(one.iter))
            self.scopes.append({one.target.id: Named("x", kind, low, high)})
            self.kinds.inner.append({one.target.id: kind})
            entered += 1
            if isinstance(one.iter, ALL):
                found = found or self._inner_room(one.iter)
        if self.kind(e.elt) == NUMBER and not found:
            found = takes_room(self.number(e.elt))
        for _ in range(entered):
            self.scopes.pop()
            self.kinds.inner.pop()
        self.loops = loops
        return found

    def _l_Call(self, e: ast.Call) -> str:
        if isinstance(e.func, ast.Attribute):
            if e.func.attr == "agent":
                name = self.new("m")
                return (
                    f"({{ M {name} = {self.listings(e.args[1])}; "
                    f"copied({name}.p[picked(S, {name}.n)]); }})"
                )
            if e.func.attr == "get" and isinstance(e.func.value, ast.Name):
                pair = e.args[0]
                assert isinstance(pair, ast.Tuple)
                call = self.tables.between(e.func.value.id, e.lineno)
                return f"{call}({self.number(pair.elts[0])}, {self.number(pair.elts[1])})"
            raise self.stop("this call", e)
        assert isinstance(e.func, ast.Name)
        name = e.func.id
        made = getattr(self, f"_lc_{name}", None)
        if made is not None:
            text: str = made(e)
            return text
        if name in ("vadd", "vsub"):
            return f"{name}({self.listing(e.args[0])}, {self.listing(e.args[1])})"
        if name in self.kinds.functions:
            return f"gives({self.call(name, e)})"
        raise self.stop(f"`{name}`", e)

    def _lc_list(self, e: ast.Call) -> str:
        inner = e.args[0]
        if isinstance(inner, ALL):
            return self.build(inner)
        return self.listing(inner)

    _lc_tuple = _lc_list

    def _lc_range(self, e: ast.Call) -> str:
        return f"span({', '.join(self._range(e))})"

    def _lc_sorted(self, e: ast.Call) -> str:
        inner = e.args[0]
        if isinstance(inner, ast.SetComp):
            return f"each_once({self.build(inner)})"
        things = self.new("l")
        text = f"({{ L {things} = copied({self.listing(inner)}); "
        if not e.keywords:
            return text + f"in_order({things}); }})"
        return text + f"ordered_by({things}, {self._keys(e, things)}); }})"

    def _keys(self, e: ast.Call, things: str) -> str:
        """What the members of a list are ordered by, one key for each."""
        key = next(k.value for k in e.keywords if k.arg == "key")
        assert isinstance(key, ast.Lambda)
        keys, place, item = self.new("l"), self.new("i"), self.new("c")
        low, high = self.of_loop(e.args[0])
        with self.scope({key.args.args[0].arg: Named(item, NUMBER, low, high)}):
            value = self._level(self.number(key.body))
        return (
            f"({{ L {keys} = room_for({things}.n); "
            f"for (I {place} = 0; {place} < {things}.n; {place}++) "
            f"{{ I {item} = {things}.p[{place}]; {keys}.p[{place}] = {value}; }} {keys}; }})"
        )

    def _lc_vset(self, e: ast.Call) -> str:
        amounts, place, value = e.args
        there = f"{self.number(place)}, {self.number(value)}, {self.at(e)}"
        return f"vset({self.listing(amounts)}, {there})"

    def _lc_vtotal(self, e: ast.Call) -> str:
        return f"vtotal({self.listings(e.args[0])}, {self.listing(e.args[1])})"

    def _lc_in_counts(self, e: ast.Call) -> str:
        item, start, name = self.new("c"), self.new("b"), self.new("l")
        loop = self._in_counts(e, item)
        return (
            f"({{ {loop.before}I *{start} = A.top; {loop.open}PUSH({item}); {loop.end}"
            f"L {name} = {{ A.top - {start}, {start} }}; {name}; }})"
        )

    def _lc_in_turn_order(self, e: ast.Call) -> str:
        return f"in_turn_order({self.listing(e.args[0])}, {self.listing(e.args[1])})"

    def _lc_different(self, e: ast.Call) -> str:
        look = e.args[2]
        assert isinstance(look, ast.Name)
        return f"different(S, {self.listing(e.args[1])}, {c_name(look.id)})"

    def _lc_offered(self, e: ast.Call) -> str:
        return f"offered({self.listing(e.args[0])}, {self.at(e)})"

    def _lc_held(self, e: ast.Call) -> str:
        return self.listing(e.args[0])

    def _lc_burn(self, e: ast.Call) -> str:
        name = self.new("l")
        if is_range(e.args[1]):  # paid for before it is made
            low, high, step = self._range(e.args[1])
            one, end = self.new("b"), self.new("e")
            cost = f"steps_between({one}, {end}, {step}) * {self.number(e.args[2])}"
            return (
                f"({{ I {one} = {low}, {end} = {high}; SPEND({cost}, {self.at(e)}); "
                f"span({one}, {end}, {step}); }})"
            )
        return (
            f"({{ L {name} = {self.listing(e.args[1])}; "
            f"SPEND({name}.n * {self.number(e.args[2])}, {self.at(e)}); {name}; }})"
        )

    def _lc_group_around(self, e: ast.Call) -> str:
        near, start, first, belongs = e.args
        assert isinstance(near, ast.Name) and isinstance(belongs, ast.Lambda)
        rows = self.tables.constants[near.id]
        count = len(rows)
        table = self.tables.lists(near.id)
        seen, found, here, place, item = (self.new(x) for x in ("s", "l", "k", "i", "c"))
        low = int(self.number(first))
        inner = Named(item, NUMBER, low, low + count - 2)
        with self.scope({belongs.args.args[0].arg: inner}):
            test = self.level(belongs.body)
        at = f"AT({item} - {low}, {count}, {self.at(e)})"
        return (
            f"({{ I {item} = {self.number(start)}; L {found} = room_for({count}); "
            f"char *{seen} = (char *)A.top; CHECK_ROOM({count // 8 + 1}, {self.at(e)}); "
            f"A.top += {count // 8 + 1}; memset({seen}, 0, {count}); {found}.n = 0; "
            f"if ({item} >= 0) {{ {seen}[{at}] = 1; "
            f"if ({test}) {found}.p[{found}.n++] = {item}; }} "
            f"for (I {here} = 0; {here} < {found}.n; {here}++) "
            f"{{ L near_{here} = {table}[{found}.p[{here}] - {low}]; "
            f"for (I {place} = 0; {place} < near_{here}.n; {place}++) "
            f"{{ I {item} = near_{here}.p[{place}]; if (!{seen}[{item} - {low}]) "
            f"{{ {seen}[{item} - {low}] = 1; if ({test}) {found}.p[{found}.n++] = {item}; }} "
            f"}} }} {found}; }})"
        )

    # -------------------------------------------------------------------------- lists of lists

    def listings(self, e: ast.expr) -> str:
        """A list of lists."""
        if isinstance(e, ast.Name):
            found = self.named(e.id)
            if found is not None:
                return found.c
            if depth_of(self.tables.constants.get(e.id)) == 2:
                count = len(self.tables.constants[e.id])
                return f"((M){{ {count}, (L *){self.tables.lists(e.id)} }})"
        if isinstance(e, (ast.Tuple, ast.List)):
            name = self.new("m")
            text = f"({{ M {name} = {{ 0, 0 }}; "
            for one in e.elts:
                text += f"{name} = lists_with_one({name}, {self.listing(one)}); "
            return text + f"{name}; }})"
        if isinstance(e, ALL):
            item, name = self.new("c"), self.new("m")
            loop = self.loop(e, item)
            return (
                f"({{ {loop.before}M {name} = {{ 0, 0 }}; {loop.open}"
                f"{name} = lists_with_one({name}, {item}); {loop.end}{name}; }})"
            )
        if isinstance(e, ast.Subscript) and isinstance(e.slice, ast.Slice) and e.slice.upper:
            low = self.number(e.slice.lower) if e.slice.lower else "0"
            return f"parts({self.listings(e.value)}, {low}, {self.number(e.slice.upper)})"
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
            made = getattr(self, f"_m_{e.func.id}", None)
            if made is not None:
                return str(made(e))
            if e.func.id in self.kinds.functions:
                return f"gives({self.call(e.func.id, e)})"
        raise self.stop("these lists", e)

    def _m_list(self, e: ast.Call) -> str:
        return self.listings(e.args[0])

    _m_tuple = _m_list

    def _m_held(self, e: ast.Call) -> str:
        return self.listings(e.args[0])

    def _m_offered(self, e: ast.Call) -> str:
        return f"lists_offered({self.listings(e.args[0])}, {self.at(e)})"

    def _m_subsets(self, e: ast.Call) -> str:
        _, things, low, high, look = e.args
        seen = c_name(look.id) if isinstance(look, ast.Name) and look.id != "None" else "0"
        return (
            f"subsets(S, {self.listing(things)}, {self.number(low)}, {self.number(high)}, {seen})"
        )

    def _m_ways_to_pay(self, e: ast.Call) -> str:
        _, money, player, due, less = e.args
        return (
            f"ways_to_pay(S, {self.purse(money)}, {self.number(player)}, {self.listing(due)}, "
            f"{self.number(less)}, {self.at(e)})"
        )

    def _m_burn(self, e: ast.Call) -> str:
        name = self.new("m")
        return (
            f"({{ M {name} = {self.listings(e.args[1])}; "
            f"SPEND({name}.n * {self.number(e.args[2])}, {self.at(e)}); {name}; }})"
        )

    # -------------------------------------------------------------------------- calls

    def purse(self, e: ast.expr) -> str:
        """A money."""
        assert isinstance(e, ast.Name)
        return f"&{c_name(e.id)}"

    def call(self, name: str, e: ast.Call) -> str:
        """A call of a function of the game, whatever it gives."""
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
        """What a short function does, in the place of its call."""
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
        """The call of a resumable function with the frame that it starts with."""
        assert isinstance(frame, ast.Tuple)
        if all(self.kind(one) == NUMBER for one in frame.elts):
            numbers = ", ".join(self.number(one) for one in frame.elts)
            return f"{c_name(name)}(S, (I[]){{ {numbers} }})"
        return f"{c_name(name)}(S, {self.frame(frame)}.p)"

    def frame(self, e: ast.expr) -> str:
        """A frame as a list: numbers as they are, lists with their length before them."""
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
                return f"ints_count({there}, {self.number(e.args[0])})"
            if e.func.attr == "index":
                pile = self.pile(e.func.value)
                return f"pile_place({pile}, {self.number(e.args[0])}, {self.at(e)})"
            raise self.stop("this call", e)
        assert isinstance(e.func, ast.Name)
        name = e.func.id
        if name in _MONEY:
            _, money, *more = e.args
            args = "".join(f", {self.number(x)}" for x in more)
            return f"{name}(S, {self.purse(money)}{args}, {self.at(e)})"
        if name in _PLAIN:
            args = ", ".join(self.number(x) for x in e.args[_PLAIN[name] :])
            return f"{name}({args})"
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
            return self._any(inner, None)
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

    def _nc_most_alike(self, e: ast.Call) -> str:
        return f"most_alike({self.listing(e.args[0])})"

    def _nc_vge(self, e: ast.Call) -> str:
        return f"vge({self.listing(e.args[0])}, {self.listing(e.args[1])})"

    def _nc_matchable(self, e: ast.Call) -> str:
        picked, rest, wanted, more, wild = e.args
        return (
            f"matchable({self.listing(picked)}, {self.listing(rest)}, {self.listing(wanted)}, "
            f"{self.number(more)}, {self.listing(wild)})"
        )

    def _nc_in_last(self, e: ast.Call) -> str:
        cell, lane, count = e.args
        return f"in_last({self.number(cell)}, {self.listing(lane)}, {self.number(count)})"

    def _nc_longest_line(self, e: ast.Call) -> str:
        return f"longest_line({self.listings(e.args[0])}, {self.listing(e.args[1])}, {self.at(e)})"

    def _nc_lined_up(self, e: ast.Call) -> str:
        """The spaces that fit as the bits of one number, and every way in which so many lie in a
        line as such a number; on boards of more than 64 spaces the lines themselves."""
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

    def _nc_steps(self, e: ast.Call) -> str:
        near, start, goal, first = e.args
        return (
            f"steps({self.listings(near)}, {self.number(start)}, {self.number(goal)}, "
            f"{self.number(first)}, {self.at(e)})"
        )

    def _nc_random(self, e: ast.Call) -> str:
        return f"random_number(S, {self.stream(e.args[1])}, {self.number(e.args[2])})"

    def _nc_weighted(self, e: ast.Call) -> str:
        return f"weighted(S, {self.stream(e.args[1])}, {self.listing(e.args[2])}, {self.at(e)})"

    def stream(self, e: ast.expr) -> str:
        """The number of a stream of chance."""
        return str(self.layout.stream(constant(e)))

    def _nc_next_card(self, e: ast.Call) -> str:
        _, pile, refill, owner, _ = e.args
        assert isinstance(refill, (ast.Name, ast.Constant))
        call = f"refill_{refill.id[7:]}" if isinstance(refill, ast.Name) else "0"
        return f"next_card(S, {self.pile(pile)}, {c_name(call)}, {self.number(owner)})"

    def _nc_times_done(self, e: ast.Call) -> str:
        return f"times_done(S, {self.number(e.args[1])}, {self.number(e.args[2])}, {self.at(e)})"

    def _nc_lasts(self, e: ast.Call) -> str:
        _, number, who, you, told = e.args
        return (
            f"lasts(S, {self.number(number)}, {WHO.get(constant(who), 0)}, {self.number(you)}, "
            f"{self.listing(told)})"
        )

    def closings(self, e: ast.expr) -> str:
        """The sentences that close places for a time, and how many there are."""
        assert isinstance(e, ast.Name)
        numbers = tuple(sorted(self.tables.constants[e.id]))
        return f"{self.tables.row(numbers)}, {len(numbers)}"

    def _nc_closed(self, e: ast.Call) -> str:
        return f"closed(S, {self.number(e.args[1])}, {self.closings(e.args[2])})"

    def _nc_lasting_sum(self, e: ast.Call) -> str:
        return f"lasting_sum(S, {', '.join(self.number(x) for x in e.args[1:])})"

    def _nc_can_pay(self, e: ast.Call) -> str:
        _, money, player, due, less = e.args
        return (
            f"can_pay(S, {self.purse(money)}, {self.number(player)}, {self.listing(due)}, "
            f"{self.number(less)}, {self.at(e)})"
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
            f"static I {name}(State *S{params}) {{ State *T = probing(S); Way way; int how; "
            f"T->probe = 1; OPEN(way); how = _setjmp(way.room); "
            f"if (!how) {c_name(inner.func.id)}(T{args}); CLOSE(way); "
            "S->fuel = T->fuel - COPYING; drop_state(T); "
            "if (how > ENDS) fault(how, A.line); return how != FAIL; }\n"
        )
        values = "".join(
            f", {self.listing(value) if sort == 'L' else self.number(value)}"
            for sort, value in zip(sorts, inner.args[1:], strict=True)
        )
        return f"{name}(S{values})"
