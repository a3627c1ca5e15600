"""The pages of the program, one folder a feature; ``registry`` lists them all."""
