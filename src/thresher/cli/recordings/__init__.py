"""Commands for recorded sessions, in a browser or in a program: their options, and what they share."""
