"""Importing parcels, accounts and readings from files."""
