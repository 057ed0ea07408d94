"""The web debugger as a page: a server for this machine, and the reductions that it runs."""
