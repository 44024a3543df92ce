"""The base that every wing stands on: errors, units, geometry, files, the cache. Standard library
only."""
