#include "by_root_on_disc.hpp"

#include <trav/profile/root_names.hpp>

#include <string>
#include <utility>

namespace heapprof {

namespace {

// A breakdown by root sets that have been computed.
template <class Flow>
class RootsOnDisc {
  public:
    using Set = typename Flow::value;

    /// Solves for the sets of the named objects and of all objects that `own` keeps.
    RootsOnDisc(CsrDump const& dump, trav::RootNames names, std::vector<std::vector<Node>> const& roots,
                std::vector<Node> const& own, std::vector<bool> const& named,
                trav::dump::Progress const& progress)
        : names_(std::move(names)) {
        using Source = trav::Source<Node, Set>;
        std::vector<Source> sources;
        for (std::size_t i = 0; i != roots.size(); ++i)
            for (Node const n : roots[i]) sources.push_back({n, flow_.singleton(i)});
        Set const other = flow_.singleton(roots.size());
        DumpRows rows(dump, progress);
        if (dump.plain()) {  // one pass suffices: no edge depends on `kept`
            for (Node const n : own) sources.push_back({n, other});
            found_ = trav::solve(trav::StreamedGraph(rows, [&](Node, Node to, auto) { return !named[to]; }),
                                 sources, flow_);
            return;
        }
        auto const kept = reached_on_disc(
            rows, own, [&](Node, Node to, CsrEdgeKind kind) { return kind.strong() && !named[to]; });
        trav::StreamedGraph const graph(rows, [&](Node, Node to, CsrEdgeKind kind) {
            return kind.strong() && !named[to] && (!kept[to] || !kind.machinery());
        });
        found_ = trav::solve(graph, AndKept{sources, kept, other}, flow_);
    }

    std::string name() const { return "root"; }
    Set key(Node n) const {
        Set const* const found = found_.find(n);
        return found ? *found : Flow::nothing;
    }
    trav::Band band(Set set) const { return names_.band(flow_.elements(set)); }
    std::size_t members(Set set) const { return flow_.elements(set).size(); }

  private:
    /// A range: the sources, then all kept objects.
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
    trav::StreamedValues<Node, Flow> found_;
};

}  // namespace

trav::AnyBreakdown<Node> by_root_on_disc(AnyDump const& dump, std::vector<NamedRoot> const& roots,
                                         trav::dump::Progress const& progress) {
    CsrDump const& csr = *dump.get_if<CsrDump>();
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
    return with_root_flow(roots.size(), [&]<class Flow>(Flow) {
        return trav::AnyBreakdown<Node>(RootsOnDisc<Flow>(csr, names, nodes, own, named, progress));
    });
}

}  // namespace heapprof
