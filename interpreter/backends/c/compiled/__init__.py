"""Compiled rules in memory: compiling them, handing states over, and playing with them."""
