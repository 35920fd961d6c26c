"""Writing a played game to a file: as a script of answers, or as a test in the rules language.

A script is read by `play --script`; a test goes into the game's `tests` folder, where `rulewright
test` runs it.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from interpreter.load.files import write_whole
from interpreter.play.recorded_scenario import game_test
from interpreter.play.session import Session
from interpreter.present import words
from interpreter.run import handles


def script(session: Session) -> str:
    """Format the game as a script: one decision per line with its player, turns as comments."""
    plan = session.plan
    options = "".join(f" --option {name}={value}" for name, value in session.options.items())
    laid = "".join(f" --variant {shlex.quote(one.file)}" for one in session.variants)
    lines = [
        f"# {words.game_title(plan)}",
        f"# rulewright play {plan.id} --seats {','.join(session.seats)} --seed {session.seed}"
        f"{laid}{options} --script THIS_FILE",
    ]
    active = -2
    for step in (one for one in session.steps if not one.form):
        if step.before.active != active:
            active = step.before.active
            if active >= 0:
                lines += ["", f"# {words.seat_title(active)}'s turn"]
        site = plan.program.sites[step.site]
        asked = f"  # {site.name}" if site.sort == "choose" else ""
        lines.append(f"{handles.seat_name(step.seat)}: {step.answer}{asked}")
    return "\n".join(lines) + "\n"


def write_record(session: Session, path: Path) -> None:
    """Write the game as a test if the file name ends in `.rules`, otherwise as a script."""
    if path.suffix == ".rules":
        title = path.stem.replace("_", " ").strip().capitalize() or "A recorded game"
        write_whole(path, game_test(session, title))
    else:
        write_whole(path, script(session))
