"""Look-ahead: an option is offered only if its action can be carried out to the end."""
