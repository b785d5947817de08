// trav/dump/v8/devtools.hpp: counts a V8 snapshot like Chrome's DevTools, so that results equal those in its
// Memory panel.
//
//     trav::dump::DumpGraph const graph(snapshot, trav::DevToolsEdges(snapshot));
//     auto const heap = trav::sized(graph, trav::DevToolsSizes(snapshot));
//     auto const tree = trav::dominators(heap, std::vector{snapshot.root});
//
// Chrome leaves out edges that hold nothing or would blur ownership, and counts the bytes of V8's inner parts
// (the array behind a Map, say) for the one object that owns them. Everything here is O(nodes + edges), and
// takes a few bytes per node.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/large_vector.hpp"
#include "../dump_graph.hpp"
#include "snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trav {

namespace detail {

/// The nodes that are reachable from some nodes by edges that are not weak: one pass in the order of the
/// file, then batches of the nodes that the pass had gone by, with their edges prefetched. Takes a bit per
/// node, and reads each edge at most once.
inline std::vector<bool> reached_from(dump::V8Snapshot const& snapshot,
                                      std::vector<std::uint32_t> const& starts) {
    std::vector<bool> reached(snapshot.node_count());
    for (std::uint32_t const n : starts) reached[n] = true;
    std::vector<std::uint32_t> waiting;
    // `here`: the pass still comes to the nodes after this one
    auto const follow = [&](std::uint32_t n, std::uint32_t here) {
        snapshot.for_each_edge(n, [&](dump::V8Edge const& edge) {
            if (edge.kind == dump::V8EdgeKind::weak || reached[edge.to]) return;
            reached[edge.to] = true;
            if (edge.to < here) waiting.push_back(edge.to);
        });
    };
    std::uint32_t const end = snapshot.node_count();
    for (std::uint32_t n = 0; n != end; ++n) {
        if (reached[n]) follow(n, n);
    }
    constexpr std::size_t most = 32;
    std::vector<std::uint32_t> some;
    while (!waiting.empty()) {
        std::size_t const left = waiting.size() < most ? 0 : waiting.size() - most;
        some.assign(waiting.begin() + static_cast<std::ptrdiff_t>(left), waiting.end());
        waiting.resize(left);
        for (std::uint32_t const n : some) prefetch_at<0>(&snapshot.first_edge[n]);
        for (std::uint32_t const n : some) {
            std::size_t const edges = snapshot.first_edge[n];
            prefetch_at<0>(snapshot.edge_kind.data() + edges);
            prefetch_at<0>(snapshot.edge_to.data() + edges);
        }
        for (std::uint32_t const n : some) follow(n, end);
    }
    return reached;
}

/// Finds the sole owner of each part of V8's objects: the only node that reaches it through parts alone. Each
/// part passes its owner on at most twice: when the pass over the nodes visits the part, and again if its
/// owner changes after that.
class OwnersOfParts {
  public:
    static constexpr std::uint32_t nobody = ~std::uint32_t{0}, several = nobody - 1;

    OwnersOfParts(dump::V8Snapshot const& snapshot, std::vector<bool> const& is_part)
        : snapshot_(snapshot), is_part_(is_part), owners_(snapshot.node_count(), nobody) {
        std::uint32_t const end = snapshot.node_count();
        for (std::uint32_t n = 0; n != end; ++n) {
            if (!is_part[n]) send(n, n, n);
            else if (owners_[n] != nobody) send(n, owners_[n], n);
        }
        while (!waiting_.empty()) {
            std::uint32_t const part = waiting_.back();
            waiting_.pop_back();
            send(part, owners_[part], end);
        }
    }
    /// A node, `several` or `nobody`.
    std::uint32_t operator[](std::uint32_t part) const { return owners_[part]; }

  private:
    /// `here`: the pass still comes to the nodes after this one.
    void send(std::uint32_t from, std::uint32_t value, std::uint32_t here) {
        snapshot_.for_each_edge(from, [&](dump::V8Edge const& edge) {
            if (edge.kind == dump::V8EdgeKind::weak || !is_part_[edge.to]) return;
            std::uint32_t& owner = owners_[edge.to];
            if (owner == value || owner == several) return;
            owner = owner == nobody ? value : several;
            if (edge.to <= here) waiting_.push_back(edge.to);
        });
    }

