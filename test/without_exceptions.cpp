// A program without exceptions and RTTI. It counts three objects with many features of the engine.
#include <trav/engine.hpp>
#if __has_include(<range/v3/view/facade.hpp>)
#include <trav/view.hpp>
#endif

#include <cstdio>
#include <vector>

namespace {

struct Cell {
    std::vector<Cell*> fields;
};
struct Count {
    int objects = 0;
    void visit(auto& here) { objects += here.first; }
};
struct Depth {
    using returned = int;
    void visit(auto&) {}
    void leave(auto& here) { here.to_parent += 1 + here.returned; }
};
struct Masks {
    using value = unsigned;
    value join(value a, value b) { return a | b; }
};

int wrong = 0;
void expect(bool holds, char const* what) {
    if (holds) return;
    std::printf("wrong: %s\n", what);
    wrong = 1;
}

}  // namespace

int main() {
    Cell a, b, c;
    a.fields = {&b, &c};
    b.fields = {&c};
    c.fields = {&a};
    std::vector<Cell*> const roots{&a};
    trav::Via<&Cell::fields> const heap;

    expect(trav::traverse<trav::DepthFirst>(heap, roots, Count{}).objects == 3, "depth first");
    expect(trav::traverse<trav::BreadthFirst>(heap, roots, Count{}).objects == 3, "breadth first");
    expect(trav::traverse<trav::MarkStack>(heap, roots, Count{}).objects == 3, "mark stack");
    expect(trav::traverse<trav::Prefetch<>>(heap, roots, Count{}).objects == 3, "prefetching");

    Depth depth;
    expect(trav::traverse(heap, roots, depth).returned == 3, "one for each object is returned");

    Count count;
    trav::TraverseHeap traversal(heap, count);
    traversal.push_root(&a);
    expect(traversal.run() && count.objects == 3, "TraverseHeap");

    Count one, other;
    auto both = trav::fuse(one, other);
    trav::traverse(heap, roots, both);
    expect(one.objects == 3 && other.objects == 3, "fused policies");

    Masks masks;
    auto const found = trav::solve(heap, {{&a, 1u}, {&b, 2u}}, masks);
    expect(*found.find(&c) == 3u, "a flow");

#if __has_include(<range/v3/view/facade.hpp>)
    int visited = 0;
    for (Cell* const cell : trav::views::preorder(heap, roots)) visited += cell != nullptr;
    expect(visited == 3, "a view");
#endif
    return wrong;
}
