"""Saved games: which file is meant, what it holds, and continuing from it.

Takes paths and the arguments of `play`; returns saves, plans and sessions, or raises `Stop` after
the problems have been printed. Nothing of a file that a save names is shown before it is known to
be the file that was played with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from interpreter.cli import exits, games, output
from interpreter.cli.exits import Stop
from interpreter.cli.table.people.screen import Screen
from interpreter.cli.table.seats import KINDS, is_kind
from interpreter.diagnostics import Report
from interpreter.load.files import read_at_most, read_given
from interpreter.play import savefile
from interpreter.play.clock import NoClock
from interpreter.play.savefile import InUse, SaveFile
from interpreter.play.session import Session
from interpreter.run import replay, save_reader, saves
from interpreter.run.plan import Plan


class Loaded(NamedTuple):
    """A plan, the overlays applied to it, and the game's folder: empty for a shipped one."""

    plan: Plan
    variants: tuple[saves.Pinned, ...]
    folder: str


def load(game: str, options: Mapping[str, object], variants: Sequence[str] = ()) -> Loaded:
    """Load a game by name or path, with house rules applied. Raises `Stop`."""
    laid = games.lay(game, variants)
    return Loaded(games.plan_of(laid, options), laid.pinned(), laid.own_folder())


# ------------------------------------------------------------------------------ reading


def read(path: Path) -> saves.Save:
    """Read a save; prints what is wrong with it and raises `Stop`."""
    return _understood(read_given(path, save_reader.MOST_BYTES), path)


def _understood(data: bytes, path: Path) -> saves.Save:
    report = Report()
    save = save_reader.read_save(data, str(path), report)
    output.problems(report.sorted())
    if save is None:
        raise Stop(exits.FILES)
    return save


def left_games() -> list[tuple[Path, saves.Save]]:
    """List the kept games that are not over, the latest first.

    Files that cannot be read are skipped with a warning.
    """
    found = []
    for path in savefile.kept_games():
        report = Report()
        try:
            data = read_at_most(path, save_reader.MOST_BYTES)
        except OSError as fault:
            output.message(f"warning: not looked at: {path}: {fault.strerror}")
            continue
        save = save_reader.read_save(data, str(path), report)
        if save is None:
            why = report.errors[0]
            output.message(f"warning: not looked at: {why.label.span.where()}: {why.message}")
        elif not save.over:
            found.append((path, save))
    return found


def _newest(game: str | None) -> Path:
    """Find the save of the latest unfinished game, if named of this `game`. Raises `Stop`."""
    for path, save in left_games():
        if game is None or _is_of(save, game):
            return path
    of = f" of `{game}`" if game else ""
    raise Stop(
        exits.FILES,
        f"no game{of} was left before its end",
        "`rulewright play GAME` begins one; `--load FILE` goes on with a file",
    )


def _is_of(save: saves.Save, game: str) -> bool:
    """Whether a save is of this game, named by its path or the beginning of its id."""
    if save.folder and Path(game).is_dir():
        return Path(game).resolve() == Path(save.folder)
    return save.game.startswith(game.lower().replace("-", "_"))


# ------------------------------------------------------------------------------ its game


def load_saved(save: saves.Save, game: str | None = None) -> Loaded:
    """Load the game of a save with its house rules; `game` says where it is now.

    Raises `Stop`; entries of the save that do not fit the game are reported at its first line.
    """
    changed = _check_house_rules(save)
    for seat in save.seats:
        if seat.endswith(".py"):  # a save from somebody else must not start programs
            raise Stop(
                exits.FILES,
                f"a program has played in this game, {seat}, and a save does not start one",
                f"begin anew: `rulewright play {save.game} --seats {','.join(save.seats)}`",
            )
        if not is_kind(seat):
            told = f"no kind of player is called `{seat}`"
            raise _damaged(save, told, f"each seat is {', '.join(KINDS)} or a .py file")
    for event in save.events:
        if event.plays and not is_kind(event.plays):
            told = f"no kind of player is called `{event.plays}`"
            raise _damaged(save, told, f"a bot is {', '.join(KINDS[1:])}")
    where = game or save.folder or save.game
    if where == save.folder and not (Path(where) / "game.yaml").is_file():
        raise Stop(
            exits.FILES,
            f"the game of this save is not there any more: {where}",
            "put it back, or say where it is: `rulewright play FOLDER --load SAVE`",
        )
    variants = [one.file for one in save.variants]
    try:
        if changed:
            return _load_silently(where, save.options, variants, changed)
        return load(where, save.options, variants)
    except exits.Misused as slip:
        first = slip.slips[0]
        raise _damaged(save, first.message, "this line says so", first.notes) from None


