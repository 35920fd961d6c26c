"""Problems in a designer's files as data: the record, the catalogue of codes, the renderers."""

from interpreter.diagnostics.model import Diagnostic, Label, Report, Source, Span

__all__ = ["Diagnostic", "Label", "Report", "Source", "Span"]
