// DumpPart: the objects of a dump that belong to one rank of heapprof-mpi. Of a mapped dump it reads their
// rows, sizes, types and names, all texts and lists of roots, and the rows along selectors' paths.
//
// All ranks must call its functions in the same order.
#pragma once

#include "../breakdown/place.hpp"
#include "ranks.hpp"

#include <trav/distributed/ghosts.hpp>
#include <trav/distributed/part.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/dump/csr/dump.hpp>
#include <trav/dump/dump_graph.hpp>
#include <trav/flow/solve.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// The edges of a mapped dump; LinkEdges for a dump in memory.
struct CsrEdges {
    using Csr = trav::dump::CsrDump;
    using Graph = trav::dump::DumpGraph<Csr>;
    Csr const& dump;

    Graph graph(Node first, Node last, auto const& follow) const {
        auto const rule = [&](Csr::Edge const& edge) { return follow(edge.from, edge.to, edge.kind); };
        return Graph(dump, rule, first, last);
    }
    bool plain() const { return dump.plain(); }
};

/// `Edges`: LinkEdges or CsrEdges.
template <class Edges>
class DumpPart final : public Place {
    using Part = trav::distributed::PartOf<typename Edges::Graph>;

  public:
    /// Keeps references to the dump and the ranks. `begins`: the first object of each rank's part, and the
    /// end of the last part.
    DumpPart(AnyDump const& dump, Edges edges, std::vector<std::uint64_t> begins, Ranks& among)
        : Place(dump), edges_(edges), begins_(std::move(begins)), ranks_(among) {}
    DumpPart(DumpPart const&) = delete;
    DumpPart& operator=(DumpPart const&) = delete;

    static constexpr bool of_several_ranks = true;
    Node first() const override { return static_cast<Node>(begins_[ranks_.rank()]); }
    Node last() const override { return static_cast<Node>(begins_[ranks_.rank() + 1]); }
    /// The objects that a selector matches, at least all in this rank. Throws dump::Error if no rank has any.
    /// Each rank examines the whole dump for a condition.
    std::vector<Node> find(ObjectSelector const& asked) const override {
        trav::dump::Selector const* const selector = asked.selector();
        if (!selector) return asked.find(dump());
        auto starts = selector->starts(dump(), first(), last());
        if (selector->ends_there() && any(!starts.empty())) return starts;
        return selector->find(dump(), united(starts));
    }
    std::vector<std::uint64_t> const& begins() const { return begins_; }
    /// Whether a condition holds in any rank.
    bool any(bool here) const override { return ranks_.sum(here ? 1 : 0) != 0; }
    Condition ask(Condition of) const override { return border().ghosts.ask(std::move(of)); }

    /// The names of the objects here. If several ranks have named an object, the first one's name wins.
    Names first_names(Names names) const override {
        namespace wire = trav::distributed::detail;
        trav::distributed::Messages messages(ranks_.size());
        for (auto const& [n, name] : names) {
            auto const after = std::ranges::upper_bound(begins_, n);
            auto& to = messages[static_cast<std::size_t>(after - begins_.begin()) - 1];
            wire::put(to, n);
            wire::put(to, name);
        }
        Names first;
        for (auto const& message : ranks_.exchange(std::move(messages)))
            for (wire::Reader from(message); from.more();) {
                auto const n = from.take<Node>();
                first.try_emplace(n, from.take<std::string>());
            }
        return first;
    }

    template <class Flow>
    using Values = trav::distributed::Solution<Part, Flow>;
    bool plain() const { return edges_.plain(); }
    auto known(std::vector<bool> const& marks) const {
        return border().ghosts.ask([&marks, first = first()](Node n) -> bool { return marks[n - first]; });
    }
    template <class Flow>
    Values<Flow> solve(auto const& sources, Flow& flow, auto const& follow) const {
        return trav::solve(trav::distributed::SharedGraph(ranks_, part(follow)), sources, flow);
    }

  private:
    /// This rank's strong edges, and the objects of other ranks that they lead to.
    struct Border {
        Part const strong;
        trav::distributed::Ghosts<Ranks, Part> const ghosts;
        Border(Part part, Ranks& among) : strong(std::move(part)), ghosts(among, strong) {}
    };
    /// Made when it is first needed.
    Border const& border() const {
        if (!border_) border_.emplace(part([](Node, Node, auto kind) { return kind.strong(); }), ranks_);
        return *border_;
    }
    Part part(auto const& follow) const {
        return Part(edges_.graph(first(), last(), follow), begins_, ranks_.rank());
    }
    std::vector<Node> united(std::vector<Node> const& found) const {
        auto const bytes = std::as_bytes(std::span(found));
        trav::distributed::Message const message(bytes.begin(), bytes.end());
        std::vector<Node> all;
        for (auto const& from : ranks_.exchange(trav::distributed::Messages(ranks_.size(), message)))
            for (std::size_t at = 0; at + sizeof(Node) <= from.size(); at += sizeof(Node))
                std::memcpy(&all.emplace_back(), &from[at], sizeof(Node));
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    Edges edges_;
    std::vector<std::uint64_t> begins_;
    Ranks& ranks_;
    mutable std::optional<Border> border_;
};

}  // namespace heapprof
