"""When people are asked whether they react: always, or as they have set for each window.

Takes a `Session`; decides whether the pending question is passed silently. Nobody may infer what
another holds from being asked or not: where several people share a keyboard, only settings decide,
never what somebody holds. Prints nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.diagnostics.suggest import listed
from interpreter.play.session import Session
from interpreter.present import labels
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.declared import Site

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
    """Each person's settings by window title; `mode` is ask or stop."""

    def __init__(self, session: Session, mode: str) -> None:
        self.session = session
        self.mode = mode
        self.seats = [seat for seat, kind in enumerate(session.seats) if kind == "human"]
        self.usual = CAN if len(self.seats) == 1 else ALWAYS
        self.chosen: dict[tuple[int, str], str] = {}

    def titles(self) -> list[str]:
        """List the titles of the game's reaction windows, in the order of the rules."""
        plan = self.session.plan
        funcs = plan.program.funcs
        sites = [site for site in plan.sites if site.sort == "menu" and site.guarded]
        own = {site.number for site in sites if funcs[site.func].sort == "turn"}  # no reaction
        sites = [site for site in sites if site.number not in own or site.window]
        return list(dict.fromkeys(labels.site_title(plan, site) for site in sites))

    def of(self, seat: int, title: str) -> str:
        """Look up the setting that applies to a seat in the windows of a title."""
        return ALWAYS if self.mode == ASK else self.chosen.get((seat, title), self.usual)

    def set(self, seat: int, word: str, titles: list[str]) -> str:
        """Set a seat's choice for some windows; returns why that is refused, or an empty string."""
        if self.mode == ASK:
            return "everybody is always asked in this game (`--windows ask`)"
        if word == CAN and len(self.seats) > 1:
            return "whoever sees the keyboard passed on would see that you hold something"
        for title in titles:
            self.chosen[seat, title] = word
        return ""

    def passing(self, at_keyboard: int) -> int | None:
        """Find the option that passes without asking; None if the person is asked.

        A setting of `later` ends when the person's own turn begins.
        """
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
    """Find the index of the option that passes; None if there is none."""
    found = (n for n, option in enumerate(state.options) if site.items[option][1] == "pass")
    return next(found, None)


# ------------------------------------------------------------------------------ the command


def windows(reactions: Reactions, seat: int, rest: str) -> list[str]:
    """Run the `windows` command of the prompt, and return its output.

    It lists the windows of the game, or sets when this person is asked in them.
    """
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
    """List the current settings, with a line on how to change them."""
    lines = [
        f"{number}  {title}: {MEANINGS[reactions.of(seat, title)]}"
        for number, title in enumerate(titles, 1)
    ]
    words = [word for word in MEANINGS if word != CAN or len(reactions.seats) == 1]
    return [*lines, f"Set it with {listed(words)}: `windows never`, `windows never 1`."]


def _meant(which: str, titles: list[str]) -> list[str]:
    """Find window titles by number, or by a part of the title; all if neither is given."""
    if which.isascii() and which.isdigit() and len(which) < 4:
        return titles[int(which) - 1 : int(which)] if int(which) else []
    return [title for title in titles if which in title.lower()]
