"""The read side: from a session and a filter to frozen dataclasses, one module a feature."""
