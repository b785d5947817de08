#include <cstdio>

int main() { std::puts("two objects"); }
