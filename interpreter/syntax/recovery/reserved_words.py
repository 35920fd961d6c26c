"""Diagnoses reserved words where a name or the start of a sentence belongs.

Code and no rows, since any such word may be meant, and the diagnosis depends on the lines above.
"""

from __future__ import annotations

import re

from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import nearest
from interpreter.syntax.recovery.failure import ParseFailure
from interpreter.syntax.source_words import indent_of, parent_line, without_comment
from interpreter.syntax.vocabulary import ELSEWHERE, FORMS, HEADINGS, SENTENCES

_NAMING = re.compile(
    r"(?:^\s*|[,:]\s*|\b(?:values|kind|plural|setting|define|relation|procedure|action|setup|game|turn"
    r"|round|phase|rule|money|faction|zone|board|printed|has|let|choose|pick|called|each|option"
    r"|up to \d+|any number of|\d+)\s+)(?:(?:a|an|the)\s+)?$"
)
"""What stands before a word that gives something its name."""
_ARTICLE = re.compile(r"\b(?:a|an|the)\b(?! *')")
_RULES = ("define", "procedure", "action", "relation")
_STOPPED = ("procedure", "action", "turn", "round", "phase", "game", "setup")
_AN_ARTICLE = ("`a`, `an` and `the` may stand before a name, and count for nothing",)


def report_name_above(failure: ParseFailure) -> bool:
    """Report a reserved word that a line above declares as a name, and that is used here."""
    said = set(re.findall(r"[a-z_0-9]+", failure.line[: failure.end - failure.start]))
    for old in failure.history:
        at = old.start_pos or 0
        if old.type != "NAME" or at >= failure.start or str(old) not in failure.reserved & said:
            continue
        if _names(failure, at):
            return report_reserved_name(failure, at, old.end_pos or at)
    return False


def _names(failure: ParseFailure, at: int) -> bool:
    """Check whether a name is declared at a place, outside of quoted text."""
    before = failure.text[:at].rpartition("\n")[2]
    return before.count('"') % 2 == 0 and _NAMING.search(before) is not None


def report_reserved_name(failure: ParseFailure, start: int, end: int) -> bool:
    """Report a reserved word that is declared as a name; False if no name is declared there."""
    if not _names(failure, start):
        return False
    word = failure.text[start:end]
    return failure.report.add(
        "reserved-word",
        failure.spans(start, end),
        f"`{word}` is a word of the language, not a name",
        "a name is expected here",
        notes=(f"it is used as in: {FORMS[word]}",) if word in FORMS else (),
        helps=("choose another word, or two words joined by `_`",),
    )


def report_article(failure: ParseFailure) -> bool:
    """Report an article where a name is declared: `action a "A"`, `define share of a: spell`."""
    if _report_article_in_heading(failure):
        return True
    for found in reversed(list(_ARTICLE.finditer(failure.text, failure.start, failure.at))):
        if _names(failure, found.start()) and failure.reparses_with(*found.span(), "own_name"):
            return _report_article_as_name(
                failure, *found.span(), "choose another word, or two words joined by `_`"
            )
    return False


def _report_article_as_name(failure: ParseFailure, start: int, end: int, help_: str) -> bool:
    return failure.report.add(
        "reserved-word",
        failure.spans(start, end),
        f"`{failure.text[start:end]}` is a word of the language, not a name",
        "a name is expected here",
        notes=_AN_ARTICLE,
        helps=(help_,),
    )


def _report_article_in_heading(failure: ParseFailure) -> bool:
    """Report `define share of a: spell`, with `a` as a name, and `define price the spell`.

    The latter lacks its `of`.
    """
    line = failure.line.partition("\n")[0]
    words = line.split()
    words = words[1:] if words[:1] in (["add"], ["replace"]) else words
    if not words or words[0] not in _RULES:
        return False
    before = without_comment(line).rstrip() if failure.kind == "_NL" else ""
    before = before or line[: failure.at - failure.start].rstrip()
    said = before.split()
    if len(said) < 3 or said[-1] not in ("a", "an", "the") or said[-2] in _RULES:
        return False  # no article, or the rule itself is to be called so
    end = failure.start + len(before)
    start = end - len(said[-1])
    lacks_of = failure.kind == "NAME" and "OF" in failure.accepts
    if lacks_of and failure.reparses_with(start, start, "of "):
        return failure.report.add(
            "unexpected-word",
            failure.spans(failure.at, failure.end),
            f"`{failure.word}` does not fit here",
            "expected `of` before it",
            helps=(f"write `{said[-2]} of {failure.word}`",),
            fix=(failure.spans(start, start), "of "),
        )
    if failure.word != ":" and not failure.reparses_with(start, end, "own_name"):
        return False
    kind = line[failure.end - failure.start :].split()[:1] if failure.word == ":" else []
    named = "count" if not kind or kind[0] in ("number", "amount") else kind[0]
    help_ = f"give it a name that says what it is, such as `{named}`, here and below"
    return _report_article_as_name(failure, start, end, help_)


