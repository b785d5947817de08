// expect: trav: with_resident(table, coverage): first the table
#include <trav/profile/coverage.hpp>

int main() { return trav::with_resident(trav::Coverage(), trav::Table()).lines.empty(); }
