"""Dispatch of deeds: built-in verbs from one table, and those that a game declares.

Takes the tree of a deed and a `Scope`; returns statements.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from interpreter.check import node_builders
from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.deeds import (
    carrying_out,
    changing,
    deed_parts,
    drawing,
    moving,
    shifting,
    showing,
    signatures,
)
from interpreter.check.expressions.value_reading import value
from interpreter.check.names import faction_names, name_hints, references
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import nearest
from interpreter.ir import nodes
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from interpreter.ir.rewriting import rewritten
from interpreter.ir.types import PLAYER, article
from interpreter.language.verbs import VERBS
from interpreter.syntax import ast
from interpreter.syntax.vocabulary import SENTENCES


def deed(scope: Scope, node: ast.Deed) -> list[Stmt]:
    """Compile a deed to statements; empty after a diagnostic.

    Outside of questions, each statement of a built-in verb is marked with that verb and its actor.
    """
    parts = deed_parts.take_apart(node)
    verb = parts.verb.text
    if scope.pure and not _sets_a_local(scope, parts):
        _report_not_pure(scope, parts)
        return []
    func = scope.ctx.funcs.get(verb)
    if not scope.pure and func is not None and func.sort in ("procedure", "action"):
        return declared(scope, parts, func)
    builtin = verbs().get(verb)
    if builtin is None:
        _report_no_deed(scope, parts, func)
        return []
    made = builtin(scope, parts) if deed_parts.check_whole(scope, parts) else []
    if made and not VERBS[verb].described and parts.first is not None:
        name_hints.check_used(scope, parts.names, parts.first.span.text)
    if not scope.pure:
        actor = scope.they or scope.you
        made = rewritten(made, lambda s: [replace(s, verb=s.verb or verb, actor=s.actor or actor)])
    return made


def _sets_a_local(scope: Scope, parts: deed_parts.VerbPhrase) -> bool:
    """Whether a deed changes a name of its own rule, which a question may do."""
    known = parts.name is not None and parts.name.text in scope.locals
    return known and (parts.verb.text == "set" or parts.counted)


def _report_not_pure(scope: Scope, parts: deed_parts.VerbPhrase) -> None:
    """Report a deed in a question."""
    given = parts.verb.text == "return"  # as other languages say what the answer is
    scope.ctx.report.add(
        "not-pure",
        parts.span,
        "nothing happens in a `define` or `relation`",
        helps=("what it is worth is said with `answer`",)
        if given
        else ("make it a `procedure`, or move this deed to where it is asked",),
        fix=(parts.verb.span, "answer") if given else None,
    )


def _report_no_deed(scope: Scope, parts: deed_parts.VerbPhrase, func: Func | None) -> None:
    """Report a deed that neither the language nor the game has."""
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
            helps=(f"use it as {how}",),
        )
        return
    called = [f.name for f in scope.ctx.funcs.values() if f.sort in ("procedure", "action")]
    legal = [*verbs(), *called]
    if _is_said_otherwise(scope, parts, legal):
        return
    guess = nearest(parts.verb.text, [*legal, *SENTENCES])
    scope.ctx.report.add(
        "unknown-deed",
        parts.verb.span,
        f"there is no deed called `{parts.verb.text}`",
        "not a deed of this game",
        meant=guess,
        helps=(f"declare it: `procedure {parts.verb.text}`",),
    )


_DOING = ("call", "perform", "run", "execute", "use", "carry", "start")
"""Words that are put before the name of a deed."""


def _is_said_otherwise(scope: Scope, parts: deed_parts.VerbPhrase, legal: list[str]) -> bool:
    """Report who does something, before it, as in `winner wins`, or how the game ends; whether one
    of these is meant."""
    words = parts.span.text.partition("\n")[0].split()
    if words in (["nothing"], ["skip"]) and scope.func is not None:
        return scope.ctx.report.add(
            "unknown-deed",
            parts.verb.span,
            f"there is no deed called `{words[0]}`",
            helps=(
                f"a rule that does nothing ends at once: `stop {scope.func.name}`",
                "what is not said is not done",
            ),
        )
    if len(words) > 1 and words[0] in _DOING and words[1] in legal:
        done = " ".join(words[1:])
        return scope.ctx.report.add(
            "unknown-deed",
            parts.verb.span,
            f"there is no deed called `{words[0]}`",
            "leave it out",
            helps=(f"what is done is named alone: `{done}`",),
            fix=(parts.span, done) if "\n" not in parts.span.text else None,
        )
    ended = words[:2] == ["game", "ends"]
    verb = next((v for v in legal if len(words) > 1 and same_verb(words[1], v)), "")
    found = None if ended or not verb else references.lookup(scope, parts.verb)
    kind = found.type if found is not None else None
    if kind is not None and kind.is_list and kind.item is not None:
        kind = kind.item
    if not ended and (kind is None or not kind.is_player):
        return False
    meant = " ".join(
        ("end the game", *words[2:]) if ended else ("have", words[0], verb, *words[2:])
    )
    return scope.ctx.report.add(
        "unknown-deed",
        Span(parts.span.source, parts.span.start, parts.span.start + len(" ".join(words[:2]))),
        f"there is no deed called `{words[0]}`",
        "" if ended else "who does it",
        helps=(f"did you mean `{meant}`?",),
        fix=(parts.span, meant) if "\n" not in parts.span.text else None,
    )


def _sort(func: Func) -> str:
    return {"define": "a question", "relation": "a relation"}.get(func.sort, f"a {func.sort}")


def declared(scope: Scope, parts: deed_parts.VerbPhrase, func: Func) -> list[Stmt]:
    """Build the call of a procedure or an action; empty after a diagnostic.

    A call without an actor is noted in `by_nobody`.
    """
    args = signatures.arguments(scope, parts, func)
    if args is None:
        return []
    scope.ctx.used.add(func.name)
    you = scope.actor or node_builders.num(-1, parts.span, PLAYER)
    if scope.actor is None:
        scope.ctx.by_nobody.append((func.name, parts.span))
    return [nodes.Call((you, *args), parts.span, func.name)]


def carry_out(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """carry_out card"""
    card = value(scope, parts.first)
    if not card.type.known:
        return []
    if not card.type.is_piece or scope.ctx.program.kinds[card.type.of].carries is None:
        scope.ctx.report.add(
            "no-card-rules",
            card.span,
            f"{card.type.words()} carries no rules",
            helps=("add `carries rules` to its kind",),
        )
        return []
    rule = carrying_out.rule_of(scope.ctx, scope.ctx.program.kinds[card.type.of])
    return [nodes.Call((scope.player(parts.span), card), parts.span, rule.name)]


def play(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Stmt]:
    """play regular_turn"""
    word = parts.name
    flows = [
        f.name
        for f in scope.ctx.funcs.values()
        if f.sort in ("setup", "turn", "round", "phase", "game")
    ]
    if word is None or word.text not in flows:
        func = scope.ctx.funcs.get(word.text) if word else None
        if word and func is not None and func.sort in ("action", "procedure"):
            scope.ctx.report.add(
                "unknown-flow",
                parts.span,
                f"`{word.text}` is {article(func.sort)}: it is not played",
                helps=(f"it is done by its name: write `{word.text}`",),
                fix=(parts.span, word.text),
            )
            return []
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
    you = scope.actor or node_builders.num(-1, parts.span, PLAYER)
    faction = scope.ctx.roles.get(word.text, "")
    if scope.actor is None and faction not in scope.ctx.factions:
        scope.ctx.by_nobody.append((word.text, parts.span))
    if faction in scope.ctx.factions:  # a part of the game that belongs to whoever plays it
        name, who = scope.temp(PLAYER, parts.span)
        played = node_builders.test(nodes.Ge, who, node_builders.zero(parts.span), parts.span)
        role = faction_names.role(scope, faction, parts.span)
        call = nodes.Call((who,), parts.span, word.text)
        return [
            nodes.Let((role,), parts.span, name),
            nodes.If((played,), parts.span, body=[call]),
        ]
    return [nodes.Call((you,), parts.span, word.text)]


@cache
def verbs() -> deed_parts.Readers:
    """Who reads which deed of the language. Asked for late: questions read deeds, too."""
    own: deed_parts.Readers = {carrying_out.VERB: carry_out, "play": play}
    readers = (moving, drawing, changing, shifting, showing)
    return own | {verb: read for one in readers for verb, read in one.READERS.items()}
