"""How the office is set up: one page, a list of sections at the left and the section's form or list at the right."""
