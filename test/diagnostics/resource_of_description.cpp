// expect: trav: a Resource is a member of an object; a description cannot make one
// lines: 12, g++ 12: 10
#include <trav/graph/resource.hpp>
#include <trav/graph/roots.hpp>

struct Arena {
    char* chunk = nullptr;
};
template <>
struct trav::Described<Arena> {
    static void members(Arena const& arena, auto&& member) {
        member("chunk", trav::Resource<"arena">{arena.chunk, 4096});
    }
};

int main() {
    Arena const arena;
    return trav::roots(arena).size() != 1;
}
