"""What `import interpreter` offers."""
