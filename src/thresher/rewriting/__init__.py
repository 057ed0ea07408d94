"""Rewrite rules between event sequences: mined from logs of successful runs, applied to make a failing one short."""
