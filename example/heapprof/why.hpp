// why: why objects of a dump are alive: the shortest way from where the program begins, who refers to them,
// and which objects dominate them.
//
// Ways and referrers are along strong edges, and along the runtime's machinery only where nothing else leads
// to an object; retained sizes are counted as the dump says.
#pragma once

#include "held_by.hpp"
#include "merged_paths.hpp"
#include "object_text.hpp"
#include "path_selector.hpp"
#include "retained_heap.hpp"
#include "starts.hpp"
#include "text_last.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/path/path.hpp>
#include <trav/path/path_tree.hpp>
#include <trav/report/text.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// How much of the answer to show.
struct WhyOptions {
    bool each_root = false;  ///< a path from each root that leads to the object
    std::size_t top = 10;    ///< lines of each part; 0: all
};

/// Answers for the objects of one selector.
template <trav::dump::Dump D>
class Why {
    using Node = trav::dump::Node;

  public:
    /// The dump must outlive it.
    Why(D const& dump, std::vector<Node> nodes, WhyOptions const& options)
        : dump_(dump),
          nodes_(std::move(nodes)),
          options_(options),
          wanted_(dump.node_count()),
          machinery_(trav::dump::machinery(dump)),
          heap_(dump) {
        for (Node const n : nodes_) wanted_[n] = true;
    }

    std::string text(std::string const& selector) const {
        return heading(selector) + '\n' + ways() + '\n' +
               held_by_text(dump_, machinery_, wanted_, nodes_.size() == 1, options_.top) + dominators();
    }

  private:
    auto along_program() const {
        return [this](typename D::Edge const& edge) { return strong(dump_, edge) && !machinery_(edge); };
    }

    std::string heading(std::string const& selector) const {
        trav::Amount own;
        for (Node const n : nodes_) own += {heap_.graph.size(n), 1};
        trav::Amount const all = retained(), total = heap_.tree.total();
        bool const one = nodes_.size() == 1;
        return (one ? object_text(dump_, nodes_[0])
                    : selector + ": " + trav::grouped(own.objects) + " objects") +
               ", own " + trav::humanised(own.bytes) + (one ? ", retains " : ", retain ") +
               trav::humanised(all.bytes) + " (" + trav::percent(all.bytes, total.bytes) + ") in " +
               trav::grouped(all.objects) + (all.objects == 1 ? " object" : " objects") + "\n";
    }

    // What the objects retain, each object once.
    trav::Amount retained() const {
        trav::Amount sum;
        heap_.tree.walk([&](auto const& at) {
            if (wanted_[at.node]) sum += at.retained;
            return !wanted_[at.node];
        });
        return sum;
    }

    std::string ways() const {
        if (options_.each_root) return from_each_root();
        AsRetained const program(heap_, along_program());
        trav::ShortestPaths const paths(program, path_starts(dump_));
        std::vector<Node> reached, others;
        for (Node const n : nodes_) (paths.reached(n) ? reached : others).push_back(n);
        std::string text;
        if (!reached.empty()) text = merged(program, paths, reached, "");
        if (others.empty()) return text;
        AsRetained const all(heap_, trav::dump::StrongEdges<D>{&dump_});
        trav::ShortestPaths const by_runtime(all, path_starts(dump_));
        if (std::ranges::none_of(others, [&](Node n) { return by_runtime.reached(n); }))
            return text + (text.empty() ? "" : "\n") + unreached(others.size());
        return text + (text.empty() ? "" : "\n") +
               merged(all, by_runtime, others, ", through links of the runtime");
    }

    std::string unreached(std::size_t count) const {
        return (nodes_.size() == 1 ? "no root" : "of " + trav::grouped(count) + " no root") +
               " leads to it along strong references: only weak ones keep it, or it is garbage\n";
    }

    template <class G>
    std::string merged(G const& graph, trav::ShortestPaths<G> const& paths, std::vector<Node> const& nodes,
                       std::string const& along) const {
        if (nodes.size() == 1) {
            auto const way = paths.nodes_to(nodes[0]);
            return way_text(graph, way, way, "shortest path" + along);
        }
        return merged_paths_text(trav::path_tree(graph, path_starts(dump_), nodes), "shortest paths" + along,
                                 options_.top);
    }

