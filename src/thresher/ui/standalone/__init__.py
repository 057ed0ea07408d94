"""Modules that import nothing of thresher: they are part of the generated scripts, too."""
