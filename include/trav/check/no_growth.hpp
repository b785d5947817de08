// trav/check/no_growth.hpp: no_growth(in(y), f): repeated calls of f do not make y hold more and more.
//
//     CHECK(trav::no_growth(trav::in(server), [&] { server.handle(request); }));
//
//     5 calls left more behind:                              printed on failure
//     type     objects    bytes
//     Session       +5   +200 B
//     one of them:
//     Server.rooms[3] -> Room
//     Room.guests["ann"] -> Session
//
// f is called once before anything is counted, so that caches may fill. After `calls` further calls, no type
// may have more objects or more bytes than before them. (A growing buffer is noticed only once it has been
// enlarged.) Takes two passes over the objects that y reaches, and a hash-table entry for each object of the
// first pass.
#pragma once

#include "../path/shortest_paths.hpp"
#include "../profile/amount.hpp"
#include "../report/text.hpp"
#include "../store/hashed.hpp"
#include "answer.hpp"
#include "scope.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// The reachable objects, by name and individually.
template <class G>
class ReachableAmounts {
    using N = node_t<G>;

  public:
    explicit ReachableAmounts(Scope<G> const& scope) {
        ShortestPaths<G> const paths(scope.heap, scope.roots);
        for (auto const& entry : paths.list()) {
            std::uint64_t const bytes = size(scope.heap, entry.node);
            by_name_[node_name(scope.heap, entry.node)] += Amount{bytes, 1};
            bytes_.touch(entry.node).data() = bytes;
        }
    }

    /// The names with a larger amount in a later heap, each with its amounts in both.
    std::map<std::string, std::pair<Amount, Amount>> growth(ReachableAmounts const& later) const {
        std::map<std::string, std::pair<Amount, Amount>> all;
        for (auto const& [name, then] : later.by_name_) {
            auto const at = by_name_.find(name);
            Amount const before = at == by_name_.end() ? Amount{} : at->second;
            if (then.objects > before.objects || then.bytes > before.bytes) all[name] = {before, then};
        }
        return all;
    }
    /// The nearest new object, otherwise the nearest that grew; only objects with one of `names` count.
    N const* grown(G const& heap, ShortestPaths<G> const& paths, auto const& names) const {
        N const* larger = nullptr;
        for (auto const& entry : paths.list()) {
            std::uint64_t const* const before = bytes_.find(entry.node);
            if (before && (larger || size(heap, entry.node) <= *before)) continue;
            if (!names.contains(node_name(heap, entry.node))) continue;
            if (!before) return &entry.node;
            larger = &entry.node;
        }
        return larger;
    }

  private:
    static std::uint64_t size(G const& heap, N const& n) {
        if constexpr (HeapGraph<G>) return heap.size(n);
        else return 0;
    }
    std::map<std::string, Amount> by_name_;
    Hashed<N, std::uint64_t> bytes_;
};

}  // namespace detail

/// Whether `calls` further calls of f() leave no more in `scope` than the first one.
template <Graph G, class F>
Answer no_growth(Scope<G> const& scope, F&& f, std::size_t calls = 5) {
    f();
    detail::ReachableAmounts<G> const before(scope);
    for (std::size_t i = 0; i != calls; ++i) f();
    auto const growth = before.growth(detail::ReachableAmounts<G>(scope));
    if (growth.empty()) return {};

    std::string why = grouped(calls) + (calls == 1 ? " call" : " calls") + " left more behind:\n";
    TextTable table({"type", "objects", "bytes"});
    for (auto const& [name, amounts] : growth) {
        auto const& [then, now] = amounts;
        bool const fewer = now.objects < then.objects;
        table.row(
            {name,
             (fewer ? "-" : "+") + grouped(fewer ? then.objects - now.objects : now.objects - then.objects),
             humanised_growth(then.bytes, now.bytes)});
    }
    why += table.str();
    ShortestPaths<G> const paths(scope.heap, scope.roots);
    if (node_t<G> const* const one = before.grown(scope.heap, paths, growth))
        why += "one of them:\n" + paths.to(*one).lines();
    return {false, std::move(why)};
}

}  // namespace trav
