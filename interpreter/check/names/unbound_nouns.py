"""Singular nouns where nothing is chosen: reported with the place where such a thing is chosen.

The name of a kind in the singular stands for what a rule has chosen under it. Where nothing is
chosen it would stand for all of the kind; that is what the plural is for, and never meant.
"""

from __future__ import annotations

import re

from interpreter.check.names import chosen_names
from interpreter.check.names.chosen_names import BoundName
from interpreter.check.overlays.step_changes import step_behind
from interpreter.check.scope import Scope
from interpreter.diagnostics import Label, Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.syntax import ast
from interpreter.syntax.ast import Word
from interpreter.syntax.source_words import without_comment


def check_chosen(scope: Scope, word: Word, found: Expr | None) -> bool:
    """Report a word that stands for no one thing here; whether there was a reason to report it.

    `found` is what the word stands for otherwise: all of a kind or a list, or nothing.
    """
    plural = _plural(scope, word, found) if found is not None else ""
    if found is not None and not plural:
        return False
    here = [one for one in _names(scope.rule) if one.name == word.text]
    about = scope.about
    there = []
    if about is not None and about.name in scope.ctx.nodes:
        there = [one for one in _names(_body(scope, about)) if one.name == word.text]
    if here:
        _in_this_rule(scope, word, here, plural)
    elif about is not None and there:
        _in_the_deed(scope, word, about, there, plural)
    elif plural:
        scope.ctx.report.add(
            "not-chosen",
            word.span,
            f"it is not said which `{word.text}`",
            "none of them is chosen here",
            helps=_choose_one(scope, word, plural)
            or _all(word, plural)
            or (f"choose one in a line above, or ask of all: `any {plural} where ...`",),
        )
    else:
        return False
    return True


def check_several(scope: Scope, node: ast.Part) -> bool:
    """Report the word for one thing where a description means several: `number of hero in track`,
    `choose die from red die`; whether it was so."""
    head = node.head if isinstance(node, ast.Selection) else node
    if not isinstance(head, ast.Head):
        return False
    described = isinstance(head.first, ast.Name) or head.names
    if not described or (node is head and not head.names):
        return False  # the word alone is looked up
    first = (head.first.word,) if isinstance(head.first, ast.Name) else ()
    noun = (*first, *head.names)[-1]
    kind = scope.ctx.program.kinds.get(noun.text)
    if kind is None or kind.plural == noun.text:
        return False
    if sum(max(1, design.copies) for design in kind.designs) <= 1:
        return False
    return scope.ctx.report.add(
        "not-chosen",
        noun.span,
        f"`{noun.text}` is the word for one of them",
        "several are meant here",
        write=kind.plural,
    )


def _plural(scope: Scope, word: Word, found: Expr) -> str:
    """Return the plural of the kind or values list that a singular word names.

    Empty for other words, and where there is only one of it.
    """
    program = scope.ctx.program
    kind = program.kinds.get(str(found.kind)) if isinstance(found, nodes.Members) else None
    values = program.values.get(str(found.values)) if isinstance(found, nodes.ValuesOf) else None
    if kind is not None:
        name, plural = kind.name, kind.plural
        several = sum(max(1, design.copies) for design in kind.designs) > 1
    elif values is not None:
        name, plural, several = values.name, values.plural, len(values.members) > 1
    else:
        return ""
    return plural if several and word.text == name != plural else ""


def _names(body: ast.Tree | None) -> list[BoundName]:
    return [] if body is None else list(chosen_names.given(body))


def _body(scope: Scope, func: Func) -> ast.Block | None:
    heading = scope.ctx.nodes[func.name]
    match heading:
        case ast.Define() | ast.Relation() | ast.Procedure() | ast.Flow():
            return heading.body
    return None


_OF_ONE = re.compile(
    r"'s\b| +(is|are|has|have|owns|can|in|[a-z_]+ (?:in|on|of))\b(?! +(?:at|moved))"
)
"""What follows the word for one thing, and would not make sense behind its plural."""


