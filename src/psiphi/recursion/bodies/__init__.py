"""The bodies of a robot in a configuration: joints, motions and biases, body by body."""
