"""The settings of a sweep: options of a game, and lines of house rules with gaps, over values.

Takes `NAME=VALUES` and the texts of `--rule`; produces settings, one value for each name, and the
game of a setting. A name in braces in a rule is a gap that its value fills; any other is an option.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

import click

from interpreter.cli import exits, games
from interpreter.cli.command_list import option_values
from interpreter.cli.commands.bench.measured import Side, side_of

RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:by(\d+))?")
GAP = re.compile(r"\{([a-z][a-z0-9_]*)\}")
MOST_VALUES = 200
PLACE = "--rule"

Setting = Mapping[str, object]
"""A value for each name that is swept."""

Values = dict[str, list[object]]


def values_of(texts: Sequence[str]) -> Values:
    """Parse the values of each name: `goal=50,75,100` or `goal=40..120by20`."""
    found: Values = {}
    for text in texts:
        name, values = _values(text)
        if name in found:
            raise click.UsageError(f"`{name}` is given twice: write all its values in one list")
        found[name] = values
    return found


def _values(text: str) -> tuple[str, list[object]]:
    name, sign, given = text.partition("=")
    if not sign or not name.strip() or not given.strip():
        raise click.UsageError(
            f"'{text}' is not OPTION=VALUES, such as goal=50,75,100 or goal=40..120by20"
        )
    parts = []
    for one in given.replace(" ", "").split(","):
        found = RANGE.fullmatch(one)
        if found is None:
            parts.append(one)
            continue
        low, high, by = int(found[1]), int(found[2]), int(found[3] or 1)
        if by < 1 or high < low or (high - low) // by >= MOST_VALUES:
            raise click.UsageError(f"'{one}' counts nothing, or more than {MOST_VALUES} values")
        parts += [str(value) for value in range(low, high + 1, by)]
    if len(parts) > MOST_VALUES:
        raise click.UsageError(f"that is more than {MOST_VALUES} values")
    made = [option_values([f"{name}={part}"]) for part in parts if part]
    return next(iter(made[0])), [next(iter(one.values())) for one in made]


def every(values: Values) -> Iterator[Setting]:
    """Yield all settings, the last name changing first; a usage error if there are too many."""
    count = prod(map(len, values.values()))
    if count > MOST_VALUES:
        raise click.UsageError(
            f"that is {count:,} combinations, of {MOST_VALUES} at most: with a --target,"
            " --trials 50 tries the promising ones"
        )
    for row in product(*values.values()):
        yield dict(zip(values, row, strict=True))


class NoOptuna(Exception):
    """The library that searches for promising settings is not installed."""


def promising(
    values: Values, trials: int, seed: int, off: Callable[[Setting], float]
) -> Iterator[Setting]:
    """Yield settings from a search for the least `off`, each once.

    `off` is called for a setting after it was yielded. The search is a Tree-structured Parzen
    Estimator (Bergstra et al., 2011) from Optuna: it prefers values that were near the target.
    Raises `NoOptuna`.
    """
    try:
        import optuna
    except ImportError:
        raise NoOptuna from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed))
    tried: dict[tuple[object, ...], float] = {}
    most = min(trials, prod(map(len, values.values())))
    for _ in range(20 * trials):  # asked again for what is known, it is told so
        if len(tried) >= most:
            return
        trial = study.ask()
        setting = {
            name: listed[trial.suggest_int(name, 0, len(listed) - 1)]
            for name, listed in values.items()
        }
        key = tuple(setting.values())
        if key not in tried:
            yield setting
            tried[key] = off(setting)
        study.tell(trial, tried[key])


@dataclass(frozen=True, slots=True)
class Swept:
    """A game with its overlays and options, and rules with gaps."""

    laid: games.GameWithOverlays
    options: Mapping[str, object]
    rules: tuple[str, ...]
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        gaps = set(GAP.findall(" ".join(self.rules)))
        if missing := sorted(gaps - set(self.names)):
            raise click.UsageError(
                f"--rule has a gap {{{missing[0]}}}, but no values for it: add {missing[0]}=1,2,3"
            )

    def side(self, setting: Setting, by: str | None = None) -> Side:
        """Build the game of a setting, with what splits wins; prints errors and raises `Stop`."""
        gaps = set(GAP.findall(" ".join(self.rules)))
        own = {name: value for name, value in setting.items() if name not in gaps}
        laid = self._with_rules(setting) if self.rules else self.laid
        return side_of(laid, {**self.options, **own}, by=by)

    def _with_rules(self, setting: Setting) -> games.GameWithOverlays:
        from interpreter.diagnostics import Source

        plan = games.plan_of(self.laid, self.options)
        lines = [f'variant "swept" for {plan.id} {plan.version}']
        for text in self.rules:
            if not text.strip():
                raise exits.Stop(exits.USAGE, "--rule is empty: write a line of house rules")
            filled = GAP.sub(lambda gap: str(setting.get(gap[1], gap[0])), text)
            lines += [f"    {line}".rstrip() for line in filled.split("\n")]
        source = Source(PLACE, "\n".join(lines) + "\n")
        return replace(self.laid, overlays=(*self.laid.overlays, source))
