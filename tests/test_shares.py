"""Each test that is named as a long one is there."""

from __future__ import annotations

import re
from pathlib import Path

from tests.shares import read_shares, read_slow

HERE = Path(__file__).parent


def _check_there(test: str) -> None:
    file, _, name = test.partition("::")
    text = (HERE / file).read_text("utf-8")
    assert re.search(rf"^ *(async )?def {name}\(", text, re.MULTILINE), test


def test_each_share_is_of_a_test_that_is_there():
    for test, of in read_shares().items():
        _check_there(test)
        assert of >= 2, test


def test_what_is_slow_is_there_and_named_in_order():
    slow = read_slow()
    assert slow == sorted(set(slow))
    for test in slow:
        _check_there(test)
