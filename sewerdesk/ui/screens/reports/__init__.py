"""Reports: chosen at the left, cut by days and choices, shown, printed and saved."""
