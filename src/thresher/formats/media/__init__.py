"""Images, sound and video."""
