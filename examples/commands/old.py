import warnings

warnings.warn("use the new one", DeprecationWarning)
