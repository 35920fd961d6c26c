"""From bytes that nobody vouches for to text and plain data, each with its place in a file."""
