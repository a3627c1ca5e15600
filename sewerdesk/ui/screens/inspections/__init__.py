"""Inspections: the list, the visit, its tests, and the account that follows."""