def _all(word: Word, plural: str) -> tuple[str, ...]:
    """Suggest the plural, where it can stand: of several, nobody asks for `the cost`."""
    behind = word.span.source.text[word.span.end :]
    of_one = _OF_ONE.match(behind) or re.search(r"(?<!number) of +$", word.span.before)
    return (f"if all are meant, write `{plural}`",) if plural and not of_one else ()


def _choose_one(scope: Scope, word: Word, plural: str) -> tuple[str, ...]:
    """How one is chosen of which something is set: `set die's face`, which of all nobody means."""
    if scope.rule is None and scope.func is None:  # in a test
        return ("say which: by the space where it lies, or by what only it shows",)
    behind = word.span.source.text[word.span.end :]
    if scope.actor is None or scope.pure or not behind.startswith("'s "):
        return ()
    zones = [f for f in scope.ctx.program.families if word.text in f.kinds and f.seen != "nobody"]
    mine = [f"your {f.name}" for f in zones if f.holder == "player"]
    open_ = [f"{plural} in {f.name}" for f in zones if f.holder == "table"]
    among = next(iter([*mine, *open_, plural]))
    return (f"choose one in a line above: `choose {word.text} from {among}`",)


def _in_this_rule(scope: Scope, word: Word, ways: list[BoundName], plural: str) -> None:
    """Report that it is chosen further down in the same rule, or in another part of it."""
    one, body, overlaid = ways[0], scope.rule, scope.ctx.overlaid
    assert body is not None
    added = overlaid is not None and overlaid.wrote(word.span.source)
    below = _stands_before(body, word, one)
    line = f"line {one.word.span.line}"
    if added and not overlaid.wrote(one.word.span.source):  # type: ignore[union-attr]
        helps = _elsewhere(scope.func, body, one)
    elif below and any(isinstance(p, Word) and p.span == word.span for p in one.block.walk()):
        helps = f"put this below {line}"
    else:
        helps = f"put this below {line}, into the same block"
    scope.ctx.report.add(
        "not-chosen",
        word.span,
        f"`{word.text}` is not {one.how} yet"
        if below
        else f"`{word.text}` is {one.how} in another part of this rule",
        "not known here",
        others=tuple(Label(way.word.span, f"{way.how} here") for way in ways[:3]),
        helps=(helps, *_all(word, plural)),
    )


def _elsewhere(func: Func | None, body: ast.Tree, one: BoundName) -> str:
    """Where an overlay has to say it: at a step behind the choice, or at the end."""
    rule = f"{func.sort} {func.name}" if func is not None else "this rule"
    step = step_behind(body, one) if isinstance(body, ast.Block) else ""
    if step:
        return f"say it where that is known: `before {step} in {rule}`"
    if one.block is body:
        return f"say it where that is known: `after {rule}`"
    return f"write the whole anew, with this in its place: `replace {rule}`"


def _stands_before(body: ast.Tree, word: Word, one: BoundName) -> bool:
    for part in body.walk():
        if part is one.word:
            return False
        if isinstance(part, Word) and part.span == word.span:
            return True
    return False


def _in_the_deed(scope: Scope, word: Word, func: Func, ways: list[BoundName], plural: str) -> None:
    """Report that a ban or a rule which waits speaks of what is chosen in its deed."""
    overlaid, one = scope.ctx.overlaid, ways[0]
    added = overlaid is not None and overlaid.wrote(word.span.source)
    fix: tuple[Span, str] | None = None
    rule, body = f"{func.sort} {func.name}", _body(scope, func)
    assert body is not None
    line = f"line {one.word.span.line}"
    if scope.waits == "ban":
        why = f"this ban does not know which `{word.text}`"
        helps = f"ask for it in `{rule}` itself: `requires ...` below {line}"
        if added:
            helps, fix = _in_place_of_the_ban(word, rule)
    else:
        why = f"this rule does not know which `{word.text}`"
        helps = f"say it in `{rule}` itself, below {line}"
        if added and scope.waits == "after" and one.block is body:
            helps, fix = _in_place_of_the_rule(word, func, scope.card is not None)
        elif added:
            helps = _elsewhere(func, body, one)
    if added and scope.card is not None:  # what changes the game is no rule of a card
        helps = f"not on the card, but beside `add component`: {helps}"
    scope.ctx.report.add(
        "not-chosen",
        word.span,
        why,
        "not known here",
        others=tuple(Label(way.word.span, f"{way.how} here") for way in ways[:3]),
        helps=(helps, *_all(word, plural)),
        fix=fix,
    )


