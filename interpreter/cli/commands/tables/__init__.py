"""Commands about tables of components: from spreadsheets into a game, and back."""
