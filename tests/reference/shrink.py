"""Makes a game that differs small by itself: a line, with all that stands below it, is left out as
long as the game still differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def made_small(text: str, differs: Callable[[str], bool]) -> str:
    """Give what is left of the rules of a game when nothing more can be left out; the larger parts
    are tried first."""
    lines = text.splitlines()
    shorter = True
    while shorter:
        shorter = False
        for start, end in sorted(_parts(lines), key=lambda part: part[0] - part[1]):
            left = lines[:start] + lines[end:]
            if len(left) < len(lines) and differs("\n".join(left) + "\n"):
                lines, shorter = left, True
                break
    return "\n".join(lines) + "\n"


def _parts(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Give each line with the deeper ones below it: from which to before which."""
    deep = [len(line) - len(line.lstrip()) for line in lines]
    for start in range(len(lines)):
        end = start + 1
        while end < len(lines) and deep[end] > deep[start]:
            end += 1
        yield start, end
