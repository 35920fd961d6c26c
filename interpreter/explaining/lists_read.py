"""What a choice is made from, in the words of its rules.

Takes a condition or a reason of the explaining print; gives phrases for an answer to "why not?".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from interpreter.backends.python.explained import Question, Reason
from interpreter.present import words

POSSESSIVE = ("your", "their", "its", "his", "her")


def chosen_from(question: Question, name: str) -> str:
    """Give what one of several things is chosen from, in the words of the rules; empty if not
    found."""
    head = question.span.text.split("\n", 1)[0].split("#")[0].strip()
    found = re.search(rf"\b{name} from (.+?)(?:, \w+ from |$)", head)
    return found.group(1) if found else ""


def lacks(said: str) -> str:
    """Give that there is nothing of what is chosen from: a place is empty, of things there are
    none."""
    first = said.split()[0]
    place = " " not in said or first in POSSESSIVE or (first.endswith("'s") and " in " not in said)
    return f"{words.spoken(said)} is empty" if place else f"there are no {words.spoken(said)}"


def candidates(reason: Reason) -> str:
    """Give what is chosen from, in the words of the rules."""
    return reason.text.removeprefix("it is not among ")


def among_words(space: Mapping[str, Any], question: Question) -> str:
    """Give what the choice of a question is made from; empty if it is not made from a list."""
    return candidates(space["REASONS"][question.among]) if question.among >= 0 else ""
