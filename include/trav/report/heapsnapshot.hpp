// trav/report/heapsnapshot.hpp: writes the objects of a program as a V8 heap snapshot. heapprof and the
// Memory panel of Chrome's DevTools can then show types, paths, retainers and retained sizes.
//
//     std::ofstream file("game.heapsnapshot");
//     trav::write_heapsnapshot(file, heap, {{"world", world}, {"cache", cache}});
//
//     $ heapprof dump game.heapsnapshot --root world --root cache --by type --by root
//
// Works for any graph with sizes. If the graph has label(node), it is the object's class; if it has
// edges(node, f), like Objects, these name the fields; if it has is_text(node), such an object is a string,
// and its label the text. Roots are the fields of a global object. A node's @id is its number in this file,
// by distance from the roots, so it differs between snapshots. Children are read three times. Keeps a number
// and a handle per object, and each distinct text. Check the stream for errors.
//
// DevTools stores the size of each object in 32 bits, so the size of an object of 4 GiB or more is too small
// there.
#pragma once

#include "../detail/raise.hpp"
#include "../graph/named_edge.hpp"
#include "../graph/with_owners.hpp"
#include "../strategy/breadth_first.hpp"
#include "../text/json_string.hpp"
#include "../traverse_heap.hpp"

#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// Lists the objects, nearest first, and numbers them in this order.
template <class N>
struct NumberInOrder {
    using node_data = std::uint32_t;
    static constexpr bool once = true;
    std::vector<N>& order;
    void visit(auto& here) {
        here.data = static_cast<std::uint32_t>(order.size());
        order.push_back(here.node);
    }
};

template <HeapGraph G>
class SnapshotWriter {
    using N = node_t<G>;
    using Store = DefaultStore<G, NumberInOrder<N>>;

  public:
    SnapshotWriter(std::ostream& out, G const& graph, std::vector<std::pair<std::string, N>> const& roots)
        : out_(out), whole_(graph, nodes_of(roots)), store_(make_store<Store>(graph_)) {
        for (auto const& [name, node] : roots) {
            N const root = resolve(graph_, node);
            if (!null(graph_, root)) roots_.emplace_back(number(name), root);
        }
        std::vector<N> begins;
        for (auto const& root : roots_) begins.push_back(root.second);
        NumberInOrder<N> numbers{order_};
        traverse<BreadthFirst>(graph_, begins, numbers, store_);
        // an edge refers to the first field of its target by position, which readers store in 32 bits
        if (order_.size() > 0xFFFFFFFFu / node_fields - own_nodes)
            detail::raise(std::length_error("trav: a heap snapshot has at most 613,566,753 objects"));
    }

    void write() {
        std::vector<std::uint32_t> degrees;
        std::uint64_t edges = 2 + roots_.size();
        for (N const& n : order_) {
            std::uint32_t degree = 0;
            each_edge(n, [&](auto const&...) { ++degree; });
            degrees.push_back(degree);
            edges += degree;
        }
        out_ << R"({"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count",)"
             << R"("trace_node_id","detachedness"],"node_types":[["hidden","array","string","object","code",)"
             << R"("closure","regexp","number","native","synthetic","concatenated string","sliced string",)"
             << R"("symbol","bigint","object shape"],"string","number","number","number","number","number"],)"
             << R"("edge_fields":["type","name_or_index","to_node"],"edge_types":[["context","element",)"
             << R"("property","internal","hidden","shortcut","weak"],"string_or_number","node"],)"
             << R"("trace_function_info_fields":[],"trace_node_fields":[],"sample_fields":[],)"
             << R"("location_fields":[]},"node_count":)" << order_.size() + own_nodes << R"(,"edge_count":)"
             << edges << R"(,"trace_function_count":0},)" << "\n\"nodes\":[";
        node("", synthetic, "", 0, 2);
        node("\n,", synthetic, "(GC roots)", 0, 0);
        node("\n,", object, "(roots)", 0, roots_.size());
        for (std::size_t i = 0; i != order_.size(); ++i)
            node("\n,", type(order_[i]), label(order_[i]), graph_.size(order_[i]), degrees[i]);
        out_ << "],\n\"edges\":[";
        edge("", element, 1, 1);
        edge("\n,", shortcut, number("roots"), 2);
        for (auto const& [name, root] : roots_) edge("\n,", property, name, place(root));
        for (N const& n : order_)
            each_edge(n, [&](unsigned kind, std::uint32_t name, N const& to) {
                edge("\n,", kind, name, place(to));
            });
        out_ << "],\n\"trace_function_infos\":[],\n\"trace_tree\":[],\n\"samples\":[],\n\"locations\":[],\n"
             << "\"strings\":[";
        for (std::size_t i = 0; i != texts_.size(); ++i)
            out_ << (i == 0 ? "" : "\n,") << json_string(*texts_[i]);
        out_ << "]}\n";
    }

