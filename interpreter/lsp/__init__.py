"""The language server: faults under the words as one types, in any editor."""
