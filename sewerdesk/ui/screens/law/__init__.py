"""The law of the office, to be read and searched."""
