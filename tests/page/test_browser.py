"""Real browsers at a table: people point at the picture and play to the end, the keyboard alone
plays, frames hold nothing hidden, and a checker of accessibility finds nothing.

Needs Chromium and its driver: `make browser` installs what it can. Without them, these tests are
left out.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from html import unescape
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import interpreter as rw
from interpreter.load.game_folder import list_games
from interpreter.load.resources import root
from interpreter.present.page.appearance import wardrobe
from interpreter.present.page.table import fragments
from interpreter.present.page.table import page as page_of

pytest.importorskip("nicegui", reason="no page: pip install 'rulewright[page]'")
driver = pytest.importorskip(
    "playwright.sync_api", reason="browser tests were left out: run `make browser`"
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="browser tests were left out: there is no Chromium"),
]
QUIET = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
MINUTES = 3  # for one game at most
GUARD = 420  # milliseconds in which a second click is the same click, and a little more
OPEN = ":is(#top, #table, #seats) .open:not(.off):not(.picked)"
SHOWN = "document.querySelector('#table').innerHTML + document.querySelector('#dock h1').innerText"
SOON = 2_000  # milliseconds for what is there: else the page was filled anew in between


@contextmanager
def served(game: str, seats: str, *more: str) -> Iterator[dict[str, Any]]:
    """Serve a table while this lasts; gives what the server says of its links."""
    words = ("serve", game, "--seats", seats, "--port", "0", "--seed", "3", "--json", *more)
    with running(*words) as told:
        yield told


@contextmanager
def running(*words: str, end: str = "terminate") -> Iterator[dict[str, Any]]:
    """Run a server while this lasts; gives what it says first."""
    env = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    if "--edit" in words:  # what is left unsaved stays beside the copy that is edited
        env["XDG_STATE_HOME"] = str(Path(words[1]).parent / "state")
    server = subprocess.Popen(
        [sys.executable, "-m", "interpreter", *words],
        cwd=root(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env,
    )  # fmt: skip
    assert server.stdout is not None
    try:
        yield json.loads(server.stdout.readline())
    finally:
        server.send_signal(signal.SIGINT) if end == "interrupt" else getattr(server, end)()
        server.communicate()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


class Window:
    """One window of a browser, which keeps what goes wrong in it and what it is sent."""

    def __init__(
        self,
        browser: Any,
        link: str,
        width: int = 1280,
        height: int = 900,
        lag: int = 0,
        shows: str = "#table .tab, .workshop, .table-picture svg",
        colours: str = "light",
        touch: bool = False,
    ) -> None:
        """Open a link, and wait until it shows something; what the page sends reaches the server
        `lag` milliseconds later."""
        self.page = browser.new_page(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            color_scheme=colours,
            has_touch=touch,
            is_mobile=touch,
        )
        if lag:
            self.page.add_init_script(
                "const send=WebSocket.prototype.send;WebSocket.prototype.send=function(data)"
                f"{{setTimeout(()=>send.call(this,data),{lag})}}"
            )
        self.seen: set[str] = set()  # what was shown when this window was asked
        self.faults: list[str] = []
        self.frames: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on(
            "console", lambda told: self.faults.append(told.text) if told.type == "error" else None
        )
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("websocket", self._listen)
        for _ in range(100):
            try:
                self.page.goto(link)
                break
            except driver.Error:  # the server is not there yet
                time.sleep(0.2)
        self.page.wait_for_selector(shows)
        self.faults.clear()

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def mine(self) -> bool:
        """Whether this seat is asked."""
        return str(self.page.title()).startswith("Your turn")

    def said(self) -> str:
        """Return what a notice says now; empty if there is none."""
        return str(self.page.locator("#toast.show").all_inner_texts())

    def turn(self, mine: bool = True) -> None:
        """Wait until this seat is asked, or is not asked any more."""
        for _ in range(200):
            if self.mine() is mine:
                break
            self.page.wait_for_timeout(50)
        assert self.mine() is mine
        self.page.wait_for_timeout(GUARD)

    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.page.locator("#dock .q.end").count())

    def version(self) -> str:
        """Return the state of the table that is shown."""
        return str(self.page.evaluate("document.body.dataset.version"))

    def pointed(self, number: int) -> bool:
        """Point at open things, one after the other; whether something was answered."""
        before, clicked = self.version(), False
        for _ in range(5):
            things = self.page.locator(OPEN)
            many = things.count()
            if not many:  # nothing could be pointed at, or the answer is on its way
                return clicked and self.waited(before, 60)
            things.nth(number % many).click(timeout=SOON)
            clicked = True
            if self.waited(before):
                return True
        return False

    def waited(self, before: str, tries: int = 14) -> bool:
        """Wait for the table to change from a version; whether it did."""
        for _ in range(tries):
            if self.version() != before:
                return True
            self.page.wait_for_timeout(25)
        self.page.wait_for_timeout(GUARD)
        return self.version() != before

    def step(self, number: int = 1) -> str:
        """Decide once: by pointing, where it can be done, else by the last button. Gives how:
        `worded` where there was nothing to point at.

        Where all is as it was before, some button is taken: what can be pointed at may lead round
        in a circle for ever."""
        self.page.wait_for_timeout(GUARD)
        before, buttons = self.version(), self.page.locator(".opt[data-take]:visible")
        shown = str(self.page.evaluate(SHOWN))
        circling = shown in self.seen and buttons.count() > 1
        self.seen.add(shown)
        if not circling and self.pointed(number):
            return "pointed"
        self.page.keyboard.press("Escape")
        how = "listed" if self.page.locator(OPEN).count() else "worded"
        many = buttons.count() if circling else 0
        (buttons.nth(number % many) if many else buttons.last).click(timeout=SOON)
        self.waited(before, 60)
        return how


def play(
    windows: list[Window], enough: Callable[[int], bool], minutes: float = MINUTES
) -> dict[str, int]:
    """Let each window decide when it is asked, until there was enough, or the end."""
    end = time.monotonic() + minutes * 60
    how = {"pointed": 0, "listed": 0, "worded": 0}
    numbers = Random(4)
    while time.monotonic() < end and not windows[0].over():
        asked = next((one for one in windows if one.mine()), None)
        if asked is None:
            windows[0].page.wait_for_timeout(40)
            continue
        try:
            how[asked.step(numbers.randrange(1000))] += 1
        except driver.Error:  # somebody else's step has just filled the page anew
            continue
        if enough(sum(how.values())):
            break
    return how


def close(windows: list[Window], local: str) -> None:
    """Look at what went wrong, and that nobody else was asked for anything."""
    for window in windows:
        assert window.faults == []
        assert [url for url in window.asked if local not in url and url[:5] != "data:"] == []
        window.page.close()


LARGE = ["deus_ex_machina", "deities_of_the_old_kingdom", "root"]


@pytest.mark.parametrize(
    "seats",
    ["human,human", pytest.param("human,human,human,human", marks=pytest.mark.soak)],
)
def test_windows_play_a_whole_game_to_the_end(chromium, seats):
    whole_game(chromium, "love_letter", seats)


@pytest.mark.soak
@pytest.mark.parametrize("seats", ["human,human", "human,human,human,human"])
@pytest.mark.parametrize("game", LARGE)
def test_windows_play_a_whole_large_game_to_the_end(chromium, game, seats):
    whole_game(chromium, game, seats, 30)


def whole_game(chromium: Any, game: str, seats: str, minutes: float = MINUTES) -> None:
    """Let a window for each seat decide until the game is over, in all windows."""
    with served(game, seats) as told:
        windows = [Window(chromium, one["link"]) for one in told["seats"]]
        watching = Window(chromium, told["watch"])
        play(windows, lambda _: False, minutes)
        for _ in range(100):
            if all(one.over() for one in [*windows, watching]):
                break
            watching.page.wait_for_timeout(100)
        assert all(one.over() for one in [*windows, watching])
        close([*windows, watching], told["watch"].split("/t/")[0])


EVERY = sorted(folder.name for folder in list_games())
SOME = {"brandubh", "deities_of_the_old_kingdom", "root"}


@pytest.mark.parametrize(
    "game", [one if one in SOME else pytest.param(one, marks=pytest.mark.soak) for one in EVERY]
)
def test_a_game_opens_and_ten_decisions_are_taken(chromium, game):
    loaded = rw.load(game)
    seats = ",".join(["human", *["random"] * (max(2, loaded.least) - 1)])
    with served(game, seats) as told:
        window = Window(chromium, told["seats"][0]["link"])
        how = play([window], lambda many: many >= 10)
        assert sum(how.values()) >= 10 or window.over()
        assert window.page.evaluate(SHAPE) == []
        close([window], told["watch"].split("/t/")[0])


# What is wrong with the shape of a page: letters below 12 pixels, titles that are cut, open
# things of no size, things upon one another, and a page that is wider than its window.
SHAPE = """() => {
  const found = [], shown = one => one.checkVisibility({visibilityProperty: true});
  const said = one => (one.textContent || '').trim().slice(0, 30);
  for (const one of document.querySelectorAll('body *')) {
    const own = [...one.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (!own || !shown(one) || one.closest('.sr,script,style')) continue;
    const drawing = one.closest('svg'), style = getComputedStyle(one);
    let size = parseFloat(style.fontSize);
    const turned = drawing && one.getScreenCTM && one.getScreenCTM();
    if (turned) size *= Math.hypot(turned.a, turned.b);
    if (size < 11.9 && !one.closest('.pc, .ic, .pn, .board g g'))
      found.push(`small ${size} ${said(one)}`);
  }
  for (const one of document.querySelectorAll('.ct .tt, .q h1, .opt, .zl'))
    if (shown(one) && one.scrollWidth > one.clientWidth + 3 && !one.closest('.mini'))
      found.push('cut ' + said(one));
  const open = [...document.querySelectorAll('#table .open')].filter(shown);
  for (const one of open) {
    const box = one.getBoundingClientRect();
    if (box.width < 8 || box.height < 8) found.push('tiny ' + one.outerHTML.slice(0, 80));
  }
  const boxes = [...document.querySelectorAll('.zi > .card, .zi > .pc')].filter(shown)
    .map(one => [one, one.getBoundingClientRect()]);
  for (let a = 0; a < boxes.length; a++) for (let b = a + 1; b < boxes.length; b++) {
    const [p, x] = boxes[a], [q, y] = boxes[b];
    if (p.parentNode !== q.parentNode) continue;
    if (p.matches('.back') && q.matches('.back')) continue;  // a fan of backs
    const across = Math.min(x.right, y.right) - Math.max(x.left, y.left);
    const down = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    if (across > 2 && down > 2) found.push('over ' + said(p) + ' / ' + said(q));
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push('wide');
  return found.slice(0, 12);
}"""
SIZES = {"laptop": (1366, 768), "large": (1920, 1080), "phone": (390, 844)}


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_every_game_has_a_page_without_a_fault_of_shape(chromium, tmp_path, colours):
    """All games, in the middle, at three sizes: nothing too small, cut, or upon another, and axe
    finds nothing at one size."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = {}
    for name, html in pages_of_all_games():
        file = tmp_path / f"{name}.html"
        file.write_text(html, encoding="utf-8")
        for size, (width, height) in SIZES.items():
            page = chromium.new_page(
                viewport={"width": width, "height": height},
                color_scheme=colours,
                reduced_motion="reduce",
            )
            page.goto(file.as_uri())
            page.wait_for_timeout(60)
            faults = page.evaluate(SHAPE)
            if size == "laptop":
                violations = axe.Axe().run(page).response["violations"]
                faults += [f"{v['id']} {v['nodes'][0]['html'][:90]}" for v in violations]
            if faults:
                found[f"{name} {size}"] = faults
            page.close()
    assert found == {}


def pages_of_all_games(
    decided: tuple[int, ...] = (40,), games: Sequence[str] = ()
) -> Iterator[tuple[str, str]]:
    """Draw each game, or these, after so many decisions, as the player sees it who is asked."""
    for folder in list_games():
        if games and folder.name not in games:
            continue
        game, numbers = rw.load(str(folder)), Random(7)
        state = game.start(max(game.least, min(3, game.most)), 5)
        for before, enough in pairwise((0, *decided)):
            for _ in range(enough - before):
                if state.over:
                    break
                state.choose(numbers.choice(state.options))
            while not state.over and len(state.options) < 2:
                state.choose(state.options[0])
            view = state.view(0 if state.over else state.actor)
            looks = wardrobe(game.plan)
            ended = state.result.words if state.over else ""
            yield folder.name, page_of(view, looks, fragments(view, looks, ended))


# What the page answers when each option's things are pointed at, one after the other: options that
# this does not take, although no other option is about them all and no deed leads to them.
POINTED = """async () => {
  const words = one => (one || '').split(' ').filter(Boolean), wrong = [];
  const chips = [...document.querySelectorAll('.opt[data-take]')].map(one => ({
    take: one.dataset.take, on: words(one.dataset.on),
    via: Object.keys(JSON.parse(one.dataset.via || '{}'))}));
  const find = id => [...document.querySelectorAll('#table .open,#seats .open')]
    .find(one => [one.dataset.id, ...words(one.dataset.also)].includes(id));
  let tried = 0;
  for (const chip of chips) {
    const all = (one, ids) => chip.on.every(id => ids.includes(id));
    const turned = one => one.on.length === chip.on.length && one.on.join() !== chip.on.join();
    const rival = one => one !== chip && !turned(one) && all(one, one.on.length ? one.on : one.via);
    if (!chip.on.length || chips.some(rival) || chip.on.some(id => !find(id))) continue;
    let taken = null;
    window.host = {take: (option, then) => { taken = taken || [option, then]; }};
    table.refused('');
    document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}));
    for (const id of chip.on) {
      const thing = find(id);
      if (!taken && !thing.classList.contains('picked'))
        thing.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    }
    tried++;
    if (!taken || taken[0] !== chip.take) wrong.push([chip.take, chip.on.join(' '), taken]);
  }
  return [tried, wrong.slice(0, 5)];
}"""


LEADING = [  # games in which many options lead to things that others are about
    *("breakthrough", "cant_stop", "crown_lands", "deities_of_the_old_kingdom", "hearts"),
    *("love_letter", "mancala", "oh_hell", "outbreak_control", "root", "splendor"),
]


def test_pointing_at_what_an_option_is_about_takes_it(chromium):
    """Whatever other options lead to, what one alone is about answers it."""
    page = chromium.new_page(reduced_motion="reduce")
    tried = 0
    wrong: dict[str, list[Any]] = {}
    for name, html in pages_of_all_games((0, 2, 4, 7, 11, 21), LEADING):
        page.set_content(html)
        if page.locator("[data-picks^='{']").count():
            continue
        many, faults = page.evaluate(POINTED)
        tried += many
        if faults:
            wrong.setdefault(name, faults)
    assert wrong == {}
    assert tried > 200


def test_the_keyboard_alone_plays(chromium):
    with served("brandubh", "human,random") as told:
        window = Window(chromium, told["seats"][0]["link"])
        for _ in range(6):
            window.turn()
            before = window.version()
            window.page.locator("#table .open[tabindex='0']").focus()
            window.page.keyboard.press("ArrowRight")  # to another piece, if there is one that way
            window.page.keyboard.press("Enter")
            assert window.page.locator("#table .picked").count() >= 1
            window.page.locator("#table .open:not(.off):not(.picked)").first.focus()
            window.page.keyboard.press("Enter")
            assert window.waited(before, 80)
        close([window], told["watch"].split("/t/")[0])


def test_undo_why_and_what_a_line_tells_of(chromium):
    with served("brandubh", "human,human") as told:
        windows = [Window(chromium, one["link"]) for one in told["seats"]]
        mover = asked_of(windows)
        page = mover.page
        before = page.locator("#table").inner_html()
        page.get_by_role("button", name="Why not").click()
        page.locator("#move").fill("soldier, e5")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=pieces move straight")
        page.locator("#table .open").first.click()
        page.wait_for_selector("#table .picked")
        page.wait_for_timeout(GUARD)
        page.locator("#table .open:not(.off):not(.picked)").first.click()
        mover.turn(mine=False)
        page.locator("#story .ref").first.hover()
        assert page.locator("#table .lit").count() >= 1
        assert page.locator("#dock .q.wait").count() == 1
        close([one for one in windows if one is not mover], told["watch"].split("/t/")[0])
        again = page.locator("#table").inner_html()
        assert again != before and "open" not in again


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)])
def test_people_ask_one_another_and_see_their_clocks(chromium, size):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with served("brandubh", "human,human", "--clock", "5m") as told:
        windows = [Window(chromium, one["link"], *size) for one in told["seats"]]
        watch = Window(chromium, told["watch"], *size)
        mover = asked_of(windows)
        (other,) = (one for one in windows if one is not mover)
        mover.page.locator("#clocks .runs", has_text="You 4:5").wait_for()  # counted on by the page
        other.page.locator("#clocks .runs").filter(has_not_text="You").wait_for()
        mover.page.locator("#table .open").first.click()
        mover.page.wait_for_timeout(GUARD)
        mover.page.locator("#table .open:not(.off):not(.picked)").first.click()
        mover.turn(mine=False)
        mover.page.get_by_role("button", name="More", exact=True).click()
        mover.page.get_by_role("button", name="Ask the others to take back").click()
        agree = other.page.locator("#asking").get_by_role("button", name="Agree")
        agree.wait_for()
        watch.page.locator("#asking", has_text="asks to take back a decision").wait_for()
        assert watch.page.locator("#asking button").count() == 0
        found = axe.Axe().run(other.page)
        assert [one["id"] for one in found.response["violations"]] == []
        assert other.page.evaluate("document.documentElement.scrollWidth") <= size[0] + 1
        agree.click()
        mover.turn()
        assert all(one.page.locator("#asking").is_hidden() for one in (*windows, watch))
        mover.page.get_by_role("button", name="More", exact=True).click()
        mover.page.get_by_role("button", name="Let a bot play on for me").click()
        mover.page.get_by_role("button", name="Yes, let a bot play on").click()
        other.page.locator("#toast.show", has_text="leaves the game to a bot").wait_for()
        close([*windows, watch], told["watch"].split("/t/")[0])


