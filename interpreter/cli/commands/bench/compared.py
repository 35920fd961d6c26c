"""What `rulewright compare` tells: tables for people, and data for scripts."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from interpreter.cli import output
from interpreter.cli.commands.bench.measured import Sides
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.bots.paired_games import Measure
    from interpreter.cli.commands.bench.compare import Rung
    from interpreter.interface.game import Game


def overall(verdicts: list[str]) -> str:
    """Sum up all measures in one word.

    It is `same` or `undecided` where none differs, otherwise `better` or `worse` by the first that
    does, which is the one about winning if any.
    """
    for one in verdicts:
        if one in ("better", "worse"):
            return one
    return "same" if set(verdicts) == {"same"} else "undecided"


def show(sides: Sides, rungs: list[Rung], within: float, risk: float) -> None:
    """Print what each kind of players has shown; `within` is a share, `risk` in percent."""
    from interpreter.bots.paired_games import NOBODY

    a, b = (side.game for side in sides)
    output.wrapped(f"A: {_named(a)}")
    output.wrapped(f"B: {_named(b)}")
    last: list[str] | None = None
    for rung in rungs:
        output.data("")
        output.wrapped(f"{_players(rung)}: {output.plural(rung.pairs, 'pair')}{_stopped(rung)}")
        if not rung.pairs:
            output.wrapped("Nothing can be said yet: it took longer to begin.")
            continue
        rows = [row for one in rung.measures for row in _rows(one, within)]
        output.table("Measure", "A", "B", "B less A", "verdict", rows=rows)
        for one in rung.measures:
            if one.begun_anew:
                output.wrapped(_anew(one))
        if any(one.name == NOBODY and one.one.mean + one.other.mean for one in rung.measures):
            output.wrapped("What nobody wins counts among the wins as shared equally.")
        if sides[0].split is not None:
            output.wrapped(f"Wins by {sides[0].split.text}: those that came up in the pilot.")
        verdicts = _verdicts(rung, within)
        if last is not None and verdicts != last:
            changed = [
                name
                for name, now, before in zip(_names(rung), verdicts, last, strict=True)
                if now != before
            ]
            output.wrapped(f"Other than among the players before: {', '.join(changed)}.")
        last = verdicts
    output.data("")
    seen = max(rung.pairs for rung in rungs) // 3
    if not seen:
        return
    output.wrapped(
        f"A difference that is told is none in at most {risk:g} of 100 comparisons; `same` means"
        f" less than {100 * within:g} % of a share, or of the value in A. Beside medians stands"
        f" the median difference of a pair. What happens in fewer than 1 of {seen:,} games may have"
        f" gone unseen."
    )


def _rows(measure: Measure, within: float) -> list[tuple[str, ...]]:
    """Tell a measure in a row for its mean, and where it has no bound, in one for its median."""
    known = "not known yet"
    if measure.interval.pairs:
        low, high = measure.scaled(measure.interval.low), measure.scaled(measure.interval.high)
        known = _between(measure, low, high)
    values = _value(measure, measure.level), _value(measure, measure.other.mean)
    word = _word(measure.verdict(within))
    rows: list[tuple[str, ...]] = [(measure.name, *values, known, word)]
    if measure.share:
        return rows
    values = _value(measure, measure.one.median()), _value(measure, measure.other.median())
    usual = _between(measure, *measure.usual_difference())
    rows.append(("  median", *values, usual, _word(measure.usual(within))))
    if measure.begun_anew:
        top = measure.quantile(0.9)
        values = _value(measure, top.one), _value(measure, top.other)
        rows.append(("  one in ten above", *values, _between(measure, top.low, top.high), ""))
    return rows


def _between(measure: Measure, low: float, high: float) -> str:
    if not -inf < low <= high < inf:
        return "not known yet"
    return f"{_change(measure, low)} to {_change(measure, high)}"


def _anew(measure: Measure) -> str:
    """Say that the interval of a mean leaves out what came before a pair far apart."""
    return (
        f"{measure.name}: a pair lay further apart than could be expected from those before."
        f" The interval of the mean is that of the pairs since: {measure.interval.pairs:,}."
    )


def _verdicts(rung: Rung, within: float) -> list[str]:
    """List the verdict on each mean, then on each median."""
    medians = [one.usual(within) for one in rung.measures if not one.share]
    return [one.verdict(within) for one in rung.measures] + medians


def _names(rung: Rung) -> list[str]:
    """List the names of what `_verdicts` judges."""
    medians = [f"median of {one.name}" for one in rung.measures if not one.share]
    return [one.name for one in rung.measures] + medians


def _named(game: Game) -> str:
    from interpreter.present.words import house_rules

    options = ", ".join(f"{name} {value}" for name, value in game.options.items())
    return game.title + house_rules(game.plan) + (f", {options}" if options else "")


def _players(rung: Rung) -> str:
    one, other = rung.seats
    if one == other and len(set(one)) == 1:
        return f"{len(one)} players, all {one[0]}"
    if one == other:
        return f"{', '.join(one)}, seats in turn"
    return f"A {', '.join(one)}; B {', '.join(other)}"


def _stopped(rung: Rung) -> str:
    pilot = f" after a pilot of {rung.pilot}" if rung.pilot else ""
    return f" in {rung.seconds:.0f} s{pilot}" + ("" if rung.complete else ", stopped early")


def _value(measure: Measure, value: float) -> str:
    return f"{100 * value:.1f} %" if measure.share else f"{value:,.1f}"


def _change(measure: Measure, value: float) -> str:
    return f"{100 * value:+.1f}" if measure.share else f"{value:+,.1f}"


def _word(word: str) -> str:
    if word in ("better", "worse"):
        return "more" if word == "better" else "less"
    return word


def _measure_as_data(one: Measure, within: float) -> Json:
    """Give a measure as data; what is not known yet is left out."""
    told: Json = {
        "measure": one.name,
        "unit": one.unit,
        "a": round(one.level, 6),
        "b": round(one.other.mean, 6),
        "low": round(one.scaled(one.interval.low), 6),
        "high": round(one.scaled(one.interval.high), 6),
        "pairs": one.interval.pairs,
        "verdict": one.verdict(within),
    }
    if one.share:
        return told
    quantiles = []
    for share in (0.1, 0.25, 0.5, 0.75, 0.9):
        found = one.quantile(share)
        row: Json = {"share": share, "a": round(found.one, 6), "b": round(found.other, 6)}
        if found.low > -inf and found.high < inf:
            row |= {"low": round(found.low, 6), "high": round(found.high, 6)}
        quantiles.append(row)
    told |= {"quantiles": quantiles, "median_verdict": one.usual(within)}
    low, high = one.usual_difference()
    if low > -inf and high < inf:
        told |= {"median_low": round(low, 6), "median_high": round(high, 6)}
    return told


def as_data(
    sides: Sides,
    rungs: list[Rung],
    within: float,
    risk: float,
    seed: int,
    interrupted: bool,
) -> Json:
    """Give the same as data, as `compare.schema.json` describes it; both shares are fractions."""
    from interpreter.load.overlay_files import title_of, without_tables

    made = []
    for rung in rungs:
        measures = [_measure_as_data(one, within) for one in rung.measures]
        made.append(
            {
                "seats": list(rung.seats[0]),
                "seats_b": list(rung.seats[1]),
                "pairs": rung.pairs,
                "pilot": rung.pilot,
                "complete": rung.complete,
                "measures": measures,
                "verdict": overall(_verdicts(rung, within)),
            }
        )
    told = [
        {
            "game": game.id,
            "rules": game.rules,
            "variants": [title_of(one) for one in without_tables(game.overlays)],
            "options": {name: str(value) for name, value in game.options.items()},
        }
        for game in (side.game for side in sides)
    ]
    return {
        "a": told[0],
        "b": told[1],
        "seed": seed,
        "within": within,
        "risk": risk,
        "verdict": made[-1]["verdict"],
        "ladder": made,
        "interrupted": interrupted,
    }
