"""A source is one object, also for whoever copies it or sends it to another process."""

from __future__ import annotations

import pickle
from copy import deepcopy

from interpreter.diagnostics import Source


def test_a_copy_of_a_source_is_the_source():
    source = Source("a.rules", "one\ntwo\n")
    assert deepcopy(source) is source
    assert pickle.loads(pickle.dumps(source)) is source
