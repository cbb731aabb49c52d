"""The strategy laboratory: tournaments, comparisons, sweeps and tuning, the same for all games."""
