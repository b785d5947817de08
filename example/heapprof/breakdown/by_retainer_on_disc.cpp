#include "by_retainer_on_disc.hpp"

#include "by_retainer.hpp"
#include "on_disc.hpp"

#include <trav/profile/interned_sets.hpp>
#include <trav/profile/retainer.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace heapprof {

namespace {

// A breakdown by retainer sets that have been computed. `Sets`: trav::Retainers.
template <class Sets>
class RetainersOnDisc {
  public:
    RetainersOnDisc(CsrDump const& dump, Sets sets, trav::dump::Progress const& progress)
        : sets_(std::move(sets)) {
        std::vector<Node> const roots = trav::dump::roots(dump);
        Flow flow{sets_};
        std::vector<trav::Source<Node, Id>> sources;
        sets_.sources(roots, [&](Node n, Id set) { sources.push_back({n, set}); });
        DumpRows rows(dump, progress);
        if (dump.plain()) {
            found_ = trav::solve(trav::StreamedGraph(rows), sources, flow);
            return;
        }
        auto const data = reached_on_disc(
            rows, roots, [](Node, Node, CsrEdgeKind kind) { return kind.strong() && !kind.machinery(); });
        trav::StreamedGraph const graph(rows, [&](Node from, Node to, CsrEdgeKind kind) {
            return kind.strong() && (!data[to] || (data[from] && !kind.machinery()));
        });
        found_ = trav::solve(graph, sources, flow);
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
    trav::StreamedValues<Node, Flow> found_;
};

}  // namespace

trav::AnyBreakdown<Node> by_retainer_on_disc(AnyDump const& dump, std::vector<std::string> const& rule,
                                             std::size_t cap, trav::dump::Progress const& progress) {
    auto const retainers = std::make_shared<RetainerNames const>(apply_rule(rule, dump));
    auto sets = retainer_sets(retainers, cap);
    return RetainersOnDisc(*dump.get_if<CsrDump>(), std::move(sets), progress);
}

}  // namespace heapprof
