// trav/compiled.cpp: what trav/compiled.hpp declares.
#define TRAV_COMPILED
#include "compiled.hpp"
