"""Games of a real table: templates to fill in, scored, ranked and laid over simulated ones."""
