"""`python -m interpreter`: the same command as `rulewright`."""

from interpreter.cli.start import main

main()
