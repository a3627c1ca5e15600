"""The page "Contractors": who may work, what is on file, what lapses next."""
