"""Diagnostics for overlay changes that hit nothing.

Takes the words that name what is not there, and what there is; builds diagnostics.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from interpreter.check.overlays.changes import OverlayChange, Overlays
from interpreter.diagnostics import Diagnostic, Label, Report, Source, Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.program import Program
from interpreter.ir.types import article
from interpreter.language.verbs import VERBS
from interpreter.syntax import ast
from interpreter.syntax.ast import Word
from interpreter.syntax.parser import RESERVED
from interpreter.syntax.source_words import names_in


def no_such_rule(
    made: Overlays, word: Word, asked: ast.Phrase | None, sort: str, report: Report
) -> None:
    """Report that a rule which is to be changed is not there: it is of another sort, or gone."""
    rules = [one for one in made.nodes if isinstance(one, ast.NamedRule)]
    other = next((one for one in rules if one.name.text == word.text), None)
    if other is not None:
        right = other.sort
        span = asked.span if asked is not None else None
        both = Span(word.span.source, (span or word.span).start, word.span.end)
        report.add(
            "unhit",
            both,
            f"`{word.text}` is not {_article(sort)} {sort}, but {_article(right)} {right}",
            others=(Label(other.name.span, "it stands here"),),
            helps=(f"write `{right} {word.text}`",),
            fix=(span, right) if span is not None and "rule" not in (sort, right) else None,
        )
        return
    gone = next(
        (c for c in made.changes if isinstance(c.node, ast.Remove) and c.name == word.text), None
    )
    if gone is not None:
        removed(word, gone, report)
        return
    names = {one.name.text: one.sort for one in rules}
    alike = [name for name, one in names.items() if one == sort]
    if nearest(word.text, alike) is None and (guess := nearest(word.text, names)) is not None:
        report.add(
            "unhit",
            word.span,
            f"the game has no {sort} called `{word.text}`",
            "nothing to change",
            helps=(f"did you mean the {names[guess]} `{guess}`?",),
        )
        return
    unhit(word, sort, alike, report)


def stands_on_a_component(
    made: Overlays, change: ast.RuleChange, word: Word, report: Report
) -> None:
    """Report that a change is for an action that stands on a component: what to write in its
    place."""
    name = word.text
    bearer, span = made.on_components[name]
    kind = made.called.get(bearer, "").removeprefix("component ")
    rule = 'write a rule: `add rule its_name "Its title"`, and below it '
    told = ""
    if isinstance(change, ast.Tighten):
        told = f"{rule}`everyone may not {name} unless {_condition(change)}`"
    elif isinstance(change, ast.Remove):
        told = f"{rule}`everyone may not {name}`"
    elif isinstance(change, ast.Extend):
        told = f"{rule}`{change.side.text} any player {name}`, and below that `have them ...`"
    own = f"give the {kind} other rules: `change component {kind} {bearer}`, and below it `rules:`"
    report.add(
        "unhit",
        word.span,
        f"`{name}` stands on {'an' if kind[:1] in 'aeiou' else 'a'} {kind}, not in the rules",
        "nothing to change",
        others=(Label(span, f"it stands on `{bearer}`"),),
        helps=(told, f"or {own}") if told else (own,),
    )


def _condition(change: ast.Tighten) -> str:
    """Rephrase the single condition of a `require` for everyone: `you` becomes `they`.

    Returns `...` if there are several conditions.
    """
    if len(change.conditions) != 1:
        return "..."
    asked = change.conditions[0].condition
    text, start = asked.span.text, asked.span.start
    theirs: list[tuple[str, ast.Tree]] = [
        ("their", part) for part in asked.walk() if isinstance(part, ast.Your)
    ]
    they: list[tuple[str, ast.Tree]] = [
        ("they", part) for part in asked.walk() if isinstance(part, ast.You)
    ]
    for word, part in sorted(theirs + they, key=lambda one: -one[1].span.start):
        at = part.span.start - start
        old = "your" if isinstance(part, ast.Your) else "you"
        text = text[:at] + word + text[at + len(old) :]
    return text


def removed(word: Word, gone: OverlayChange, report: Report) -> None:
    """Report a change whose target an overlay has removed before."""
    report.add(
        "unhit",
        word.span,
        f"`{word.text}` is removed already",
        "nothing to change",
        others=(Label(gone.word.span, "removed here"),),
        helps=("leave out one of the two",),
    )


def used_though_removed(span: Span, removal: Word, helps: tuple[str, ...]) -> Diagnostic:
    """Build the diagnostic for a use of what an overlay removes, here or in another file."""
    where = f"in line {removal.span.line}"
    if removal.span.source is not span.source:
        where = "by another overlay"
    return Diagnostic(
        "still-used",
        f"`{removal.text}`, removed {where}, is still used",
        Label(span, "used here"),
        others=(Label(removal.span, "removed here"),),
        helps=helps,
    )


def unhit(
    word: Word,
    what: str,
    names: Sequence[str],
    report: Report,
    message: str = "",
    helps: tuple[str, ...] = (),
    guess: str = "",
    behind: Sequence[Word] = (),
    label: str = "nothing to change",
) -> None:
    """Report that an overlay names something that the game does not have; `guess` is what may be
    meant, and `behind` are further words of the name."""
    guess = guess or nearest(word.text, names) or _only_one(word.text, names) or ""
    place = Span(word.span.source, word.span.start, [word, *behind][-1].span.end)
    report.add(
        "unhit",
        word.span,
        message or f"the game has no {what} called `{word.text}`",
        label,
        notes=() if guess or not names else (f"there are: {listed(names)}",),
        helps=(f"did you mean `{guess}`?",) if guess else helps,
        fix=(place, guess) if guess else None,
    )


def elsewhere(
    change: ast.RuleChange,
    word: Word,
    there: Sequence[ast.NamedRule],
    message: str,
    report: Report,
    *,
    step: str = "",
    own: Sequence[str] = (),
    via: str = "",
) -> bool:
    """Whether what a change looks for in one rule stands in others, which is told; the change ends
    with the sort and the name of the rule. `step` is how it is called there, if otherwise; `own` is
    what the rule has; `via` is its name if it plays, or carries out, the other one."""
    if not there:
        return False
    where = [f"{rule.sort} {rule.name.text}" for rule in there]
    asked, named = change.asked, change.name
    fix = None
    if len(where) == 1 and asked is not None:
        start = word.span.start if step else asked.span.start
        written = f"{step} in {where[0]}" if step else where[0]
        fix = (Span(named.span.source, start, named.span.end), written)
    leads = f": `{via}` leads to it" if via else ""
    return report.add(
        "unhit",
        word.span,
        message,
        "not in this rule",
        others=(Label(there[0].name.span, "it stands in this one"),),
        notes=(
            *((f"the steps of this rule are: {listed(own)}",) if own else ()),
            *(() if len(where) == 1 else (f"it stands in: {listed(where)}",)),
        ),
        helps=(f"write `{f'{step} ' if step else ''}in {where[0]}`{leads}",)
        if len(where) == 1
        else (),
        fix=fix,
    )


def _only_one(word: str, names: Sequence[str]) -> str | None:
    """Return the only name there is if it starts with the same three letters; else None."""
    return names[0] if len(names) == 1 and names[0][:3] == word[:3] else None


def _article(noun: str) -> str:
    return "an" if noun[:1] in "aeiou" else "a"


def players_are_not_set(word: Word, value: ast.Tree, report: Report) -> None:
    """`set players to 2`: how many play is no setting."""
    said = value.span.text if value.span.text.isdigit() else "2"
    report.add(
        "unhit",
        word.span,
        "the number of players is no setting",
        "those who play choose it",
        helps=(
            f"to narrow it, write: only with number of players is {said}",
            f"or for more or fewer than the game is for: set players from {said} to {said}",
        ),
    )


def settings_that_are_so(program: Program, made: Overlays, report: Report) -> None:
    """Report settings that an overlay sets to what they are already."""
    before: dict[str, object] = {}
    for change in made.changes:
        setting = program.settings.get(change.name)
        if not isinstance(change.node, ast.SetSetting) or setting is None or change.node.only:
            continue
        was: object = setting.start
        if setting.words:
            was = setting.words[setting.start]
        elif setting.type.is_yes_no:
            was = "yes" if setting.start else "no"
        value = change.node.value
        if value.span.text == str(before.get(change.name, was)):
            so_already(value.span, f"`{change.name}`", value.span.text, report)
        before[change.name] = value.span.text


def so_already(span: Span, thing: str, value: str, report: Report) -> None:
    """Report that an overlay sets something to what it is without it."""
    report.add(
        "already-so",
        span,
        f"{thing} is {value} already",
        "this changes nothing",
        helps=("leave it out, or write another value",),
    )


def kept_by_players(nodes: Iterable[ast.Heading]) -> list[ast.Field]:
    """List the fields that each player has: numbers and words, no zones."""
    holders = [(node, node.holder) for node in nodes if isinstance(node, ast.Area)]
    return [
        line
        for area, holder in holders
        if isinstance(holder, ast.EachOfKind) and holder.name.text == "player"
        for line in area.lines
        if isinstance(line, ast.Field)
    ]


def kinds_left_out(made: Overlays, report: Report, read: int) -> None:
    """Say of a component without its kind which kinds there are, and the line of the one that fits.
    The problems of the file begin at `read`."""
    if len(report.found) == read:
        return
    kinds = [node for node in made.nodes if isinstance(node, ast.Kind)]
    printed = {one.name.text: {w.text for w, _ in printed_on(one)} for one in kinds}
    ruled = {one.name.text for one in kinds if _has_rules(one)}
    parts = {one.partition(" ")[2] for one in made.called.values() if one.startswith("component ")}
    there = sorted(parts & printed.keys())
    for at in range(read, len(report.found)):
        d = report.found[at]
        if "component" not in d.subjects or not there:
            continue
        span, text = d.label.span, d.label.span.source.text
        below = re.match(r".*\n((?: {8}.*\n?|\s*\n)*)", text[span.end :])
        lines = set(re.findall(r"^ {8}(\w+)\s*:", below[1], re.MULTILINE) if below else ())

        def fit(kind: str, lines: set[str] = lines) -> tuple[int, int]:
            known = printed[kind] | ({"rules"} if kind in ruled else set())
            missing = lines - {"title", "text", "copies", "source"} - known
            return -len(missing), len(lines & known) - len(printed[kind] - lines)

        best = max(there, key=fit)
        line = text[text.rfind("\n", 0, span.start) + 1 :].partition("\n")[0].strip()
        written = line.replace("component ", f"component {best} ", 1)
        report.found[at] = replace(
            d,
            notes=(f"the kinds are: {listed(there)}",),
            helps=(f"write its kind before its name: `{written}`",),
            fix=(Span(span.source, span.start, span.start), f"{best} "),
        )


def printed_on(kind: ast.Kind) -> list[tuple[Word, ast.Type]]:
    """List the names that are printed on a kind of component, each with its type."""
    lines = [line for line in kind.lines if isinstance(line, ast.Printed)]
    return [(word, line.type) for line in lines for word in line.names]


def _has_rules(kind: ast.Kind) -> bool:
    return any(isinstance(line, ast.CarriesLine) for line in kind.lines)


def names_in_capitals(made: Overlays, source: Source, report: Report, read: int) -> None:
    """Do not propose a name in small letters that nothing has: `gain 1 VP` where players have a
    score. The problems of the file begin at `read`."""
    told = [d for d in report.found[read:] if d.slug == "strange-character" and d.fix is not None]
    told = [d for d in told if d.fix and d.fix[1] == d.label.span.text.lower() != d.label.span.text]
    if not told:
        return
    known = {*made.called, *(word for node in made.nodes for word in node.spoken())}
    known |= {*names_in(source.text), *RESERVED, *VERBS}
    for d in told:
        small = d.label.span.text.lower()
        line = d.label.span.before
        if small in known or not line.strip():
            continue
        members, of = printed_words(made, line)
        amount = re.search(r"\b(?:gain|lose|pay)\s+\d+\s+$", line)
        somebodys = amount or re.search(r"\b(?:your|their|\w+'s)\s+$", line)
        lines = kept_by_players(made.nodes) if somebodys else []
        guess = nearest(small, members or [one.name.text for one in lines] or known)
        lines = lines if guess is None else []
        kept = [
            one.name.text
            for one in lines
            if not amount or re.search(r":\s*(?:\d|number)", one.span.text)
        ]
        report.found[report.found.index(d)] = replace(
            d,
            message=f"the game has nothing called `{d.label.span.text}`",
            label=replace(
                d.label, text="names have small letters" if guess else f"it is {of}" if of else ""
            ),
            notes=(f"players have: {listed(kept)}",)
            if kept
            else (f"there are: {listed(members)}",)
            if members and guess is None
            else (),
            helps=(f"did you mean `{guess}`?",)
            if guess
            else ("write one of these",)
            if members
            else (),
            fix=(d.label.span, guess) if guess else None,
        )


_ANSWERS: dict[type[ast.Tree], str] = {
    ast.Number: "0", ast.Plus: "0", ast.Minus: "0", ast.Compare: "no", ast.YesNo: "no",
}  # fmt: skip
"""The answer that changes nothing, as far as the form of a value tells."""


def in_its_place(gone: OverlayChange) -> tuple[str, ...]:
    """Suggest a neutral replacement for a removed question that the game still asks.

    Empty if no answer without effect can be told from what it answered.
    """
    if gone.sort == "relation":
        answer: str | None = "no"
    elif gone.sort == "define" and gone.old is not None:
        answered = (ast.Answer, ast.AnswerYesNo)
        values = [type(one.value) for one in gone.old.walk() if isinstance(one, answered)]
        answer = next((_ANSWERS[of] for of in values if of in _ANSWERS), None)
    else:
        answer = None
    if answer is None:
        return ()
    return (f"keep it, without effect: `replace {gone.sort} {gone.name}`, and below it"
            f" `answer {answer}`",)  # fmt: skip


_LINE = re.compile(r"(?: {8}|    set +)(\w+)(?: *:| +of +\w+ +to\b)[^\"]*$")


def printed_words(made: Overlays, line: str) -> tuple[list[str], str]:
    """List the words that may stand in a partly written component line, and what they are called.

    Empty where it is no list of words or components; the name is empty, too, if it is not unique.
    """
    found = _LINE.match(line)
    members: list[str] = []
    said: list[str] = []
    kinds = [node for node in made.nodes if isinstance(node, ast.Kind)] if found else []
    lines = [one for kind in kinds for one in printed_on(kind)]
    for wanted in [of for word, of in lines if found is not None and word.text == found[1]]:
        for part in wanted.walk():
            of = _words_of(made, part.text) if isinstance(part, Word) else []
            if of and isinstance(part, Word):
                members += [one for one in of if one not in members]
                said.append(article(part.text))
    return members, said[0] if len(set(said)) == 1 else ""


def _words_of(made: Overlays, name: str) -> list[str]:
    """List the members of a values list, or the components of a kind."""
    for node in made.nodes:
        if isinstance(node, ast.Values) and node.name.text == name:
            return [one.name.text for one in node.values]
    return [word for word, sort in made.called.items() if sort == f"component {name}"]
