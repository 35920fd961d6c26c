"""From untrusted bytes to text and plain data, each with its place in a file."""
