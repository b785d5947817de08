// why: why objects of a dump are alive: the shortest way from where the program begins, who refers to them,
// and which objects dominate them.
//
// Ways and referrers are along strong edges, and along the runtime's machinery only where nothing else leads
// to an object; retained sizes are counted as the dump says.
#pragma once

#include "held_by.hpp"
#include "object_text.hpp"
#include "retained_heap.hpp"
#include "starts.hpp"
#include "ways.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/path/path.hpp>
#include <trav/path/path_tree.hpp>
#include <trav/profile/amount.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

/// How much of the answer is asked for.
struct WhyOptions {
    bool each_root = false;  ///< a path from each root that leads to the object
    std::size_t top = 10;    ///< lines of each part; 0: all
};

/// The answer.
struct WhyAnswer {
    struct Step {
        std::string field;  ///< ".sessions", "[3]"; of the first: nothing
        ObjectName object;
        std::uint64_t retained;
    };
    struct Path {
        std::string selector;
        std::size_t begins_after;  ///< so many steps: the selector of a long path begins on the way
        bool runtime;              ///< along links of the runtime
        std::vector<Step> steps;
        std::size_t left_out = 0;  ///< steps in the middle: a hundred are there
    };
    struct Merged {
        bool runtime;
        trav::PathTree paths;
    };
    struct Dominator {
        ObjectName object;
        trav::Amount retained;
    };

    std::optional<ObjectName> object;   ///< if it is one
    trav::Amount own, retained, total;  ///< each object once; all that roots reach
    std::vector<Path> paths;            ///< to one object: the shortest one, or one from each root
    std::size_t paths_in_all = 0;       ///< there may be more of them
    std::vector<Merged> merged;         ///< to several objects
    std::uint64_t unreached = 0;        ///< objects to which no strong reference leads
    HeldBy held_by;
    std::vector<Dominator> dominators;  ///< of all of the objects, the nearest first
    std::size_t more_dominators = 0;
};

/// A way from its first object to its last.
class OneWay {
    using Node = trav::dump::Node;

  public:
    explicit OneWay(std::vector<Node> const& way) {
        std::optional<Node> last;
        for (Node const n : way) before_.emplace(n, std::exchange(last, n));
    }
    std::optional<Node> before(Node n) const { return before_.at(n); }

  private:
    std::unordered_map<Node, std::optional<Node>> before_;
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
          heap_(dump),
          beginnings_(dump) {
        for (Node const n : nodes_) wanted_[n] = true;
    }

    WhyAnswer answer() && {
        bool const one = nodes_.size() == 1;
        if (one) answer_.object = object_name(dump_, nodes_[0]);
        for (Node const n : nodes_) answer_.own += {heap_.graph.size(n), 1};
        answer_.total = heap_.tree.total();
        heap_.tree.walk([&](auto const& at) {
            if (wanted_[at.node]) answer_.retained += at.retained;
            return !wanted_[at.node];
        });
        if (options_.each_root) from_each_root();
        else shortest();
        answer_.held_by = held_by(dump_, machinery_, wanted_, one, options_.top);
        dominators();
        return std::move(answer_);
    }

  private:
    void shortest() {
        AsRetained const program(
            heap_, [this](typename D::Edge const& edge) { return strong(dump_, edge) && !machinery_(edge); });
        std::vector<Node> const others = along(program, nodes_, false);
        if (others.empty()) return;
        AsRetained const all(heap_, trav::dump::StrongEdges<D>{&dump_});
        std::vector<Node> const unreached = along(all, others, true);
        answer_.unreached = unreached.size();
    }

    // Adds the shortest ways to those of these nodes that the graph's edges lead to; returns the others.
    std::vector<Node> along(auto const& graph, std::vector<Node> const& nodes, bool runtime) {
        trav::ShortestPaths const paths(graph, path_starts(dump_));
        std::vector<Node> reached, others;
        for (Node const n : nodes) (paths.reached(n) ? reached : others).push_back(n);
        if (reached.empty()) return others;
        if (nodes_.size() == 1) {
            auto const way = paths.nodes_to(nodes[0]);
            add_path(graph, way, way, runtime);
            answer_.paths_in_all = 1;
        } else answer_.merged.push_back({runtime, trav::path_tree(graph, path_starts(dump_), reached)});
        return others;
    }

    // `way`: from a start to the object; the steps are those of `shown`, which is its end.
    void add_path(auto const& graph, std::vector<Node> const& way, std::vector<Node> const& shown,
                  bool runtime) {
        auto const strong_edge = trav::dump::StrongEdges<D>{&dump_};
        Ways<D> const ways(dump_, beginnings_, strong_edge, OneWay(way), {Ways<D>::none}, {way.back()});
        WhyAnswer::Path path{without_id(dump_, ways.to(way.back()), way.back()),
                             Ways<D>::left_out(way.size() - 1),
                             runtime,
                             {}};
        constexpr std::size_t most = 100;
        if (shown.size() > most) path.left_out = shown.size() - most;
        for (std::size_t i = 0; i != shown.size(); ++i) {
            if (i == most / 2) i += path.left_out;
            std::string field;
            if (i != 0)
                field = trav::detail::joined("", trav::detail::edge_name(graph, shown[i - 1], shown[i]));
            path.steps.push_back(
                {std::move(field), object_name(dump_, shown[i]), heap_.tree.retained(shown[i]).bytes});
        }
        answer_.paths.push_back(std::move(path));
    }

    void from_each_root() {
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
        answer_.paths_in_all = all.size();
        auto const starts = path_starts(dump_);
        for (std::size_t i = 0; i != all.size() && (options_.top == 0 || i != options_.top); ++i) {
            std::vector<Node> way = to_entries.nodes_to(all[i].front().node), shown;
            for (auto const& step : all[i]) shown.push_back(step.node);
            if (std::ranges::find(starts, shown[0]) != starts.end()) way = {shown[0]};
            way.insert(way.end(), shown.begin() + 1, shown.end());
            add_path(program, way, shown, false);
        }
    }

    void dominators() {
        auto const& tree = heap_.tree;
        std::optional<Node> common;
        bool first = true;
        for (Node const n : nodes_) {
            if (!tree.reached(n)) continue;
            if (std::exchange(first, false)) common = tree.idom(n);
            while (common && (*common == n || !tree.dominates(*common, n))) common = tree.idom(*common);
        }
        for (; common; common = tree.idom(*common)) {
            if (options_.top != 0 && answer_.dominators.size() == options_.top) ++answer_.more_dominators;
            else answer_.dominators.push_back({object_name(dump_, *common), tree.retained(*common)});
        }
    }

    D const& dump_;
    std::vector<Node> nodes_;
    WhyOptions options_;
    std::vector<bool> wanted_;
    decltype(trav::dump::machinery(std::declval<D const&>())) machinery_;
    RetainedHeap<D> heap_;
    Beginnings<D> beginnings_;
    WhyAnswer answer_;
};

/// The answer as lines, and as JSON.
std::string why_text(WhyAnswer const& answer, std::string const& selector, WhyOptions const& options);
nlohmann::ordered_json why_json(WhyAnswer const& answer);

}  // namespace heapprof
