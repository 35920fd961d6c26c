"""Conditions of the rules in words: what they compare, and the values at a position.

Takes the explaining print of a plan, expressions and the values of their locals; gives texts, and
whether a viewer may know them. Never changes a state. Does not depend on how a condition was
reached."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.backends.python.explained import rules_of
from interpreter.backends.target.evaluating import compiled
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.names import as_written, free
from interpreter.ir.nodes import Expr, ForEach, OfFamily
from interpreter.ir.types import Type
from interpreter.ir.walking import expressions, walk
from interpreter.present import labels, words
from interpreter.run import handles
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState, Env

if TYPE_CHECKING:
    from interpreter.ir.declared import Family
    from interpreter.run.value_writer import Value

COMPARED = {
    nodes.Eq: "==",
    nodes.Ne: "!=",
    nodes.Lt: "<",
    nodes.Le: "<=",
    nodes.Gt: ">",
    nodes.Ge: ">=",
}
AMOUNTS = (nodes.AmountsGe, nodes.AmountsLe, nodes.AmountsGt, nodes.AmountsLt)
FIXED = (nodes.Num, nodes.Text, nodes.NoAmounts)
THINGS = (nodes.Local, nodes.Part)
DONE = "this has been done"
MOST = 4  # things that are named one by one


@dataclass(frozen=True, slots=True)
class ConditionValue:
    """One value that a condition depends on: what the rules call it, and what it is now.

    `bare` is the value as data: a number, a word of the rules, or a list of these. `now` describes
    the table where the move itself changes it before the condition is evaluated."""

    what: str
    value: str
    bare: Any = None
    now: str = ""


class Conditions:
    """Evaluates conditions at positions of one game and words them for one viewer."""

    def __init__(self, plan: Plan, viewer: int | None) -> None:
        self.plan = plan
        self.viewer = viewer
        self.space = plan.namespace
        self.names: dict[str, str] = {}  # what locals are called, where their own name says nothing

    # -------------------------------------------------------------------------- evaluating

    def code(self, printed: ast.expr, names: Iterable[str]) -> Callable[..., Any]:
        """Compile an expression of the target to a function of a state and named locals; cached."""
        codes = _codes(self.plan)
        known = codes.get(id(printed))
        if known is None or known[0] is not printed:
            function = compiled(printed, names, self.plan.namespace)
            known = codes[id(printed)] = printed, function
        return known[1]

    def value(self, e: Expr, state: BaseState, env: Env) -> Any:
        """Evaluate an expression at a position, compiling it on first use."""
        evaluators = _evaluators(self.plan)
        known = evaluators.get(id(e))
        if known is None or known[0] is not e:
            names = sorted(free(e))
            known = evaluators[id(e)] = e, self.code(rules_of(self.plan).printed(e), names), names
        return known[1](state, *(env[name] for name in known[2]))

    # -------------------------------------------------------------------------- what is at fault

    def blamed(
        self, e: Expr, state: BaseState, env: Env, want: bool = True
    ) -> list[tuple[Expr, bool]]:
        """Find the parts of a condition that keep it from having the value `want`.

        Each comes with the value wanted of it. Where a single part suffices, only the first is
        returned."""
        if isinstance(e, nodes.Not):
            return self.blamed(e.args[0], state, env, not want)
        if (isinstance(e, nodes.And)) == want and isinstance(e, (nodes.And, nodes.Or)):
            for part in e.args:
                if bool(self.value(part, state, env)) != want:
                    return self.blamed(part, state, env, want)
            return []
        if isinstance(e, (nodes.And, nodes.Or)):
            return [one for part in e.args for one in self.blamed(part, state, env, want)]
        return [(e, want)]

    def held(self, e: Expr, state: BaseState, env: Env) -> list[tuple[Expr, bool]]:
        """Find the parts of a condition because of which it holds."""
        return self.blamed(nodes.Not((e,), e.type, e.span), state, env)

    def in_words(
        self,
        parts: Iterable[tuple[Expr, bool]],
        state: BaseState,
        env: Env,
        whole: Expr | None = None,
    ) -> list[ConditionValue]:
        """Describe the distinct values that the parts of a condition depend on.

        `whole` is the condition itself: a value called by the same words is renamed or left out."""
        said = phrase(whole) if whole is not None else ""
        found: dict[str, ConditionValue] = {}
        for part, _ in parts:
            for one in self._part(part, state, env):
                if one.what == said and isinstance(one.bare, bool):
                    continue  # it is the condition itself
                if one.what == said:
                    one = ConditionValue(
                        "there are" if one.bare != 1 else "there is", one.value, one.bare
                    )
                found.setdefault(one.what, one)
        return list(found.values())

    def _part(self, e: Expr, state: BaseState, env: Env) -> list[ConditionValue]:
        if type(e) in COMPARED or type(e) in AMOUNTS:
            found = [one for arg in e.args for one in self.values_of(arg, state, env)]
            return found or self._answer(e, state, env)
        if isinstance(e, (nodes.Some, nodes.AnyWhere, nodes.AnyOf, nodes.AllOf)):
            return self._many(e, state, env)
        if isinstance(e, nodes.Member):
            return [one for arg in e.args for one in self.values_of(arg, state, env)]
        if isinstance(e, (nodes.InZone, nodes.InBox, nodes.InPlay, nodes.LiesOn)):
            where = self._place(e.args[0], state, env)
            return [where] if where is not None else self._answer(e, state, env)
        return self._answer(e, state, env)

    def _answer(self, e: Expr, state: BaseState, env: Env) -> list[ConditionValue]:
        """Describe a yes-or-no condition and the things it is about."""
        about = [
            o for arg in e.args if type(arg) in THINGS for o in self.values_of(arg, state, env)
        ]
        value = bool(self.value(e, state, env))
        return [*about, ConditionValue(phrase(e), "yes" if value else "no", value)]

    def values_of(self, e: Expr, state: BaseState, env: Env) -> list[ConditionValue]:
        """Describe a compared value, and the things it is taken from.

        Empty for literals, for `you`, and for locals that are covered elsewhere."""
        if isinstance(e, nodes.Num) and not one_line(e.span.text).isidentifier():
            return []  # a number that is written there; that of a setting is told
        if isinstance(e, (nodes.Text, nodes.NoAmounts)) or (
            isinstance(e, nodes.Local) and e.name == "you"
        ):
            return []
        if isinstance(e, nodes.Local) and self.names.get(str(e.name)) == "":
            return []  # several things chosen together: each of them is told
        value = self.value(e, state, env)
        if per := often(e):
            times = {1: "once", 2: "twice"}.get(value, f"{value} times" if value else "not at all")
            return [ConditionValue(DONE, f"{times} this {per}", value)]
        if isinstance(e, nodes.ZoneSize):
            return [ConditionValue(self._zone(e, state, env), str(value), value)]
        if isinstance(e, nodes.Count) or (isinstance(e, nodes.Size) and e.args[0].type.is_list):
            listed = self._listed(e, state, env)
            shown = f" ({self.worded(e.args[0].type, listed, state)})" if listed else ""
            return [ConditionValue(phrase(e), f"{value}{shown}", value)]
        said = self.worded(e.type, value, state)
        what = self.called(e) if isinstance(e, nodes.Local) else self._title(e) or phrase(e)
        about = []
        for arg in e.args:
            if type(arg) in THINGS and not nodes.is_local(arg, "you"):
                about += self.values_of(arg, state, env)
        return about if what == said else [*about, ConditionValue(what, said, value)]

    def _title(self, e: Expr) -> str:
        """Return the title of the rule that computes a value; empty if it has none.

        It starts in lower case unless it is an acronym."""
        func = self.plan.program.funcs.get(e.rule) if isinstance(e, nodes.CallValue) else None
        title = str(func.title).split(";")[0] if func is not None else ""
        return title if title[1:2].isupper() else title[:1].lower() + title[1:]

    def titled(self, e: Expr) -> bool:
        """Check whether a condition asks a rule that has a title, or counts deeds."""
        return any(
            often(part) or (isinstance(part, nodes.CallValue) and self._title(part))
            for part in e.walk()
        )

    def _listed(self, e: nodes.Size | nodes.Count, state: BaseState, env: Env) -> list[object]:
        """List the things that are counted."""
        things = list(self.value(e.args[0], state, env))
        if isinstance(e, nodes.Size):
            return things
        return [t for t in things if self.value(e.args[1], state, dict(env) | {e.name: t})]

    def called(self, e: nodes.Local) -> str:
        """Name a local; an unnamed candidate is named after its kind."""
        name = e.name
        if name in self.names:
            return words.spoken(self.names[name])
        name = as_written(name)
        if name.startswith("_"):
            return words.spoken(e.type.of or e.type.base)
        return words.spoken(name)

    def _zone(self, e: OfFamily, state: BaseState, env: Env) -> str:
        """Describe the size of a zone by the zone's title."""
        family = e.family
        owner = self.value(e.args[0], state, env) if e.args else 0
        if family.holder in self.plan.program.kinds:
            owner -= self.plan.program.kinds[family.holder].first
        title = words.zone_title(self.plan, family, owner)
        if family.of_spaces:
            title = f"{words.spoken(family.name)} of {title}"
        return f"number in {title}"

    def _place(self, e: Expr, state: BaseState, env: Env) -> ConditionValue | None:
        """Describe where a component lies, as far as the viewer may know.

        None if the expression is not a single, distinguishable component."""
        piece = self.value(e, state, env)
        if not isinstance(piece, int) or piece < 0 or not e.type.is_piece:
            return None
        if self.plan.program.kinds[e.type.of].alike:
            return None
        if not handles.sees_piece(self.plan, state, piece, self.viewer):
            return ConditionValue(
                f"where {self.worded(e.type, piece, state)} lies", "you cannot see it"
            )
        place = words.place_title(self.plan, state.loc[piece])
        return ConditionValue(f"where {words.piece_title(self.plan, state, piece)} lies", place)

    def _many(self, e: ForEach, state: BaseState, env: Env) -> list[ConditionValue]:
        """Describe the things that decide a quantified condition: up to `MOST` by name."""
        source, test = e.args[0], e.args[1]
        found = []
        for thing in list(self.value(source, state, env)):
            inner = dict(env) | {e.name: thing}
            if not self.value(test, state, inner):
                continue
            if isinstance(e, (nodes.Some, nodes.AnyWhere)) or (
                bool(self.value(e.args[2], state, inner)) == (isinstance(e, nodes.AnyOf))
            ):
                found.append(thing)
        what = "not so for" if isinstance(e, nodes.AllOf) else "found"
        if not found:
            return [ConditionValue(what, "none", [])]
        item = source.type.element
        shown = [self.worded(item, thing, state, place=True) for thing in found[:MOST]]
        more = f" and {len(found) - MOST} more" if len(found) > MOST else ""
        return [
            ConditionValue(what, ", ".join(shown) + more if more else words.joined(shown), found)
        ]

    # -------------------------------------------------------------------------- words

    def worded(self, kind: Type, value: Any, state: BaseState, place: bool = False) -> str:
        """Describe a value in words, without naming components that the viewer does not see."""
        return _ConditionWriter(self, state, place).write(kind, value)

    def piece(self, piece: int, state: BaseState, place: bool) -> str:
        """Name a piece, with its `place` if that is wanted; one that the viewer does not see by
        its kind alone."""
        if not handles.sees_piece(self.plan, state, piece, self.viewer):
            return f"a {labels.hidden(self.plan, piece)}"
        if place:
            return _placed(self.plan, state, piece)
        made = handles.design(self.plan, piece)
        kind = self.plan.program.kinds[made.kind]
        if kind.owned:
            return labels.owned_title(self.plan, piece)
        if len(kind.designs) == 1 and made.last - made.first > 1:
            return _placed(self.plan, state, piece)
        return words.piece_title(self.plan, state, piece)

    # -------------------------------------------------------------------------- hidden information

    def visible(self, e: Expr, state: BaseState, env: Env) -> bool:
        """Check whether the viewer can see everything that a condition depends on."""
        return self._visible(e, state, dict(env), 0)

    def _visible(self, e: Expr, state: BaseState, env: dict[str, object], deep: int) -> bool:
        if deep > 12:
            return False
        if isinstance(e, (nodes.OfFamily, nodes.WhereLies)):
            if not self._sees_zone(e, e.family, env):
                return False
        elif isinstance(e, (nodes.CallValue, nodes.Can)) and not self._visible_rule(
            e, state, env, deep
        ):
            return False
        elif isinstance(
            e,
            (
                nodes.Attr,
                nodes.TitleOf,
                nodes.IsDesign,
                nodes.FieldNow,
                nodes.FieldRaw,
                nodes.CellOf,
                nodes.ZoneOf,
            ),
        ):
            if not self._sees_thing(e, state, env):
                return False
        elif isinstance(e, (nodes.Lasts, nodes.LastingSum, nodes.CanBlock)):
            return True
        return all(self._visible(part, state, env, deep) for part in e.args)

    def _sees_zone(self, e: Expr, family: Family, env: Env) -> bool:
        if family.seen == "all" or (isinstance(e, nodes.ZoneSize) and family.number_seen == "all"):
            return True
        if isinstance(e, nodes.InZone) and len(e.args) > 1:
            holder: Expr | None = e.args[1]
        else:
            holder = e.args[0] if e.args else None
        if family.holder != "player" or holder is None or not isinstance(holder, nodes.Local):
            return False
        owner = env.get(holder.name)
        return owner is not None and handles.sees_zone(self.plan, family, owner, self.viewer)

    def _sees_thing(self, e: Expr, state: BaseState, env: Env) -> bool:
        """Check whether the viewer sees the component whose attribute or field is read.

        True if it is not held by a known local: then the zone it comes from decides."""
        thing = e.args[0] if e.args else None
        if thing is None or not thing.type.is_piece:
            return True
        if not isinstance(thing, nodes.Local) or thing.name not in env:
            return True  # the zone that it comes from decides
        piece = env[thing.name]
        if not isinstance(piece, int) or piece < 0:
            return True
        return handles.sees_piece(self.plan, state, piece, self.viewer)

    def _visible_rule(
        self, e: nodes.CallValue | nodes.Can, state: BaseState, env: dict[str, object], deep: int
    ) -> bool:
        """Check whether the viewer can see everything that a called rule looks at."""
        func = self.plan.program.funcs.get(e.rule)
        if func is None:
            return True
        names = [name for name, _ in func.params]
        args = e.args[1:] if len(e.args) > len(names) else e.args
        inner: dict[str, object] = {}
        if len(e.args) > len(names) and isinstance(e.args[0], nodes.Local):
            inner["you"] = env.get(e.args[0].name)
        for name, arg in zip(names, args, strict=False):
            if isinstance(arg, nodes.Local) and arg.name in env:
                inner[name] = env[arg.name]
        return all(
            self._visible(part, state, inner, deep + 1)
            for one in walk(func.body)
            for part in expressions(one)
        )


