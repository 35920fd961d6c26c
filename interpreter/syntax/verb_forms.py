"""Forms of English verbs: third person from base form, and base form from other forms.

Takes single words or sentences that begin with a verb; returns words. Knows no rules.
"""

from __future__ import annotations

_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_MODAL = frozenset(["can", "cannot", "may", "must", "shall", "will"])
_OTHER = {
    "am": "be",
    "are": "be",
    "been": "be",
    "did": "do",
    "drawn": "draw",
    "drew": "draw",
    "gave": "give",
    "given": "give",
    "goes": "go",
    "does": "do",
    "gone": "go",
    "had": "have",
    "has": "have",
    "is": "be",
    "lost": "lose",
    "made": "make",
    "paid": "pay",
    "sent": "send",
    "sold": "sell",
    "taken": "take",
    "threw": "throw",
    "took": "take",
    "was": "be",
    "went": "go",
    "were": "be",
    "won": "win",
}
# Base forms that look like other forms.
_BASE = frozenset(
    """bias bleed breed bring cling embed exceed feed fling focus heed need proceed ring seed shed
    sing speed spring sting string succeed swing wed weed wing""".split()  # noqa: SIM905
)
_NO_VERBS = frozenset(
    """a an the this that these those my your his her its our their yours hers ours theirs
    i you he she it we they me him them us who whom whose which what nobody noone nothing none
    somebody someone something anybody anyone anything everybody everyone everything
    another other others each every all both either neither any some no not yes many few
    of at by for from in into on onto to with without within among above below beside between
    behind before after until during than as through upon
    and or but nor if because so also only here there""".split()  # noqa: SIM905
)
"""Articles, pronouns, prepositions and other small words of English, without those that are written
like a verb, such as `mine` and `down`."""
_VOWELS = "aeiou"


def third_person(verb: str) -> str:
    """Conjugate a base form: `climb` as `climbs`, `carry` as `carries`, `be` as `is`."""
    if verb in _THIRD:
        return _THIRD[verb]
    if verb in _MODAL:
        return verb
    if verb.endswith(("s", "x", "z", "ch", "sh")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def second_person(verb: str) -> str:
    """Return the form that follows `you`: the base form, except `are` for `be`."""
    return "are" if verb == "be" else verb


def is_never_verb(word: str) -> bool:
    """Check whether a word is never conjugated: an article, pronoun, preposition or the like."""
    return word.lower() in _NO_VERBS


def base_form(word: str) -> str:
    """Return the base form of an inflected verb: `climb` for `climbs`; empty for any other word."""
    if word in _OTHER:
        return _OTHER[word]
    if word in _BASE or not word.isalpha():
        return ""
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    if word.endswith("ing") and any(c in _VOWELS for c in word[:-3]) and len(word) > 5:
        return _undoubled(word[:-3])
    if word.endswith("ed") and any(c in _VOWELS for c in word[:-2]) and len(word) > 4:
        return _undoubled(word[:-2])
    return ""


def _undoubled(stem: str) -> str:
    """Undo doubling or restore the final e of a stem: `plac` to `place`, `stopp` to `stop`."""
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    if stem.endswith(("at", "c", "dg", "s", "u", "v", "z")) and not stem.endswith(("ss", "zz")):
        return f"{stem}e"
    return stem
