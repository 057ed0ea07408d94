"""Services over HTTP.

`http/` is the server that all services share; the rest is `thresher serve`: `queue/` has the jobs and runs them,
`views/` reads sessions, and the modules here offer both as JSON and as a page.
"""
