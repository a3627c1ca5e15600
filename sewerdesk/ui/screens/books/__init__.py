"""Check the books: every rule, tried on every record."""
