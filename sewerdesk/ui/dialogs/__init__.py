"""Forms that are saved: the frame they share, as a page, in a dialog and in the steps of a wizard."""
