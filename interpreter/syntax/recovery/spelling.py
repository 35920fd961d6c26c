"""Misspelt and misplaced words: where one other word would make the sentence one of the language.

Takes a `ParseFailure`; gives a diagnostic and True if it recognises it.
"""

from __future__ import annotations

import re

from interpreter.diagnostics import Report, Span
from interpreter.diagnostics.suggest import nearest
from interpreter.syntax.recovery import left_out, paraphrases, small_words
from interpreter.syntax.recovery.characters import without_comment
from interpreter.syntax.recovery.failure import Mends, ParseFailure, short
from interpreter.syntax.vocabulary import (
    ELSEWHERE,
    FORMS,
    HEADINGS,
    MEANT,
    OPENING,
    SENTENCES,
    TEST_LINES,
    WAITING,
)


def at_the_start(slip: ParseFailure) -> bool:
    """A sentence that can be read once its first word is spelt like one of the language."""
    word, start, end = slip.head
    if not word or word in slip.reserved or start >= slip.at:
        return False
    in_test = slip.text.startswith("test ")
    legal = HEADINGS if slip.at_margin else TEST_LINES if in_test else SENTENCES
    guesses = [MEANT.get(word)]
    guesses += [nearest(word, names) or _nearly(word, names) for names in (legal, WAITING)]
    for guess in guesses:
        if guess is None or (slip.token.type == "_INDENT" and guess not in (*OPENING, *WAITING)):
            continue
        if slip.reparses_with(start, end, guess):
            said = f"no sentence begins with `{word}` here"
            label = "not the start of a sentence"
            return slip.meant("unknown-sentence", start, end, guess, said, label)
    return False


def named_like_a_word(slip: ParseFailure) -> bool:
    """A word of the language that a line above gives as a name, and that is no name here."""
    said = set(re.findall(r"[a-z_0-9]+", slip.line[: slip.end - slip.start]))
    for old in slip.history:
        at = old.start_pos or 0
        if old.type != "NAME" or at >= slip.start or str(old) not in slip.reserved & said:
            continue
        if _NAMING.search(slip.text[:at].rsplit("\n", 1)[-1]):
            place = slip.spans(at, old.end_pos or at)
            reserved(str(old), place, slip.report, lambda *_: False)  # what mends was tried before
            return True
    return False


_ARTICLE = re.compile(r"\b(?:a|an|the)\b(?! *')")


def article_as_name(slip: ParseFailure) -> bool:
    """`action a "A"`: an article, which counts for nothing, where a name is given."""
    line = slip.line
    if _article_in_heading(slip):
        return True
    for found in reversed(list(_ARTICLE.finditer(line[: slip.at - slip.start]))):
        start, end = slip.start + found.start(), slip.start + found.end()
        before = slip.text[:start].rsplit("\n", 1)[-1]
        if not _NAMING.search(before) or not slip.reparses_with(start, end, "own_name"):
            continue
        slip.report.add(
            "reserved-word",
            slip.spans(start, end),
            f"`{found[0]}` is a word of the language, not a name",
            "a name is expected here",
            notes=("`a`, `an` and `the` may stand before a name, and count for nothing",),
            helps=("choose another word, or two words joined by `_`",),
        )
        return True
    return False


_DECLARES = re.compile(r" *(?:add +|replace +)?(?:define|procedure|action|relation)\b")


