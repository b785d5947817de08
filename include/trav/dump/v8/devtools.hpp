// trav/dump/v8/devtools.hpp: a V8 snapshot as Chrome's DevTools looks at it, for numbers that equal those of
// its Memory panel.
//
//     trav::dump::DumpGraph const graph(snapshot, trav::DevToolsEdges(snapshot));
//     auto const heap = trav::sized(graph, trav::DevToolsSizes(snapshot));
//     auto const tree = trav::dominators(heap, std::vector{snapshot.root});
//
// Chrome leaves out edges that hold nothing or would blur who holds, and counts the bytes of V8's inner parts
// (the array behind a Map, say) for the one object that owns them. Everything here is O(nodes + edges), and a
// few bytes for each node.
#pragma once

#include "../../flow/solve.hpp"
#include "../../strategy/mark_stack.hpp"
#include "../dump_graph.hpp"
#include "snapshot.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// For an edge from a WeakMap's table or key to the value: the id of the table. The edge is called
/// "12 / part of key (... @3) -> value (... @5) pair in WeakMap (table @7)".
inline std::optional<std::uint64_t> weak_map_table(std::string_view name) {
    std::size_t const digits = std::min(name.find_first_not_of("0123456789"), name.size());
    constexpr std::string_view part = " / part of key (", table = " pair in WeakMap (table @";
    std::size_t const at = name.rfind(table);
    if (digits == 0 || name.substr(digits, part.size()) != part || at == name.npos || name.back() != ')')
        return {};
    std::uint64_t id = 0;
    for (char const c : name.substr(at + table.size(), name.size() - at - table.size() - 1)) {
        if (c < '0' || c > '9') return {};
        id = 10 * id + static_cast<std::uint64_t>(c - '0');
    }
    return id;
}

/// Owners of V8's inner parts, as a flow: every other node owns itself.
struct Owners {
    using value = std::uint32_t;  // the owner
    static constexpr value several = ~value{0};
    std::vector<bool> const& is_part;

    value join(value a, value b) const { return a == b ? a : several; }
    std::optional<value> cut(std::uint32_t n) const { return is_part[n] ? std::nullopt : std::optional(n); }
};

}  // namespace detail

/// The edges that Chrome computes retained sizes with: a rule for DumpGraph. The snapshot must outlive it.
class DevToolsEdges {
  public:
    explicit DevToolsEdges(dump::V8Snapshot const& snapshot)
        : snapshot_(&snapshot), of_page_(snapshot.node_count()) {
        std::vector<std::uint32_t> page;  // the global objects and the document trees
        snapshot.for_each_edge(snapshot.root, [&](dump::V8Edge const& edge) {
            if (edge.kind == dump::V8EdgeKind::shortcut ||
                (edge.kind == dump::V8EdgeKind::element && snapshot.name(edge.to) == "(Document DOM trees)"))
                page.push_back(edge.to);
        });
        traverse<MarkStack>(dump::DumpGraph(snapshot), page, [&](auto& here) { of_page_[here.node] = true; });
    }

    /// No weak edges, no loops, no shortcuts but the root's; what the page owns is held by the page alone,
    /// and the value in a WeakMap by its key.
    bool operator()(dump::V8Edge const& edge) const {
        using enum dump::V8EdgeKind;
        if (edge.kind == weak || edge.from == edge.to) return false;
        if (edge.kind == internal) {
            auto const table = detail::weak_map_table(snapshot_->strings[edge.name_or_index]);
            if (table && *table == snapshot_->node_id[edge.from]) return false;
        }
        return edge.from == snapshot_->root ||
               (edge.kind != shortcut && (of_page_[edge.from] || !of_page_[edge.to]));
    }

  private:
    dump::V8Snapshot const* snapshot_;
    std::vector<bool> of_page_;  // reached from the page's own roots
};

/// Sizes by node, for sized(): the self sizes, but a hidden or array node that one node alone owns gives its
/// bytes to that one.
class DevToolsSizes {
  public:
    explicit DevToolsSizes(dump::V8Snapshot const& snapshot) : sizes_(snapshot.self_size) {
        if (snapshot.globals().empty()) return;
        std::vector<bool> is_part;
        std::vector<Source<std::uint32_t, std::uint32_t>> sources;
        for (std::uint32_t n = 0; n != snapshot.node_count(); ++n) {
            auto const type = snapshot.node_type_name(n);
            is_part.push_back(type == "hidden" || type == "array" ||
                              (type == "native" && snapshot.name(n) == "system / ExternalStringData"));
            if (!is_part[n]) sources.push_back({n, n});
        }
        detail::Owners flow{is_part};
        dump::DumpGraph const graph(snapshot);
        auto const owners = solve(graph, sources, flow);
        for (std::uint32_t n = 0; n != snapshot.node_count(); ++n) {
            auto const* const owner = is_part[n] ? owners.find(n) : nullptr;
            if (!owner || *owner == detail::Owners::several || *owner == snapshot.root) continue;
            if (snapshot.node_type_name(*owner) == "synthetic") continue;
            sizes_[*owner] += std::exchange(sizes_[n], 0);
        }
    }
    std::size_t operator()(std::uint32_t n) const { return static_cast<std::size_t>(sizes_[n]); }

  private:
    std::vector<std::uint64_t> sizes_;
};

}  // namespace trav
