print("grüezi")