    dump::V8Snapshot const& snapshot_;
    std::vector<bool> const& is_part_;
    LargeVector<std::uint32_t> owners_, waiting_;
};

}  // namespace detail

/// The edges that Chrome computes retained sizes with, as a rule for DumpGraph. The snapshot must outlive it.
class DevToolsEdges {
  public:
    explicit DevToolsEdges(dump::V8Snapshot const& snapshot)
        : snapshot_(&snapshot), of_page_(detail::reached_from(snapshot, page(snapshot))) {}

    /// Rejects weak edges, loops, and shortcuts except the root's. Objects of the page are held by the page
    /// alone, and the value in a WeakMap by its key alone.
    bool operator()(dump::V8Edge const& edge) const {
        using enum dump::V8EdgeKind;
        if (edge.kind == weak || edge.kind == ephemeron || edge.from == edge.to) return false;
        return edge.from == snapshot_->root ||
               (edge.kind != shortcut && (of_page_[edge.from] || !of_page_[edge.to]));
    }

  private:
    /// The global objects and the document trees.
    static std::vector<std::uint32_t> page(dump::V8Snapshot const& snapshot) {
        std::vector<std::uint32_t> result;
        snapshot.for_each_edge(snapshot.root, [&](dump::V8Edge const& edge) {
            if (edge.kind == dump::V8EdgeKind::shortcut ||
                (edge.kind == dump::V8EdgeKind::element && snapshot.name(edge.to) == "(Document DOM trees)"))
                result.push_back(edge.to);
        });
        return result;
    }

    dump::V8Snapshot const* snapshot_;
    std::vector<bool> of_page_;  // nodes reachable from the page
};

/// The roots that Chrome adds: all nodes that the root does not reach along these edges and that nothing
/// holds. The remaining unreachable nodes, which are cycles and their contents, retain nothing but
/// themselves.
inline std::vector<std::uint32_t> devtools_more_roots(dump::V8Snapshot const& snapshot,
                                                      DevToolsEdges const& edges, auto const& reached) {
    std::vector<std::uint32_t> unreached;
    for (std::uint32_t n = 0; n != snapshot.node_count(); ++n)
        if (!reached(n)) unreached.push_back(n);
    if (unreached.empty()) return unreached;
    std::vector<bool> held(snapshot.node_count());
    for (std::uint32_t const n : unreached)
        snapshot.for_each_edge(
            n, [&](dump::V8Edge const& edge) { held[edge.to] = held[edge.to] || edges(edge); });
    std::erase_if(unreached, [&](std::uint32_t n) { return held[n]; });
    return unreached;
}

/// Sizes by node, for sized(). These are the self sizes, except that a hidden or array node with a sole owner
/// adds its bytes to the owner's.
class DevToolsSizes {
  public:
    explicit DevToolsSizes(dump::V8Snapshot const& snapshot) : sizes_(snapshot.self_size) {
        bool with_page = false;  // whether V8 marks the page's objects; if not, Chrome moves no bytes
        snapshot.for_each_edge(snapshot.root, [&](dump::V8Edge const& edge) {
            with_page = with_page || edge.kind == dump::V8EdgeKind::shortcut;
        });
        if (!with_page) return;
        auto const hidden = snapshot.type_named("hidden"), array = snapshot.type_named("array"),
                   native = snapshot.type_named("native");
        std::vector<bool> is_part(snapshot.node_count());
        for (std::uint32_t n = 0; n != snapshot.node_count(); ++n) {
            auto const type = snapshot.node_type[n];
            is_part[n] = type == hidden || type == array ||
                         (type == native && snapshot.name(n) == "system / ExternalStringData");
        }
        detail::OwnersOfParts const owners(snapshot, is_part);
        for (std::uint32_t n = 0; n != snapshot.node_count(); ++n) {
            auto const owner = owners[n];
            if (!is_part[n] || owner >= detail::OwnersOfParts::several || owner == snapshot.root) continue;
            if (snapshot.is_synthetic(owner)) continue;
            sizes_.set(owner, sizes_[owner] + sizes_[n]);
            sizes_.set(n, 0);
        }
    }
    std::size_t operator()(std::uint32_t n) const { return static_cast<std::size_t>(sizes_[n]); }

  private:
    dump::detail::NarrowNumbers sizes_;
};

}  // namespace trav
