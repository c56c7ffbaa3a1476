"""Tests of the training on rows that mean nothing: `python -m unittest discover learn -t .` at the root, in the
environment of `learn/install`. They take half a minute."""
