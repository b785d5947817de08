// A user's program, for what it takes to find trav: it walks two cells and counts them.
#include <trav/graph/via.hpp>
#include <trav/traverse_heap.hpp>

#include <vector>

#ifdef VIEWS
#include <trav/view/preorder.hpp>
#endif

struct Cell {
    std::vector<Cell*> fields;
};

struct Count {
    int objects = 0;
    void visit(auto& here) { objects += here.first; }
};

int main() {
    Cell tail, head{{&tail, &tail}};
    Count count;
    trav::traverse(trav::Via<&Cell::fields>{}, &head, count);
    return count.objects == 2 ? 0 : 1;
}
