"""What changes the state, as C: piles, frames that wait, what holds for a time, money, boards."""

from __future__ import annotations

import ast

from interpreter.backends.c.called import Called
from interpreter.backends.c.kinds import LIST, NUMBER
from interpreter.backends.c.trees import c_name, constant


class Deeds(Called):
    """Prints sentences that are calls."""

    def begin(self, name: str) -> None:
        """Speak of this function from now on."""
        self.here = name
        self.kinds.enter(name)
        self.lines: list[str] = []

    def emit(self, text: str) -> None:
        """One line."""
        self.lines.append(text)

    def _deed(self, call: ast.Call) -> None:
        assert isinstance(call.func, ast.Attribute)
        what, on = call.func.attr, call.func.value
        if isinstance(on, ast.Attribute) and on.attr == "stack":
            if what == "pop":
                self.emit("drop_frame(S);")
            else:
                self._waits(call.args[0])
        elif isinstance(on, ast.Attribute) and on.attr == "winners" and what == "append":
            self.emit(
                f"number_add(&S->winners_n, S->winners, {self.layout.players + 1}, "
                f"{self.number(call.args[0])}, {self.at(call)});"
            )
        elif isinstance(on, ast.Attribute) and on.attr == "expiry" and what == "append":
            self._lasting(call.args[0])
        elif what == "remove":
            self.emit(
                f"pile_remove({self.pile(on)}, {self.number(call.args[0])}, {self.at(call)});"
            )
        elif what == "append" and isinstance(on, ast.Name):
            name = c_name(on.id)
            self.emit(f"{name} = with_one({name}, {self.number(call.args[0])});")
        elif what == "append" and isinstance(on, ast.Subscript):
            assert isinstance(on.value, ast.Attribute)
            room = self.layout.piles[on.value.attr].count
            self.emit(
                f"pile_add({self.pile(on)}, {room}, "
                f"LYING({self.number(call.args[0])}, {self.at(call)}), {self.at(call)});"
            )
        else:
            raise self.stop(f"`{what}`", call)

    def _waits(self, frame: ast.expr) -> None:
        """Note that a frame is put on the stack."""
        assert isinstance(frame, ast.Tuple)
        if all(self.kind(one) == NUMBER for one in frame.elts):
            made = self.new("f")
            self.emit(f"{{ I *{made} = new_frame(S, {len(frame.elts)});")
            for place, one in enumerate(frame.elts):
                self.emit(f"{made}[{place}] = {self.number(one)};")
            self.emit("}")
        else:
            self.emit(f"{{ I *was_ = A.top; waits(S, {self.frame(frame)}); A.top = was_; }}")

    def _lasting(self, entry: ast.expr) -> None:
        assert isinstance(entry, ast.Tuple)
        span, now, whose, number, who, value = entry.elts
        if self.kind(value) == LIST:
            told = self.new("l")
            self.emit(f"{{ L {told} = {self.listing(value)};")
            count, values, end = f"{told}.n", f"{told}.p", "}"
        else:
            told = self.new("t")
            self.emit(f"{{ I {told} = {self.number(value)};")
            count, values, end = "-1", f"&{told}", "}"
        self.emit(
            f"lasting(S, {self.span(constant(span))}, {self.number(now)}, {self.number(whose)}, "
            f"{self.number(number)}, {self.number(who)}, {count}, {values}); {end}"
        )

    def _d_close_up(self, e: ast.Call) -> None:
        _, row, first, count, *closings, base = e.args
        shut = self.closings(closings[0]) if closings else "0, 0"
        self.emit(
            f"close_up(S, {self.kept(row)}, {self.number(first)}, {self.number(count)}, {shut}, "
            f"{self.number(base)});"
        )

    def _d_pass_on(self, e: ast.Call) -> None:
        _, zones, by, base = e.args
        assert isinstance(zones, ast.Attribute)
        member = self.layout.piles[zones.attr]
        width, there = member.count + 1, f"&S->{c_name(zones.attr)}[0][0]"
        self.emit(
            f"pass_on(S, (R){{ {there}, {member.piles * width} }}, {width}, {self.number(by)}, "
            f"{self.number(base)});"
        )
