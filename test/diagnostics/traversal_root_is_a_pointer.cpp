// expect: trav: push_root takes a node of the graph: of trav::Objects, trav::object(x)
#include <trav/graph/objects.hpp>
#include <trav/traverse_heap.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

struct Count {
    void visit(auto&) {}
};

int main() {
    Session session;
    trav::Objects<> const heap;
    Count count;
    trav::TraverseHeap traversal(heap, count);
    traversal.push_root(&session);
}