def asked_of(windows: list[Window]) -> Window:
    """Give the window whose seat is asked."""
    for _ in range(100):
        for one in windows:
            if one.mine():
                return one
        windows[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def test_a_double_click_answers_once(chromium):
    with served("pig", "human,random") as told:
        window = Window(chromium, told["seats"][0]["link"])
        window.turn()
        before = window.version()
        window.page.locator(".opt[data-take]").first.dblclick()
        window.page.wait_for_timeout(GUARD)
        assert int(window.version()) == int(before) + 1
        close([window], told["watch"].split("/t/")[0])


def test_three_cards_are_passed_in_any_order(chromium):
    """What the rules ask for one by one is picked in any order; a second click takes it back."""
    with served("hearts", "human,random,random,random") as told:
        window = Window(chromium, told["seats"][0]["link"])
        page = window.page
        window.turn()
        before = window.version()
        cards = page.locator(".mine .card.open")
        assert cards.count() == 13
        for number in (12, 3, 3, 0):  # the fourth is taken back by the second click
            cards.nth(number).click()
            page.wait_for_timeout(60)
        assert page.locator("#dock .picks").inner_text() == "2 of 3 picked"
        assert window.version() == before
        names = [cards.nth(at).get_attribute("aria-label").split(":")[0] for at in (12, 0, 5)]
        cards.nth(5).click()
        assert window.waited(before, 80)
        window.turn()
        held = page.locator(".mine .card").evaluate_all(
            "all => all.map(one => one.getAttribute('aria-label').split(':')[0])"
        )
        assert len(held) == 13 and not set(names) & set(held)
        close([window], told["watch"].split("/t/")[0])


def test_a_finger_enlarges_and_picks(chromium):
    """On a phone: a long press shows a card large and takes nothing, a tap picks it; the hand stays
    where it was scrolled to, and the list stays folded."""
    with served("hearts", "human,random,random,random") as told:
        window = Window(chromium, told["seats"][0]["link"], *SIZES["phone"], touch=True)
        page = window.page
        window.turn()
        hand = page.locator(".mine .zi").first
        hand.evaluate("one => { one.scrollLeft = 500; }")
        far, card = hand.evaluate("one => one.scrollLeft"), page.locator(".mine .card.open").nth(6)
        page.wait_for_timeout(200)
        box = card.bounding_box()
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        finger = page.context.new_cdp_session(page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        page.locator("#zoom .card").wait_for()
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(100)
        assert page.locator(".picked").count() == 0
        page.locator("#zoom").wait_for(state="hidden")
        page.touchscreen.tap(at["x"], at["y"])
        page.locator("#dock .picks", has_text="1 of 3 picked").wait_for()
        assert "picked" in card.get_attribute("class")
        assert page.locator("#dock .fold[open]").count() == 0
        assert hand.evaluate("one => one.scrollLeft") == far
        other = page.locator(".mine .card.open").nth(5)
        for one in (other, page.locator(".mine .card.open").nth(7)):
            one.tap()
            page.wait_for_timeout(60)
        window.turn(mine=False)
        assert abs(hand.evaluate("one => one.scrollLeft") - far) < 300
        close([window], told["watch"].split("/t/")[0])


@pytest.mark.soak
@pytest.mark.parametrize(
    "game", ["hearts", "splendor", "root", "deities_of_the_old_kingdom", "hanabi"]
)
def test_a_whole_game_is_played_by_pointing(chromium, game):
    loaded = rw.load(game)
    seats = ",".join(["human", *["random"] * (max(2, loaded.least) - 1)])
    with served(game, seats) as told:
        window = Window(chromium, told["seats"][0]["link"])
        how = play([window], lambda _: False, 20)
        assert window.over()
        assert how["pointed"] > how["listed"] and 2 * how["pointed"] > how["worded"], how
        close([window], told["watch"].split("/t/")[0])


def test_after_a_card_its_place_says_which_deed(chromium):
    """A card can be laid out or discarded: the camp or the piles, pointed at next, decide."""
    with served("far_expeditions", "human,human") as told:
        window = Window(chromium, told["seats"][0]["link"])
        window.turn()
        before = window.version()
        window.page.locator(".mine .card.open").first.click(timeout=SOON)
        assert window.page.locator(".opt[data-take]:visible").count() == 2
        window.page.wait_for_timeout(GUARD)
        window.page.locator(".strip.open > .zl").click(timeout=SOON)
        assert window.waited(before, 60)
        assert "discard" in window.page.locator("#story").inner_text().casefold()
        close([window], told["watch"].split("/t/")[0])


def test_frames_hold_no_card_of_another_hand(chromium):
    """What travels to a browser, not only what it shows: titles of cards that only others see are
    in no frame before they are told."""
    with served("hearts", "human,human,human,human") as told:
        windows = [Window(chromium, one["link"]) for one in told["seats"]]
        hands = []
        for window in windows:
            names = window.page.locator(".mine .card").evaluate_all(
                "all => all.map(one => one.getAttribute('aria-label').split(':')[0])"
            )
            hands.append(set(names))
        assert all(len(hand) == 13 for hand in hands)
        assert len(set().union(*hands)) == 52
        for number, window in enumerate(windows):
            others = set().union(*hands[:number], *hands[number + 1 :])
            frames = unescape(" ".join(window.frames) + window.page.content())
            assert [card for card in sorted(others) if f">{card}" in frames] == []
            assert all(card in frames for card in hands[number])
        close(windows, told["watch"].split("/t/")[0])


def test_a_page_may_run_its_own_script_alone(chromium):
    with served("coup", "human,random") as told:
        window = Window(chromium, told["seats"][0]["link"])
        reply = window.page.request.get(told["seats"][0]["link"])
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'nonce-" in policy
        window.page.evaluate(
            "document.body.insertAdjacentHTML('beforeend','<img src=x onerror=window.ran=1>')"
        )
        window.page.wait_for_timeout(200)
        assert window.page.evaluate("window.ran") is None
        window.page.close()


def test_the_host_sees_all_links_and_opens_tables_up_to_the_most(chromium):
    with served("coup", "human,random", "--tables", "2") as told:
        page = Window(chromium, told["seats"][0]["link"]).page
        page.goto(told["host"])
        page.wait_for_selector("text=Table 1")
        assert page.locator("a[href*='/t/']").count() == 2  # a seat, and looking on
        assert page.locator("svg").count() >= 2  # their codes
        page.get_by_role("button", name="Open another table").click()
        page.wait_for_selector("text=Table 2")
        links = page.locator("a[href*='/t/']").evaluate_all("all => all.map(one => one.href)")
        assert len(set(links)) == 4
        page.get_by_role("button", name="Open another table").click()
        page.wait_for_selector("text=This server holds 2 tables, and all are taken.")
        page.goto(links[2])
        page.wait_for_selector("#table .tab")


@pytest.mark.parametrize("size", [(390, 844), (1920, 1080)])
def test_a_checker_of_accessibility_finds_nothing(chromium, size):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with served("deities_of_the_old_kingdom", "human,random") as told:
        window = Window(chromium, told["seats"][0]["link"], *size)
        found = axe.Axe().run(window.page)
        faults = [
            (one["id"], one["impact"], one["nodes"][0]["html"][:120])
            for one in found.response["violations"]
        ]
        assert faults == []
        wide = window.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0] + 1
        close([window], told["watch"].split("/t/")[0])


@pytest.mark.parametrize("made", ["report", "replay"])
def test_pages_in_a_file_open_without_a_fault_or_a_request(chromium, tmp_path, made):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    file = tmp_path / "page.html"
    run("sim", "love_letter", "--players", "3", "--save", "1", str(tmp_path / "game.save"))
    if made == "report":
        run("report", "love_letter", "-n", "12", "--out", str(file))
    else:
        run("replay", str(tmp_path / "game.save"), "--html", str(file))
    for size in ((390, 844), (1280, 900)):
        page = chromium.new_page(viewport={"width": size[0], "height": size[1]})
        faults: list[str] = []
        asked: list[str] = []
        page.on("pageerror", lambda fault, faults=faults: faults.append(str(fault)))
        page.on("console", lambda told, faults=faults: faults.append(told.text))
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto(file.as_uri())
        assert (faults, asked) == ([], [file.as_uri()])
        found = axe.Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0] + 1
        page.close()


