"""Algorithms for trees: HDD and its variants, removal by weight, promotion."""
