"""An open project and all that can be done with it: build, validate, export, new projects,
schemas."""
