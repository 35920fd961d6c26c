"""The picture of the page in the README: `make picture` takes it anew, in a real browser.

Plays some decisions of Old Kingdom against a bot, always the same ones, and takes a screenshot.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright import sync_api as driver

from tests.page.test_browser import CHROMIUM, QUIET, Window, served

WIDE, HIGH = 1366, 768
DECISIONS = 14


def main(file: Path) -> None:
    """Write the picture."""
    seats = "human,greedy"
    with served("deities_of_the_old_kingdom", seats) as told, driver.sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        window = Window(browser, told["seats"][0]["link"], WIDE, HIGH)
        for _ in range(DECISIONS):
            window.turn()
            before = window.version()
            window.page.keyboard.press("1")
            window.waited(before, 60)
        window.turn()
        window.page.wait_for_timeout(1500)
        window.page.screenshot(path=str(file))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
