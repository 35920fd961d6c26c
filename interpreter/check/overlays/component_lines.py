"""Overlay changes to one line of a component: its effect on the entry, or why it does not fit.

Values are checked against the kinds of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.check.context import Context
from interpreter.check.declarations.printed_kinds import printed_kind
from interpreter.check.overlays import change_targets, printed_values
from interpreter.check.overlays.changes import OverlayChange
from interpreter.check.overlays.entries import ComponentEntry
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.declared import Kind
from interpreter.ir.types import Type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

_SHORT = 20  # letters of a value that a message repeats


def lines_of(change: OverlayChange) -> tuple[ast.PrintedLine | ast.RulesLine, ...]:
    """Return the lines below a component's heading in a change; empty for other changes."""
    node = change.node
    return node.lines if isinstance(node, ast.AddComponent | ast.ChangeComponent) else ()


def lay(ctx: Context, entry: ComponentEntry, kind: Kind, word: Word, value: ast.Expression) -> None:
    """Put `cost: 2 reeds` into an entry; report a line that does not fit it."""
    _ComponentLine(ctx, entry, kind, word, value).lay()


@dataclass(frozen=True, slots=True)
class _ComponentLine:
    ctx: Context
    entry: ComponentEntry
    kind: Kind
    word: Word
    value: ast.Expression

    @property
    def name(self) -> str:
        return self.word.text

    @property
    def thing(self) -> str:
        """What the line says something of, as messages name it."""
        return f"`{self.name}` of `{self.entry.data['id']}`"

    @property
    def wanted(self) -> Type | None:
        """The kind of value that is printed there; None for what every component may say."""
        return self.kind.printed.get(self.name)

    def lay(self) -> None:
        wanted, name = self.wanted, self.name
        if wanted is None and name not in printed_values.COMMON:
            self._of_amounts()
            return
        if wanted is None:
            fitting = printed_values.common(name, self.value)
        else:
            fitting = printed_kind(wanted, self.ctx.program).from_line(self.value)
        if fitting is None:
            self._report_unfit()
            self._stand_in([name])
            return
        before = self.entry.data.get(name, printed_values.UNSAID.get(name))
        self._check_changes(before == fitting)
        self.entry.put(name, fitting, self.word.span, self.value.span)

    def _of_amounts(self) -> None:
        """`reeds: 2` for a line that holds an amount of reeds, as `cost` does."""
        values, number = self.ctx.program.values, isinstance(self.value, ast.Number)
        lines = [
            line
            for line, of in self.kind.printed.items()
            if of.is_amounts and self.name in values[of.of].members
        ]
        if not lines:
            self._report_unprinted()
        elif len(lines) > 1 and number:
            set_ = f"`set {lines[0]} of {self.entry.data['id']} to ...`"
            self.ctx.report.add(
                "overlay-unfit",
                self.word.span,
                f"`{self.name}` may be of {' or '.join(f'`{one}`' for one in lines)}",
                "of which?",
                helps=(f"write all of {lines[0]}: {set_}",),
            )
        elif not number:
            message = f"{self.thing} cannot be this"
            self.ctx.report.add("overlay-unfit", self.value.span, message, "it is a number")
        else:
            before = self.entry.data.get(lines[0])
            old = before if isinstance(before, dict) else {}
            made = {**old, self.name: int(self.value.span.text)}
            self._check_changes(before == made)
            self.entry.put(lines[0], made, self.word.span, self.value.span)

    def _report_unprinted(self) -> None:
        """Report a line that no component of the kind has."""
        kind, new = self.kind, self.entry.by is not None
        legal = [*kind.printed, *printed_values.COMMON, "rules"]
        unsaid = self._unsaid()
        guess = nearest(self.name, legal) or (unsaid[0] if len(unsaid) == 1 else None)
        helps = ("leave it out",) if new else ()
        if unsaid:
            helps = (f"write what each has: {', '.join(f'`{one}`' for one in unsaid)}",)
        self.ctx.report.add(
            "unhit",
            self.word.span,
            f"nothing called `{self.name}` is printed on `{self.entry.data['id']}`",
            f"not a line of {kind.plural}" if new else "nothing to change",
            notes=(f"printed on each {kind.name}: {', '.join(f'`{one}`' for one in legal)}",),
            meant=guess,
            helps=helps,
        )
        self._stand_in([guess] if guess else list(kind.printed))

    def _unsaid(self) -> list[str]:
        """List the printed lines of the kind that a new component lacks; empty for an old one."""
        if self.entry.by is None:
            return []
        lines = lines_of(self.entry.by)
        named = [line.name.text for line in lines if isinstance(line, ast.PrintedLine)]
        return [name for name in self.kind.printed if name not in named]

    def _check_changes(self, same: bool) -> None:
        """Report a line that says what the component says without it."""
        if same and self.entry.by is None:
            text = self.value.span.text
            said = text if len(text) <= _SHORT else "this"
            change_targets.so_already(self.value.span, self.thing, said, self.ctx.report)

    def _stand_in(self, names: Sequence[str]) -> None:
        """Fill lines of a new component with valid dummy values.

        One fault then leads to one message.
        """
        for name in names:
            wanted = self.kind.printed.get(name)
            if name in self.entry.data or wanted is None or self.entry.by is None:
                continue
            self.ctx.said.add((self.entry.data["id"], name))
            dummy = printed_kind(wanted, self.ctx.program).stand_in()
            if dummy is not None:
                self.entry.data[name] = dummy

    def _report_unfit(self) -> None:
        """Report a value that cannot stand there: a misspelt word of it, or something else."""
        wanted, span = self.wanted, self.value.span
        printed = printed_kind(wanted, self.ctx.program) if wanted is not None else None
        members = printed.members if printed is not None else ()
        named = [w for w in self.value.walk() if isinstance(w, Word) and w.type == "NAME"]
        strange = next((w for w in named if w.text not in members), None) if members else None
        guess = nearest(strange.text, members) if strange is not None else None
        if strange is not None and guess is not None:
            message = f"{self.thing} cannot be `{strange.text}`"
            self.ctx.report.add("overlay-unfit", strange.span, message, meant=guess)
            return
        fitting = printed.words() if printed else printed_values.COMMON.get(self.name, "")
        fix = printed_values.meant(self.name, printed, self.value)
        if not fix and fitting == "a text" and isinstance(self.value, ast.GivenNames):
            fix = f'"{span.text}"'
        example = fix or (printed.example() if printed is not None else "")
        help_ = f"it is written like: {example}" if example else f"write {fitting}"
        if not example and members:
            help_ = "write one of these"
            if strange is not None and wanted is not None and wanted.is_value:
                longer = f"extend values {wanted.of}: {strange.text}"
                help_ += f", or make the list longer: `{longer}`"
        self.ctx.report.add(
            "overlay-unfit",
            span,
            f"{self.thing} cannot be this",
            f"it is {fitting}",
            notes=(f"there are: {', '.join(f'`{one}`' for one in members)}",) if members else (),
            helps=(self._instead() or help_,),
            fix=(span, fix) if fix else None,
        )

    def _instead(self) -> str:
        """Suggest an alternative to zero copies, or to a number outside the range; else empty."""
        wanted, text = self.wanted, self.value.span.text
        if self.name == "copies" and text == "0":
            return (
                f"to leave it out, write: remove component {self.kind.name} {self.entry.data['id']}"
            )
        if wanted is None or not wanted.is_number or wanted.halves or not text.isdigit():
            return ""
        if wanted.low is None or wanted.high is None:
            return ""
        low, high = min(wanted.low, int(text)), max(wanted.high, int(text))
        return f"allow it, too: `set {self.name} of {self.kind.name} from {low} to {high}`"
