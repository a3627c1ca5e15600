"""Forms that are described, not drawn: field specs, typed editors, the form view, drafts and the entry grid."""
