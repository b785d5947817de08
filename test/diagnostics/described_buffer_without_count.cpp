// expect: trav: a Buffer needs the number of elements: trav::Buffer{array, count}
#include <trav/graph/buffer.hpp>

int main() {
    int numbers[2] = {};
    int* const first = numbers;
    return trav::Buffer{first}.size() != 0;
}
