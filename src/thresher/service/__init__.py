"""Services over HTTP: `http/` has the server that `thresher serve` and `thresher web serve` share."""
