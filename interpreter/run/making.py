"""The lock of whoever makes something of a game that others may be playing meanwhile.

One for the whole process: what is made of a module is shared by plans, and CPython 3.11 cannot
build syntax trees in two threads at once.
"""

from __future__ import annotations

from threading import RLock

MAKING = RLock()
