// The breakdowns by root set and by retainer set of a dump that is mapped: found by streaming its file, with
// a small number for each object in memory. What they mean is what by_root.hpp and by_retainer.hpp say.
//
// A root set takes a byte for each object with up to seven roots, 2, 4 or 8 with up to 15, 31 or 63, and 4
// beyond; a retainer set 4. Besides, some bits for each object, the sets, and two blocks of the file.
#pragma once

#include "by_retainer.hpp"
#include "by_root.hpp"
#include "retainer_rule.hpp"

#include <trav/detail/index_range.hpp>
#include <trav/dump/csr/dump.hpp>
#include <trav/flow/solve_on_disc.hpp>
#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/retainer.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

using trav::dump::CsrDump;
using trav::dump::CsrEdgeKind;

/// The column of a dump's file that is read with its rows.
inline constexpr char const* edge_kinds = "edge kind";

inline bool is_strong(std::uint8_t kind) {
    return static_cast<trav::dump::EdgeKind>(kind & CsrEdgeKind::kind) != trav::dump::EdgeKind::weak;
}
inline bool is_machinery(std::uint8_t kind) { return (kind & CsrEdgeKind::machinery) != 0; }

/// Sets of up to so many roots as the bits of a number.
template <class Bits>
struct MaskFlow {
    using value = Bits;
    static constexpr value nothing = 0;
    value join(value a, value b) const { return static_cast<value>(a | b); }
    value singleton(std::size_t root) const { return static_cast<value>(value{1} << root); }
    std::vector<std::uint32_t> elements(value set) const {
        std::vector<std::uint32_t> result;
        for (std::uint32_t i = 0; i != 8 * sizeof(Bits); ++i)
            if ((set >> i & 1) != 0) result.push_back(i);
        return result;
    }
};
/// Any sets.
struct SetFlow {
    using value = trav::InternedSets::Id;
    static constexpr value nothing = trav::InternedSets::empty;
    trav::InternedSets sets;
    value join(value a, value b) { return sets.unite(a, b); }
    value singleton(std::size_t root) { return sets.singleton(static_cast<std::uint32_t>(root)); }
    std::vector<std::uint32_t> elements(value set) const { return sets.elements(set); }
};

/// What `sources` reach by references for which follow(from, to, kind) holds, as a bit for each object.
std::vector<bool> reached_on_disc(CsrDump const& dump, std::vector<Node> const& sources, auto follow) {
    std::vector<trav::Source<Node, std::uint8_t>> begins;
    for (Node const n : sources) begins.push_back({n, 1});
    MaskFlow<std::uint8_t> flow;
    trav::RowBlocks rows(dump.graph(), edge_kinds);
    auto const found = trav::solve_on_disc(rows, begins, flow, follow);
    std::vector<bool> reached(dump.node_count());
    for (Node n = 0; n != dump.node_count(); ++n) reached[n] = found.find(n) != nullptr;
    return reached;
}

/// A breakdown by sets of roots that are known.
template <class Flow>
class RootsOnDisc {
  public:
    using Set = typename Flow::value;

    /// The sets that named objects, and all that `own` keeps, give to what they reach.
    RootsOnDisc(CsrDump const& dump, trav::RootNames names, std::vector<std::vector<Node>> const& roots,
                std::vector<Node> const& own, std::vector<bool> const& named)
        : names_(std::move(names)) {
        using Source = trav::Source<Node, Set>;
        std::vector<Source> sources;
        for (std::size_t i = 0; i != roots.size(); ++i)
            for (Node const n : roots[i]) sources.push_back({n, flow_.singleton(i)});
        Set const other = flow_.singleton(roots.size());
        trav::RowBlocks rows(dump.graph(), edge_kinds);
        if (dump.plain()) {  // what the dump's own roots keep needs not to be known beforehand
            for (Node const n : own) sources.push_back({n, other});
            found_ =
                trav::solve_on_disc(rows, sources, flow_, [&](Node, Node to, auto) { return !named[to]; });
            return;
        }
        auto const kept = reached_on_disc(
            dump, own, [&](Node, Node to, std::uint8_t kind) { return is_strong(kind) && !named[to]; });
        found_ = trav::solve_on_disc(
            rows, AndKept{sources, kept, other}, flow_, [&](Node, Node to, std::uint8_t kind) {
                return is_strong(kind) && !named[to] && (!kept[to] || !is_machinery(kind));
            });
    }

    std::string name() const { return "root"; }
    Set key(Node n) const {
        Set const* const found = found_.find(n);
        return found ? *found : Flow::nothing;
    }
    trav::Band band(Set set) const { return names_.band(flow_.elements(set)); }
    std::size_t members(Set set) const { return flow_.elements(set).size(); }

  private:
    /// The sources, and all objects that are kept: a range.
    struct AndKept {
        std::vector<trav::Source<Node, Set>> const& sources;
        std::vector<bool> const& kept;
        Set other;

