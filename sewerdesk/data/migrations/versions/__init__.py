"""One module a step, each naming the step before it."""
