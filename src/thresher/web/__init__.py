"""Recordings of what a user did in a web page: replayed in a real browser, reduced, and written as tests."""
