"""Examples of what a package can add to thresher; pyproject.toml registers them."""