def run(*words: str) -> None:
    """Run a command to its end."""
    subprocess.run(
        [sys.executable, "-m", "interpreter", *words],
        cwd=root(), check=True, capture_output=True, timeout=120,
    )  # fmt: skip


def test_in_the_dark_all_can_be_read_and_what_is_open_keeps_its_colour(chromium):
    """Axe finds no contrast that is too low; what may be chosen is outlined, never filled."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with running("serve", "connect_four", "--port", "0", "--json") as told:
        window = Window(chromium, told["seats"][0]["link"], 1366, 900, colours="dark")
        window.page.get_by_text("Why not", exact=False).wait_for()
        found = axe.Axe().run(window.page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == []
        filled = window.page.evaluate(
            "[...document.styleSheets].flatMap(s=>{try{return [...s.cssRules]}catch{return []}})"
            ".filter(r=>/(?<!lane)\\.(open|picked)/.test(r.selectorText||'')&&r.style.fill).length"
        )
        assert filled == 0
        close([window], told["seats"][0]["link"].split("/t/")[0])


# ------------------------------------------------------------------------ the workshop


def test_a_game_is_edited_left_and_played_right(chromium, tmp_path):
    """A slip is underlined as one types, mended by a click, and the table goes on; another window
    hears of it; what many games show is drawn; nothing is asked of another host."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    folder = tmp_path / "pig"
    shutil.copytree(root() / "games" / "classics" / "pig", folder)
    with running("serve", str(folder), "--edit", "--port", "0", "--json") as told:
        one, two = (Window(chromium, told["edit"], 1500, 1000) for _ in range(2))
        for window in (one, two):
            window.page.get_by_label("File").click()
            window.page.get_by_role("option", name="rules/pig.rules").click()
            window.page.wait_for_selector(".rule-heading")
        page = one.page
        page.frame_locator("iframe").locator(".opt[data-take='roll']").click()
        page.locator('[data-file="rules/pig.rules"] .cm-content').click()
        page.keyboard.press("Control+End")
        page.keyboard.type('\nprocedure odd "Odd"\n    rais your score by 1', delay=2)
        page.locator(".fault-error", has_text=re.compile("^rais$")).wait_for()
        page.get_by_text("1 error: the table waits").wait_for()
        page.get_by_role("button", name="Write `raise`").click()
        page.get_by_text("loaded: the table stands at the same point").wait_for()
        two.page.get_by_text("This file was changed in another window.").wait_for()
        settle_on_one_text(one, two)
        assert typed(two).endswith("raise your score by 1")
        two.page.get_by_role("textbox", name="Text of rules/pig.rules").click()
        two.page.keyboard.press("Control+z")  # undo takes back what was typed in this window
        two.page.wait_for_timeout(500)
        assert typed(two).endswith("raise your score by 1")
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_text("rules/pig.rules is saved.").wait_for()
        assert "raise your score by 1" in (folder / "rules" / "pig.rules").read_text("utf-8")
        page.get_by_role("button", name="What is changed").click()
        page.get_by_text("procedure odd: new").wait_for()
        page.locator("ins.diff-new", has_text="+ procedure odd").wait_for()
        for work, shown, drawn in (
            ("Many games", "random games", ".bar"),
            ("Compare with before", "pairs of", "line.mark"),
        ):
            page.get_by_role("button", name=work).click()
            page.get_by_text(shown).wait_for()
            page.locator(f".workshop svg {drawn}").first.wait_for(state="attached")
        page.get_by_role("button", name="Tests", exact=True).click()
        page.get_by_text("0 failed: these are all.").wait_for()
        found = axe.Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:160]) for one in found] == []
        close([one, two], told["edit"].split("/edit/")[0])


