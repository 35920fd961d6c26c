"""From trees to a checked, typed game; every problem a diagnostic."""
