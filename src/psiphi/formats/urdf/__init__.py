"""URDF files and what is written beside them: xacro, transmissions, loops."""
