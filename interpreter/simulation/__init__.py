"""Simulation of many random games, in one process or several."""
