"""Files and directories of the user: read, written whole, named."""
