"""Looking ahead: what is offered can be carried out to the end of its action."""
