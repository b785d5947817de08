#include <cstdio>

int main() { std::puts("three objects"); }
