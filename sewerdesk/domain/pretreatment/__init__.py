"""One room for industrial users: what they discharge, what it costs, what they may not do, and their times.

Every limit, percentage, factor and period is a ``Figure`` of the municipality's law on a day, with its citation. Where
the text of a law is silent on a matter, the answer says so and leaves it to the officer.
"""
