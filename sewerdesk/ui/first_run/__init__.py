"""The first run: make an office, open one, or try the sample."""
