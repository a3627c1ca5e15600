"""What goes wrong, and that nothing is lost by it."""
