"""Parcels: owners by date, accounts, permits and cases."""
