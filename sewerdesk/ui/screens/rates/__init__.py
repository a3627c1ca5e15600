"""Rates, charge codes and one-time fees, each with the authority that set it."""
