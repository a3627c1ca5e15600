"""The office folder and its database: everything that knows SQLAlchemy or SQLite."""
