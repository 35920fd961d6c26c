"""Tokenize rules text for highlighting.

Takes a text; yields spans with the roles of `vocabulary.patterns`. Must not know how a role is
displayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from interpreter.tools.token_vocabulary import patterns


@lru_cache(maxsize=1)
def _compiled() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    return tuple((re.compile(one.regex, re.MULTILINE), one.roles) for one in patterns())


def roles_in(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the start, end and role of each token, in order; unmatched text is skipped."""
    at = 0
    while at < len(text):
        for regex, roles in _compiled():
            found = regex.match(text, at)
            if found is None or found.end() == at:
                continue
            for group, role in enumerate(roles, 1):
                start, end = found.span(group)
                if role and end > start:
                    yield start, end, role
            at = found.end()
            break
        else:
            at += 1
