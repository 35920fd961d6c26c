"""What `rulewright sweep` tells: tables for people, and data for scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from interpreter.cli import output
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.bots.targets import Target
    from interpreter.cli.commands.bench.measured import Split
    from interpreter.cli.commands.bench.swept import Setting
    from interpreter.simulation.sums import Tally
    from interpreter.simulation.wins_by import WinsBy

BAR, LEAST_BAR = 24, 6  # signs of the longest bar, where there is room for them


@dataclass(frozen=True, slots=True)
class Tried:
    """The results of one setting, and who played."""

    title: str
    setting: Setting
    tally: Tally
    seats: tuple[str, ...] = ()
    split: Split | None = None
    wins_by: WinsBy | None = None

    @property
    def words(self) -> str:
        """The setting in words: `goal 50, size 3`."""
        return ", ".join(f"{name} {value}" for name, value in self.setting.items())

    def shares(self) -> dict[str, ShareOfWins]:
        """Return the share of wins by seat, or by what seats were, of games that anybody wins."""
        from interpreter.simulation.random_games import wilson

        if self.split is not None and self.wins_by is not None:
            return {
                self.split.words(one.value): ShareOfWins(one.share, one.low, one.high)
                for one in self.wins_by.shares()
            }
        decided = self.tally.games - self.tally.nobody
        return {
            f"seat {at}": ShareOfWins(won / max(1, decided), *wilson(won, decided))
            for at, won in enumerate(self.tally.wins(), 1)
        }


class ShareOfWins(NamedTuple):
    """A share of wins, with its 95% interval."""

    share: float
    low: float
    high: float

    @property
    def words(self) -> str:
        """The share in percent, and half the width of its interval."""
        return f"{100 * self.share:.0f}% ±{50 * (self.high - self.low):.0f}"


def nearest(found: Sequence[Tried], wanted: Target | None) -> int | None:
    """Find the index of the setting nearest to the target; None without a target or results."""
    if wanted is None or not found:
        return None
    off = [wanted.off(one.tally) for one in found]
    return off.index(min(off))


def show(
    names: tuple[str, ...],
    found: Sequence[Tried],
    wanted: Target | None,
) -> None:
    """Print the table of a sweep, and what it comes to; `found` has one setting at least."""
    from interpreter.bots.targets import mean_of
    from interpreter.simulation.random_games import wilson
    from interpreter.simulation.sums import mean_interval

    who = found[0].seats
    all_same = len(set(who)) == 1
    playing = f"{len(who)} players, all {who[0]}" if all_same else ", ".join(who)
    each = output.plural(found[0].tally.games, "game")
    output.wrapped(f"{found[0].title}: {playing}, {each} each, with 95% intervals")
    output.data("")
    tallies = [one.tally for one in found]
    unit = "turns" if any(mean_of(tally, "turns") for tally in tallies) else "decisions"
    lengths = [mean_of(tally, unit) for tally in tallies]
    points = any(mean_of(tally, "points") for tally in tallies)
    longest = max(lengths) or 1.0
    split, by = found[0].split, [one.shares() for one in found]
    columns = list(by[0]) if split is None else sorted({name for one in by for name in one})
    nobody = any(tally.nobody for tally in tallies)
    heads = [*names, *columns, *["nobody"] * nobody]
    heads += ["points"] * points + [unit, "off"[: 3 * (wanted is not None)]]
    rows: list[tuple[str, ...]] = []
    for one, wins, length in zip(found, by, lengths, strict=True):
        tally = one.tally
        shares = [wins[name].words if name in wins else "" for name in columns]
        if nobody:
            between = wilson(tally.nobody, tally.games)
            shares.append(ShareOfWins(tally.nobody / tally.games, *between).words)
        more = [f"{mean_of(tally, 'points'):,.1f}"] * points
        off = f"{wanted.off(tally):,.1f}" if wanted is not None else ""
        values = map(str, one.setting.values())
        low, high = mean_interval(tally.turns if unit == "turns" else tally.lengths)
        told = f"{length:,.1f} ±{(high - low) / 2:,.1f}"
        rows.append((*values, *shares, *more, told, off))
    wide = sum(max(map(len, column)) + 2 for column in zip(heads, *rows, strict=True))
    room = min(BAR, output.width() - wide)
    if room >= LEAST_BAR:
        heads.append("")
        rows = [
            (*row, ("#" * max(1, round(room * length / longest))).ljust(room))
            for row, length in zip(rows, lengths, strict=True)
        ]
    output.table(heads[0], *heads[1:], rows=rows)
    if split is not None:
        output.wrapped(f"Wins by {split.text}: the share of the seats that were it.")
    if nobody:
        output.wrapped("Wins are those of the games that anybody wins, nobody's of all games.")
    _remark(found, wanted, nearest(found, wanted))


def _remark(found: Sequence[Tried], wanted: Target | None, best: int | None) -> None:
    """Print what stands below the table: what was interrupted, the nearest setting, who played."""
    last, who = found[-1], found[0].seats
    if last.tally.games < found[0].tally.games:
        games_left = output.plural(last.tally.games, "game")
        output.wrapped(f"Interrupted: {last.words} has {games_left} only.")
    if wanted is not None and best is not None:
        far = wanted.off(found[best].tally)
        met = "meets" if far <= wanted.within else "comes nearest to"
        output.data("")
        output.wrapped(
            f"{found[best].words} {met} `{wanted.text}`: off by {far:,.1f} {wanted.unit}."
        )
    if set(who) == {"random"}:
        output.wrapped(
            "This is so among random players: those who play to win may answer otherwise."
            f" Ask them: --seats {','.join(['greedy'] * len(who))}"
        )


def as_data(
    game: str,
    names: tuple[str, ...],
    found: Sequence[Tried],
    wanted: Target | None,
    seed: int,
    interrupted: bool,
) -> Json:
    """Convert a sweep to JSON data."""
    from interpreter.bots.targets import mean_of
    from interpreter.simulation.random_games import wilson
    from interpreter.simulation.sums import mean_interval

    settings = []
    for tried in found:
        tally = tried.tally
        one: dict[str, object] = {
            "setting": dict(tried.setting),
            "games": tally.games,
            "seats": list(tried.seats),
            "wins": tally.wins(),
            "win_shares": [
                {"share": round(won / max(1, tally.games), 6), "low": low, "high": high}
                for won in tally.wins()
                for low, high in [[round(one, 6) for one in wilson(won, tally.games)]]
            ],
            "of_decided": [
                {"of": name} | {key: round(value, 6) for key, value in one._asdict().items()}
                for name, one in tried.shares().items()
            ],
            "without_winner": tally.nobody,
            "turns": round(mean_of(tally, "turns"), 3),
            "turns_between": [round(one, 3) for one in mean_interval(tally.turns)],
            "decisions": round(mean_of(tally, "decisions"), 3),
            "decisions_between": [round(one, 3) for one in mean_interval(tally.lengths)],
            "points": round(mean_of(tally, "points"), 3),
        }
        if wanted is not None:
            one["off"] = round(wanted.off(tally), 6)
        settings.append(one)
    made: dict[str, object] = {
        "game": game,
        "names": list(names),
        "seed": seed,
        "settings": settings,
        "interrupted": interrupted,
    }
    if wanted is not None:
        best = nearest(found, wanted)
        made["target"] = wanted.text
        made["nearest"] = dict(found[best].setting) if best is not None else None
    return made