def _article_in_heading(slip: ParseFailure) -> bool:
    """`define share of a: spell`, where `a` is to be a name; `define price the spell`, where `of`
    is left out."""
    line = slip.line.partition("\n")[0]
    if not _DECLARES.match(line):
        return False
    before = line[: slip.at - slip.start]
    article = re.search(r"\b(a|an|the) *$", before)
    if article is None and slip.token.type == "_NL":
        article = re.search(r"\b(a|an|the)$", without_comment(line).rstrip())
    if article is None or len(before[: article.start(1)].split()) < 2:
        return False
    if before[: article.start(1)].split()[-1] in ("define", "procedure", "action", "relation"):
        return False  # the rule itself is to be called so
    start = slip.start + article.start(1)
    end = slip.start + article.end(1)
    if (
        slip.token.type == "NAME"
        and "OF" in slip.accepts
        and slip.reparses_with(start, start, "of ")
    ):
        written = f"of {slip.word}"
        slip.report.add(
            "unexpected-word",
            slip.spans(slip.at, slip.end),
            f"`{slip.word}` does not fit here",
            "expected `of` before it",
            helps=(f"write `{before[: article.start(1)].split()[-1]} {written}`",),
            fix=(slip.spans(start, start), "of "),
        )
        return True
    if slip.word != ":" and not slip.reparses_with(start, end, "own_name"):
        return False
    kind = re.match(r" *: *([a-z_]+)", line[slip.at - slip.start :])
    named = "count" if kind is None or kind[1] in ("number", "amount") else kind[1]
    slip.report.add(
        "reserved-word",
        slip.spans(start, end),
        f"`{article[1]}` is a word of the language, not a name",
        "a name is expected here",
        notes=("`a`, `an` and `the` may stand before a name, and count for nothing",),
        helps=(f"give it a name that says what it is, such as `{named}`, here and below",),
    )
    return True


def when_for_after(slip: ParseFailure) -> bool:
    """`when` for what has happened: it is waited for with `after`."""
    word, start, end = slip.head
    if word != "when" or not slip.reparses_with(start, end, "after"):
        return False
    slip.report.add(
        "unexpected-word",
        slip.spans(start, end),
        "what has happened is waited for with `after`",
        "",
        helps=(
            "did you mean `after`?",
            "`when` is written like: when you would draw_card, instead",
        ),
        fix=(slip.spans(start, end), "after"),
    )
    return True


def unless_for_if(slip: ParseFailure) -> bool:
    """`unless` at the beginning of a line, behind a sentence that takes none."""
    line = slip.text.rfind("\n", 0, slip.at) + 1
    if slip.word != "unless" or slip.text[line : slip.at].strip():
        return False
    stop = slip.text.find("\n", slip.end)
    stop = stop if stop >= 0 else len(slip.text)
    asked = without_comment(slip.text[slip.end : stop]).strip()
    several = re.search(r"\b(?:and|or)\b", asked) is not None
    meant = f"if not ({asked})" if several else f"if not {asked}"
    stop = slip.text.find(asked, slip.end) + len(asked)
    if slip.reads(slip.text[: slip.at] + meant + slip.text[stop:]) < slip.at + len(meant):
        return False
    slip.report.add(
        "unknown-sentence",
        slip.spans(slip.at, slip.end),
        "no sentence begins with `unless` here",
        "it belongs behind `may not ...`",
        helps=(f"did you mean `{meant}`?",),
        fix=(slip.spans(slip.at, stop), meant),
    )
    return True


def _nearly(word: str, names: tuple[str, ...]) -> str | None:
    """A short word with one other letter, or with two letters changed about: `fro` for `for`."""
    for name in names:
        if len(name) != len(word) or len(name) > 4:
            continue
        other = [at for at in range(len(name)) if name[at] != word[at]]
        if len(other) == 1 or (len(other) == 2 and sorted(name) == sorted(word)):
            return name
    return None


def inside(slip: ParseFailure) -> bool:
    """A word of the language misspelt inside a sentence, so that it was read as a name."""
    if slip.token.type in ("_NL", "$END", "_DEDENT"):
        return False
    for old in reversed([*slip.history, slip.token]):
        at = old.start_pos if old.start_pos is not None else -1
        word = str(old)
        if old.type != "NAME" or at < slip.start or word in slip.reserved or at == slip.head[1]:
            continue
        for guess in _keywords_like(word, slip.reserved):
            end = at + len(word)
            if slip.gets_further(at, end, guess):
                slip.report.add(
                    "unexpected-word",
                    slip.spans(at, end),
                    f"`{short(word)}` does not fit here",
                    f"read as a name: did you mean `{guess}`?",
                    fix=(slip.spans(at, end), guess),
                )
                return True
    return False


