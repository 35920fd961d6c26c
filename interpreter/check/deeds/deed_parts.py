"""Parts of a deed: its verb, its object, and what follows prepositions.

Turns trees into `VerbPhrase`, and reports parts that the verb does not take, or needs and lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.nodes import Stmt
from interpreter.language.verbs import FORMS, VERBS, Verb
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

Form: TypeAlias = Literal["none", "things", "some_of", "up_to", "all_of", "each_of", "as_many"]
"""How it is said what a deed is done to: `cards`, `2 of them`, `up to 2`, `all`, `each`, ..."""
Given: TypeAlias = "ast.Expression | ast.NoLonger"


@dataclass(slots=True)
class VerbPhrase:
    """A deed split into its parts."""

    verb: Word
    form: Form
    first: ast.Expression | None
    names: Sequence[Word]
    preps: dict[str, Given]
    span: Span
    amount: ast.Expression | None = None
    phrases: Sequence[ast.Preposition] = ()

    @property
    def name(self) -> Word | None:
        """The word that what it is done to begins with, if that is a bare one."""
        return self.first.word if isinstance(self.first, ast.Name) else None

    def after(self, *words: str) -> ast.Expression:
        """Return the part behind the first of these words that the deed has.

        The deed must have one of them; otherwise StopIteration is raised.
        """
        said = (self.preps.get(word) for word in words)
        return next(one for one in said if isinstance(one, ast.Expression))

    @property
    def counted(self) -> bool:
        """Whether its verb goes with a number: `raise score by 1`."""
        return self.verb.text in ("raise", "lower")


_NO_VERB = Verb("", "", ())

Readers: TypeAlias = dict[str, Callable[[Scope, VerbPhrase], list[Stmt]]]
"""Who reads which deed, by its verb."""


def take_apart(node: ast.Deed) -> VerbPhrase:
    """Split the tree of a deed into verb, object and prepositional parts.

    Where a verb of movement has two places, `in` or `on` and then a goal, the first becomes `from`.
    """
    form: Form = "none"
    names: Sequence[Word] = ()
    first: ast.Expression | None = None
    amount: ast.Expression | None = None
    phrases: Sequence[ast.Preposition] = node.prepositions
    match node.things:
        case ast.Amount(first=first, names=names):
            form = "things"
        case ast.SomeOfThese(count=count, first=first, names=names):  # 2 of your warriors
            form, amount = "some_of", ast.Number(count.span, count)
        case ast.UpTo(count=first, names=names):
            form = "up_to"
        case ast.AllOf(things=first):
            form = "all_of"
        case ast.EachOf(things=first):
            form = "each_of"
        case _:
            pass
    verb = node.verb
    if " " in verb.text:  # `look  at`
        verb = replace(verb, text=" ".join(verb.text.split()))
    if isinstance(node, ast.DeedAsMany):
        form, names, amount, phrases = "as_many", node.names, node.amount, node.more
    if first is not None and node.verb.text in ("set", "raise", "lower"):
        first, phrases = _with_its_place(first, phrases)
    preps: dict[str, Given] = {one.word.first: one.value for one in phrases}
    slots = VERBS.get(node.verb.text, _NO_VERB).slots
    if any(slot.optional and "from" in slot.after for slot in slots):
        places = [one for one in phrases if one.word.first in _INTO]
        if len(places) == 2 and places[0].word.first in ("in", "on") and "from" not in preps:
            there, goal = places  # where they lie, and where they go
            del preps[there.word.first]
            preps |= {"from": there.value, goal.word.first: goal.value}
    return VerbPhrase(verb, form, first, names, preps, node.span, amount, phrases)


def _with_its_place(
    first: ast.Expression, phrases: Sequence[ast.Preposition]
) -> tuple[ast.Expression, Sequence[ast.Preposition]]:
    """Join `raise your height` and `in column`: what is kept for two things is one thing."""
    for at, one in enumerate(phrases):
        if one.word.first == "in" and isinstance(one.value, ast.Expression):
            span = Span(first.span.source, first.span.start, one.span.end)
            return ast.KeptFor(span, first, one.value), [*phrases[:at], *phrases[at + 1 :]]
    return first, phrases


def check_parts(scope: Scope, parts: VerbPhrase) -> bool:
    """Report what the deed says and its verb does not ask for, or that it says nothing; whether
    there was no such fault."""
    verb = VERBS[parts.verb.text]
    for phrase in parts.phrases:
        if phrase.word.first not in verb.prepositions:
            _report_extra(scope, parts, phrase, verb)
            return False
    places = [phrase for phrase in parts.phrases if phrase.word.first in _INTO]
    moves = any(slot.optional and "from" in slot.after for slot in verb.slots)
    if moves and len(places) > 1 and _one_too_many(parts, places):
        return not scope.ctx.report.add(
            "extra-part",
            places[0].span,
            f"`{verb.name}` brings it to one place, and {len(places)} are named",
            "which one?",
            helps=(f"it is written: {verb.form}",),
        )
    if not verb.needs_object and parts.first is not None:
        words, helps = f"`{verb.name}` is said of nothing more", (f"it is written: {verb.form}",)
        return not scope.ctx.report.add("extra-part", parts.first.span, words, helps=helps)
    if verb.needs_object and parts.form == "none":
        return not scope.ctx.report.add(
            "missing-part",
            parts.span,
            f"`{parts.verb.text}` needs to know what",
            helps=(f"it is written: {verb.form}",),
        )
    return True


def _one_too_many(parts: VerbPhrase, places: Sequence[ast.Preposition]) -> bool:
    """Whether a place is named that is neither where the things lie nor where they go."""
    return not (len(places) == 2 and parts.preps.get("from") is places[0].value)


def _report_extra(scope: Scope, parts: VerbPhrase, phrase: ast.Preposition, verb: Verb) -> None:
    """Report a part with a preposition that does not go with the verb."""
    form, prep, given = verb.form, phrase.word.first, phrase.value
    place, fix = given.span, None
    helps = [f"it is written: {form}"]
    if parts.counted and prep == "to" and parts.first is not None:
        helps.append(f"for a fixed number: set {parts.first.span.text} to {given.span.text}")
    elif prep == "under":
        pile = given.span.text
        helps = [f"the bottom of a pile is reached with `reverse {pile}` before and after"]
        place = phrase.word.span
    else:
        meant = _meant_by(prep, verb)
        if meant and meant not in parts.preps:
            place = phrase.word.span
            fix = (place, meant)
            helps = [f"did you mean `{meant}`?"]
        elif prep in _INTO and not meant:
            helps.append(f"to bring it there, write `move ... to {given.span.text}` above")
    scope.ctx.report.add(
        "extra-part",
        place,
        f"`{parts.verb.text}` has no part with `{prep}`",
        "not asked for",
        helps=helps,
        fix=fix,
    )


def _meant_by(prep: str, verb: Verb) -> str:
    """Return the verb's preposition that means the same as an unfit one; empty if there is none.

    A place where things end up may be said with any preposition of place; where things only leave,
    `in` and `on` mean `from`.
    """
    if prep not in _INTO:
        return ""
    order = (*verb.form.split(), *_INTO)
    found = [one for one in order if one in _INTO and one in verb.prepositions]
    leaves = prep in ("in", "on") and "from" in verb.prepositions
    return found[0] if found else "from" if leaves else ""


_INTO = ("to", "into", "onto", "in", "on")
"""Prepositions that say where something comes to lie."""


def check_whole(scope: Scope, parts: VerbPhrase) -> bool:
    """Report what `check_parts` does, or a part that the verb needs and the deed does not say;
    whether there was no such fault."""
    if not check_parts(scope, parts):
        return False
    for slot in VERBS[parts.verb.text].slots:
        said = [parts.preps.get(word) for word in slot.after]
        if not slot.after or slot.optional or any(isinstance(one, ast.Expression) for one in said):
            continue
        if slot.takes == "quality" and any(said):
            continue  # mark card as no longer used
        form = FORMS[parts.verb.text]
        if parts.first is not None and not isinstance(parts.first, ast.Number):
            form = form.replace("2 cards", "1 card")  # a help never makes it more
        written = (f"it is written: {form}",)
        return not scope.ctx.report.add(
            "missing-part",
            parts.span,
            f"`{parts.verb.text}` needs a part that begins with `{slot.after[0]}`",
            helps=_drawn(scope, parts, written) if parts.verb.text == "draw" else written,
        )
    return True


def _drawn(scope: Scope, parts: VerbPhrase, written: tuple[str, ...]) -> tuple[str, ...]:
    """From which pile the things of `draw 2 spells` are drawn, and to which zone; how it is
    `written` if that is not known."""
    ctx = scope.ctx
    kinds = [ctx.kind_named(word.text) for word in parts.names]
    kind = next((one for one in kinds if one), None)
    piles = [f for f in ctx.families.get("table", {}).values() if f.sort == "pile"]
    piles = [f for f in piles if f.seen == "nobody" and (kind is None or kind in f.kinds)]
    if kind is None:
        named = ", ".join(f"`{f.name}`" for f in piles)
        return (f"the piles are: {named}", *written) if piles else written
    held = [f.name for f in ctx.families.get("player", {}).values() if kind in f.kinds]
    named = "" if "from" in parts.preps else _named_pile(parts, {f.name for f in piles})
    if named:
        return (f"write `{named}`",)
    if len(piles) != 1 or not held or "\n" in parts.span.text:
        return written
    to = "" if "to" in parts.preps else f" to {'your' if scope.they is None else 'their'} {held[0]}"
    source = "" if "from" in parts.preps else f" from {piles[0].name}"
    return (f"write `{parts.span.text}{source}{to}`",)


_OFF = ("off", "of", "out", "in", "on", "at")
"""Words before a pile where `from` is meant; they are read as names."""


def _named_pile(parts: VerbPhrase, piles: set[str]) -> str:
    """Rewrite a deed that names a pile behind another word than `from`; empty if none does."""
    source, text = parts.span.source.text, parts.span.text
    begins, pile = -1, None
    for phrase in parts.phrases:
        value = phrase.value
        if phrase.word.first in _OFF and isinstance(value, ast.Name) and value.word.text in piles:
            begins, pile = phrase.span.start, value.word
    for at, word in enumerate(parts.names):
        if word.text in piles:
            before = at
            while before and parts.names[before - 1].text in _OFF:
                before -= 1
            begins, pile = parts.names[before].span.start, word
    if pile is None or "\n" in text:
        return ""
    said = source[parts.span.start : begins].rstrip()
    said = said.removesuffix(" the")
    return f"{said} from {source[pile.span.start : parts.span.end]}"
