"""Everything that happens: built-in deeds in one table, and the ones that a game declares.

Takes a deed's tree and a `Scope`; gives statements. Each built-in deed says in one line which form
it is written in; the messages quote that line.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from interpreter.check.context import Context
from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.deeds import (
    carrying_out,
    changing,
    deed_parts,
    drawing,
    moving,
    shifting,
    signatures,
)
from interpreter.check.expressions import attributes, references, typed_values
from interpreter.check.expressions.time_spans import time_span, track
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.program import E, Func, S
from interpreter.ir.types import PLAYER, YES_NO
from interpreter.syntax.tree import Node, Word, build
from interpreter.syntax.vocabulary import SENTENCES


def deed(scope: Scope, node: Node) -> list[S]:
    """The statements of a deed."""
    parts = deed_parts.take_apart(node)
    if scope.pure and parts.verb.text in ("set", "raise", "lower") and parts.first is not None:
        word = parts.first.words()[0] if parts.first.kind == "name" else None
        if word is not None and word.text in scope.locals:
            return verbs()[parts.verb.text](scope, parts)
    if scope.pure:
        given = parts.verb.text == "return"  # as other languages say what the answer is
        scope.ctx.report.add(
            "not-pure",
            node.span,
            "nothing happens in a `define` or `relation`",
            "",
            helps=("what it is worth is said with `answer`",)
            if given
            else ("make it a `procedure`, or move this deed to where it is asked",),
            fix=(parts.verb.span, "answer") if given else None,
        )
        return []
    func = scope.ctx.funcs.get(parts.verb.text)
    if func is not None and func.sort in ("procedure", "action"):
        return declared(scope, parts, func)
    builtin = verbs().get(parts.verb.text)
    if builtin is not None:
        made = builtin(scope, parts)
        actor = scope.they or scope.you
        for one in (inner for top in made for inner in top.walk()):
            one.verb, one.actor = one.verb or parts.verb.text, one.actor or actor
        return made
    if func is not None:
        how = (
            f"`play {func.name}`"
            if func.sort not in ("define", "relation")
            else "a question, in a condition or after `let`"
        )
        scope.ctx.report.add(
            "not-a-deed",
            parts.verb.span,
            f"`{func.name}` is {_sort(func)}, not a deed",
            "",
            helps=(f"use it as {how}",),
        )
        return []
    legal = [
        *verbs(),
        *(f.name for f in scope.ctx.funcs.values() if f.sort in ("procedure", "action")),
    ]
    if _said_otherwise(scope, parts, node, legal):
        return []
    guess = nearest(parts.verb.text, [*legal, *SENTENCES])
    scope.ctx.report.add(
        "unknown-deed",
        parts.verb.span,
        f"there is no deed called `{parts.verb.text}`",
        "not a deed of this game",
        helps=(f"did you mean `{guess}`?",)
        if guess
        else ("declare it: " + f"`procedure {parts.verb.text}`",),
        fix=(parts.verb.span, guess) if guess else None,
    )
    return []


_DOING = ("call", "perform", "run", "execute", "use", "carry", "start")
"""Words that are put before the name of a deed."""


def _said_otherwise(scope: Scope, parts: deed_parts.Deed, node: Node, legal: list[str]) -> bool:
    """Who does something, before it: `winner wins`; or how the game ends."""
    words = node.span.text.partition("\n")[0].split()
    if words in (["nothing"], ["skip"]) and scope.func is not None:
        scope.ctx.report.add(
            "unknown-deed",
            parts.verb.span,
            f"there is no deed called `{words[0]}`",
            "",
            helps=(
                f"a rule that does nothing ends at once: `stop {scope.func.name}`",
                "what is not said is not done",
            ),
        )
        return True
    if len(words) > 1 and words[0] in _DOING and words[1] in legal:
        done = " ".join(words[1:])
        scope.ctx.report.add(
            "unknown-deed",
            parts.verb.span,
            f"there is no deed called `{words[0]}`",
            "leave it out",
            helps=(f"what is done is named alone: `{done}`",),
            fix=(node.span, done) if "\n" not in node.span.text else None,
        )
        return True
    ended = words[:2] == ["game", "ends"]
    verb = next((v for v in legal if len(words) > 1 and same_verb(words[1], v)), "")
    found = None if ended or not verb else references.lookup(scope, parts.verb)
    kind = found.type if found is not None else None
    if kind is not None and kind.base == "set" and kind.item is not None:
        kind = kind.item
    if not ended and (kind is None or kind.base != "player"):
        return False
    meant = " ".join(
        ("end the game", *words[2:]) if ended else ("have", words[0], verb, *words[2:])
    )
    scope.ctx.report.add(
        "unknown-deed",
        Span(node.span.source, node.span.start, node.span.start + len(" ".join(words[:2]))),
        f"there is no deed called `{words[0]}`",
        "" if ended else "who does it",
        helps=(f"did you mean `{meant}`?",),
        fix=(node.span, meant) if "\n" not in node.span.text else None,
    )
    return True


def _sort(func: Func) -> str:
    return {"define": "a question", "relation": "a relation"}.get(func.sort, f"a {func.sort}")


def declared(scope: Scope, parts: deed_parts.Deed, func: Func) -> list[S]:
    """A call of a procedure or an action."""
    args = signatures.arguments(scope, parts, func)
    if args is None:
        return []
    scope.ctx.used.add(func.name)
    you = scope.actor or E("num", (), PLAYER, parts.span, -1)
    if scope.actor is None:
        scope.ctx.by_nobody.append((func.name, parts.span))
    return [S("call", (you, *args), parts.span, func.name)]


def can(scope: Scope, node: Node) -> E:
    """`can deed`, `can (deed with its parts)`"""
    part = node.parts[0]
    if isinstance(part, Word):
        part = build("deed", (part,), part.span)
    assert isinstance(part, Node)
    parts = deed_parts.take_apart(part)
    func = scope.ctx.funcs.get(parts.verb.text)
    if parts.verb.text == carrying_out.VERB:
        if not deed_parts.expect(scope, parts, set()):
            return scope.ctx.bad(node.span)
        meant = carrying_out.meant(scope, parts)
        func = meant[0] if meant else None
        if func is None:
            return scope.ctx.bad(node.span)
    if func is None or func.sort not in ("procedure", "action", carrying_out.SORT):
        no_deed_of_game(scope.ctx, parts.verb, "asked for here")
        return scope.ctx.bad(parts.verb.span)
    args = signatures.arguments(scope, parts, func)
    if args is None:
        return scope.ctx.bad(node.span)
    return E(
        "can",
        (scope.actor or E("num", (), PLAYER, node.span, -1), *args),
        YES_NO,
        node.span,
        func.name,
    )


def has_done(scope: Scope, node: Node) -> E:
    """`you have done influence_domain this turn`"""
    words = [p for p in node.parts if isinstance(p, Word) and p.type == "NAME"]
    negated = any(isinstance(p, Word) and p.type == "NOT" for p in node.parts)
    subject = typed_values.value(scope, node.parts[0], PLAYER)
    action, span_word = words[-2], words[-1]
    funcs = deeds_named(scope.ctx, action, "asked for here")
    if not funcs or not time_span(scope, span_word):
        return scope.ctx.bad(node.span)
    made: E | None = None
    for func in funcs:
        track(scope, func)
        one = E("has_done", (subject,), YES_NO, node.span, (func.name, span_word.text))
        made = one if made is None else E("or", (made, one), YES_NO, node.span)
    assert made is not None
    return E("not", (made,), YES_NO, node.span) if negated else made


def deeds_named(ctx: Context, word: Word, asked: str) -> list[Func]:
    """The action or procedure of this name, or the rules that carry out cards; none after a
    diagnostic."""
    func = ctx.funcs.get(word.text)
    if func is not None and func.sort in ("action", "procedure"):
        return [func]
    found = carrying_out.rules(ctx) if word.text == carrying_out.VERB else []
    if not found:
        no_deed_of_game(ctx, word, asked)
    return found


def no_deed_of_game(ctx: Context, word: Word, asked: str) -> None:
    """Report a deed that the game does not declare, where only such a one can be named."""
    if word.text in verbs() and word.text not in ctx.funcs:
        ctx.report.add(
            "deed-of-language",
            word.span,
            f"`{word.text}` cannot be {asked}",
            "a deed of the language",
            helps=("name the action or procedure of the game in which it is done",),
        )
        return
    legal = [f.name for f in ctx.funcs.values() if f.sort in ("procedure", "action")]
    ctx.unknown("unknown-deed", word.span, word.text, "action", legal)


def carry_out(scope: Scope, parts: deed_parts.Deed) -> list[S]:
    """carry_out card"""
    if not deed_parts.expect(scope, parts, set()):
        return []
    card = typed_values.value(scope, parts.first)
    if not card.type.known:
        return []
    if card.type.base != "piece" or scope.ctx.program.kinds[card.type.of].carries is None:
        scope.ctx.report.add(
            "no-card-rules",
            card.span,
            f"{card.type.words()} carries no rules",
            "",
            helps=("add `carries rules` to its kind",),
        )
        return []
    rule = carrying_out.rule_of(scope.ctx, scope.ctx.program.kinds[card.type.of])
    return [S("call", (scope.player(parts.span), card), parts.span, rule.name)]


def play(scope: Scope, parts: deed_parts.Deed) -> list[S]:
    """play regular_turn"""
    if not deed_parts.expect(scope, parts, set()):
        return []
    word = (
        parts.first.words()[0] if parts.first is not None and parts.first.kind == "name" else None
    )
    flows = [
        f.name
        for f in scope.ctx.funcs.values()
        if f.sort in ("setup", "turn", "round", "phase", "game")
    ]
    if word is None or word.text not in flows:
        scope.ctx.unknown(
            "unknown-flow",
            word.span if word else parts.span,
            word.text if word else "that",
            "setup, turn, round or phase",
            flows,
            message=f"nothing to play is called `{word.text if word else 'that'}`",
        )
        return []
    scope.ctx.used.add(word.text)
    you = scope.actor or E("num", (), PLAYER, parts.span, -1)
    faction = scope.ctx.roles.get(word.text, "")
    if scope.actor is None and faction not in scope.ctx.factions:
        scope.ctx.by_nobody.append((word.text, parts.span))
    if faction in scope.ctx.factions:  # a part of the game that belongs to whoever plays it
        name, who = scope.temp(PLAYER, parts.span)
        played = E("ge", (who, E("num", (), PLAYER, parts.span, 0)), YES_NO, parts.span)
        role = attributes.role(scope, faction, parts.span)
        call = S("call", (who,), parts.span, word.text)
        return [S("let", (role,), parts.span, name), S("if", (played,), parts.span, None, [call])]
    return [S("call", (you,), parts.span, word.text)]


Verb: TypeAlias = "Callable[[Scope, deed_parts.Deed], list[S]]"


@cache
def verbs() -> dict[str, Verb]:
    """The deeds of the language, by their words: asked for when all modules are there."""
    return {
        "move": moving.move,
        "place": moving.move,
        "put": moving.move,
        "return": moving.move,
        "take": moving.move,
        "draw": drawing.draw,
        "deal": drawing.draw,
        "shuffle": drawing.shuffle,
        "roll": changing.roll,
        "toss": changing.roll,
        "set": changing.set_,
        "raise": changing.raise_,
        "lower": changing.lower,
        "gain": changing.gain,
        "lose": changing.lose,
        "join": changing.exchange,
        "split": changing.exchange,
        "push": shifting.push,
        "rotate": shifting.rotate,
        "swap": shifting.swap,
        "reveal": changing.reveal,
        "mark": changing.mark,
        "win": changing.win,
        "carry_out": carry_out,
        "play": play,
        "discard": moving.discard,
        "remove": moving.remove,
        "close_up": shifting.close_up,
        "refill": drawing.refill,
        "reopen": shifting.reopen,
        "pass": drawing.pass_on,
        "show": changing.show,
    }
