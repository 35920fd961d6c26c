"""Optimizations for compiled Python only: short calls are inlined and loops written out."""
