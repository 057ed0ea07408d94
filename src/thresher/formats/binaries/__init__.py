"""Object files, modules, databases, certificates, fonts, documents and other binary formats."""
