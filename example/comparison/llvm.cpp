// The editor's objects with LLVM's depth-first iterator. Only LLVM's headers are needed.
#define LLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING 1
#include "nodes.hpp"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/GraphTraits.h>

#include <set>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): GraphTraits has LLVM's names
// [adapt]
/// An iterator over a list that it owns, from the back; empty at the end.
struct Remaining {
    std::vector<Node> left{};

    Node operator*() const { return left.back(); }
    Remaining& operator++() {
        left.pop_back();
        return *this;
    }
    Remaining operator++(int) {
        Remaining old = *this;
        left.pop_back();
        return old;
    }
    friend bool operator==(Remaining const& a, Remaining const& b) { return a.left.size() == b.left.size(); }
};
template <>
struct llvm::GraphTraits<Node> {
    using NodeRef = Node;
    using ChildIteratorType = Remaining;
    static NodeRef getEntryNode(Node const& root) { return root; }
    static ChildIteratorType child_begin(Node const& node) { return {facts(node).children}; }
    static ChildIteratorType child_end(Node const&) { return {}; }
};
struct Reached : std::set<Node> {
    void completed(Node const&) {}
};
// [adapt]
// NOLINTEND(readability-identifier-naming)

int main() {
    Editor const editor = make_editor();
    Answer answer;
    // [ask]
    Reached reached;
    for (Node const& node : llvm::depth_first_ext(Node{&editor.document}, reached))
        count(answer, node, false);
    for (Node const& node : llvm::depth_first_ext(Node{&editor.history}, reached))  // the rest
        count(answer, node, true);
    // [ask]
    return print(answer);
}
