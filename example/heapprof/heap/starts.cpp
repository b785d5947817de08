#include "starts.hpp"

#include <trav/dump/ruby/heap.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace heapprof {

std::optional<Node> process_of_node(AnyDump const& dump) {
    std::optional<Node> found;
    auto const each_of = [&](Node from, std::string_view wanted, auto const& f) {
        dump.for_each_edge(from, [&](AnyDump::Edge const& edge) {
            if (edge.strong && name(dump, edge) == wanted) f(edge.to);
        });
    };
    for (Node const global : dump.globals())
        each_of(global, "get process", [&](Node getter) {
            each_of(getter, "context", [&](Node scope) {
                dump.for_each_edge(scope, [&](AnyDump::Edge const& edge) {
                    bool const variable = edge.name_kind == trav::dump::NameKind::variable;
                    if (variable && type_name(dump, edge.to) == "process") found = edge.to;
                });
            });
        });
    return found;
}

std::vector<Node> global_scopes(AnyDump const& dump) {
    std::vector<Node> scopes = dump.globals();
    if (dump.get_if<trav::dump::RubyHeap>() == nullptr) return scopes;
    for (Node n = 0; n != dump.node_count(); ++n)
        if (name(dump, n) == "Object" && type_name(dump, n) == "Class") scopes.push_back(n);
    return scopes;
}

std::vector<Node> path_starts(AnyDump const& dump) {
    std::vector<Node> starts = dump.globals();
    if (auto const process = process_of_node(dump)) starts.push_back(*process);
    for (Node const n : trav::dump::roots(dump)) starts.push_back(n);
    return starts;
}

bool is_class(AnyDump const& dump, Node n) {
    constexpr std::array<std::string_view, 3> types{"java.lang.Class", "Class", "Module"};
    return std::ranges::find(types, std::string_view(type_name(dump, n))) != types.end();
}

std::optional<Node> node_with_classes(AnyDump const& dump) {
    std::vector<Node> const globals = dump.globals();
    if (globals.size() != 1 || !dump.global_names.empty()) return {};  // an object of the program has a name
    bool any = false;
    dump.for_each_edge(globals.front(),
                       [&](AnyDump::Edge const& each) { any = any || is_class(dump, each.to); });
    return any ? std::optional(globals.front()) : std::nullopt;
}

std::vector<Node> root_objects(AnyDump const& dump) {
    std::vector<Node> objects = trav::dump::roots(dump), found;
    std::vector<bool> seen(dump.node_count());
    for (Node const n : objects) seen[n] = true;
    for (std::size_t i = 0; i != objects.size(); ++i) {
        Node const n = objects[i];
        if (!lists_roots(dump, n)) {
            found.push_back(n);
            continue;
        }
        dump.for_each_edge(n, [&](AnyDump::Edge const& edge) {
            if (seen[edge.to] || !strong(dump, edge)) return;
            seen[edge.to] = true;
            objects.push_back(edge.to);
        });
    }
    return found;
}

std::vector<Node> last_resorts(AnyDump const& dump) {
    constexpr std::array<std::string_view, 2> names{"(Stack roots)", "(Handle scope)"};
    std::vector<Node> lists = trav::dump::roots(dump), found;
    std::vector<bool> seen(dump.node_count());
    for (std::size_t i = 0; i != lists.size(); ++i) {
        if (!lists_roots(dump, lists[i]) || seen[lists[i]]) continue;
        seen[lists[i]] = true;
        if (std::ranges::find(names, name(dump, lists[i])) != names.end()) found.push_back(lists[i]);
        dump.for_each_edge(lists[i], [&](AnyDump::Edge const& edge) { lists.push_back(edge.to); });
    }
    return found;
}

}  // namespace heapprof
