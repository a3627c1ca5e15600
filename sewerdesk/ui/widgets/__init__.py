"""Small parts that every page is made of: chips, cards, banners, toasts, figures, verdicts."""
