"""Paper: frozen dataclasses in, bytes of a PDF out. Importing this package loads no PDF library."""
