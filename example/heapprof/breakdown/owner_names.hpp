// OwnerNames: what objects are called as owners: by the variable or the fields that lead to them, their type,
// and where in the program that is.
//
//     app.sessions: Map (shop/shop.js)        results[].ast: Node (@babel/types/lib/index.js:12)
//
// The name begins at the nearest variable on a shortest path along the program's references, which begin at
// the global objects, the scopes that all functions of a module share, and the roots, by their names. Links
// of the runtime, such as to the table of a Map, name nothing: the owner is the Map. Of more than four steps
// the first and the last two are shown; elements are `[]`. What only the runtime leads to is named by what
// dominates it.
#pragma once

#include "../question/object_text.hpp"
#include "../question/retained_heap.hpp"
#include "../question/starts.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/named_edge.hpp>
#include <trav/path/shortest_paths.hpp>

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

/// Names of the objects of one heap.
template <trav::dump::Dump D, class Machinery>
class OwnerNames {
    using Node = trav::dump::Node;
    using Kind = trav::dump::EdgeKind;
    struct Program {
        D const* dump;
        Machinery const* machinery;
        bool operator()(typename D::Edge const& edge) const {
            return strong(*dump, edge) && !(*machinery)(edge);
        }
    };

  public:
    /// The heap and its machinery must outlive it.
    OwnerNames(RetainedHeap<D> const& heap, Machinery const& machinery)
        : heap_(heap),
          dump_(heap.dump),
          graph_(dump_, Program{&dump_, &machinery}),
          paths_(graph_, starts(machinery)),
          places_(trav::dump::places(dump_)) {
        dump_.for_each_root([&](Node n, auto const& root) { roots_.try_emplace(n, root); });
    }

    std::string operator()(Node n) const {
        std::vector<Node> way = paths_.nodes_to(n);
        if (way.empty()) return by_dominator(n);
        std::vector<std::string> steps;  // the last one first
        std::string place;
        bool begun = false;
        while (way.size() > 1 && !begun) {
            Node const to = way.back();
            way.pop_back();
            Node const from = way.back();
            if (lists_roots(dump_, from)) {
                steps.emplace_back(name(dump_, from));
                begun = true;
                continue;
            }
            auto const [label, kind] = edge(from, to);
            bool const named = (kind != Kind::internal && kind != Kind::unnamed) || has_variables(to);
            if (named) steps.push_back(trav::detail::joined("", label));
            else if (steps.empty()) n = from;
            if (kind != Kind::variable) continue;
            place = places_(from);
            begun = true;
        }
        if (auto const root = roots_.find(way.back());
            !begun && root != roots_.end() && !root->second.empty())
            steps.push_back(trav::detail::joined("", root->second));
        if (std::string own = places_(n); !own.empty()) place = std::move(own);
        std::string text;
        for (std::size_t i = steps.size(); i != 0; --i) {
            if (steps.size() > 4 && i == steps.size() - 1) text += "..", i = 2;
            text += steps[i - 1];
        }
        if (text.starts_with('.')) text.erase(0, 1);
        return (text.empty() ? "" : text + ": ") + type(n) + (place.empty() ? "" : " (" + place + ")");
    }

  private:
    // Where names begin.
    std::vector<Node> starts(Machinery const& machinery) const {
        std::vector<Node> found;
        if constexpr (requires { dump_.globals(); }) found = dump_.globals();
        std::vector<bool> seen(dump_.node_count());
        for (Node n = 0; n != dump_.node_count(); ++n) {
            dump_.for_each_edge(n, [&](typename D::Edge const& edge) {
                if (seen[edge.to] || !machinery(edge)) return;
                seen[edge.to] = true;
                if (has_variables(edge.to)) found.push_back(edge.to);
            });
        }
        for (Node const n : trav::dump::roots(dump_)) found.push_back(n);
        return found;
    }
    // Whether the object is a scope.
    bool has_variables(Node n) const {
        bool any = false;
        dump_.for_each_edge(n, [&](typename D::Edge const& edge) {
            any = any || trav::dump::kind(dump_, edge) == Kind::variable;
        });
        return any;
    }
    std::string type(Node n) const {
        std::string const text = type_name(dump_, n), own(name(dump_, n));
        bool const of_runtime = text.starts_with('(');  // and no type of the program's
        return of_runtime && !own.empty() ? shortened(text + ' ' + own, 40) : text;
    }
    std::string by_dominator(Node n) const {
        std::string const place = places_(n);
        std::string own = type(n) + (place.empty() ? "" : " (" + place + ")");
        auto const above = heap_.tree.idom(n);
        if (!above || is_runtime(dump_, *above)) return own;
        std::string label;
        dump_.for_each_edge(*above, [&](typename D::Edge const& each) {
            if (each.to == n && label.empty() && strong(dump_, each))
                label = trav::dump::DumpEdgeName<D>{dump_, each}.pattern();
        });
        std::string const where = places_(*above);
        return (label.empty() ? "part" : label) + " of " + (where.empty() ? type(*above) : where) + ": " +
               own;
    }
    std::pair<std::string, Kind> edge(Node from, Node to) const {
        std::pair<std::string, Kind> best{"", Kind::weak};
        graph_.each_edge(from, [&](Node child, trav::dump::DumpEdgeName<D> const& each) {
            if (child != to) return;
            auto const kind = trav::dump::kind(dump_, each.edge);
            if (kind < best.second) best = {each.pattern(), kind};
        });
        return best;
    }

    using Graph = trav::dump::NamedDumpGraph<D, Program>;
    RetainedHeap<D> const& heap_;
    D const& dump_;
    Graph graph_;
    trav::ShortestPaths<Graph> paths_;
    decltype(trav::dump::places(std::declval<D const&>())) places_;
    std::unordered_map<Node, std::string> roots_;
};

}  // namespace heapprof
