"""Imported before our modules: they are loaded as on the system that is asked for."""

from other_systems.simulated import begin

begin()
