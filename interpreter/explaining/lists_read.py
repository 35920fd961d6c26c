"""The sources of choices, in the words of their rules.

Takes a condition or a reason of the explaining print; returns phrases for answers to "why not?".
"""

from __future__ import annotations

import re

from interpreter.backends.python.explained import ExplainedRules, Question, Reason
from interpreter.present import words

POSSESSIVE = ("your", "their", "its", "his", "her")


def chosen_from(question: Question, name: str) -> str:
    """Find what a part of a combined choice is chosen from, in the rules' words; may be empty."""
    head = question.span.text.split("\n", 1)[0].split("#")[0].strip()
    found = re.search(rf"\b{name} from (.+?)(?:, \w+ from |$)", head)
    return found.group(1) if found else ""


def lacks(said: str) -> str:
    """Word that a source of a choice has nothing: a place `is empty`, or `there are no` things."""
    first = said.split()[0]
    place = " " not in said or first in POSSESSIVE or (first.endswith("'s") and " in " not in said)
    return f"{words.spoken(said)} is empty" if place else f"there are no {words.spoken(said)}"


def candidates(reason: Reason) -> str:
    """Return what a choice is made from, in the words of the rules."""
    return reason.text.removeprefix("it is not among ")


def among_words(rules: ExplainedRules, question: Question) -> str:
    """Return what a question's choice is made from; empty if that is not a list."""
    return candidates(rules.reasons[question.among]) if question.among >= 0 else ""