def test_on_a_slow_line_no_key_is_lost(chromium, tmp_path):
    """What the server finds in a text is older than what has been typed since; it never takes the
    text back. Two who type at once end with one text."""
    folder = tmp_path / "pig"
    shutil.copytree(root() / "games" / "classics" / "pig", folder)
    with running("serve", str(folder), "--edit", "--port", "0", "--json") as told:
        one = Window(chromium, told["edit"], 1500, 1000, lag=300)
        two = Window(chromium, told["edit"], 1500, 1000, lag=300)
        for window in (one, two):
            window.page.get_by_label("File").click()
            window.page.get_by_role("option", name="rules/pig.rules").click()
            window.page.wait_for_selector(".rule-heading")
            window.page.locator('[data-file="rules/pig.rules"] .cm-content').click()
            window.page.keyboard.press("Control+End")
        added = '\nprocedure odd "Odd"\n    rais your score by 1'
        for word in re.findall(r"\s*\S+", added):
            one.page.keyboard.type(word, delay=30)
            one.page.wait_for_timeout(120)
        assert typed(one).endswith(added)
        one.page.locator(".fault-error", has_text=re.compile("^rais$")).wait_for()
        two.page.get_by_text("This file was changed in another window.").wait_for()
        settle_on_one_text(one, two)
        two.page.keyboard.press("Control+Home")
        for letter in "abcdefgh":
            one.page.keyboard.press(letter)
            two.page.keyboard.press(letter.upper())
            one.page.wait_for_timeout(200)
        settle_on_one_text(one, two)
        assert typed(one).startswith("ABCDEFGH") and typed(one).endswith("by 1abcdefgh")
        two.page.keyboard.press("Control+End")
        for letter in "ijklm":
            one.page.keyboard.press(letter)
            two.page.keyboard.press(letter.upper())
        settle_on_one_text(one, two)
        first = one if typed(one).endswith("by 1abcdefghijklm") else two
        second = two if first is one else one
        mine = "ijklm" if second is one else "IJKLM"
        second.page.locator(".aside", has_text=f"by 1abcdefgh{mine}").wait_for()
        assert typed(first).endswith("ijklm" if first is one else "IJKLM")
        two.page.get_by_role("button", name="Save", exact=True).click()
        two.page.get_by_text("rules/pig.rules is saved.").wait_for()
        saved = (folder / "rules" / "pig.rules").read_text("utf-8")
        assert (saved, one.faults, two.faults) == (typed(one), [], [])
        close([one, two], told["edit"].split("/edit/")[0])


