"""Paper and sheets: frozen dataclasses in, bytes of PDF or XLSX out."""
