"""Cases of violation: the list, the notice, its mail, the answer."""
