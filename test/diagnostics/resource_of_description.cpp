// expect: trav: a Resource is a member of an object; a description cannot make one
#include <trav/graph/owned_bytes.hpp>
#include <trav/graph/resource.hpp>

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
    return static_cast<int>(trav::owned_bytes(arena));
}