_BAN = re.compile(r" {8}\w+ may not \w+[^\n]*? unless ([^\n]+)")


def _in_place_of_the_ban(word: Word, rule: str) -> tuple[str, tuple[Span, str] | None]:
    """Suggest what replaces an added rule that is nothing but this ban: a `require` change.

    The fix (place and new text) is None unless the whole rule can be rewritten.
    """
    source, text = word.span.source, word.span.source.text
    found = next((m for m in _ADDED.finditer(text) if m.start() <= word.span.start < m.end()), None)
    ban = _BAN.fullmatch(found[2].rstrip()) if found is not None else None
    if found is None or ban is None:
        return f"write `require {rule}`, and below it `requires ...`", None
    place = Span(source, found.start(), found.start(2) + len(found[2].rstrip()))
    made = f"    require {rule}\n        requires {ban[1]}"
    helps = f"in place of the whole `add rule`: `require {rule}`, below it `requires {ban[1]}`"
    return helps, (place, made)


_ADDED = re.compile(r"^ {4}(add|extend) +rule\b[^\n]*\n((?: {8}[^\n]*(?:\n|\Z)|[ \t]*\n)*)", re.M)
_WAITS = re.compile(r"after +any +player +([a-z_0-9]+)[^,]*?(?:, *if +(.+))?$")


def _in_place_of_the_rule(
    word: Word, func: Func, card: bool
) -> tuple[str, tuple[Span, str] | None]:
    """Suggest an `after` change in place of a rule that waits for what a deed chooses.

    The fix (place and new text) is None unless the rule does nothing else.
    """
    written = f"write `after {func.sort} {func.name}`"
    source, text = word.span.source, word.span.source.text
    around = (m for m in _ADDED.finditer(text) if m.start() <= word.span.start < m.end())
    found = next(around, None)
    if card or found is None:
        return f"{written}, and below it `if ...`", None
    outside = f"beside `{found[1]} rule`, and not below it, {written}"
    lines = found[2].rstrip().split("\n")
    clause = _WAITS.match(without_comment(lines[0]).strip())
    several = sum(line.startswith("        ") and line[8:9] not in (" ", "#") for line in lines)
    asked = clause[2] if clause is not None else None
    if clause is None or several != 1 or clause[1] != func.name or "once per" in (asked or ""):
        return f"{outside}, and below that what is done", None
    heading = f"    after {func.sort} {func.name}"
    deeds = lines[1:] if asked else [line.removeprefix("    ") for line in lines[1:]]
    made = [heading, *([f"        if {asked}"] if asked else []), *deeds]
    place = Span(source, found.start(), found.start(2) + len(found[2].rstrip()))
    helps = f"in place of the whole `{found[1]} rule`, one step further out, {written}"
    below = f"`if {asked}`" if asked else "what is done"
    own = _said_of_you("\n".join(made))
    return f"{helps}, and below it {below}", None if own is None else (place, own)


def _said_of_you(lines: str) -> str | None:
    """Rewrite lines about any player for use inside that player's own deed, where they are `you`.

    None if others are spoken of whom `they` or `their` may mean.
    """
    own = re.sub(r"\bhave them (?=[a-z])", "", lines)
    if re.search(r"\b(have|each|where|who|choose|pick)\b", own):
        return None if re.search(r"\b(they|them|their)\b", own) else own
    return re.sub(r"\b(they|them)\b", "you", re.sub(r"\btheir\b", "your", own))
