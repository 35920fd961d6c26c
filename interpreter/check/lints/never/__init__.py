"""What never comes about: fields that never change, deeds that never happen, what is never laid."""
