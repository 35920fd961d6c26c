"""When persons are asked whether they react: always, or as each of them has set beforehand.

Takes a `Session`; tells of the present question whether it is passed without a word. Nobody may
learn from being asked, or from not being asked, what another holds: where several sit at one
keyboard, it is passed on by what was set, and never by what somebody holds. Prints nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.diagnostics.suggest import listed
from interpreter.play.session import Session
from interpreter.present import labels
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.program import Site

ASK = "ask"
STOP = "stop"
ALWAYS, CAN, NEVER, LATER = "always", "can", "never", "later"
MEANINGS = {
    ALWAYS: "you are asked, also when you can only pass",
    CAN: "you are asked when you can do something",
    NEVER: "you pass",
    LATER: "you pass until your next turn",
}


class Reactions:
    """What each person has set for each window, by its title. `mode` is ask or stop."""

    def __init__(self, session: Session, mode: str) -> None:
        self.session = session
        self.mode = mode
        self.seats = [seat for seat, kind in enumerate(session.seats) if kind == "human"]
        self.usual = CAN if len(self.seats) == 1 else ALWAYS
        self.chosen: dict[tuple[int, str], str] = {}

    def titles(self) -> list[str]:
        """Give the windows of the game, by their titles, in the order of the rules."""
        plan = self.session.plan
        funcs = plan.program.funcs
        sites = [site for site in plan.sites if site.sort == "menu" and site.guarded]
        own = {site.number for site in sites if funcs[site.func].sort == "turn"}  # no reaction
        sites = [site for site in sites if site.number not in own or site.window]
        return list(dict.fromkeys(labels.site_title(plan, site) for site in sites))

    def of(self, seat: int, title: str) -> str:
        """Give what holds for a person in the windows of a title."""
        return ALWAYS if self.mode == ASK else self.chosen.get((seat, title), self.usual)

    def set(self, seat: int, word: str, titles: list[str]) -> str:
        """Set it for some windows; gives why that cannot be, or nothing."""
        if self.mode == ASK:
            return "everybody is always asked in this game (`--windows ask`)"
        if word == CAN and len(self.seats) > 1:
            return "whoever sees the keyboard passed on would see that you hold something"
        for title in titles:
            self.chosen[seat, title] = word
        return ""

    def passing(self, at_keyboard: int) -> int | None:
        """Give the option by which the person who is asked passes unasked; None if they are
        asked."""
        plan, state = self.session.plan, self.session.state
        site, seat = plan.sites[state.site], state.actor
        if state.active == seat:
            self.chosen = {
                key: word
                for key, word in self.chosen.items()
                if not (key[0] == seat and word == LATER)
            }
        if not site.guarded or (state.active == seat and not site.window):
            return None
        alone = plan.asks_for_form(state)
        how = self.of(seat, labels.site_title(plan, site))
        if how in (NEVER, LATER):
            return _pass_of(site, state)
        chosen = self.mode == ASK or (seat, labels.site_title(plan, site)) in self.chosen
        if alone and (how == CAN or (not chosen and at_keyboard == seat)):
            return 0
        return None


def _pass_of(site: Site, state: BaseState) -> int | None:
    """Give the place of passing among the options."""
    found = (n for n, option in enumerate(state.options) if site.items[option][1] == "pass")
    return next(found, None)


# ------------------------------------------------------------------------------ the command


def windows(reactions: Reactions, seat: int, rest: str) -> list[str]:
    """Give what the command `windows` at the prompt answers: it lists the windows of the game, or
    sets when a person is asked in them."""
    titles = reactions.titles()
    if not titles:
        return ["In this game nobody is asked whether they react with what others do not see."]
    word, _, which = rest.strip().lower().partition(" ")
    if not word:
        return _shown(reactions, seat, titles)
    if word not in MEANINGS:
        return [f"`{word}` is none of {listed(MEANINGS)}."]
    chosen = _meant(which.strip(), titles)
    if not chosen:
        return [f"`{which.strip()}` is none of the {len(titles)} windows; `windows` lists them."]
    refused = reactions.set(seat, word, chosen)
    if refused:
        return [f"This cannot be set: {refused}."]
    return [f"{title}: {MEANINGS[word]}." for title in chosen]


def _shown(reactions: Reactions, seat: int, titles: list[str]) -> list[str]:
    """Give what holds now, and how it is set."""
    lines = [
        f"{number}  {title}: {MEANINGS[reactions.of(seat, title)]}"
        for number, title in enumerate(titles, 1)
    ]
    words = [word for word in MEANINGS if word != CAN or len(reactions.seats) == 1]
    return [*lines, f"Set it with {listed(words)}: `windows never`, `windows never 1`."]


def _meant(which: str, titles: list[str]) -> list[str]:
    """Give the windows of a number or of the letters of a title; all without either."""
    if which.isascii() and which.isdigit() and len(which) < 4:
        return titles[int(which) - 1 : int(which)] if int(which) else []
    return [title for title in titles if which in title.lower()]
