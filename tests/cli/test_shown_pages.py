"""What is shown to others, in a real browser: no page scrolls sideways on a phone or is dark on
paper, and none loads anything.

Needs Chromium and its driver: `make browser` installs what it can. Without them, these tests are
left out.
"""

from __future__ import annotations

import shutil

import pytest

driver = pytest.importorskip(
    "playwright.sync_api", reason="browser tests were left out: `make browser`"
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="browser tests were left out: there is no Chromium"),
]
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def chromium():
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.mark.parametrize("game", ["kingdom", "splendor", "love_letter"])
def test_rules_and_reports_fit_a_phone_and_are_light_on_paper(rulewright, chromium, tmp_path, game):
    rules, report = tmp_path / "rules.html", tmp_path / "report.html"
    rules.write_text(rulewright("rules", game, "--html").out, encoding="utf-8")
    assert rulewright("report", game, "-n", "4", "-p", "2", "--out", str(report)).code == 0
    for path in (rules, report):
        page = chromium.new_page(viewport=PHONE, color_scheme="dark")
        asked: list[str] = []
        page.on("request", lambda one, asked=asked: asked.append(one.url))
        page.goto(path.as_uri())
        for unfold in (False, True):
            if unfold:
                page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        page.emulate_media(media="print", color_scheme="dark")
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == "rgb(255, 255, 255)"
        assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
        page.close()
