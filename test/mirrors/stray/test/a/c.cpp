// tests nothing
