"""State changes as C: piles, waiting frames, temporary effects, money, boards."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from interpreter.backends.c.called import frame_of
from interpreter.backends.c.handed import closings_of, kept, span_place
from interpreter.backends.c.kinds import LIST, LISTS, NUMBER
from interpreter.backends.c.translation import Translation
from interpreter.backends.c.trees import c_name, constant


def method_called(t: Translation, call: ast.Call) -> None:
    """Translate a method call that changes the state."""
    assert isinstance(call.func, ast.Attribute)
    what, on = call.func.attr, call.func.value
    if isinstance(on, ast.Attribute) and on.attr == "stack":
        if what == "pop":
            t.emit("drop_frame(S);")
        else:
            _waits(t, call.args[0])
    elif isinstance(on, ast.Attribute) and on.attr == "winners" and what == "append":
        t.emit(
            f"number_add(&S->winners_n, S->winners, {t.layout.players + 1}, "
            f"{t.number(call.args[0])}, {t.at(call)});"
        )
    elif isinstance(on, ast.Attribute) and on.attr == "expiry" and what == "append":
        _lasting(t, call.args[0])
    elif what == "remove":
        t.emit(f"pile_remove({t.steps.pile(t, on)}, {t.number(call.args[0])}, {t.at(call)});")
    elif what == "append" and isinstance(on, ast.Name):
        name, added = c_name(on.id), call.args[0]
        if t.kind(on) == LISTS:
            t.emit(f"{name} = lists_with_one({name}, {t.steps.listing(t, added)});")
        else:
            t.emit(f"{name} = with_one({name}, {t.number(added)});")
    elif what == "append" and isinstance(on, ast.Subscript):
        assert isinstance(on.value, ast.Attribute)
        room = t.layout.piles[on.value.attr].count
        t.emit(
            f"pile_add({t.steps.pile(t, on)}, {room}, "
            f"LYING({t.number(call.args[0])}, {t.at(call)}), {t.at(call)});"
        )
    else:
        raise t.stop(f"`{what}`", call)


def _waits(t: Translation, frame: ast.expr) -> None:
    """Translate pushing a frame on the stack."""
    assert isinstance(frame, ast.Tuple)
    if all(t.kind(one) == NUMBER for one in frame.elts):
        made = t.new("f")
        t.emit(f"{{ I *{made} = new_frame(S, {len(frame.elts)});")
        for place, one in enumerate(frame.elts):
            t.emit(f"{made}[{place}] = {t.number(one)};")
        t.emit("}")
    else:
        t.emit(f"{{ I *was_ = A.top; waits(S, {frame_of(t, frame)}); A.top = was_; }}")


def _lasting(t: Translation, entry: ast.expr) -> None:
    assert isinstance(entry, ast.Tuple)
    span, now, whose, number, who, value = entry.elts
    if t.kind(value) == LIST:
        told = t.new("l")
        t.emit(f"{{ L {told} = {t.steps.listing(t, value)};")
        count, values, end = f"{told}.n", f"{told}.p", "}"
    else:
        told = t.new("t")
        t.emit(f"{{ I {told} = {t.number(value)};")
        count, values, end = "-1", f"&{told}", "}"
    t.emit(
        f"lasting(S, {span_place(t, constant(span))}, {t.number(now)}, {t.number(whose)}, "
        f"{t.number(number)}, {t.number(who)}, {count}, {values}); {end}"
    )


def _d_close_up(t: Translation, e: ast.Call) -> None:
    _, row, first, count, *closings, base = e.args
    shut = closings_of(t, closings[0]) if closings else "0, 0"
    t.emit(
        f"close_up(S, {kept(t, row)}, {t.number(first)}, {t.number(count)}, {shut}, "
        f"{t.number(base)});"
    )


def _d_pass_on(t: Translation, e: ast.Call) -> None:
    _, zones, by, base = e.args
    assert isinstance(zones, ast.Attribute)
    member = t.layout.piles[zones.attr]
    width, there = member.count + 1, f"&S->{c_name(zones.attr)}[0][0]"
    t.emit(
        f"pass_on(S, (R){{ {there}, {member.piles * width} }}, {width}, {t.number(by)}, "
        f"{t.number(base)});"
    )


DEEDS: Mapping[str, Callable[..., None]] = {
    "close_up": _d_close_up,
    "pass_on": _d_pass_on,
}
