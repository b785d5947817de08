// expect: trav: Objects<...> lists a class that is not described: write 'template <> struct
//     trav::Described<T> : trav::Members<&T::member> {};'
#include <trav/graph/objects.hpp>

struct Player {
    Player* friend_;
};

int main() { trav::Objects<Player> heap; }