    // `way`: from a start to the object; the steps of `shown`, which is its end, are written out.
    std::string way_text(auto const& graph, std::vector<Node> const& way, std::vector<Node> const& shown,
                         std::string const& title) const {
        auto const strong_edge = trav::dump::StrongEdges<D>{&dump_};
        TextLast rows({"retained", title + ": " + PathSelector(dump_, strong_edge)(way)});
        constexpr std::size_t most = 100;
        for (std::size_t i = 0; i != shown.size(); ++i) {
            if (shown.size() > most && i == most / 2) {
                rows.add({"", "  ... " + trav::grouped(shown.size() - most) + " more steps"});
                i = shown.size() - most / 2;
            }
            std::string step;
            if (i != 0)
                step = "  " +
                       trav::detail::joined("", trav::detail::edge_name(graph, shown[i - 1], shown[i])) +
                       " -> ";
            rows.add(
                {trav::humanised(heap_.tree.retained(shown[i]).bytes), step + object_text(dump_, shown[i])});
        }
        return rows.str();
    }

    std::string from_each_root() const {
        std::vector<Node> const entries = root_objects(dump_);
        std::vector<bool> is_entry(dump_.node_count());
        for (Node const n : entries) is_entry[n] = true;
        Node const wanted = nodes_[0];
        trav::dump::NamedDumpGraph const program(dump_, [&](typename D::Edge const& edge) {
            return strong(dump_, edge) && !machinery_(edge) && (!is_entry[edge.to] || edge.to == wanted);
        });
        trav::dump::DumpGraph const lists(dump_, [&](typename D::Edge const& edge) {
            return strong(dump_, edge) && lists_roots(dump_, edge.from);
        });
        trav::ShortestPaths const to_entries(lists, trav::dump::roots(dump_));
        auto all = trav::paths(program, entries, wanted);
        std::ranges::sort(all, [](auto const& a, auto const& b) {
            return a.size() != b.size() ? a.size() < b.size() : a.front().node < b.front().node;
        });
        if (all.empty()) return "no root leads to it along the program's references\n";
        auto const starts = path_starts(dump_);
        std::string text;
        for (std::size_t i = 0; i != all.size() && (options_.top == 0 || i != options_.top); ++i) {
            std::vector<Node> way = to_entries.nodes_to(all[i].front().node), shown;
            for (auto const& step : all[i]) shown.push_back(step.node);
            if (std::ranges::find(starts, shown[0]) != starts.end()) way = {shown[0]};
            way.insert(way.end(), shown.begin() + 1, shown.end());
            text += (i == 0 ? "" : "\n") +
                    way_text(program, way, shown,
                             "path " + std::to_string(i + 1) + " of " + trav::grouped(all.size()));
        }
        if (options_.top != 0 && all.size() > options_.top)
            text += "... " + trav::grouped(all.size() - options_.top) + " more\n";
        return text;
    }

    // What dominates all of the objects, the nearest first.
    std::string dominators() const {
        auto const& tree = heap_.tree;
        std::optional<Node> common;
        bool first = true;
        for (Node const n : nodes_) {
            if (!tree.reached(n)) continue;
            if (std::exchange(first, false)) common = tree.idom(n);
            while (common && (*common == n || !tree.dominates(*common, n))) common = tree.idom(*common);
        }
        if (!common) return "";
        TextLast rows(
            {"retained", "%", "objects", nodes_.size() == 1 ? "dominated by" : "dominated, all of them, by"});
        std::size_t more = 0;
        for (std::size_t shown = 0; common; common = tree.idom(*common)) {
            if (options_.top != 0 && ++shown > options_.top) {
                ++more;
                continue;
            }
            auto const amount = tree.retained(*common);
            rows.add({trav::humanised(amount.bytes), trav::percent(amount.bytes, tree.total().bytes),
                      trav::grouped(amount.objects), object_text(dump_, *common)});
        }
        return '\n' + rows.str() + (more == 0 ? "" : "... " + trav::grouped(more) + " more\n");
    }

    D const& dump_;
    std::vector<Node> nodes_;
    WhyOptions options_;
    std::vector<bool> wanted_;
    decltype(trav::dump::machinery(std::declval<D const&>())) machinery_;
    RetainedHeap<D> heap_;
};

}  // namespace heapprof
