"""Taking payments, and carrying them to the bank."""
