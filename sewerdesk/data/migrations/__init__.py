"""Alembic's scripts: how an office's database came to its present shape. Released ones never change."""
