// The editor's objects in the style of the C in GHC's runtime: a stack of elements, callbacks that receive a
// word of data from the parent's callback, and a bit that marks an object as visited in this pass. GHC's
// engine reads layouts, and the word with the bit, from the headers of closures; here nodes.hpp has the
// layouts, and a map has the words.
#include "nodes.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

// [engine]
using Data = void*;
using Visit = bool (*)(Node const& closure, Node const& parent, Data data, bool first, Data* child_data);

/// The unvisited children of an object, or a root.
struct Element {
    Node parent;
    std::vector<Node> rest;
    Data data;
};

struct Traversal {
    std::vector<Element> stack{};
    std::map<Node, std::uintptr_t> words{};
    std::uintptr_t flip = 0;
};

void push_root(Traversal& its, Node const& root, Data data) { its.stack.push_back({root, {root}, data}); }

void traverse(Traversal& its, Visit visit) {
    its.flip ^= 1;  // clears the marks of the last pass
    while (!its.stack.empty()) {
        Element& top = its.stack.back();
        if (top.rest.empty()) {
            its.stack.pop_back();
            continue;
        }
        Node const closure = top.rest.back();
        top.rest.pop_back();
        std::uintptr_t& word = its.words[closure];
        bool const first = (word & 1) != its.flip;
        word = its.flip;
        Data child_data = nullptr;
        if (visit(closure, top.parent, top.data, first, &child_data))
            its.stack.push_back({closure, facts(closure).children, child_data});
    }
}
// [engine]

// [ask]
struct Census {
    Answer* answer;
    bool freed;
};
bool visit(Node const& closure, Node const&, Data data, bool first, Data* child_data) {
    auto const* census = static_cast<Census const*>(data);
    if (first) count(*census->answer, closure, census->freed);
    *child_data = data;
    return first;
}
// [ask]

int main() {
    Editor const editor = make_editor();
    Answer answer;
    // [ask]
    Census kept{&answer, false}, dropped{&answer, true};
    Traversal traversal;
    push_root(traversal, &editor.history, &dropped);
    push_root(traversal, &editor.document, &kept);  // the last root comes first
    traverse(traversal, visit);
    // [ask]
    return print(answer);
}
