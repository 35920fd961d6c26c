"""Tells why a move is possible or not: conditions at a position, evaluated one by one."""
