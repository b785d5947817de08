// DumpPart: the objects of a mapped dump that belong to one rank of heapprof-mpi. It reads their rows, sizes,
// types and names, all texts and lists of roots, and the rows along selectors' paths.
//
// All ranks must call its functions in the same order.
#pragma once

#include "../breakdown/retainer_rule.hpp"
#include "../file/any_dump.hpp"
#include "ranks.hpp"

#include <trav/distributed/ghosts.hpp>
#include <trav/distributed/part_csr.hpp>
#include <trav/distributed/solve.hpp>
#include <trav/dump/csr/dump.hpp>
#include <trav/dump/dump_graph.hpp>
#include <trav/dump/selector.hpp>
#include <trav/flow/reach.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

class DumpPart final : public LookedAt {
    using Dump = trav::dump::CsrDump;
    using Part = trav::distributed::PartOf<trav::dump::DumpGraph<Dump>>;

  public:
    /// Keeps references to both. Throws dump::Error if this rank's objects are invalid.
    DumpPart(AnyDump const& dump, Ranks& among)
        : any_(dump),
          dump_(*dump.get_if<Dump>()),
          ranks_(among),
          begins_(trav::distributed::even_parts(dump_.graph().offsets(), among.size())),
          strong_(checked(), begins_, among.rank()),
          ghosts_(among, strong_) {}
    DumpPart(DumpPart const&) = delete;
    DumpPart& operator=(DumpPart const&) = delete;

    AnyDump const& any() const { return any_; }
    Dump const& dump() const { return dump_; }
    Node first() const override { return static_cast<Node>(begins_[ranks_.rank()]); }
    Node last() const override { return static_cast<Node>(begins_[ranks_.rank() + 1]); }
    /// The first object of each rank's part, and the end of the last part.
    std::vector<std::uint64_t> const& begins() const { return begins_; }

    /// The sum of all sizes, over all ranks. Throws dump::Error if it overflows.
    std::uint64_t total_size() const {
        std::uint64_t bytes = 0;
        for (Node n = first(); n != last(); ++n) bytes += dump_.size(n);
        std::uint64_t const high = ranks_.sum(bytes >> 32), low = ranks_.sum(bytes & 0xFFFFFFFFu);
        if ((high + (low >> 32)) >> 32 != 0) dump_.refuse_sum();
        return (high << 32) + low;
    }
    /// The objects that a selector matches, at least all in this rank. Throws dump::Error if no rank has any.
    std::vector<Node> find(trav::dump::Selector const& selector) const override {
        auto starts = selector.starts(any_, first(), last());
        if (selector.ends_there() && any(!starts.empty())) return starts;
        return selector.find(any_, united(starts));
    }
    /// Whether a condition holds in any rank.
    bool any(bool here) const override { return ranks_.sum(here ? 1 : 0) != 0; }
    /// Returns of(n), a number or a bool, for objects here and for the targets of their strong edges.
    auto ask_all(auto of) const { return ghosts_.ask(std::move(of)); }
    Condition ask(Condition of) const override { return ask_all(std::move(of)); }

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

    /// This rank's objects with the edges for which follow(edge) is true.
    auto graph(auto follow) const { return trav::dump::DumpGraph(dump_, follow, first(), last()); }
    /// For each of this rank's objects, whether such edges reach it from the `own` objects of all ranks.
    std::vector<bool> reached(std::vector<Node> const& own, auto follow) const {
        std::vector<trav::Source<Node, bool>> sources;
        for (Node const n : own) sources.push_back({n, true});
        trav::Reach reach;
        auto const found = trav::distributed::solve(ranks_, strong_.with(graph(follow)), sources, reach);
        std::vector<bool> result;
        for (Node n = first(); n != last(); ++n) result.push_back(found.find(n) != nullptr);
        return result;
    }

  private:
    trav::dump::DumpGraph<Dump> checked() const {
        dump_.check(first(), last());
        return graph(trav::dump::StrongEdges<Dump>{&dump_});
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

    AnyDump const& any_;
    Dump const& dump_;
    Ranks& ranks_;
    std::vector<std::uint64_t> begins_;
    Part strong_;
    trav::distributed::Ghosts<Ranks, Part> ghosts_;
};

}  // namespace heapprof
