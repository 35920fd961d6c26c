"""The lock for building something from a game that others may be playing in the meantime.

There is one for the whole process: what is built from a module is shared by plans, and CPython 3.11
cannot build syntax trees in two threads at once.
"""

from __future__ import annotations

from threading import RLock

MAKING = RLock()