def _keywords_like(word: str, words: frozenset[str]) -> list[str]:
    """The words of the language that a word may stand for."""
    found = [MEANT.get(word), nearest(word, words), _nearly(word, tuple(sorted(words)))]
    return list(dict.fromkeys(guess for guess in found if guess))


def misplaced(slip: ParseFailure) -> bool:
    """A word of the language that was read as a name, since none of its sentences fits here."""
    head, start, end = slip.head
    for old in reversed(slip.history):
        at = old.start_pos or 0
        if old.type != "NAME" or str(old) not in slip.reserved or at < slip.start:
            continue
        if at == start:
            _no_start(slip, head, start, end)
        else:
            place = slip.spans(at, old.end_pos or at)
            reserved(str(old), place, slip.report, lambda *_: False)  # what mends was tried before
        return True
    if slip.at == start and slip.token.type == "NAME" and head in slip.reserved:
        _no_start(slip, head, start, end)
        return True
    return False


def question_alone(slip: ParseFailure) -> bool:
    """A question that stands where something is to be done: `your score is at least 1`."""
    word, start, end = slip.head
    if word in _NO_QUESTION or not re.search(r" (?:is|are|has|have) ", slip.line):
        return False
    if not slip.reparses_with(start, start, "requires "):
        return False
    said = f"no sentence begins with `{word}` here"
    asks = "this asks whether something is so"
    return slip.meant("unknown-sentence", start, end, f"requires {word}", said, asks)


# The heading of a rule that can be stopped.
_HOLDER = re.compile(
    r" *(?:(?:add|replace) +)?(?:procedure|action|turn|round|phase|game|setup) +(\w+)"
)