  private:
    static constexpr std::size_t node_fields = 7, own_nodes = 3;
    enum : unsigned { string = 2, object = 3, synthetic = 9 };              // types of nodes
    enum : unsigned { element = 1, property = 2, shortcut = 5, weak = 6 };  // and of edges

    static std::vector<N> nodes_of(std::vector<std::pair<std::string, N>> const& roots) {
        std::vector<N> nodes;
        for (auto const& root : roots) nodes.push_back(root.second);
        return nodes;
    }
    std::uint32_t number(std::string_view text) {
        auto const [at, is_new] =
            numbers_.try_emplace(std::string(text), static_cast<std::uint32_t>(texts_.size()));
        if (is_new) texts_.push_back(&at->first);
        return at->second;
    }
    std::string label(N const& n) const {
        if constexpr (requires { std::string(graph_.label(n)); }) return std::string(graph_.label(n));
        else return "object";
    }
    unsigned type(N const& n) const {
        if constexpr (requires { graph_.is_text(n); }) return graph_.is_text(n) ? string : object;
        else return object;
    }
    std::size_t place(N const& n) { return *store_.find(n) + own_nodes; }

    /// Calls f(kind, name or index, target) for each edge of an object to another.
    void each_edge(N const& n, auto f) {
        if constexpr (requires {
                          graph_.edges(n, [](auto const& edge) { edge.label(), edge.to, edge.kind; });
                      }) {
            graph_.edges(n, [&](auto const& edge) {
                if (edge.kind != EdgeKind::opaque && !null(graph_, edge.to) && store_.find(edge.to))
                    f(unsigned{edge.kind == EdgeKind::weak ? weak : property}, number(edge.label()), edge.to);
            });
        } else {
            std::uint32_t index = 0;
            scan(graph_, n, [&](N const& handle) {
                N const child = resolve(graph_, handle);
                if (!null(graph_, child)) f(unsigned{element}, index, child);
                ++index;
            });
        }
    }
    void node(char const* before, unsigned type, std::string_view name, std::size_t bytes,
              std::size_t degree) {
        out_ << before << type << ',' << number(name) << ',' << 2 * nodes_++ + 1 << ',' << bytes << ','
             << degree << ",0,0";
    }
    void edge(char const* before, unsigned kind, std::uint32_t name, std::size_t to) {
        out_ << before << kind << ',' << name << ',' << to * node_fields;
    }

    std::ostream& out_;
    WithOwners<G> whole_;
    G const& graph_ = *whole_;
    Store store_;
    std::vector<N> order_;
    std::vector<std::pair<std::uint32_t, N>> roots_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::vector<std::string const*> texts_;
    std::size_t nodes_ = 0;
};

}  // namespace detail

/// Writes all objects reachable from the roots. O(objects + edges). Throws std::length_error if there are too
/// many objects.
template <HeapGraph G>
void write_heapsnapshot(std::ostream& out, G const& graph,
                        std::vector<std::pair<std::string, node_t<G>>> const& roots) {
    detail::SnapshotWriter<G>(out, graph, roots).write();
}

}  // namespace trav
