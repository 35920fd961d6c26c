"""Application of overlays to a game's syntax trees, and diagnostics for what does not fit."""
