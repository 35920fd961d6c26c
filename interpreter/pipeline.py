"""From a game's folder to a playable plan: the whole pipeline in one short module.

load -> parse and check -> weave -> lower and print -> compile. New to the code? Read this first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from interpreter.backends.python.compiled_module import Compiled, check_print, fill
from interpreter.backends.python.explaining import print_explaining
from interpreter.backends.python.module import print_game
from interpreter.backends.target.printed_functions import PrintedGame
from interpreter.check import folder as folders
from interpreter.check.declarations.sizes import owners
from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.json_data import Json
from interpreter.ir.declared import NotPlayable
from interpreter.ir.lowered import Woven
from interpreter.ir.program import Program
from interpreter.ir.weaving.weave import weave
from interpreter.load import result_cache as answers
from interpreter.load.content_digest import state_of
from interpreter.load.game_folder import GameFiles, find_game
from interpreter.load.overlay_files import rules_of
from interpreter.load.result_cache import of_file
from interpreter.load.spanned import Spanned
from interpreter.run import (
    boards,
    chance,
    doers,
    durations,
    lookahead,
    machine,
    money,
    random_answers,
    sets,
    tables,
)
from interpreter.run.plan import EXPLAINED, Plan
from interpreter.run.rules import Rules
from interpreter.run.state import BaseState, new_state, own

_HELPERS = (
    *(machine, chance, sets, boards, doers, durations, lookahead, money, random_answers, tables),
)
"""The modules whose functions printed rules can call."""


def load(
    name_or_path: str, report: Report, options: Mapping[str, object] | None = None
) -> Plan | None:
    """Load the plan of a shipped game or a folder; None and at least one error in `report`."""
    folder = find_game(name_or_path, report)
    if folder is None:
        return None
    return load_folder(folder, report, options)


def load_folder(
    folder: Path,
    report: Report,
    options: Mapping[str, object] | None = None,
    overlays: Sequence[Source] = (),
    for_play: bool = False,
) -> Plan | None:
    """Load the plan of a game's folder; None and at least one error in `report`.

    A plan `for_play` always keeps a log, and is ready sooner than one whose log is added later.
    """
    checked = check_folder(folder, report, options, overlays)
    if checked is None:
        return None
    try:
        printer = print_with_log if for_play else print_game
        return build(*checked, printer, origin=_origin(checked[1], checked[0]))
    except NotPlayable as gap:
        report.add(
            "not-played-yet",
            gap.span,
            "this sentence cannot be played yet",
            "understood, but not carried out",
            helps=["say it in another way for now"],
        )
        return None


def check_folder(
    folder: Path,
    report: Report,
    options: Mapping[str, object] | None = None,
    overlays: Sequence[Source] = (),
) -> tuple[Program, GameFiles] | None:
    """Read and check a game's folder without building its plan; None if it has errors."""
    checked = folders.check_folder(folder, report, options, overlays=overlays)
    if checked is None or checked.program is None or report.errors:
        return None
    return checked.program, checked.files


def build(
    program: Program,
    files: GameFiles,
    printer: Callable[[Program, bool, Woven], PrintedGame] = print_game,
    kept: Compiled | None = None,
    origin: str = "",
) -> Plan:
    """Build the plan of a checked program, with the plain printer by default.

    Functions in `kept`, from plans of the same game, are not compiled again. `origin` tells the
    program apart from all others; empty for one that was changed after it was read. Raises
    `NotPlayable`.
    """
    woven = weave(program)

    def printed(logging: bool) -> PrintedGame:
        made = printer(program, logging, woven)
        made.origin = origin and f"{printer.__name__} {logging} {origin}"
        return made

    plain = printed(False)
    check_print(plain)
    rules = _given(program, plain)

    def logging() -> Rules:
        return _run(program, printed(True), kept)

    def explaining(logging: bool) -> Rules:
        return _run(program, print_explaining(program, logging, woven), kept)

    settings = {name: setting.value for name, setting in program.settings.items()}
    plan = Plan(
        program=program,
        id=program.id,
        title=program.title,
        version=program.version,
        least=program.least,
        most=program.most,
        hash_of_rules=rules_hash(files, settings),
        settings=settings,
        given=rules,
        compiling=partial(_fill, plain, kept),
        logging_rules=logging,
        explaining_rules=explaining,
        start_frame=(plain.numbers[program.main], 0, -1),
        text=plain,
    )
    if printer is print_with_log:
        plan.keep_log()
    return plan


