"""`rulewright sim` with compiled rules says what it says in Python, or why not."""

from __future__ import annotations

from tests.native.lockstep import native


@native
def test_the_command_line_tells_the_story_of_python(rulewright, my_game):
    path = my_game / "rules"
    first = next(path.iterdir())
    text = first.read_text("utf-8")
    at = text.index("\nturn ")
    body = text.index("\n", at + 1) + 1
    loop = "    repeat until number of players is 1\n        repeat 3 times\n"
    loop += "            let unused_number be 3\n"
    first.write_text(text[:body] + loop + text[body:], encoding="utf-8")
    said = [rulewright("sim", "my_game", "-n", "2", "--backend", b) for b in ("python", "native")]
    assert said[0].err == said[1].err
    assert "without end (" in said[0].err
    assert (said[0].code, said[1].code) == (5, 5)
