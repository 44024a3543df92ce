"""Strangers' expressions, and processes that can be stopped."""
