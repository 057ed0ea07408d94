"""A server for one machine or a team: socket, access control, limits, and the feed of a job."""
