// A user's program that imports trav: it walks two cells and counts them.
#include <vector>

import trav;

struct Cell {
    std::vector<Cell*> fields;
};

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
    return count.objects == 6 && *found.find(&tail) == 2u ? 0 : 1;
}
