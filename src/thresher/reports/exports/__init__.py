"""A reduction for other programs: Markdown, SARIF, JUnit, and the text of a bug report."""
