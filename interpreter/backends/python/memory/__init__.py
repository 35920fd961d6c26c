"""What only compiled Python does with a state: lending its lists, remembering answers."""
