"""Checks of a game's whole folder, as `check` runs them and as they precede play.

Takes a folder and option values; returns the files, the checked program, and every problem that can
be reported at once. It must not print, nor import a back end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.check.option_values import fit_options
from interpreter.check.overlays import attribution, menu_changes
from interpreter.check.scenarios import tests_and_variants
from interpreter.diagnostics import Report, Source, Span
from interpreter.ir.program import Program
from interpreter.load import result_cache
from interpreter.load.game_folder import GameFiles, read_game, validate_game

_PLAYERS = {"min": 1, "max": 4}  # taken for granted where game.yaml does not say it rightly


@dataclass(frozen=True, slots=True)
class Checked:
    """Result of checking a folder.

    `program` is as far as the checker came: it can be played only if the report holds no errors. It
    is None if an option does not fit.
    """

    files: GameFiles
    program: Program | None
    notes: tuple[str, ...] = ()
    """What house rules mean that is no fault, and that their author may not have thought of; and
    what was taken for what in tables."""
    stands_for: tuple[tuple[Span, Span], ...] = ()
    """Where `it` or `they` stands in rules, and where what is meant is named."""
    taken: tuple[tuple[Span, str], ...] = ()
    """The headers of tables, and what was taken for what in them."""


def check_folder(
    folder: Path,
    report: Report,
    options: Mapping[str, object] | None = None,
    tests: bool = False,
    overlays: Sequence[Source] = (),
) -> Checked | None:
    """Check a game: its rules, components and game.yaml, and with `tests` its tests and variants.

    Faults in tests and variants do not keep anybody from playing. Returns None, with an error
    reported, only if `game.yaml` cannot be read at all.
    """
    result_cache.open_for(folder)
    files = read_game(folder, report)
    if files is None:
        return None
    files = replace(files, overlays=tuple(overlays))
    found = Report()
    unread = [d.label.span.source for d in report.errors]
    context = attribution.read_game(_usable(files), found, options, unread)
    if context is not None and options:
        wrong = Report()
        fit_options(context.program.settings, files.game.data, options, wrong)
        if wrong.errors:  # what else was found may follow from the value that does not fit
            report.found.extend(wrong.found)
            return Checked(files, None)
    _validate(files, found)
    if tests and context is not None and not found.errors and not report.errors:
        tests_and_variants.look_at(
            context, replace(_usable(files), tests=files.tests), options, found
        )
    report.found.extend(found.found)
    result_cache.save()
    if context is None:
        return Checked(files, None)
    notes = menu_changes.in_place_of_others(context.overlaid) if context.overlaid else []
    notes = [*notes, *(f"{span.source.path}: {told}" for span, told in context.taken)]
    stands_for, taken = tuple(context.stands_for), tuple(context.taken)
    return Checked(files, context.program, tuple(notes), stands_for, taken)


def _usable(files: GameFiles) -> GameFiles:
    """Sanitize game.yaml: drop or replace entries of the wrong type.

    The checker can then rely on their types; the faults themselves are reported by `_validate`.
    """
    data = files.game.data
    if not isinstance(data, dict):
        return replace(files, game=replace(files.game, data={"players": _PLAYERS}))
    kinds: dict[str, type] = {"options": list, "patience": int}
    kinds |= dict.fromkeys(("id", "title", "version", "description"), str)
    usable = {key: data[key] for key, kind in kinds.items() if isinstance(data.get(key), kind)}
    for key in ("citations", "words", "layout", "look", "sitting"):
        if isinstance(data.get(key), dict):
            usable[key] = data[key]
    words = usable.get("words", {})
    usable["words"] = {
        name: {key: word for key, word in told.items() if isinstance(word, dict)}
        for name, told in words.items()
        if isinstance(told, dict)
    }
    usable["players"] = data["players"] if _players_fit(data.get("players")) else _PLAYERS
    return replace(files, game=replace(files.game, data=usable))


def _players_fit(players: object) -> bool:
    if not isinstance(players, dict):
        return False
    least, most = players.get("min"), players.get("max")
    if not isinstance(least, int) or not isinstance(most, int):
        return False
    return not isinstance(least, bool) and not isinstance(most, bool) and 1 <= least <= most <= 100


def _validate(files: GameFiles, report: Report) -> None:
    """Report what does not fit the general schemas and is not told already."""
    labels = [label for one in report.errors for label in (one.label, *one.others)]
    told = {(label.span.source.path, label.span.start) for label in labels}
    more = Report()
    validate_game(files, more)
    _players_in_order(files, more)
    for one in more.found:
        if (one.label.span.source.path, one.label.span.start) not in told:
            report.found.append(one)


def _players_in_order(files: GameFiles, report: Report) -> None:
    data = files.game.data
    players = data.get("players") if isinstance(data, dict) else None
    if not isinstance(players, dict) or _players_fit(players):
        return
    least, most = players.get("min"), players.get("max")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        report.add(
            "out-of-range",
            files.game.span(("players", "max")),
            f"at least {least} play, but at most {most}",
            "the larger of the two numbers",
            helps=[f"write `players: {{min: {most}, max: {least}}}`"],
        )
