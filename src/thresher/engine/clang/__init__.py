"""What libclang knows of C, C++ and Objective-C, where the package `libclang` is installed: references and errors."""
