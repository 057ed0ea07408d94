"""The grammar framework (chapter 5 of the HDD thesis): a context-free grammar is all it takes to reduce a language.

`readers` turn grammar files into a `grammar`; `analysis` and `minimal` find what can be left out and what must stand in
its place; `parsing` turns an input into a tree.
"""