def test_house_rules_are_in_force_and_what_fails_is_opened(chromium, tmp_path):
    """House rules that are begun are in force at once, and can be switched off; a test that fails
    leads to its line; what is unsaved when the server ends is offered again."""
    folder = tmp_path / "pig"
    shutil.copytree(root() / "games" / "classics" / "pig", folder)
    words = ("serve", str(folder), "--edit", "--port", "0", "--json")
    with running(*words, end="interrupt") as told:
        window = Window(chromium, told["edit"], 1500, 1000)
        page = window.page
        page.get_by_label("File").click()
        page.get_by_role("option", name="rules/pig.rules").click()
        page.get_by_role("textbox", name="Text of rules/pig.rules").click()
        page.keyboard.press("Control+End")
        page.keyboard.type("\n# x")
        page.get_by_text("Unsaved: rules/pig.rules").wait_for()
        page.wait_for_timeout(400)
        page.get_by_role("button", name="Change this by house rules").click()
        page.get_by_text("is in force: the table is played by it").wait_for()
        switch = page.get_by_role("switch", name="variants/count_decision_1.rules")
        assert switch.is_checked()
        switch.click()
        page.get_by_text("variants/count_decision_1.rules is not in force any more.").wait_for()
        page.get_by_label("File").click()
        page.get_by_role("option", name="tests/pig.rules").click()
        page.get_by_role("textbox", name="Text of tests/pig.rules").click()
        page.keyboard.press("Control+End")
        page.keyboard.type(
            '\ntest "Not so"\n    given 2 players: red, blue\nexpect turn_total is 7'
        )
        page.get_by_role("button", name="Tests", exact=True).click()
        page.get_by_text("1 failed: these are all.").wait_for()
        page.get_by_label("File").click()
        page.get_by_role("option", name="game.yaml").click()
        page.get_by_role("button", name="Not so (tests/pig.rules:94)", exact=True).click()
        page.get_by_role("textbox", name="Text of tests/pig.rules").wait_for()
        page.locator(".cm-activeLine:visible", has_text='test "Not so"').wait_for()
        page.wait_for_function("document.activeElement.classList.contains('cm-content')")
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.tagName") == "BUTTON"
        page.get_by_role("button", name="Many games").click()
        page.locator(".workshop svg .fair").wait_for(state="attached")
        assert window.faults == []
    with running(*words) as told:
        window = Window(chromium, told["edit"], 1500, 1000)
        window.page.get_by_role("button", name="Take them up").click()
        window.page.get_by_text("Unsaved: rules/pig.rules, tests/pig.rules, variants").wait_for()
        window.page.get_by_role("button", name="Save all").click()
        window.page.get_by_text("3 of 3 files are saved.").wait_for()
        close([window], told["edit"].split("/edit/")[0])
    assert (folder / "variants" / "count_decision_1.rules").is_file()


