"""HGT, hazard-guided group testing: the default list algorithm, its beliefs and its certificate."""
