"""What is printed, as nodes: the common target of all printers."""
