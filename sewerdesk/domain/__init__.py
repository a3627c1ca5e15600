"""Rules and vocabulary of sewer clerking: pure Python, no input or output, no Qt, no SQL."""
