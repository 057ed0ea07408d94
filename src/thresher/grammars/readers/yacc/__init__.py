"""Reads yacc and bison grammars, and those of the HDD thesis."""
