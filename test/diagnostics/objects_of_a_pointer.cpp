// expect: trav: object(p) would be the pointer itself: write object(*p)
#include <trav/graph/objects.hpp>

int main() {
    int number = 0;
    int* p = &number;
    return trav::object(p).address == &number;
}
