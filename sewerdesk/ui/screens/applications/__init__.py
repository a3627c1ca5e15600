"""The page "Permits": applications as they are taken and decided, and the permits issued on them."""
