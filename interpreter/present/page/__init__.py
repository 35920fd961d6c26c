"""What one viewer sees as HTML and SVG fragments, for any host: a server, a file, a browser."""
