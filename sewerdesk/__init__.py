"""Sewerdesk: the desk of the sewer clerk of a small New York town or village."""

__version__ = "0.1.0"
