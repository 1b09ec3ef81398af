"""How a table or a figure is declared, made, laid out and written."""
