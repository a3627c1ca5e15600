"""The first page: what waits today."""
