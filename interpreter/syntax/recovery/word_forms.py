"""Word forms (plurals, base forms behind `have`, neighbouring numbers), and templates with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from interpreter.diagnostics.json_data import Json
from interpreter.diagnostics.suggest import digits
from interpreter.language.verbs import VERBS
from interpreter.syntax.recovery.paraphrase_rows import table
from interpreter.syntax.recovery.sentence import split
from interpreter.syntax.vocabulary import CHANGES


def fill(form: str, said: Mapping[str, str]) -> str | None:
    """Fill the slots of a template with what was said; None if a filter has no result for it."""
    lost = False

    def put(found: re.Match[str]) -> str:
        nonlocal lost
        label, _, filter_ = found[1].partition(".")
        value = said.get(label.lstrip(), "")
        changed = _FILTERS[filter_](value) if filter_ else value
        lost = lost or changed is None
        return " " + changed if changed and label[0] == " " else changed or ""

    text = re.sub(r"\{( ?[a-z_0-9]+(?:\.[a-z_]+)?)\}", put, form)
    return None if lost else re.sub(r"(?<=\S) {2,}", " ", re.sub(r"(?<=\S) +$", "", text))


def plain_verb(verb: str) -> str:
    """Convert a third-person verb to its base form, as behind `have`: `lose` for `loses`."""
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def _plural(noun: str) -> str:
    if noun.endswith("s") and not noun.endswith("ss"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def _known_deed(verb: str) -> str:
    """Look up the language's verb for a deed: `gain` for `receives`; else its base form."""
    bare, verbs = plain_verb(verb), table().verbs
    return bare if bare in VERBS else verbs.get(verb) or verbs.get(bare) or bare


def _shifted(by: int) -> Callable[[str], str | None]:
    return lambda n: str(int(n) + by) if n.isdigit() and int(n) + by >= 0 else None


_FILTERS: dict[str, Callable[[str], str | None]] = {
    "plural": _plural,
    "more": _shifted(1),
    "less": _shifted(-1),
    "two_more": _shifted(2),
    "title": lambda text: f"{text[:1].upper()}{text[1:]}".replace("_", " "),
    "id": lambda text: re.sub(
        r"^(?=[0-9])", "the_", "_".join(re.findall("[a-z0-9]+", text.lower()))
    ),
    "unquoted": lambda text: text.strip("“”„'‘’"),
    "digits": lambda word: digits(word) or word,
    "bare": plain_verb,
    "joined": lambda text: "_".join(text.split()),
    "change": lambda verb: CHANGES.get(verb, verb),
    "verb": _known_deed,
}


def complete(told: Json, said: dict[str, str], text: str) -> bool:
    """Check that the slots hold what a row requires, and add derived slots to `said`.

    These are the items of a list, and names that the text does not use yet.
    """
    for label, (form, between) in told.get("each", {}).items():
        some = re.split(r" *, *(?:and|or) +| *, *| +(?:or|and) +", said[label])
        if len(some) < told.get("at_least", 2):
            return False
        said[label] = between.join(fill(form, {"it": one}) or "" for one in some if one)
    for left, right in told.get("when", {}).items():
        alike = fill(f"{{{left}}}", said) == fill(right.removeprefix("not "), said)
        if alike == right.startswith("not "):
            return False
    for label, names in told.get("fresh", {}).items():
        used = set(split(text))
        said[label] = next((name for name in names if name not in used), names[-1])
    return not any(said.get(label) in others for label, others in told.get("not", {}).items())