def _does_nothing(span: Span, report: Report) -> bool:
    """`do nothing`, which no sentence says."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    found = re.match(r" *(do nothing) *(?:#.*)?$", text[start:].partition("\n")[0])
    if found is None:
        return False
    place = Span(span.source, start + found.start(1), start + found.end(1))
    above = next((one for one in reversed(text[:start].split("\n")) if one.strip()), "")
    holder = _HOLDER.match(above)
    stop = f"stop {holder[1]}" if holder is not None else ""
    report.add(
        "unknown-sentence",
        place,
        f"no sentence says `{found[1]}`",
        "",
        helps=(f"a rule that does nothing ends at once: `{stop}`",)
        if stop
        else ("leave this block out: what is not said is not done",),
        fix=(place, stop) if stop else None,
    )
    return True


def unknown_start(slip: ParseFailure) -> bool:
    """A line that begins with a word with which no sentence begins here."""
    head, start, end = slip.head
    if start != slip.at:
        line = slip.text.rfind("\n", 0, slip.at) + 1
        if slip.text[line : slip.at].strip():
            return False
        head, start, end = slip.word, slip.at, slip.end
    _no_start(slip, head or slip.word, start, max(end, slip.end))
    return True


def _done(verb: str) -> str:
    """`lose` for `loses`: what somebody does, as it is said behind `have`."""
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


_DOER = re.compile(r" *(([a-z_]+(?:'s [a-z_]+)?) ([a-z_]{3,}s))(?= )")


def doer_first(slip: ParseFailure) -> bool:
    """`rival loses 3 glory`: who does something is said with `have`."""
    found = _DOER.match(slip.line)
    if found is None or slip.at_margin or found[2] in (*HEADINGS, *SENTENCES):
        return False
    start, end = slip.start + found.start(1), slip.start + found.end(1)
    written = f"have {found[2]} {_done(found[3])}"
    if slip.at < start or not slip.reparses_with(start, end, written):
        return False
    slip.report.add(
        "unexpected-word",
        slip.spans(start, end),
        "a sentence does not begin with who does it",
        "",
        helps=(f"write `{written}`",),
        fix=(slip.spans(start, end), written),
    )
    return True


_NO_QUESTION = frozenset([*HEADINGS, *SENTENCES, "the", "a", "an", "and", "or", "then"])
_NAMED_FOR = re.compile(r'[a-z_]+\s+"[^"\n]*"\s+for\b')


def _no_start(slip: ParseFailure, word: str, start: int, end: int) -> None:
    """No sentence begins like this here."""
    guess = nearest(word, [w for w in slip.legal if w in (*HEADINGS, *SENTENCES)])
    other = ELSEWHERE.get(word, "")
    fix = None
    notes: tuple[str, ...] = ()
    if slip.at_margin and other and not (guess and slip.reparses_with(start, end, guess)):
        helps: tuple[str, ...] = (f"write: {FORMS[other]}",)
    elif guess:
        helps, fix = (f"did you mean `{guess}`?",), (slip.spans(start, end), guess)
    elif word in ("each", "every") and slip.reparses_with(start, end, "have each"):
        told = re.match(r"(?:each|every)((?: other)? (?:player|opponent) )(\w+)", slip.text[start:])
        end = start + len(told[0]) if told else end
        have = f"have each{told[1]}{_done(told[2])}" if told else "have each"
        helps, fix = (f"did you mean `{have}`?",), (slip.spans(start, end), have)
    elif (
        slip.at_margin and _NAMED_FOR.match(slip.line) and slip.reparses_with(start, end, "variant")
    ):
        helps, fix = ("did you mean `variant`?",), (slip.spans(start, end), "variant")
    elif word in HEADINGS and not slip.at_margin:
        helps = ("it begins at the margin, without spaces before it",)
    elif word in ("start", "end") and slip.reparses_with(start, start, "at "):
        helps, fix = (f"did you mean `at {word}`?",), (slip.spans(start, end), f"at {word}")
    elif word in ("then", "so") and slip.reparses_with(start, end + 1, ""):
        helps, fix = ("leave it out",), (slip.spans(start, end + 1), "")
    elif word == "otherwise":
        helps = ("it stands right below the block of an `if`, in the column of that `if`",)
    elif word == "else":
        helps = (
            "write `otherwise` after the block of an `if`",
            "`else` gives the reason of a `requires`",
        )
    elif slip.at_margin:
        helps = ("what happens stands inside a rule, indented below a line such as: "
                 + FORMS["action"],)  # fmt: skip
    else:
        inside = re.match(r"(?:(?:a|an|the)\s+)*([a-z_]+)", slip.text.lstrip())
        holder = inside.group(1) if inside else ""
        helps = ()
        if holder in ("each", "table", "faction", "kind"):
            notes = ("lines here look like: `score: 0 to 100` or `zone hand: set of cards`",)
        elif holder == "rule":
            notes = ("lines of a rule begin with `after`, `before`, `when`, `at`, `while` or who",)
    slip.report.add(
        "unknown-sentence",
        slip.spans(start, end),
        f"no sentence begins with `{word}` here",
        "not the start of a sentence",
        notes=notes,
        helps=helps,
        fix=fix,
    )


# What stands before a word that gives something its name.
_NAMING = re.compile(
    r"(?:^\s*|[,:]\s*|\b(?:values|kind|plural|setting|define|relation|procedure|action|setup|game|turn"
    r"|round|phase|rule|money|faction|zone|board|printed|has|let|choose|pick|called|each|option"
    r"|up to \d+|any number of|\d+)\s+)(?:(?:a|an|the)\s+)?$"
)


def reserved(word: str, span: Span, report: Report, mends: Mends) -> None:
    """A keyword where a name stands; `mends` tells whether another word in a place is read."""
    if word == "do" and _does_nothing(span, report):
        return
    for known in (left_out, paraphrases, small_words):
        if known.read_as_name(span, report, mends):
            return
    before = span.before
    if word in SENTENCES and re.match(r" *have [a-z_' ]+ $", before):
        report.add(
            "unexpected-word",
            span,
            f"`{word}` does not fit here",
            "expected a deed",
            helps=(f"write it on a line of its own, indented below `{before.strip()}`",),
        )
        return
    if not _NAMING.search(before):
        _no_name(word, before, span, report)
        return
    notes = (f"it is used as in: {FORMS[word]}",) if word in FORMS else ()
    report.add(
        "reserved-word",
        span,
        f"`{word}` is a word of the language, not a name",
        "a name is expected here",
        notes=notes,
        helps=("choose another word, or two words joined by `_`",),
    )


_STEP = re.compile(r' {4}(?:before|after) +([^"\n]+?) +in +[a-z]+ +[a-z][a-z0-9_]*$')
"""More before or after a step of a rule, which is named by more than names."""


def _no_name(word: str, before: str, span: Span, report: Report) -> None:
    """A keyword that was read as the name of a thing, since its sentence has another form."""
    whose = re.search(r"\b([a-z][a-z0-9_]*)s ([a-z][a-z0-9_]*) $", before)
    setting = re.search(r"^\s+set [a-z0-9_]+ to $", before)
    text = span.source.text
    asked = re.match(r" +(?:them|you) +([a-z_][^()\n]*)\)", text[span.end :])
    helps: tuple[str, ...] = ()
    fix = None
    label = "a name is expected here"
    step = _STEP.match(before + text[span.start : text.find("\n", span.start)])
    if step:
        start = span.start - len(before) + step.start(1)
        if step[1] == word:
            report.add(
                "unexpected-word",
                span,
                f"`{word}` is no step of a rule",
                "",
                helps=(
                    "a step is a line that does something, or the name of what is done there:"
                    " name one before it or behind it",
                ),
            )
            return
        report.add(
            "unexpected-word",
            Span(span.source, start, start + len(step[1])),
            "these words of a step stand in quotes",
            helps=(f'write `"{step[1]}"`',),
            fix=(Span(span.source, start, start + len(step[1])), f'"{step[1]}"'),
        )
        return
    every = re.match(r" +(?:other +)?players\b", text[span.end :]) if word == "all" else None
    if every and re.search(r"\bhave $", before):
        meant = every[0].replace("players", "player").strip()
        report.add(
            "unexpected-word", span, "`all` does not fit here", "",
            helps=(f"did you mean `each {meant}`?",),
            fix=(Span(span.source, span.start, span.end + every.end()), f"each {meant}"),
        )  # fmt: skip
        return
    lies = re.search(r"\b(lies|lie|lying|stands|stand|sits) $", before)
    if lies and word in ("in", "on", "at"):
        start = span.start - len(lies[0])
        place = Span(span.source, start, start + len(lies[1]))
        meant = "are" if lies[1] in ("lie", "stand") else "is"
        report.add(
            "unexpected-word", place, f"`{lies[1]}` does not fit here", "",
            helps=(f"where something lies, is said with `{meant} in` or `{meant} on`",),
            fix=(place, meant),
        )  # fmt: skip
        return
    if word == "have" and asked and re.search(r"\bcan +\($", before):
        label, helps = "a deed alone is expected here", (f"write `can ({asked[1]})`",)
        fix = (Span(span.source, span.start, span.end + asked.start(1)), "")
    elif word == "all" and re.search(r"\bset .+ to $", before):
        field = before.strip().removeprefix("set ").removesuffix(" to")
        helps = (
            f"give them a name in the line above: let found be all ...; then set {field} to found",
        )
    elif setting and word in ("on", "off"):
        meant = "yes" if word == "on" else "no"
        label, helps, fix = "expected `yes` or `no`", (f"did you mean `{meant}`?",), (span, meant)
    elif whose and word in ("is", "are", "has"):
        helps = (f"whose something is, is said with `'s`: `{whose[1]}'s {whose[2]}`",)
    elif word == "else":
        helps = ("what stands before `else` must be a whole question",)
    elif word in ("at", "in", "on", "to", "from", "into", "onto"):
        helps = ("where something is or goes, is said with `in`, `on`, `to` or `from`",)
    report.add("unexpected-word", span, f"`{word}` does not fit here", label, helps=helps, fix=fix)
