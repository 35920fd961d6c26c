"""Measures the house: sizes, folders, circles of imports, and words that should not be there.

`make house` prints a figure a line with its limit; `tests/test_house.py` keeps the limits.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "interpreter"
FRONT = ("check", "language", "syntax")
REGEX = re.compile(r"\bre\.(?:compile|match|search|fullmatch|findall|finditer|split|sub)\(")
VERB = re.compile(r"[\"'`]swap[\"'` ]|_swap\b|\bswap_")
LONG = 60  # lines of a function
LARGE = 600  # lines of a module
READS_TREES = ("tree", "from_tree", "ast", "base", "reading", "parser")
LIMITS = {
    "modules in the fullest folder": 20,  # cli/table, until play/ stands below it
    "circles of modules": 1,
    "modules in the largest circle": 8,
    f"functions over {LONG} lines": 5,
    "regular expressions in the front end": 70,
    "modules that spell the verb `swap`": 4,
    "functions called told or look": 0,
    "uses of .parts outside the tree": 0,
    f"modules over {LARGE} lines": 0,
}
"""Limits of shape: a test holds them."""

EXPECTED = {"lines of the front end": 27_000, "lines of the interpreter": 74_000}
"""Sizes to expect. What goes beyond is explained in the commit; no test fails because of it."""


@dataclass(frozen=True, slots=True)
class Module:
    """One module: its dotted name below the package, its text and its syntax tree."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def in_front(self) -> bool:
        """Whether it belongs to the front end."""
        return self.name.split(".")[0] in FRONT

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return self.text.count("\n")

    def functions(self) -> Iterable[ast.FunctionDef | ast.AsyncFunctionDef]:
        """All functions in it, methods and inner ones too."""
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        return (node for node in ast.walk(self.tree) if isinstance(node, kinds))


def read_modules(package: Path = PACKAGE) -> list[Module]:
    """Read all modules of the package."""
    made = []
    for path in sorted(package.rglob("*.py")):
        name = ".".join(path.relative_to(package).with_suffix("").parts)
        text = path.read_text(encoding="utf-8")
        made.append(Module(name.removesuffix(".__init__"), path, text, ast.parse(text)))
    return made


def imports_of(module: Module, known: frozenset[str], root: str) -> set[str]:
    """Name the modules that one imports when it runs; imports for types alone tie nothing."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.body = [ast.Pass()]
    found: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(root):
            of = (node.module or "").removeprefix(root).lstrip(".")
            whole = {f"{of}.{alias.name}".lstrip(".") for alias in node.names}
            found |= (whole & known) or ({of} & known)
    return found - {module.name}


def find_circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Find the sets of modules that import one another in a circle (Tarjan), largest first."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    circles: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        for other in graph[name]:
            if other not in order:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], order[other])
        if low[name] == order[name]:
            at = stack.index(name)
            if len(stack) - at > 1:
                circles.append(sorted(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10_000)
    for name in graph:
        if name not in order:
            visit(name)
    return sorted(circles, key=len, reverse=True)


def measure(modules: list[Module]) -> tuple[dict[str, int], list[str]]:
    """Give every figure by its name, and lines that say where the worst of them come from."""
    known = frozenset(module.name for module in modules)
    graph = {m.name: imports_of(m, known, PACKAGE.name) for m in modules}
    circles = find_circles(graph)
    front = [m for m in modules if m.in_front]
    folders = Counter(str(m.path.parent) for m in modules if m.path.name != "__init__.py")
    long = [
        ((node.end_lineno or 0) - node.lineno + 1, f"{m.name}.{node.name}")
        for m in modules
        for node in m.functions()
        if (node.end_lineno or 0) - node.lineno + 1 > LONG
    ]
    vague = [
        f"{m.name}.{node.name}"
        for m in modules
        for node in m.functions()
        if node.name.lstrip("_") in ("told", "look")
    ]
    large = [(m.lines, m.name) for m in modules if m.lines > LARGE]
    parts = [m for m in front if m.name.rpartition(".")[2] not in READS_TREES]
    figures = {
        "lines of the interpreter": sum(m.lines for m in modules),
        "lines of the front end": sum(m.lines for m in front),
        "modules": len(modules),
        "median module, lines": sorted(m.lines for m in modules)[len(modules) // 2],
        f"modules over {LARGE} lines": len(large),
        "modules in the fullest folder": max(folders.values()),
        "circles of modules": len(circles),
        "modules in the largest circle": len(circles[0]) if circles else 0,
        f"functions over {LONG} lines": len(long),
        "regular expressions in the front end": sum(len(REGEX.findall(m.text)) for m in front),
        "modules that spell the verb `swap`": sum(bool(VERB.search(m.text)) for m in modules),
        "functions called told or look": len(vague),
        "uses of .parts outside the tree": sum(
            len(re.findall(r"\.parts\b", m.text)) for m in parts
        ),
    }
    where = [f"circle: {', '.join(circle)}" for circle in circles[:3]]
    where += [f"{lines} lines: {name}" for lines, name in sorted(long, reverse=True)[:8]]
    where += [f"{lines} lines: module {name}" for lines, name in sorted(large, reverse=True)[:8]]
    return figures, where


def main() -> None:
    """Print all figures, each with its limit if it has one."""
    figures, where = measure(read_modules())
    wide = max(map(len, figures))
    for name, figure in figures.items():
        bound = LIMITS.get(name, EXPECTED.get(name))
        word = "limit" if name in LIMITS else "expected"
        told = f"   {word} {bound:,}{'  over' * (figure > bound)}" if bound is not None else ""
        print(f"{name:<{wide}} {figure:>8,}{told}")
    print("\n".join(where))


if __name__ == "__main__":
    main()
