"""Validation of option values given for a game: unknown options, values that do not fit.

Takes settings and values; reports problems located on the command line. Must not know how the
values were typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.diagnostics import Report, Source, Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.declared import Setting
from interpreter.load.spanned import Path, Spanned

COMMAND_LINE = "command line"


def fit_options(
    settings: Mapping[str, Setting], data: object, given: Mapping[str, object], report: Report
) -> None:
    """Report each value that is not for a setting of this game or does not fit it.

    `data` are those of game.yaml: an option there may offer fewer values than its setting allows.
    """
    offered = offered_values(data)
    for name, value in given.items():
        text = f"{name}={written(value)}"
        setting = settings.get(name)
        if setting is None:
            close = nearest(name, settings)
            report.add(
                "unknown-setting",
                Span(Source(COMMAND_LINE, text), 0, len(name)),
                f"this game has no option called `{name}`",
                notes=[f"the options are: {listed(settings)}"] if settings else [],
                helps=[f"did you mean `{close}`?"] if close else [],
            )
            continue
        place = Span(Source(COMMAND_LINE, text), len(name) + 1, len(text))
        allowed = offered.get(name)
        if not _fits(setting, value):
            report.add(
                "setting-range",
                place,
                f"`{name}` cannot be `{written(value)}`",
                helps=[f"write {said(setting)}"],
            )
        elif allowed and not any(_same(setting, one, value) for one in allowed):
            report.add(
                "setting-range",
                place,
                f"`{name}` cannot be `{written(value)}`",
                helps=[f"this game offers: {', '.join(written(one) for one in allowed)}"],
            )


def fit_offers(setting: Setting, game: Spanned, path: Path, report: Report) -> None:
    """Check that an option of game.yaml offers what its setting allows, and holds the value
    that the setting has if nobody says anything."""
    option = game.data
    for step in path:
        option = option[step]
    offered = option.get("values")
    if not isinstance(offered, list) or not offered:
        return
    for number, value in enumerate(offered):
        if not _fits(setting, value):
            report.add(
                "setting-range",
                game.span((*path, "values", number)),
                f"`{setting.name}` cannot be `{written(value)}`",
                "the setting does not allow it",
                helps=(f"write {said(setting)}",),
            )
            return
    if not any(_number(setting, value) == setting.start for value in offered):
        usual = worded(replace(setting, value=setting.start))
        report.add(
            "setting-range",
            game.span((*path, "values")),
            f"`{setting.name}` is {usual} if nobody says anything",
            "and this is not offered",
            helps=(f"add {usual} to the values",),
        )


def offered_values(data: object) -> dict[str, list[object]]:
    """Map each option in game.yaml to the values it offers.

    An empty list means that the setting decides.
    """
    options = data.get("options") if isinstance(data, dict) else None
    return {
        one["name"]: list(one.get("values") or [])
        for one in (options if isinstance(options, list) else [])
        if isinstance(one, dict) and isinstance(one.get("name"), str)
    }


def written(value: object) -> str:
    """Format a value as a person types it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def worded(setting: Setting) -> int | str:
    """Format the current value of a setting as a person types it."""
    if not setting.by_players:
        return _worded(setting, setting.value)
    some = sorted(setting.by_players.items())
    told = (f"{_worded(setting, value)} with {players} players" for players, value in some)
    return f"{_worded(setting, setting.value)} ({', '.join(told)})"


def _worded(setting: Setting, value: int) -> int | str:
    if setting.words:
        return setting.words[value]
    if setting.type.is_yes_no:
        return "yes" if value else "no"
    return value


def said(setting: Setting) -> str:
    """Describe the values of a setting: `yes or no`, `a number from 1 to 10`, `short or long`."""
    if setting.words:
        *most, last = setting.words
        return f"{', '.join(most)} or {last}" if most else last
    if setting.type.is_yes_no:
        return "yes or no"
    return f"a number from {setting.low} to {setting.high}"


def _number(setting: Setting, value: object) -> int | None:
    """Encode an option value as the integer used in play; None if the setting has no such value."""
    if isinstance(value, int):
        return int(value)
    if setting.words:
        return setting.words.index(str(value)) if value in setting.words else None
    if setting.type.is_yes_no:
        return {"yes": 1, "true": 1, "no": 0, "false": 0}.get(str(value).lower())
    return None


def _fits(setting: Setting, value: object) -> bool:
    number = _number(setting, value)
    if isinstance(value, bool) and not setting.type.is_yes_no:
        return False
    return number is not None and setting.low <= number <= setting.high


def _same(setting: Setting, one: object, value: object) -> bool:
    return _number(setting, one) == _number(setting, value)
