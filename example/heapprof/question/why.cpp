#include "why.hpp"

#include "../breakdown/by_owner.hpp"
#include "../heap/entries.hpp"
#include "../heap/heap_paths.hpp"
#include "../heap/key_texts.hpp"
#include "../heap/retained_heap.hpp"
#include "../heap/starts.hpp"
#include "selector_paths.hpp"

#include <trav/dump/map_entries.hpp>
#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/edge_name.hpp>
#include <trav/path/path.hpp>
#include <trav/text/joined.hpp>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace heapprof {

namespace {

using NamedGraph = trav::dump::NamedDumpGraph<AnyDump, EdgeSet>;

// A dump with named edges, and with the sizes that retained sizes are counted by.
class AsRetained : public NamedGraph {
  public:
    AsRetained(RetainedHeap const& heap, EdgeSet const& edges) : NamedGraph(heap.dump, edges), heap_(&heap) {}
    std::size_t size(Node n) const { return heap_->graph.size(n); }

  private:
    RetainedHeap const* heap_;
};

// The same for merged paths: a root has its name, without numbers, and the keys of a dictionary have none.
class AsMerged : public AsRetained {
    struct Name {
        trav::dump::DumpEdgeName<AnyDump> const& name;
        bool entry;
        std::string label() const { return name.label(); }
        std::string pattern() const { return entry ? "[]" : name.pattern(); }
    };

  public:
    AsMerged(RetainedHeap const& heap, EdgeSet const& edges, std::vector<Node> const& starts)
        : AsRetained(heap, edges) {
        for (Node const n : starts) roots_.try_emplace(n);
        dump().for_each_root([&](Node n, std::string_view root) {
            auto const start = roots_.find(n);
            if (start != roots_.end() && start->second.empty()) start->second = without_numbers(root);
        });
    }
    std::string label(Node n) const {
        if (dump().lists_roots(n)) return std::string(name(dump(), n));
        auto const root = roots_.find(n);
        bool const named = root != roots_.end() && !root->second.empty();
        return (named ? root->second + ": " : "") + AsRetained::label(n);
    }
    void each_edge(Node n, auto f) const {
        auto const entries = entry_types(dump(), n);
        AsRetained::each_edge(n, [&](Node to, trav::dump::DumpEdgeName<AnyDump> const& name) {
            bool const field = name.edge.name_kind == trav::dump::NameKind::field;
            f(to, Name{name, field && entries.contains(dump().type(to))});
        });
    }

  private:
    std::unordered_map<Node, std::string> roots_;
};

// The edges from some objects.
EdgeSet edges_of(AnyDump const& dump, std::vector<Node> const& nodes) {
    trav::dump::EdgeSetBuilder set(dump.edge_count());
    for (Node const n : nodes)
        dump.for_each_link(n, n + 1, [&](AnyDump::Link const& link) { set.add(link.number, true); });
    return std::move(set).set();
}

// A path, from its first object to its last.
class OneWay {

  public:
    explicit OneWay(std::vector<Node> const& way) {
        std::optional<Node> last;
        for (Node const n : way) before_.emplace(n, std::exchange(last, n));
    }
    std::optional<Node> before(Node n) const { return before_.at(n); }

  private:
    std::unordered_map<Node, std::optional<Node>> before_;
};

// Answers the question for the objects of one selector.
class Why {

  public:
    Why(AnyDump const& dump, std::vector<Node> nodes, WhyOptions const& options)
        : dump_(dump),
          nodes_(std::move(nodes)),
          options_(options),
          wanted_(dump.node_count()),
          machinery_(dump.machinery()),
          strong_(dump.strong()),
          heap_(dump),
          selector_roots_(dump) {
        for (Node const n : nodes_) wanted_[n] = true;
    }

