"""Where `durations.close` stood before."""

from interpreter.check.deeds.durations import close as close
