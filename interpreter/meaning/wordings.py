"""Phrases whose words are a text with gaps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.meaning.names import Names


def words(text: str) -> Callable[[Names, Any], str]:
    """Say a phrase whose parts stand where a text has `{0}`, `{1}`."""

    def said(n: Names, e: Any) -> str:
        made = text
        for at, arg in enumerate(e.args):
            if f"{{{at}}}" in made:
                made = made.replace(f"{{{at}}}", n.part(arg))
        return made

    return said


def of_board(text: str) -> Callable[[Names, Any], str]:
    """Say a phrase that names its board, as `{board}`."""

    def said(n: Names, e: Any) -> str:
        return words(text.replace("{board}", e.board))(n, e)

    return said
