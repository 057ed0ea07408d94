"""Running a program: process, limits, directories, sandbox, and nothing left behind."""
