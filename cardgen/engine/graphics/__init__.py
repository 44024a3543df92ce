"""Drawings, the PDF they become, and pictures as pixels."""
