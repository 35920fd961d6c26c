"""Adjectives, before a noun and after `is`: values, yes-or-no lines, designs and questions.

Takes a candidate and a word; builds the condition that the word states of it.
"""

from __future__ import annotations

from interpreter.check.names import attributes, references, shown_values, unbound_nouns
from interpreter.check.places import closings, containment
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import digits, listed, nearest
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import PLAYER, YES_NO, Type, fits, value_type
from interpreter.syntax.ast import Word


def asks(scope: Scope, candidate: Expr, word: Word) -> Expr | None:
    """Build the condition that an adjective states about a candidate; None if it does not apply.

    Some unfit adjectives are reported here, such as `other` where it is unclear than what.
    """
    ctx, kind, span = scope.ctx, candidate.type, word.span
    if not kind.known:
        return None
    if word.text == "other":
        return _other(scope, candidate, span)
    if word.text == "enemy" and kind.is_piece and ctx.program.kinds[kind.of].owned:
        owner_ = nodes.OwnerOf((candidate,), PLAYER, span)
        return nodes.Ne((owner_, scope.player(span)), YES_NO, span)
    if word.text in ("empty", "free"):
        if kind.is_space or ctx.joined(span) is None:
            return containment.empty(scope, candidate, span)
        _no_adjective(scope, kind, word)
        return None
    if word.text == "closed" and word.text not in ctx.funcs and closings.may_close(scope, kind):
        return closings.closed(scope, candidate, span)
    said = is_word(scope, candidate, word)
    if said is not None:
        return said
    found = scope.it if word.text == "it" else references.lookup(scope, word)
    if found is not None and kind.is_piece and found.type.is_value:
        shown = shown_values.adjective_field(
            scope, kind.of, found.type.of, word.span, f"where its {{}} is {word.text}"
        )
        if shown is not None:
            return nodes.Eq((shown(candidate), found), YES_NO, span)
    if found is not None and found.type.is_player and kind.is_piece:
        return containment.belongs(scope, candidate, found)
    if found is not None and not found.type.known:
        return None
    if unbound_nouns.check_chosen(scope, word, found):
        return None
    _no_adjective(scope, kind, word)
    return None


def _other(scope: Scope, candidate: Expr, span: Span) -> Expr | None:
    """Build the condition of `other`; reports where it is not clear than what."""
    ctx, kind = scope.ctx, candidate.type
    spoken_of = _spoken_of(scope, kind, span)
    reference_ = _named(scope, spoken_of[0]) if len(spoken_of) == 1 else None
    if kind.is_player and scope.looped:
        ctx.report.add(
            "no-other",
            span,
            f"`other` than `{scope.looped}`, or than who acts?",
            "both are spoken of here",
            helps=(
                f"for all but `{scope.looped}`: `players where it is not {scope.looped}`",
                "for all but who acts: `opponents`",
            ),
        )
        return None
    if kind.is_player:
        reference_ = scope.player(span)
    if reference_ is None:
        ctx.report.add(
            "no-other",
            span,
            "`other` than what is not clear here",
            helps=_other_than(spoken_of),
        )
        return None
    return nodes.Ne((candidate, reference_), YES_NO, span)


def _spoken_of(scope: Scope, kind: Type, span: Span) -> list[Word]:
    """List the names of things of a kind that are spoken of: the candidate, or else this card and
    what is chosen. `other` is other than the only one of them.
    """
    words = [word for word, (_, of, _) in scope.locals.items() if fits(of, kind)]
    words = [] if kind.is_number or kind.is_yes_no else words
    if scope.card is not None and fits(scope.card.type, kind):
        words.insert(0, kind.of)
    if scope.it is not None and fits(scope.it.type, kind):
        words = ["it"]
    return [Word("NAME", word, span) for word in dict.fromkeys(words)]


def _named(scope: Scope, word: Word) -> Expr | None:
    if word.text == "it":
        return scope.it
    if word.text not in scope.locals and scope.card is not None:
        return references.here(scope.card, word.span)
    return references.lookup(scope, word)


def _other_than(spoken_of: list[Word]) -> tuple[str, ...]:
    """Say how to write `other` where none, or more than one, could be meant."""
    words = [f"`where it is not {word.text}`" for word in spoken_of]
    return (f"write {' or '.join(words)}",) if words else ("write `where it is not ...`",)


