"""Lists of a printed game as C text, and lists of lists."""

from __future__ import annotations

import ast
from abc import abstractmethod
from typing import Any

from interpreter.backends.c.handed import Handed
from interpreter.backends.c.kinds import (
    LIST,
    NUMBER,
    PILE,
    PILES,
    depth_of,
    element,
)
from interpreter.backends.c.layout import PIECE
from interpreter.backends.c.names import Named
from interpreter.backends.c.trees import (
    ALL,
    c_name,
    is_range,
    is_yes_no,
    takes_room,
    uses_room,
)

EMPTY = "((L){ 0, 0 })"


class Lists(Handed):
    """Prints lists."""

    @abstractmethod
    def call(self, name: str, e: ast.Call) -> str:
        """Give a call of a function of the game, whatever it gives."""

    # -------------------------------------------------------------------------- lists

    def listing(self, e: ast.expr) -> str:
        """Give a list of numbers."""
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
        if member.type == PIECE:
            return f"of_pieces(S->{c_name(e.attr)}, {member.count})"
        return f"copied(of_numbers(S->{c_name(e.attr)}, {member.count}))"

    def _l_Subscript(self, e: ast.Subscript) -> str:
        if isinstance(e.slice, ast.Slice):
            low = self.number(e.slice.lower) if e.slice.lower else "0"
            high = self.number(e.slice.upper) if e.slice.upper else "1LL << 40"
            base = e.value
            if isinstance(base, ast.Attribute) and base.attr in self.layout.lists:
                member = self.layout.lists[base.attr]
                call = "pieces_part" if member.type == PIECE else "numbers_part"
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
        """Give a list that is described, made in the working memory; at most `limit` of its
        members."""
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
        handed = self.handed(e)
        if handed is not None:
            return handed
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
        return f"span({', '.join(self.ends(e))})"

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
        """Give what the members of a list are ordered by, one key for each."""
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

    def _lc_in_counts(self, e: ast.Call) -> str:
        item, start, name = self.new("c"), self.new("b"), self.new("l")
        loop = self._in_counts(e, item)
        return (
            f"({{ {loop.before}I *{start} = A.top; {loop.open}PUSH({item}); {loop.end}"
            f"L {name} = {{ A.top - {start}, {start} }}; {name}; }})"
        )

    def _lc_offered(self, e: ast.Call) -> str:
        return f"offered({self.listing(e.args[0])}, {self.at(e)})"

    def _lc_held(self, e: ast.Call) -> str:
        return self.listing(e.args[0])

    def _lc_burn(self, e: ast.Call) -> str:
        name = self.new("l")
        if is_range(e.args[1]):  # paid for before it is made
            low, high, step = self.ends(e.args[1])
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
        return self._spaces_around(e, e.args[3], e.args[4] if len(e.args) > 4 else None, None)

    def _lc_reached_over(self, e: ast.Call) -> str:
        return self._spaces_around(e, *e.args[3:])

    def _spaces_around(
        self, e: ast.Call, belongs: ast.expr, steps: ast.expr | None, passes: ast.expr | None
    ) -> str:
        """Spaces from one on, ring by ring. `way` are those from which it goes on; those that
        belong are the same where nothing is said of what the way passes."""
        near, start, first = e.args[:3]
        assert isinstance(near, ast.Name)
        count = len(self.tables.constants[near.id])
        table = self.tables.lists(near.id)
        low = int(self.number(first))
        seen, found, here, place, item = (self.new(x) for x in ("s", "l", "k", "i", "c"))
        far, ring = self.new("d"), self.new("r")
        test, before = self._asked_of(belongs, Named(item, NUMBER, low, low + count - 2))
        begin = f"if ({test}) {found}.p[{found}.n++] = {item};"
        way, made, add = found, "", begin
        if passes is not None:
            way = self.new("l")
            passed, more = self._asked_of(passes, Named(item, NUMBER, low, low + count - 2))
            before += more
            made = f"L {way} = room_for({count}); {way}.n = 0; "
            add = f"{begin} if ({passed}) {way}.p[{way}.n++] = {item};"
            begin += f" {way}.p[{way}.n++] = {item};"
        at = f"AT({item} - {low}, {count}, {self.at(e)})"
        within = self.number(steps) if steps is not None else f"{count}"
        return (
            f"({{ {before}I {item} = {self.number(start)}, {far} = {within}, {ring} = 1; "
            f"L {found} = room_for({count}); {made}"
            f"char *{seen} = (char *)A.top; CHECK_ROOM({count // 8 + 1}, {self.at(e)}); "
            f"A.top += {count // 8 + 1}; memset({seen}, 0, {count}); {found}.n = 0; "
            f"if ({item} >= 0 && {far} >= 0) {{ {seen}[{at}] = 1; {begin} }} "
            f"for (I {here} = 0; {here} < {way}.n; {here}++) "
            f"{{ if ({here} == {ring}) {{ {far}--; {ring} = {way}.n; }} if ({far} <= 0) break; "
            f"L near_{here} = {table}[{way}.p[{here}] - {low}]; "
            f"for (I {place} = 0; {place} < near_{here}.n; {place}++) "
            f"{{ I {item} = near_{here}.p[{place}]; if (!{seen}[{item} - {low}]) "
            f"{{ {seen}[{item} - {low}] = 1; {add} }} }} }} {found}; }})"
        )

    def _asked_of(self, asked: ast.expr, inner: Named) -> tuple[str, str]:
        """Give what is asked of each space, and what is reckoned once for all of them before."""
        assert isinstance(asked, ast.Lambda)
        name = asked.args.args[0].arg
        with self.ahead({name}) as known, self.scope({name: inner}):
            test = self.level(asked.body)
        return test, known.text()

    # -------------------------------------------------------------------------- lists of lists

    def listings(self, e: ast.expr) -> str:
        """Give a list of lists."""
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
            handed = self.handed(e)
            if handed is not None:
                return handed
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

    def _m_burn(self, e: ast.Call) -> str:
        name = self.new("m")
        return (
            f"({{ M {name} = {self.listings(e.args[1])}; "
            f"SPEND({name}.n * {self.number(e.args[2])}, {self.at(e)}); {name}; }})"
        )
