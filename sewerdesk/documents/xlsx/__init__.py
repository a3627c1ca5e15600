"""Sheets: rows in, bytes of a workbook out. Importing this package loads no spreadsheet library."""
