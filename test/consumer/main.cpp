// A user's program, for what it takes to find trav: it walks two cells and counts them.
#ifdef SINGLE_HEADER
#include <trav.hpp>
#else
#include <trav/graph/via.hpp>
#include <trav/traverse_heap.hpp>
#include <trav/version.hpp>
#endif
#ifdef VIEWS
#include <trav/view/preorder.hpp>
#endif

#include <vector>

static_assert(TRAV_VERSION >= 100 && TRAV_VERSION / 10000 == TRAV_VERSION_MAJOR);

struct Cell {
    std::vector<Cell*> fields;
};

struct Count {
    int objects = 0;
    void visit(auto& here) { objects += here.first; }
};

int main() {
    Cell tail, head{{&tail, &tail}};
    std::vector<Cell*> const roots{&head};
    trav::Via<&Cell::fields> const heap;
    Count count;
    trav::traverse(heap, roots, count);
#ifdef VIEWS
    for (Cell* cell : trav::views::preorder(heap, roots)) count.objects += cell == &tail;
    return count.objects == 3 ? 0 : 1;
#else
    return count.objects == 2 ? 0 : 1;
#endif
}