@contextmanager
def edited(
    chromium: Any, tmp_path: Path, colours: str = "light", file: str = "rules/pig.rules"
) -> Iterator[Window]:
    """Open a copy of Pig in the workshop, at the end of one of its files; nothing goes wrong."""
    folder = tmp_path / "pig"
    if not folder.exists():
        shutil.copytree(root() / "games" / "classics" / "pig", folder)
    with running("serve", str(folder), "--edit", "--port", "0", "--json") as told:
        window = Window(chromium, told["edit"], 1500, 1000, colours=colours)
        show_file(window, file)
        yield window
        close([window], told["edit"].split("/edit/")[0])


def show_file(window: Window, file: str) -> None:
    """Open a file in a workshop, and go to its end."""
    window.page.get_by_label("File").click()
    window.page.get_by_role("option", name=file).click()
    window.page.locator(f'[data-file="{file}"] .cm-content').click()
    window.page.keyboard.press("Control+End")


def test_sentences_and_names_are_completed_by_the_keyboard(chromium, tmp_path):
    """Control-Space lists what fits, Tab takes it and goes from one blank to the next, then
    indents; Enter at the end of a sentence begins a line."""
    with edited(chromium, tmp_path) as window:
        page = window.page
        page.locator(".rule-heading").first.wait_for()
        page.keyboard.type('\nprocedure odd "Odd"\n    move', delay=5)
        page.keyboard.press("Control+Space")
        listed = page.locator(".cm-tooltip-autocomplete li")
        listed.filter(has_text="move 2 cards from deck to discard_pile").wait_for()
        page.keyboard.type(" ca", delay=20)
        page.locator("li[aria-selected]", has_text="move card from your hand").wait_for()
        page.wait_for_timeout(200)
        page.keyboard.press("Tab")
        page.wait_for_function("getSelection().toString() === 'card'")
        assert typed(window).endswith("\n    move card from your hand to discard_pile")
        for word in ("white_die", "tray", "tray"):
            page.keyboard.type(word, delay=5)
            page.keyboard.press("Tab")
        assert typed(window).endswith("\n        move white_die from your tray to tray")
        page.keyboard.type("\nraise turn_", delay=5)
        page.keyboard.press("Control+Space")
        listed.filter(has_text="turn_total").first.wait_for()
        page.keyboard.press("Escape")
        assert listed.count() == 0
        page.keyboard.type("total by 1\n# end", delay=5)
        assert typed(window).endswith("\n        raise turn_total by 1\n        # end")
        page.locator(".rule-declared", has_text="turn_total").first.hover()
        page.locator(".workshop-about", has_text="turn_total: 0 to 1000").wait_for()
        show_file(window, "components/die.yaml")
        page.keyboard.press("Control+Space")
        listed.first.wait_for()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_editor_is_dark_where_the_page_is_and_can_be_read(chromium, tmp_path, colours):
    """Axe finds no contrast below 4.5, in the text, in what is at fault, and in lists over it."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with edited(chromium, tmp_path, colours) as window:
        page = window.page
        page.keyboard.type("\nrol", delay=5)
        page.locator(".fault-error").first.wait_for()
        ground = page.locator(".cm-editor:visible").evaluate(
            "one => getComputedStyle(one).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
        )
        assert all(part < 60 for part in ground) if colours == "dark" else min(ground) > 200
        page.keyboard.press("Control+Space")
        page.locator(".cm-tooltip-autocomplete li").first.wait_for()
        page.wait_for_timeout(300)
        found = axe.Axe().run(page).response["violations"]
        assert [
            (one["id"], node["html"][:160])
            for one in found
            for node in one["nodes"]
            if 'role="listbox"' not in node["html"]  # arrows in the text scroll it
        ] == []
        page.keyboard.press("Escape")
        page.emulate_media(color_scheme="light" if colours == "dark" else "dark")
        page.wait_for_timeout(500)
        other = page.locator(".cm-editor:visible").evaluate(
            "one => getComputedStyle(one).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
        )
        assert (max(other) < 60) == (colours == "light")


def test_faults_are_followed_by_the_keyboard_alone(chromium, tmp_path):
    """F8 goes from fault to fault and says what is wrong; the list is reached by Tab, each line of
    it leads to its place, and a fault is mended without the pointer."""
    with edited(chromium, tmp_path) as window:
        page = window.page
        page.keyboard.type('\nprocedure odd "Odd"\n    lowr your score by 1\n', delay=5)
        page.keyboard.type("rais your score by 1", delay=5)
        page.get_by_role("list", name="Faults").get_by_role("button").nth(2).wait_for()
        page.wait_for_timeout(1500)  # the tests are read, and the list stays
        line = page.locator(".cm-activeLine:visible")
        for key, shown in (("F8", "lowr"), ("F8", "rais"), ("Shift+F8", "lowr")):
            page.keyboard.press(key)
            line.filter(has_text=shown).wait_for()
            page.locator("[data-here]", has_text=f"`{shown}`").wait_for()
        page.keyboard.press("Control+Home")
        page.keyboard.press("Escape")
        for _ in range(12):
            page.keyboard.press("Tab")
            if "`rais`" in page.evaluate("document.activeElement.textContent"):
                break
        page.keyboard.press("Enter")
        line.filter(has_text="rais").wait_for()
        page.wait_for_function("document.activeElement.classList.contains('cm-content')")
        page.keyboard.press("Escape")
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == "Write `raise`":
                break
        page.keyboard.press("Enter")
        page.wait_for_function("document.activeElement.classList.contains('cm-content')")
        page.locator(".cm-activeLine:visible", has_text="raise your score by 1").wait_for()


def test_a_deleted_file_is_told_of_by_what_is_changed_and_by_the_comparison(chromium, tmp_path):
    folder = tmp_path / "pig"
    shutil.copytree(root() / "games" / "classics" / "pig", folder)
    odd = 'procedure odd "Odd"\n    raise decisions by 1\n'
    (folder / "rules" / "odd.rules").write_text(odd, encoding="utf-8")
    with edited(chromium, tmp_path, file="rules/odd.rules") as window:
        page = window.page
        page.get_by_role("button", name="Delete", exact=True).click()
        page.get_by_text("rules/odd.rules is deleted, on disk too").wait_for()
        page.get_by_role("button", name="What is changed").click()
        page.get_by_text("Deleted: rules/odd.rules").wait_for()
        page.get_by_text("procedure odd: removed").wait_for()
        page.locator("del.diff-gone", has_text="- procedure odd").wait_for()
        page.get_by_role("button", name="Compare with before").click()
        page.locator(".workshop svg line.mark").first.wait_for(state="attached")


def test_drafts_of_a_server_that_runs_are_offered_to_no_other(chromium, tmp_path):
    """A second server of the same game offers them once the first is killed."""
    folder = tmp_path / "pig"
    shutil.copytree(root() / "games" / "classics" / "pig", folder)
    words = ("serve", str(folder), "--edit", "--port", "0", "--json")
    with running(*words) as other:
        with running(*words, end="kill") as told:
            one = Window(chromium, told["edit"], 1500, 1000)
            show_file(one, "rules/pig.rules")
            one.page.keyboard.type("# mine", delay=5)
            kept = tmp_path / "state" / "rulewright" / "unsaved"
            for _ in range(100):
                if any(kept.glob("*.json")):
                    break
                one.page.wait_for_timeout(50)
            two = Window(chromium, other["edit"], 1500, 1000)
            two.page.get_by_text("All is saved.").wait_for()
            assert two.page.get_by_text("were left unsaved").count() == 0
            with running(*words) as third:
                three = Window(chromium, third["edit"], 1500, 1000)
                three.page.get_by_text("All is saved.").wait_for()
                assert three.page.get_by_text("were left unsaved").count() == 0
                close([three], third["edit"].split("/edit/")[0])
            close([one], told["edit"].split("/edit/")[0])
        two.page.reload()
        two.page.get_by_text("these were left unsaved: rules/pig.rules.").wait_for()
        two.page.get_by_role("button", name="Take them up").click()
        two.page.get_by_text("Unsaved: rules/pig.rules").wait_for()
        show_file(two, "rules/pig.rules")
        assert typed(two).endswith("# mine")
        two.page.get_by_role("button", name="Save all").click()
        two.page.get_by_text("1 of 1 files are saved.").wait_for()
        assert list(kept.iterdir()) == []
        close([two], other["edit"].split("/edit/")[0])


def settle_on_one_text(one: Window, two: Window) -> None:
    """Wait until two windows have shown the same text for two seconds."""
    same = 0
    for _ in range(100):
        one.page.wait_for_timeout(200)
        same = same + 1 if typed(one) == typed(two) else 0
        if same == 10:
            return
    pytest.fail("the two windows show two texts")


def typed(window: Window) -> str:
    """Find what stands in the editor that a window shows."""
    found: str = window.page.evaluate(
        "getElement([...document.querySelectorAll('.workshop-editor')].find("
        "one=>one.offsetParent).id.slice(1)).editor.state.doc.toString()"
    )
    return found


@pytest.mark.parametrize("steps", [200, pytest.param(2_000, marks=pytest.mark.soak)])
def test_no_undo_and_no_save_crosses_files(chromium, tmp_path, steps):
    """Whatever is typed, undone, redone and saved in whatever order, each file holds what was typed
    into it, and no line of another one."""
    folder = tmp_path / "pig"
    shutil.copytree(root() / "games" / "classics" / "pig", folder)
    files = ["game.yaml", "rules/pig.rules", "tests/pig.rules"]
    lot = Random(1)
    with running("serve", str(folder), "--edit", "--port", "0", "--json") as told:
        window = Window(chromium, told["edit"], 1500, 1000)
        page, now = window.page, ""
        for number in range(steps):
            if not now or lot.random() < 0.04:
                now = lot.choice(files)
                page.get_by_label("File").click()
                page.get_by_role("option", name=now).click()
                page.locator(".q-menu").wait_for(state="detached")  # it gives the focus back
                page.locator(f'[data-file="{now}"] .cm-content').click()
            step = lot.random()
            if step < 0.5:
                page.keyboard.press("Control+End")
                page.keyboard.type(f"# {files.index(now)}-{number}\n")
            elif step < 0.85:
                page.keyboard.press("Control+z")
            elif step < 0.95:
                page.keyboard.press("Control+y")
            else:
                page.keyboard.press("Control+s")
                page.get_by_text(f"{now} is saved.").wait_for()
        for at, name in enumerate(files):
            shipped = (root() / "games/classics/pig" / name).read_text("utf-8")
            saved = (folder / name).read_text("utf-8")
            assert saved.startswith(shipped[:40]), name
            marks = re.findall(r"^# (\d)-\d+$", saved, re.MULTILINE)
            assert set(marks) <= {str(at)}, name
        assert any("# " in (folder / name).read_text("utf-8") for name in files)
        close([window], told["edit"].split("/edit/")[0])


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)], ids=["wide", "phone"])
def test_a_turn_of_the_bot_is_played_beside_the_board(chromium, tmp_path, size):
    """Pieces are set by pointing at the map, the turn is a list to tick off, another window sees
    both, and a killed server goes on where it was."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    kept = str(tmp_path / "own.sitting")
    words = ("serve", "root", "--bot", "--port", "0", "--json", "--keep", kept)
    with running(*words, end="kill") as told:
        one = Window(chromium, told["bot"], size[0], size[1], shows="input")
        for line, shown in (
            ("", "Who plays"),
            ("marquise", "Set up as printed?"),
            ("", "Which is it?"),
            ("alectric", "What has happened?"),
        ):
            say(one, line)
            one.page.get_by_text(shown).first.wait_for()
        one.page.locator('[data-id="woodland.clearing_12"]').first.click(force=True)
        for _ in range(4):
            one.page.get_by_label("one Fury more").click()
        one.page.get_by_text("4 Fury").wait_for()
        one.page.get_by_role("button", name="Done").click()
        one.page.get_by_role("button", name="Play the turn").click()
        one.page.get_by_text("Draw a card from the deck").first.wait_for()
        say(one, "anvil")
        one.page.get_by_text("1. Draw Anvil from the deck to Fury's order.").click()
        one.page.get_by_role("button", name="None").click()
        one.page.get_by_text("Roll 2 dice. How did they fall?").wait_for()
        two = Window(chromium, told["bot"], size[0], size[1], shows=".step")
        assert two.page.locator(".step").first.get_attribute("aria-checked") == "true"
        found = axe.Axe().run(one.page).response["violations"]
        assert [(v["id"], v["nodes"][0]["html"][:160]) for v in found] == []
        assert one.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        close([one, two], told["bot"].split("/bot/")[0])
    with running(*words) as told:
        three = Window(chromium, told["bot"], size[0], size[1], shows=".step")
        three.page.get_by_text("Roll 2 dice. How did they fall?").wait_for()
        close([three], told["bot"].split("/bot/")[0])


