"""Every single removal from a result, with its outcome."""