def without_log(plan: Plan) -> Plan:
    """Rebuild a plan that keeps a log without one, for looking ahead."""
    program = plan.program
    printed = print_game(program, False, plan.printed.woven)
    return replace(
        plan,
        given=_given(program, printed),
        compiling=partial(_fill, printed, None),
        text=printed,
        start_frame=(printed.numbers[program.main], 0, -1),
        _logged=None,
        results={},
    )


def _given(program: Program, printed: PrintedGame) -> Rules:
    """Gather what printed rules can name: functions of the engine, constants and sizes."""
    space: Json = {}
    for tools in _HELPERS:
        space |= {name: getattr(tools, name) for name in dir(tools) if not name.startswith("_")}
    space |= {"BaseState": BaseState, "new_state": new_state, "own": own} | printed.constants
    if EXPLAINED in space:
        space[EXPLAINED].namespace = space
    fuel = printed.constants.get("FUEL", machine.FUEL * program.patience)
    space |= {"FUEL": fuel}
    kept = (*program.fields, *program.engine_fields)
    sizes = {f.holder: owners(program, f.holder) for f in kept}
    for kind in program.kinds:
        sizes[kind] = program.components
    woven = printed.woven
    return Rules(space, fuel, len(woven.tracked), tuple(woven.spans), sizes)


def _fill(printed: PrintedGame, kept: Compiled | None, rules: Rules) -> None:
    fill(printed, rules, kept)
    answers.save()  # the cached costs of its functions


def _run(program: Program, printed: PrintedGame, kept: Compiled | None) -> Rules:
    rules = _given(program, printed)
    _fill(printed, kept, rules)
    return rules


def print_with_log(program: Program, logging: bool, woven: Woven) -> PrintedGame:
    """Print the game with logging, whatever the flag says."""
    return print_game(program, logging=True, woven=woven)


def _origin(files: GameFiles, program: Program) -> str:
    """Write what a program depends on as a text: this software, its files, and its settings."""
    data = [files.game, *files.components]
    sources = [*files.rules, *(one.source for one in data), *files.overlays]
    texts = [(source.path, of_file(source.text)) for source in sources]
    settings = sorted((name, setting.value) for name, setting in program.settings.items())
    laid_on = files.laid_only and sorted(files.laid_only)
    return repr((state_of(), settings, laid_on, [one.salt for one in data], texts))


def rules_hash(files: GameFiles, settings: Mapping[str, int]) -> str:
    """Hash the texts and settings that a game is played by, to 16 hexadecimal digits."""
    digest = hashlib.blake2b(digest_size=8)
    sources = [*files.rules, *(c.source for c in files.components)]
    texts = [_without_looks(files.game), *(source.text for source in sources)]
    for text in [*texts, *map(rules_of, files.overlays)]:
        digest.update(text.encode())
        digest.update(b"\0")
    digest.update(repr(sorted(settings.items())).encode())
    return digest.hexdigest()


def _without_looks(game: Spanned) -> str:
    """Cut the layout, which does not affect play, out of the text of a `game.yaml`."""
    text = game.source.text
    if ("layout",) in game.keys:
        before, behind = text[: game.key(("layout",)).start], text[game.span(("layout",)).end :]
        text = f"{before.rstrip()}\n{behind.lstrip()}"
    return f"{text.rstrip()}\n"
