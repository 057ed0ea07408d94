"""Readers of crash reports, one for each kind of program that prints them."""
