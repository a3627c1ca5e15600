"""The window: the only package, beside the composition root, that knows Qt."""
