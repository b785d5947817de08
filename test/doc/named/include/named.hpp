// a named page: doc/gone.md
