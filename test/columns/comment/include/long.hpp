// word word word word word word word word word word word word word word word word word word word word word wox
