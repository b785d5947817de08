// expect: trav: this node type has no hash: specialise std::hash or trav::HashOf
//     for it
// lines: 40
#include <trav/traverse_heap.hpp>

#include <span>
#include <vector>

struct Place {
    int row, column;
    friend bool operator==(Place const&, Place const&) = default;
};
struct Square {
    using node = Place;
    std::span<Place const> children(Place) const { return {}; }
};

int main() {
    auto policy = [](auto&) {};
    trav::traverse(Square{}, std::vector{Place{}}, policy);
}
