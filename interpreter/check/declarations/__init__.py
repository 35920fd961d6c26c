"""Reads declarations: values, kinds, holders, zones, boards, components."""
