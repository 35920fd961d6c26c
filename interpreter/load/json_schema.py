"""Validates data against a JSON Schema, with messages in the project's own words.

Takes a `Spanned` and a schema of ours; produces diagnostics. The schema's own annotations supply
words: `title` is what a thing is called ("card"), `description` what a value should look like. It
must not know which game or kind of file it looks at. The library takes 0.1 s to import, so it is
imported when it is first needed; a caller decides when that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from interpreter import __version__
from interpreter.diagnostics import Report
from interpreter.load import result_cache
from interpreter.load.spanned import Spanned

_DECIDES = ("const", "enum")
_MOST_ERRORS = 500
# Of several misfits of one value only the first of these is reported: the others follow from it.
_ORDER = ["type", "anyOf", "oneOf", "const", "enum", "minLength", "maxLength", "pattern"]


def validate(spanned: Spanned, schema: dict[str, Any], report: Report, what: str) -> None:
    """Report every misfit between data and schema, at most twenty for one file.

    `what` names the thing that the whole file describes, such as `game`. Raises `ValueError` if the
    schema refers to anything outside itself: nothing is ever fetched.
    """
    text = result_cache.of_file(spanned.source.text)
    name = result_cache.key("fits", __version__, repr(schema), text, spanned.salt)
    if result_cache.find(name):
        return
    from referencing.exceptions import Unresolvable

    from interpreter.load.schema_messages import MOST_FAULTS, SchemaMisfit  # only if need be

    validator = _validator(schema)
    try:
        errors = list(islice(validator.iter_errors(spanned.data), _MOST_ERRORS))
    except Unresolvable as fault:
        raise ValueError(f"the schema of a {what} refers to something outside itself") from fault
    if not errors:
        result_cache.keep(name, True)
    misfits = [
        SchemaMisfit(error, spanned, validator, what) for error in _without_consequences(errors)
    ]
    found = Report()
    for misfit in misfits:
        misfit.report_to(found, misfits)
    for d in found.sorted()[:MOST_FAULTS]:
        report.add(
            d.slug,
            d.label.span,
            d.message,
            d.label.text,
            others=d.others,
            notes=d.notes,
            helps=d.helps,
            fix=d.fix,
            subjects=d.subjects,
        )


def warm_up() -> None:
    """Import the library now rather than with the first new text."""
    _validator({})


def _validator(schema: dict[str, Any]) -> Any:
    from referencing import Registry

    return _kind_of_validator()(schema, registry=Registry())


@cache
def _kind_of_validator() -> Any:
    """Create the library's validator, with a linear-time `uniqueItems`; cached, as it is slow."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError
    from jsonschema.validators import extend

    def once_each(_: Any, wanted: bool, data: Any, __: Any) -> Iterator[Any]:
        # The library compares every pair of a list of mixed kinds: hours for a hostile one.
        if wanted and isinstance(data, list):
            seen: set[str] = set()
            for at, item in enumerate(data):
                if repr(item) in seen:
                    yield ValidationError("repeated", path=(at,))
                seen.add(repr(item))

    make: Any = extend
    return make(Draft202012Validator, {"uniqueItems": once_each})


def _without_consequences(errors: Iterable[Any]) -> list[Any]:
    """Drop errors that follow from others, keeping one for each value."""
    from interpreter.load.schema_places import is_of_key

    chosen: dict[tuple[Any, ...], Any] = {}
    for error in errors:
        error = _inner(error)
        path = tuple(error.absolute_path)
        key: tuple[Any, ...] = (path,)
        if error.validator == "required":
            key = (path, "required", *error.validator_value)
        elif error.validator in ("additionalProperties", "unevaluatedProperties"):
            key = (path, "unknown")
        elif is_of_key(error):
            key = (path, "key", str(error.instance))
        if key not in chosen or _rank(error) < _rank(chosen[key]):
            chosen[key] = error
    # Where the word that decides which keys there are is wrong, nothing can be said of the keys.
    unclear = {path[0][:-1] for path, error in chosen.items() if error.validator in _DECIDES}
    return [
        error
        for error in chosen.values()
        if error.validator != "unevaluatedProperties" or tuple(error.absolute_path) not in unclear
    ]


def _inner(error: Any) -> Any:
    """Descend into `anyOf` and `oneOf` to the error in the only alternative of the right type."""
    while error.validator in ("anyOf", "oneOf") and error.context:
        branches: dict[Any, list[Any]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)
        fitting = [
            found
            for found in branches.values()
            if not any(e.validator in ("type", "const") and not e.path for e in found)
        ]
        if len(fitting) != 1:
            break
        error = min(fitting[0], key=_rank)
    return error


def _rank(error: Any) -> int:
    return _ORDER.index(error.validator) if error.validator in _ORDER else len(_ORDER)
