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

/// All edges but the weak ones, also those from the table of a WeakMap.
inline auto not_weak(dump::V8Snapshot const& snapshot) {
    return dump::DumpGraph(snapshot,
                           [](dump::V8Edge const& edge) { return edge.kind != dump::V8EdgeKind::weak; });
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
        traverse<MarkStack>(detail::not_weak(snapshot), page,
                            [&](auto& here) { of_page_[here.node] = true; });
    }

    /// No weak edges, no loops, no shortcuts but the root's; what the page owns is held by the page alone,
    /// and the value in a WeakMap by its key.
    bool operator()(dump::V8Edge const& edge) const {
        using enum dump::V8EdgeKind;
        if (edge.kind == weak || edge.kind == ephemeron || edge.from == edge.to) return false;
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
        bool with_page = false;  // whether V8 says which objects are the page's; else Chrome moves nothing
        snapshot.for_each_edge(snapshot.root, [&](dump::V8Edge const& edge) {
            with_page = with_page || edge.kind == dump::V8EdgeKind::shortcut;
        });
        if (!with_page) return;
        std::vector<bool> is_part;
        std::vector<Source<std::uint32_t, std::uint32_t>> sources;
        for (std::uint32_t n = 0; n != snapshot.node_count(); ++n) {
            auto const type = snapshot.node_type_name(n);
            is_part.push_back(type == "hidden" || type == "array" ||
                              (type == "native" && snapshot.name(n) == "system / ExternalStringData"));
            if (!is_part[n]) sources.push_back({n, n});
        }
        detail::Owners flow{is_part};
        auto const graph = detail::not_weak(snapshot);
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
