#include "class_paths.hpp"

#include "object_text.hpp"
#include "starts.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>

namespace heapprof {

namespace {

bool is_class(std::string const& type) {
    return type == "java.lang.Class" || type == "Class" || type == "Module";
}

// The number of steps to each node; 0 if it is not reached.
std::vector<std::uint32_t> steps_of(HeapPaths const& paths, Node count) {
    std::vector<std::uint32_t> steps(count);
    std::vector<Node> way;
    for (Node n = 0; n != count; ++n) {
        std::optional<Node> at = paths.reached(n) ? std::optional(n) : std::nullopt;
        for (; at && steps[*at] == 0; at = paths.before(*at)) way.push_back(*at);
        std::uint32_t last = at ? steps[*at] : 0;
        for (; !way.empty(); way.pop_back()) steps[way.back()] = ++last;
    }
    return steps;
}

}  // namespace

std::vector<Node> classes_of(AnyDump const& dump) {
    std::vector<Node> classes;
    if (std::vector<Node> const globals = dump.globals(); globals.size() == 1)
        dump.for_each_edge(globals.front(), [&](AnyDump::Edge const& each) {
            if (is_class(type_name(dump, each.to))) classes.push_back(each.to);
        });
    return classes;
}

ClassPaths::ClassPaths(AnyDump const& dump, EdgeSet const& edges)
    : edges_(edges_where(dump,
                         [&, global = dump.globals().front()](AnyDump::Edge const& edge) {
                             return edges(edge) &&
                                    (edge.from != global || is_class(type_name(dump, edge.to)));
                         })),
      all_(HeapGraph(dump, edges), path_starts(dump)),
      from_classes_(HeapGraph(dump, edges_), dump.globals()),
      steps_(steps_of(all_, dump.node_count())),
      steps_from_classes_(steps_of(from_classes_, dump.node_count())) {}

bool ClassPaths::prefers_class(Node n) const {
    return from_classes_.reached(n) && steps_from_classes_[n] <= steps_[n] + most_steps_more;
}

std::vector<Node> ClassPaths::nodes_to(Node n) const {
    return prefers_class(n) ? from_classes_.nodes_to(n) : all_.nodes_to(n);
}

std::function<std::optional<Node>(Node)> ways_to(RetainedHeap const& heap, std::vector<Node> const& nodes) {
    AnyDump const& dump = heap.dump;
    auto const shortest = std::make_shared<HeapPaths>(heap.graph.base(), path_starts(dump));
    if (classes_of(dump).empty()) return [shortest](Node n) { return shortest->before(n); };
    ClassPaths const program(dump, without(heap.holds, dump.machinery()));
    auto const before = std::make_shared<std::unordered_map<Node, std::optional<Node>>>();
    for (Node const n : nodes) {
        std::optional<Node> last;
        for (Node const each : program.reached(n) ? program.nodes_to(n) : shortest->nodes_to(n)) {
            before->emplace(each, last);
            last = each;
        }
    }
    return [before](Node n) {
        auto const at = before->find(n);
        return at == before->end() ? std::nullopt : at->second;
    };
}

}  // namespace heapprof