def _placed(plan: Plan, state: BaseState, piece: int) -> str:
    """Describe a component with its place, if it lies on the table."""
    title = words.piece_title(plan, state, piece)
    made = handles.design(plan, piece)
    if plan.program.kinds[made.kind].owned:
        title = labels.owned_title(plan, piece)
    found = handles.zone_of(plan, state.loc[piece])
    if found is None or plan.program.kinds[made.kind].alike:
        return title
    family, owner, spot = found
    if family.board or family.of_spaces:
        board = family.board or family.holder[6:]
        where = words.space_title(plan, board, spot if family.board else owner)
        return f"{title} in {where}"
    return f"{title} in {words.zone_title(plan, family, owner, spot)}"


def phrase(e: Expr) -> str:
    """Return the source text of an expression in plain words, without underscores."""
    return words.spoken(one_line(e.span.text))


def one_line(text: str) -> str:
    """Join rule source text into one line, without comments."""
    return " ".join(" ".join(line.split("#")[0] for line in text.splitlines()).split())


_CAN = re.compile(r"(not )?(?:[\w' ]+ )?\bcan (?:\((.+)\)|(\w+))")


def refusal(text: str) -> str:
    """Phrase a condition without wording of its own as the reason for a refusal.

    For `can (carry_out spell)`, says what is not possible now; other text is returned unchanged."""
    found = _CAN.fullmatch(one_line(text))
    if found is None:
        return text
    deed = words.spoken(found.group(2) or found.group(3))
    return f"`{deed}` is {'' if found.group(1) else 'not '}possible now"


