"""Accounts: the list, and the money page of one."""
