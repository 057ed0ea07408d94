"""The report as an HTML page: its sections, its looks and its script."""