    WhyAnswer answer() && {
        bool const one = nodes_.size() == 1;
        if (one) answer_.object = object_name(dump_, nodes_[0]);
        for (Node const n : nodes_) answer_.own += {heap_.graph.size(n), 1};
        answer_.total = heap_.total;
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
    // Along the program's references, or else links of the runtime, or else through a last resort.
    void shortest() {
        EdgeSet const plain = without(strong_, edges_of(dump_, last_resorts(dump_)));
        std::vector<Node> others = along(without(plain, machinery_), nodes_, false);
        for (EdgeSet const& all : {plain, strong_}) others = along(all, others, true);
        answer_.unreached = others.size();
    }

    // Adds the paths to the nodes that the edges lead to; returns the other nodes.
    std::vector<Node> along(EdgeSet const& edges, std::vector<Node> const& nodes, bool runtime) {
        if (nodes.empty()) return nodes;
        std::vector<Node> starts = path_starts(dump_), reached, others;
        HeapPaths const paths(HeapGraph(dump_, edges), starts);
        for (Node const n : nodes) (paths.reached(n) ? reached : others).push_back(n);
        if (reached.empty()) return others;
        if (nodes_.size() == 1) {
            auto const way = paths.nodes_to(nodes[0]);
            add_path(NamedGraph(dump_, edges), way, way, runtime);
            answer_.paths_in_all = 1;
            return others;
        }
        std::erase_if(starts, [&](Node n) { return paths.before(n).has_value(); });
        AsMerged const graph(heap_,
                             edges_where(dump_,
                                         [&](AnyDump::Edge const& edge) {
                                             return edges(edge) && paths.before(edge.to) == edge.from;
                                         }),
                             starts);
        answer_.merged.push_back({runtime, trav::path_tree(graph, starts, reached)});
        return others;
    }

    // `way` leads from a start to the object; the path shows the steps of `shown`, the end of `way`.
    void add_path(NamedGraph const& graph, std::vector<Node> const& way, std::vector<Node> const& shown,
                  bool runtime) {
        OneWay const one_way(way);
        SelectorPaths const paths(dump_, selector_roots_, strong_, [&](Node n) { return one_way.before(n); },
                                  {SelectorPaths::none}, {way.back()});
        WhyAnswer::Path path{without_id(dump_, paths.to(way.back()), way.back()),
                             SelectorPaths::left_out(way.size() - 1),
                             runtime,
                             {}};
        path.root = root_of(shown[0], path.selector);
        constexpr std::size_t most = 100;
        if (shown.size() > most) path.left_out = shown.size() - most;
        auto const field = [&](std::size_t i) {
            return trav::joined("", trav::edge_name(graph, shown[i - 1], shown[i]));
        };
        std::vector<Node> keys;
        std::vector<std::size_t> with_key;  // the steps to the values of these keys
        for (std::size_t i = 0; i != shown.size(); ++i) {
            if (i == most / 2 && path.left_out != 0) {
                std::size_t const end = i + path.left_out;
                WhyAnswer::Step const& last = path.steps.back();
                while (i != end && type_name(dump_, shown[i]) == last.object.type && field(i) == last.field)
                    ++i;
                path.repeats = i == end;
                i = end;
            }
            path.steps.push_back({i == 0 ? "" : field(i),
                                  object_name(dump_, shown[i]),
                                  heap_.tree.retained(shown[i]).bytes,
                                  {}});
            if (i == 0) continue;
            auto const before = i == 1 ? std::nullopt : std::optional(shown[i - 2]);
            if (auto const key = trav::dump::key_of(dump_, before, shown[i - 1], shown[i])) {
                keys.push_back(*key);
                with_key.push_back(path.steps.size() - 1);
            }
        }
        std::vector<std::string> const texts = key_texts(dump_, keys);
        for (std::size_t i = 0; i != keys.size(); ++i) path.steps[with_key[i]].key = texts[i];
        answer_.paths.push_back(std::move(path));
    }

    // The first name of an object as a root; empty if the selector begins with it.
    std::string root_of(Node n, std::string const& selector) const {
        std::string found;
        dump_.for_each_root([&](Node each, std::string_view root) {
            if (each == n && found.empty()) found = root;
        });
        std::string const text = found.empty() ? "" : trav::dump::text({{found}});
        bool const begins =
            selector.starts_with(text) &&
            (selector.size() == text.size() || selector.find_first_of(".[", text.size()) == text.size());
        return begins ? "" : found;
    }

    void from_each_root() {
        std::vector<Node> const entries = root_objects(dump_);
        std::vector<bool> is_entry(dump_.node_count());
        for (Node const n : entries) is_entry[n] = true;
        Node const wanted = nodes_[0];
        NamedGraph const program(dump_, edges_where(dump_, [&](AnyDump::Edge const& edge) {
                                     return strong_(edge) && !machinery_(edge) &&
                                            (!is_entry[edge.to] || edge.to == wanted);
                                 }));
        HeapGraph const lists(dump_, LinkRule([&](AnyDump::Link const& link) {
                                  return strong_(link) && dump_.lists_roots(link.from);
                              }));
        HeapPaths const to_entries(lists, trav::dump::roots(dump_));
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

    AnyDump const& dump_;
    std::vector<Node> nodes_;
    WhyOptions options_;
    std::vector<bool> wanted_;
    EdgeSet const machinery_, strong_;
    RetainedHeap const heap_;
    SelectorRoots const selector_roots_;
    WhyAnswer answer_;
};

}  // namespace

WhyAnswer why(AnyDump const& dump, std::vector<Node> nodes, WhyOptions const& options) {
    return Why(dump, std::move(nodes), options).answer();
}

}  // namespace heapprof
