"""Thresher: given an input that makes a program fail, find the small part that matters."""
