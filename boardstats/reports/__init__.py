"""The balance report: one page, its charts and its tables."""
