// expect: trav needs C++20 (g++ 12, clang 14 or newer): compile with -std=c++20, or /std:c++20
// lines: 12
// standard: c++17
#include <trav/profile/profiler.hpp>

int main() {}
