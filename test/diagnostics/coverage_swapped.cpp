// expect: trav: with_unseen(table, coverage): first the table
#include <trav/profile/coverage.hpp>

int main() { return trav::with_unseen(trav::Coverage(), trav::Table()).lines.empty(); }
