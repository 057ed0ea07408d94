"""The live screen: shows a reduction while it runs. Reads events, never the engine."""