def same(scope: Scope, thing: Expr, named: Expr) -> Expr:
    """Whether a thing is the one that is named; a name of several copies means any of them."""
    if isinstance(named, nodes.Num) and named.type.is_piece:
        for design in scope.ctx.program.kinds[named.type.of].designs:
            if design.first == named.value and design.last > design.first + 1:
                return nodes.IsDesign((thing,), YES_NO, named.span, design)
    return nodes.Eq((thing, named), YES_NO, named.span)


def _no_adjective(scope: Scope, kind: Type, word: Word) -> None:
    """Report a word before a noun that says nothing about such things."""
    if any(not line.known for line in _lines(scope, kind).values()):
        return  # it may be a word of that line
    legal = fitting(scope, kind)
    joined = scope.ctx.joined(word.span)
    guess = digits(word.text) or nearest(word.text, legal)
    fix = joined or ((word.span, guess) if guess else None)
    scope.ctx.report.add(
        "unknown-adjective",
        word.span,
        f"`{word.text}` says nothing about {attributes.kind_noun(kind)}",
        "not something it can be",
        notes=(f"it can be: {listed(legal)}",) if legal and guess in (None, *legal) else (),
        helps=(f"did you mean `{fix[1]}`?",) if fix else (),
        fix=fix,
    )


def fitting(scope: Scope, kind: Type) -> list[str]:
    """Every word that can stand before such a thing."""
    ctx = scope.ctx
    names: list[str] = []
    lines = _lines(scope, kind)
    if kind.is_piece:
        designs = ctx.program.kinds[kind.of].designs
        if len(designs) > 1:
            names += [d.id for d in designs]
    for name, line in lines.items():
        if line.is_yes_no:
            names.append(name)
        elif line.is_value:
            names += ctx.program.values[line.of].members
    names += [
        f.name
        for f in ctx.funcs.values()
        if f.sort == "define"
        and f.returns.is_yes_no
        and len(f.params) == 1
        and fits(kind, f.params[0][1])
    ]
    return names


def _lines(scope: Scope, kind: Type) -> dict[str, Type]:
    """Map the fields and printed lines of such things to their types, by name."""
    ctx = scope.ctx
    lines = {n: f.type for n, f in ctx.fields.get(ctx.holder_of(kind), {}).items()}
    return lines | ctx.program.kinds[kind.of].printed if kind.is_piece else lines


def is_word(scope: Scope, subject: Expr, word: Word) -> Expr | None:
    """`subject is word`, where the word is a yes/no line, a value it shows, or its design."""
    ctx, kind, span = scope.ctx, subject.type, word.span
    if not kind.known or word.text in scope.locals:
        return None
    holder = ctx.holder_of(kind)
    field_ = ctx.fields.get(holder, {}).get(word.text)
    if field_ is not None and field_.type.is_yes_no:
        ctx.used.add(word.text)
        return nodes.FieldNow((subject,), YES_NO, span, field_)
    if kind.is_piece:
        printed = ctx.program.kinds[kind.of].printed.get(word.text)
        if printed is not None and printed.is_yes_no:
            ctx.used.add(word.text)
            return nodes.Attr((subject,), YES_NO, span, kind.of, word.text)
        named = ctx.names.get(word.text)
        if named is not None and named.sort == "value":
            values, number = named.member
            shown = shown_values.adjective_field(
                scope, kind.of, values, word.span, f"where its {{}} is {word.text}"
            )
            if shown is not None:
                ctx.used.add(word.text)
                return nodes.Eq(
                    (shown(subject), nodes.Num((), value_type(values), span, number)), YES_NO, span
                )
        if named is not None and named.sort == "component" and named.design.kind == kind.of:
            ctx.used.add(word.text)
            return nodes.IsDesign((subject,), YES_NO, span, named.design)
    func = ctx.funcs.get(word.text)
    if (
        func is not None
        and func.sort == "define"
        and len(func.params) == 1
        and fits(kind, func.params[0][1].maybe())
    ):
        if func.returns.is_yes_no:
            ctx.used.add(word.text)
            return attributes.call(scope, func, [subject], span)
        if not func.returns.known and ctx.report.errors:
            return ctx.bad(span)
    return None
