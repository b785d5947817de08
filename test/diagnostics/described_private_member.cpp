// expect: is private within this context
// or: is a private member of 'Player'
#include <trav/graph/objects.hpp>

class Player {
    int* score_ = nullptr;
};

template <>
struct trav::Described<Player> : trav::Members<&Player::score_> {};

int main() {}
