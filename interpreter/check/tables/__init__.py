"""Tables of components as designers keep them: headers and cells by what the rules declare."""
