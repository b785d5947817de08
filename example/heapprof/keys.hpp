// Keys: one breakdown of one dump, worked out: a band for every object.
//
// Root sets and retainer sets follow different links, so each is solved on a graph of its own; a Profiler
// then counts objects by the keys, as it would by a field of an object.
#pragma once

#include <trav/dump/dump_graph.hpp>
#include <trav/flow/solve.hpp>
#include <trav/profile/band.hpp>
#include <trav/profile/breakdown.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

using trav::dump::Node;

/// A breakdown of all nodes; one without keys has one band.
class Keys {
  public:
    explicit Keys(std::string name, std::vector<std::uint32_t> of_node = {},
                  std::vector<trav::Band> bands = {{}})
        : name_(std::move(name)), of_node_(std::move(of_node)), bands_(std::move(bands)) {}

    std::string const& name() const { return name_; }
    std::uint32_t key(Node n) const { return of_node_.empty() ? 0 : of_node_[n]; }
    trav::Band const& band(std::uint32_t key) const { return bands_[key]; }

  private:
    std::string name_;
    std::vector<std::uint32_t> of_node_;
    std::vector<trav::Band> bands_;
};

/// The keys that a breakdown by a flow gives on this graph.
template <trav::dump::Dump D, trav::FlowBreakdown Breakdown>
Keys solve(trav::dump::DumpGraph<D> const& graph, Breakdown& breakdown, std::vector<Node> const& roots = {}) {
    using Value = typename Breakdown::value;
    std::vector<trav::Source<Node, Value>> sources;
    breakdown.sources(roots, [&](Node n, Value value) {
        sources.push_back({n, value});
        return n;
    });
    auto const values = trav::solve(graph, sources, breakdown.flow());
    std::unordered_map<Value, std::uint32_t> numbers;
    std::vector<std::uint32_t> of_node;
    std::vector<trav::Band> bands;
    for (Node const n : graph.objects()) {
        Value const key = breakdown.key(n, values.find(n));
        auto const [at, fresh] = numbers.try_emplace(key, static_cast<std::uint32_t>(bands.size()));
        if (fresh) bands.push_back(breakdown.band(key));
        of_node.push_back(at->second);
    }
    return Keys(breakdown.name(), std::move(of_node), std::move(bands));
}

}  // namespace heapprof
