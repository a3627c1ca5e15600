"""Billing: the quarters billed so far, and the way from readings to posted bills."""
