"""What only compiled Python does with a sentence: short calls and loops are put in its place."""
