"""Reports on the money: worked out from dated facts alone, the same on screen, on paper and in a workbook."""
