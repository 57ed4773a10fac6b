"""Why each value is what it is: steps, found in order of cost, each with what it stands on."""