def often(e: Expr) -> str:
    """Return the time span in which an expression counts deeds; empty for other expressions."""
    if isinstance(e, nodes.TimesDone):
        return words.spoken(str(e.deed[1]))
    spans = {often(arg) for arg in e.args} if isinstance(e, nodes.Add) else set()
    return spans.pop() if len(spans) == 1 else ""


BEFORE = ("requires ", " where ", " if ", " unless ")


def whole(span: Span) -> str:
    """Return the source of the whole condition around a span.

    It extends from `requires`, `where`, `if` or `unless` to `else`, or to the end of the line."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    for word in BEFORE:
        at = text.rfind(word, start, span.start + 1)
        if at >= 0:
            start = at + len(word)
            break
    else:
        start = span.start
    end = text.find("\n", max(span.end - 1, start))
    made = one_line(text[start : end if end >= 0 else len(text)])
    return made.split(' else "')[0]


class _ConditionWriter(words.TitleWriter):
    """Writes the values of a condition for whom it is explained to."""

    def __init__(self, conditions: Conditions, state: BaseState, place: bool) -> None:
        super().__init__(conditions.plan)
        self.conditions, self.state, self.place = conditions, state, place

    def several(self, kind: Type, values: Sequence[Value]) -> str:
        plain = _ConditionWriter(self.conditions, self.state, place=False)
        said = [plain.write(kind.element, one) for one in values[:MOST]]
        if len(values) > MOST:
            return f"{', '.join(said)} and {len(values) - MOST} more"
        return words.joined(said) or "none"

    def piece(self, kind: Type, value: int) -> str:
        return self.conditions.piece(value, self.state, self.place)


@cached
def _codes(_: Plan) -> dict[int, tuple[ast.expr, Callable[..., Any]]]:
    """Expressions of the target by their identity, compiled; filled by `Conditions.code`."""
    return {}


@cached
def _evaluators(_: Plan) -> dict[int, tuple[Expr, Callable[..., Any], list[str]]]:
    """Expressions by their identity, compiled, with their names; filled by `Conditions.value`."""
    return {}
