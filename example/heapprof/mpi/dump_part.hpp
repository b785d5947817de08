// DumpPart: the objects of a mapped dump that one rank of heapprof-mpi looks at. Of the file it reads their
// rows, sizes, types and names, the texts, and the lists of roots; and the rows along which a path leads.
//
// What is asked of it is asked by all ranks, in the same order.
#pragma once

#include "ranks.hpp"

#include <trav/distributed/ghosts.hpp>
#include <trav/distributed/part_csr.hpp>
#include <trav/distributed/solve.hpp>
#include <trav/dump/csr/dump.hpp>
#include <trav/dump/dump_graph.hpp>
#include <trav/dump/selector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

class DumpPart {
    using Dump = trav::dump::CsrDump;
    using Node = trav::dump::Node;
    using Part = trav::distributed::PartOf<trav::dump::DumpGraph<Dump>>;

  public:
    /// Refers to all of these. Throws dump::Error for what is wrong with this rank's objects.
    DumpPart(Dump const& dump, Ranks& among)
        : dump_(dump),
          ranks_(among),
          begins_(trav::distributed::even_parts(dump.graph().offsets(), among.size())),
          strong_(checked(), begins_, among.rank()),
          ghosts_(among, strong_) {}
    DumpPart(DumpPart const&) = delete;
    DumpPart& operator=(DumpPart const&) = delete;

    Dump const& dump() const { return dump_; }
    Node first() const { return static_cast<Node>(begins_[ranks_.rank()]); }
    Node last() const { return static_cast<Node>(begins_[ranks_.rank() + 1]); }
    bool owns(Node n) const { return n - first() < last() - first(); }
    /// Where the parts of all ranks begin.
    std::vector<std::uint64_t> const& begins() const { return begins_; }

    /// The sum of the sizes of all objects, of all ranks. Throws dump::Error if it is no number.
    std::uint64_t total_size() const {
        std::uint64_t bytes = 0;
        for (Node n = first(); n != last(); ++n) bytes += dump_.size(n);
        std::uint64_t const high = ranks_.sum(bytes >> 32), low = ranks_.sum(bytes & 0xFFFFFFFFu);
        if ((high + (low >> 32)) >> 32 != 0) trav::dump::detail::CsrDumpColumns::refuse_sum(dump_.source());
        return (high << 32) + low;
    }
    /// What a selector finds, at least those of this rank. Throws dump::Error if that is nothing anywhere.
    std::vector<Node> find(trav::dump::Selector const& selector) const {
        auto starts = selector.starts(dump_, first(), last());
        if (selector.ends_there() && any(!starts.empty())) return starts;
        return selector.find(dump_, united(starts));
    }
    /// Whether a condition holds in some rank.
    bool any(bool here) const { return ranks_.sum(here ? 1 : 0) != 0; }
    /// What of(n), a number or a bool, is of objects here, and of those that they refer to by strong edges.
    auto ask(auto of) const { return ghosts_.ask(std::move(of)); }

    using Names = std::unordered_map<Node, std::string>;
    /// The names of objects here, of which each rank has found some: those that the first one has found.
    Names first_names(Names names) const {
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

    /// The objects here with the edges that follow(edge) admits.
    auto graph(auto follow) const { return trav::dump::DumpGraph(dump_, follow, first(), last()); }
    /// Which of them are reached by such edges, from objects of all ranks, of which each names its own.
    std::vector<bool> reached(std::vector<Node> const& own, auto follow) const {
        std::vector<trav::Source<Node, unsigned char>> sources;
        for (Node const n : own) sources.push_back({n, 1});
        Reach reach;
        auto const found = trav::distributed::solve(ranks_, strong_.with(graph(follow)), sources, reach);
        std::vector<bool> result;
        for (Node n = first(); n != last(); ++n) result.push_back(found.find(n) != nullptr);
        return result;
    }

  private:
    struct Reach {
        using value = unsigned char;
        static constexpr value nothing = 0;
        static constexpr bool portable = true;
        value join(value a, value b) const { return a | b; }
    };

    trav::dump::DumpGraph<Dump> checked() const {
        dump_.check(first(), last());
        return graph(trav::dump::StrongEdges<Dump>{&dump_});
    }
    std::vector<Node> united(std::vector<Node> const& found) const {
        trav::distributed::Message message;
        for (Node const n : found) trav::distributed::detail::put(message, n);
        std::vector<Node> all;
        for (auto const& from : ranks_.exchange(trav::distributed::Messages(ranks_.size(), message)))
            for (trav::distributed::detail::Reader reader(from); reader.more();)
                all.push_back(reader.take<Node>());
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    Dump const& dump_;
    Ranks& ranks_;
    std::vector<std::uint64_t> begins_;
    Part strong_;
    trav::distributed::Ghosts<Ranks, Part> ghosts_;
};

}  // namespace heapprof
