"""Inverse kinematics: configurations in which frames are where they are wanted."""
