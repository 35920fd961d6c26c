"""Reads what there is: values, kinds, holders, zones, boards, components."""