def say(window: Window, line: str) -> None:
    """Type a line of a sitting."""
    window.page.get_by_label("Say it").fill(line)
    window.page.get_by_role("button", name="Say", exact=True).click()


def test_a_server_that_is_killed_goes_on_where_it_was(chromium, tmp_path):
    """Nobody's link changes, nothing is lost, and pages that are open come back by themselves."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    words = ["serve", "love_letter", "--seats", "human,human", "--seed", "3", "--json"]
    words += ["--port", port, "--keep", str(tmp_path / "letters.table")]
    with running(*words, end="kill") as told:
        windows = [Window(chromium, one["link"]) for one in told["seats"]]
        for _ in range(4):
            asked_of(windows).step()
            windows[0].page.wait_for_timeout(300)
        before = [seen_in(window) for window in windows]
    with running(*words) as again:
        assert again["seats"] == told["seats"]
        for window, seen in zip(windows, before, strict=True):
            for _ in range(150):
                if seen_in(window) == seen and "lost" not in window.said():
                    break
                window.page.wait_for_timeout(100)
            assert seen_in(window) == seen
        second = Window(chromium, told["seats"][0]["link"])  # another tab of the same seat
        assert seen_in(second) == before[0]
        for _ in range(60):  # a page may still be coming back, and then hears no click
            shown = [seen_in(window) for window in windows]
            if shown != before:
                break
            for one in windows:
                with suppress(driver.Error):
                    if one.mine():
                        one.step()
            windows[0].page.wait_for_timeout(300)
        assert shown != before
        for window in [*windows, second]:
            window.page.close()


def seen_in(window: Window) -> str:
    """Give what a window shows of the table."""
    return str(window.page.locator("#table .tab").inner_text())
