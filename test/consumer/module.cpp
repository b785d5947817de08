// A user's program that imports trav: it walks two cells, counts them, and profiles them by type.
#include <vector>

import trav;

struct Cell {
    std::vector<Cell*> fields;
};

template <>
struct trav::Described<Cell> : trav::Members<&Cell::fields> {};

struct Count {
    int objects = 0;
    void visit(auto& here) { objects += here.first; }
};
struct Masks {
    using value = unsigned;
    value join(value a, value b) { return a | b; }
};

int main() {
    Cell tail, head{{&tail, &tail}};
    std::vector<Cell*> const roots{&head};
    trav::Via<&Cell::fields> const heap;
    Count count;
    trav::traverse(heap, roots, count);
    trav::traverse<trav::BreadthFirst>(heap, roots, count);
    trav::TraverseHeap again(heap, count);
    again.push_root(&head);
    again.run();

    Masks masks;
    auto const found = trav::solve(heap, {{&head, 2u}}, masks);

    auto type = trav::by_type();
    trav::Profiler profiler{trav::Objects<>(), type};
    profiler.sample(trav::roots(head), 1);
    auto const cells = profiler.profile().by(type).at("Cell").objects;
    return count.objects == 6 && *found.find(&tail) == 2u && cells == 2 ? 0 : 1;
}
