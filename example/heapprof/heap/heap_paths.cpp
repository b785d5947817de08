#include "heap_paths.hpp"

#include "starts.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace heapprof {

HeapPaths::HeapPaths(HeapGraph const& graph, std::vector<Node> const& starts)
    : before_(graph.count(), nothing) {
    constexpr std::size_t levels_later = 5;  // until roots that are no classes
    AnyDump const& dump = graph.dump();
    std::optional<Node> const global = node_with_classes(dump);
    std::vector<Node> last = last_resorts(dump), queue, later;
    std::ranges::sort(last);
    std::size_t at = 0;
    std::vector<Node> reached_last;
    auto const reach = [&](Node n, Node from) {
        if (reached(n)) return;
        before_[n] = from;
        (std::ranges::binary_search(last, n) ? reached_last : queue).push_back(n);
    };
    auto const cross_level = [&] {
        for (std::size_t const end = queue.size(); at != end; ++at) {
            Node const from = queue[at];
            for (Node const to : graph.children(from))
                if (from == global && !is_class(dump, to)) later.push_back(to);
                else reach(to, from);
        }
    };
    for (Node const n : starts)
        if (!global || n == *global) reach(n, n);
    for (std::size_t i = 0; i != levels_later && global; ++i) cross_level();
    for (Node const n : starts) reach(n, n);
    for (Node const n : later) reach(n, *global);
    while (at != queue.size()) cross_level();
    last.clear();
    queue.insert(queue.end(), reached_last.begin(), reached_last.end());
    while (at != queue.size()) cross_level();
}

std::vector<Node> HeapPaths::nodes_to(Node n) const {
    std::vector<Node> way;
    for (std::optional<Node> at = reached(n) ? std::optional(n) : std::nullopt; at; at = before(*at))
        way.push_back(*at);
    std::ranges::reverse(way);
    return way;
}

std::function<std::optional<Node>(Node)> ways_to(RetainedHeap const& heap) {
    AnyDump const& dump = heap.dump;
    auto const all = [&heap, &dump] {
        return std::make_shared<HeapPaths const>(heap.graph.base(), path_starts(dump));
    };
    if (!node_with_classes(dump)) return [paths = all()](Node n) { return paths->before(n); };
    HeapGraph const program(dump, without(heap.holds, dump.machinery()));
    auto const plain = std::make_shared<HeapPaths const>(program, path_starts(dump));
    return [plain, all, others = std::shared_ptr<HeapPaths const>()](Node n) mutable {
        if (plain->reached(n)) return plain->before(n);
        if (!others) others = all();
        return others->before(n);
    };
}

}  // namespace heapprof