def _check_house_rules(save: saves.Save) -> list[str]:
    """List the overlay files that have changed since the game was saved. Raises `Stop`."""
    from interpreter.load.overlay_files import SUFFIX, digest_of, is_there, read_overlays

    changed = []
    for one in save.variants:
        if "/" not in one.file:  # a variant of the game itself
            continue
        if not one.file.endswith(SUFFIX):
            raise _damaged(save, "`variants` names a file that holds no rules", one.file)
        if not is_there(one.file):
            raise Stop(
                exits.FILES,
                f"the house rules of this game are not there any more: {one.file}",
                "put the file back, and try again",
            )
        sources = read_overlays(Path(one.file), Report())
        if not sources or digest_of(*sources) != one.text:
            changed.append(one.file)
    return changed


def _load_silently(
    where: str, options: Mapping[str, object], variants: Sequence[str], changed: Sequence[str]
) -> Loaded:
    """Load a game of whose house rules some have changed, without showing their errors.

    A save may name any file, so nothing of its contents is shown. Raises `Stop`.
    """
    from interpreter.pipeline import load_folder

    report = Report()
    plan = None
    laid = games.try_to_lay(where, variants, False, report)
    if laid is not None and not report.errors:
        plan = load_folder(laid.folder, report, options, laid.overlays)
    if plan is None or laid is None:
        raise Stop(
            exits.FILES,
            f"the house rules of this game are others now, and cannot be used: {changed[0]}",
            f"`rulewright check {changed[0]}` says why",
        )
    return Loaded(plan, laid.pinned(), laid.own_folder())


def _damaged(save: saves.Save, message: str, label: str, notes: Sequence[str] = ()) -> Stop:
    """Report an invalid entry in the save's first line, and return the `Stop` to raise."""
    report = Report()
    report.add("save-value", save.header, message, label, notes=notes)
    output.problems(report.sorted())
    return Stop(exits.FILES)


# ------------------------------------------------------------------------------ going on


def saved_game(
    game: str | None, path: Path | None, screen: Screen, seats: Sequence[str] | None = None
) -> Session:
    """Continue a saved game.

    With a `path`, that file stays as it is; otherwise the newest unfinished game is continued in
    its own file. `seats` replaces the players. Raises `Stop`.
    """
    file = None if path is not None else _taken_up(_newest(game))
    try:
        return _going_on(game, path, file, screen, seats)
    except BaseException:
        if file is not None:
            file.close()
        raise


def _taken_up(path: Path) -> SaveFile:
    try:
        return SaveFile.take_up(path)
    except InUse:
        raise Stop(
            exits.FILES,
            f"the game that was left last is being played in another window: {path}",
            "end it there first; `--load FILE` plays on from a copy of it",
        ) from None


def _going_on(
    game: str | None,
    path: Path | None,
    file: SaveFile | None,
    screen: Screen,
    seats: Sequence[str] | None,
) -> Session:
    if file is not None:
        save = _understood(file.read(), file.path)
    else:
        assert path is not None
        save = read(path)
    named = None if game is None else games.find(game)
    if named is not None and named.resolve().name != save.game:
        raise Stop(
            exits.USAGE,
            f"{save.source.path} is a game of `{save.game}`, not of `{named.resolve().name}`",
            f"`rulewright play --load {save.source.path}` goes on with it",
        )
    # With --resume the name selects the save; with --load it locates the game.
    plan, pinned, folder = load_saved(save, game if file is None else None)
    report = Report()
    if not replay.fits(plan, save, report, pinned):
        output.problems(report.sorted())
        raise Stop(exits.FILES)
    state = replay.start(plan, save, log=True)
    if seats is not None and len(seats) != len(save.seats):
        raise Stop(
            exits.USAGE,
            f"this game has {output.plural(len(save.seats), 'seat')}, not {len(seats)}",
            f"it was left with --seats {','.join(save.seats)}",
        )
    session = Session.begin(
        plan, tuple(seats or save.seats), save.seed, save.options, state, pinned, folder
    )
    # Others sit there now: nobody of them has left.
    session.due = [one for one in save.events if seats is None or one.sort != "leaves"]
    same = plan.hash_of_rules == save.rules
    made = replay.replay(plan, save, report, lambda: session.state, session.take, verify=same)
    output.problems(report.sorted())
    session.catch_up()
    _wind(session, save)
    session.pinned = save.pinned if made.same_rules else made.done
    if made.misfit is not None and made.same_rules:
        raise Stop(exits.DIVERGED)
    total = len(save.decisions)
    if made.misfit is not None:
        screen.wrapped(f"{made.done} of {total} decisions fit. The game goes on from there.")
    else:
        screen.wrapped(f"{plan.title}: {output.plural(total, 'answer')} played again.")
    if file is not None:
        if made.same_rules and not session.over:
            file.cut(len(save.source.text[: save.whole].encode()))
            if session.opened != save.seats or len(session.events) < len(save.events):
                file.rewrite(session.saved())
            session.file = file
        else:
            file.close()
    return session


def _wind(session: Session, save: saves.Save) -> None:
    """Let the clocks of a saved game go on as they were left. Raises `Stop`."""
    if save.clock:
        try:
            session.wind(save.clock, save.clock_ends, save.clocks)
        except NoClock as fault:
            raise _damaged(save, "`clock` has no meaning here", str(fault)) from None
