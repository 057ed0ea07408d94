"""Recordings of user sessions in web pages: recorded, replayed in a real browser, reduced, and written as tests."""
