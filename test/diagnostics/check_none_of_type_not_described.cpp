// expect: trav: none_of_type<T> finds a T by value only if trav::Described<T> is there
#include <trav/check/none_of_type.hpp>

struct Thunk {};
struct State {};

int main() {
    State state;
    return trav::none_of_type<Thunk>(trav::in(state)) ? 0 : 1;
}