def report_nothing_done(failure: ParseFailure) -> bool:
    """Report `do nothing`, for which there is no sentence."""
    code = without_comment(failure.line).strip()
    if code != "do nothing":
        return False
    start = failure.start + failure.indent
    holder = parent_line(failure.text, failure.start, failure.indent).split()
    holder = holder[1:] if holder[:1] in (["add"], ["replace"]) else holder
    stop = f"stop {holder[1]}" if len(holder) > 1 and holder[0] in _STOPPED else ""
    place = failure.spans(start, start + len(code))
    if holder == ["otherwise"]:
        above = failure.text.rfind("otherwise", 0, start)
        above = failure.text.rfind("\n", 0, above)
        return failure.report.add(
            "unknown-sentence",
            place,
            f"no sentence says `{code}`",
            helps=("leave out `otherwise`, too: what is not said is not done",),
            fix=(failure.spans(above, start + len(code)), ""),
        )
    return failure.report.add(
        "unknown-sentence",
        place,
        f"no sentence says `{code}`",
        helps=(f"a rule that does nothing ends at once: `{stop}`",)
        if stop
        else ("leave this block out: what is not said is not done",),
        fix=(place, stop) if stop else None,
    )


def find_misplaced(failure: ParseFailure) -> tuple[int, int] | None:
    """Find the last reserved word in the sentence that was read as a name."""
    for old in reversed(failure.history):
        at = old.start_pos or 0
        if old.type == "NAME" and str(old) in failure.reserved and at >= failure.start:
            return at, old.end_pos or at
    return None


def report_unknown_start(failure: ParseFailure) -> bool:
    """Report a line whose first word begins no sentence here."""
    head, start, end = failure.head
    if start != failure.at:
        if failure.spans(failure.at, failure.at).before.strip():
            return False
        head, start, end = failure.word, failure.at, failure.end
    report_no_start(failure, head or failure.word, start, max(end, failure.end))
    return True


def report_no_start(failure: ParseFailure, word: str, start: int, end: int) -> None:
    """Report that no sentence begins with a word where it stands."""
    guess = nearest(word, [w for w in failure.legal if w in (*HEADINGS, *SENTENCES)])
    other = ELSEWHERE.get(word, "")
    holder = without_comment(failure.text.lstrip()).split()
    holder = [one for one in holder[:3] if one not in ("a", "an", "the")]
    fix: tuple[Span, str] | None = None
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    if failure.at_margin and other and not (guess and failure.reparses_with(start, end, guess)):
        helps = (f"write: {FORMS[other]}",)
    elif guess:
        helps, fix = (f"did you mean `{guess}`?",), (failure.spans(start, end), guess)
    elif word == "each" and not without_comment(failure.line).rstrip().endswith(" has"):
        helps = ("what players do begins with `have each player`",)
    elif word in HEADINGS and not failure.at_margin:
        helps = ("it begins at the margin, without spaces before it",)
    elif word == "otherwise":
        helps = ("it stands right below the block of an `if`, in the column of that `if`",)
        if _follows_may(failure, start):
            helps = ("for both ways write `choose one`, and below it an `option` for each",)
    elif word == "else" and failure.reparses_with(start, end, "otherwise"):
        helps, fix = ("write `otherwise`",), (failure.spans(start, end), "otherwise")
    elif word == "else":
        helps = (
            "write `otherwise` after the block of an `if`",
            "`else` gives the reason of a `requires`",
        )
    elif failure.at_margin:
        form = FORMS["action"]
        helps = (f"what happens stands inside a rule, indented below a line such as: {form}",)
    elif holder[:1] in (["each"], ["table"], ["faction"], ["kind"]):
        notes = ("lines here look like: `score: 0 to 100` or `zone hand: set of cards`",)
    elif holder[:1] == ["rule"]:
        notes = ("lines of a rule begin with `after`, `before`, `when`, `at`, `while` or who",)
    failure.report.add(
        "unknown-sentence",
        failure.spans(start, end),
        f"no sentence begins with `{word}` here",
        "not the start of a sentence",
        notes=notes,
        helps=helps,
        fix=fix,
    )


def _follows_may(failure: ParseFailure, start: int) -> bool:
    """Whether the sentence above, in the same column, is a `may`."""
    above = failure.text[: failure.text.rfind("\n", 0, start) + 1].split("\n")[:-1]
    pad = failure.indent
    same = (line for line in reversed(above) if line.strip() and indent_of(line) <= pad)
    line = next(same, "")
    return indent_of(line) == pad and line.split()[:1] == ["may"]
