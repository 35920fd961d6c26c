"""Passes over printed functions, before charges are set, that both back ends gain by."""
