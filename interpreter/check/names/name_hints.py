"""Help for names that are unknown where they are used.

Takes the word and the scope; says how an attribute of each player or component is written, or how
to choose the player who is spoken of.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.scope import Scope
from interpreter.ir.types import Type, piece_type
from interpreter.syntax.ast import Word


def whose_line(scope: Scope, name: str, owner: str = "") -> str:
    """How something is written that each player or each component has, or an empty text; `owner`
    is the word before it, which may say whose."""
    ctx = scope.ctx
    if name in ctx.fields.get("player", {}) or name in ctx.families.get("player", {}):
        if scope.locals.get(owner, ("", None))[1] == Type("player"):
            return f"{owner}'s {name}"
        if scope.you is None and scope.they is None:  # nobody acts, as in a test
            players = [local for local, kind, _ in scope.locals.values() if kind.is_player]
            if not players:
                return f"your {name}"
            # Whoever a condition or a ranking goes over has no name of its own.
            return f"its {name}" if players[0].startswith("_") else f"{players[0]}'s {name}"
        return f"your {name}" if scope.they is None else f"their {name}"
    for kind in ctx.program.kinds.values():
        if name in kind.printed or name in ctx.fields.get(kind.name, {}):
            return f"{_one_of(scope, kind.name) or kind.name}'s {name}"
    return ""


def say_whose(scope: Scope, own: str) -> tuple[str, ...]:
    """Advise writing an attribute with its owner, `own` being the form from `whose_line`.

    A component that the rule does not name has to be chosen first.
    """
    one = own.partition("'s ")[0]
    if one in scope.ctx.program.kinds and not _one_of(scope, one):
        return (f"each {one} has its own: choose one first, then `{own}`",)
    return (f"say whose: `{own}`",)


def check_used(scope: Scope, words: Sequence[Word], about: str) -> None:
    """Report a word behind a phrase that is complete without it, such as `2 shiny glory`."""
    if words:
        said = f"`{words[0].text}` says nothing about `{about}`"
        scope.ctx.report.add("extra-part", words[0].span, said, "one word too many")


def _one_of(scope: Scope, kind: str) -> str:
    """Return the local that holds a component of this kind; empty without one.

    The local called like the kind comes first, then the one bound last.
    """
    here = {name: found[1] for name, found in scope.locals.items()}
    here |= {name: found.type for name, found in scope.bound.items()}
    named = [name for name, known in here.items() if known.sure() == piece_type(kind)]
    return kind if kind in named else next(reversed(named), "")


def choice_of_a_player(scope: Scope, word: Word, want: Type | None) -> str:
    """How a player is chosen of whom a deed speaks by an unknown name; empty where no player is
    meant, or nobody could choose."""
    before = word.span.before
    if scope.pure or not (before.strip() == "have" or (want is not None and want.is_player)):
        return ""
    return f"choose {word.text} from {'players' if scope.actor is None else 'opponents'}"
