"""Text with a structure of its own: XML, HTML, S-expressions, INI files, languages given by a grammar."""