        struct Iterator {
            AndKept const* all;
            std::size_t at;
            trav::Source<Node, Set> operator*() const {
                std::size_t const first = all->sources.size();
                if (at < first) return all->sources[at];
                return {static_cast<Node>(at - first), all->other};
            }
            Iterator& operator++() {
                ++at;
                return skip();
            }
            Iterator& skip() {
                std::size_t const first = all->sources.size();
                while (at >= first && at - first < all->kept.size() && !all->kept[at - first]) ++at;
                return *this;
            }
            bool operator==(Iterator const& that) const { return at == that.at; }
        };
        Iterator begin() const { return Iterator{this, 0}.skip(); }
        Iterator end() const { return {this, sources.size() + kept.size()}; }
    };

    trav::RootNames names_;
    Flow flow_;
    trav::SolvedOnDisc<Node, Flow> found_;
};

/// Throws dump::Error for a selector that matches nothing, and BadFile.
inline trav::AnyBreakdown<Node> by_root_on_disc(CsrDump const& dump, std::vector<NamedRoot> const& roots) {
    trav::RootNames names;
    std::vector<std::vector<Node>> nodes;
    std::vector<bool> named(dump.node_count());
    for (NamedRoot const& root : roots) {
        nodes.push_back(root.selector.find(dump));
        names.number(root.name);
        for (Node const n : nodes.back()) named[n] = true;
    }
    names.number(other_roots);
    std::vector<Node> own = trav::dump::roots(dump);
    std::erase_if(own, [&](Node n) { return named[n]; });
    auto const solved = [&]<class Flow>(Flow) {
        return trav::AnyBreakdown<Node>(RootsOnDisc<Flow>(dump, names, nodes, own, named));
    };
    if (roots.size() < 8) return solved(MaskFlow<std::uint8_t>());
    if (roots.size() < 16) return solved(MaskFlow<std::uint16_t>());
    if (roots.size() < 32) return solved(MaskFlow<std::uint32_t>());
    if (roots.size() < 64) return solved(MaskFlow<std::uint64_t>());
    return solved(SetFlow());
}

/// A breakdown by sets of retainers that are known. `Sets`: trav::Retainers.
template <class Sets>
class RetainersOnDisc {
  public:
    RetainersOnDisc(CsrDump const& dump, Sets sets) : sets_(std::move(sets)) {
        std::vector<Node> const roots = trav::dump::roots(dump);
        Flow flow{sets_};
        std::vector<trav::Source<Node, Id>> sources;
        sets_.sources(roots, [&](Node n, Id set) { sources.push_back({n, set}); });
        trav::RowBlocks rows(dump.graph(), edge_kinds);
        if (dump.plain()) {
            found_ = trav::solve_on_disc(rows, sources, flow);
            return;
        }
        auto const data = reached_on_disc(dump, roots, [](Node, Node, std::uint8_t kind) {
            return is_strong(kind) && !is_machinery(kind);
        });
        found_ = trav::solve_on_disc(rows, sources, flow, [&](Node from, Node to, std::uint8_t kind) {
            return is_strong(kind) && (!data[to] || (data[from] && !is_machinery(kind)));
        });
    }

    using Id = trav::InternedSets::Id;
    std::string name() const { return "retainer"; }
    Id key(Node n) const { return sets_.key(n, found_.find(n)); }
    trav::Band band(Id set) const { return sets_.band(set); }
    std::size_t members(Id set) const { return sets_.members(set); }

  private:
    struct Flow {
        Sets& sets;
        using value = Id;
        static constexpr value nothing = trav::InternedSets::empty;
        value join(value a, value b) { return sets.join(a, b); }
        std::optional<value> cut(Node n) { return sets.cut(n); }
    };

    Sets sets_;
    trav::SolvedOnDisc<Node, Flow> found_;
};

/// Throws dump::Error for a term of the rule that matches nothing, and BadFile.
inline trav::AnyBreakdown<Node> by_retainer_on_disc(CsrDump const& dump, std::vector<std::string> const& rule,
                                                    std::size_t cap) {
    auto const retainers = std::make_shared<RetainerNames const>(apply_rule(rule, dump));
    auto sets = retainer_sets(retainers, cap);
    return RetainersOnDisc(dump, std::move(sets));
}

/// The objects of a dump, only to be counted.
struct CountedObjects {
    using node = Node;
    CsrDump const* dump;
    std::span<Node const> children(Node) const { return {}; }
    std::size_t size(Node n) const { return static_cast<std::size_t>(dump->size(n)); }
    auto objects() const { return trav::detail::IndexRange<Node>(dump->node_count()); }
};

/// What these breakdowns of a dump will take, without the retainers and the sets.
inline std::uint64_t bytes_on_disc(CsrDump const& dump, std::set<std::string> const& breakdowns,
                                   std::size_t roots) {
    std::uint64_t bits = 0, bytes = 0;  // for each object
    if (breakdowns.contains("root")) {
        bytes += roots < 8 ? 1 : roots < 16 ? 2 : roots < 32 ? 4 : roots < 64 ? 8 : 4;
        bits = 3;
    }
    if (breakdowns.contains("retainer")) {
        bytes += 4;
        bits = 3;
    }
    if (bytes == 0) return 0;
    return std::uint64_t{dump.node_count()} * bytes + dump.node_count() / 8 * bits +
           trav::RowBlocks(dump.graph(), edge_kinds).bytes();
}

}  // namespace heapprof
