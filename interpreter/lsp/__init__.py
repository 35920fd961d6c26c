"""The language server: diagnostics as you type, in any editor."""
