def write_tables(a,b): pass
