// EdgeListBuilder: builds an EdgeList from objects and references in any order, for the readers of text.
#pragma once

#include "../detail/interned.hpp"
#include "../detail/lines.hpp"
#include "edge_list.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump::detail {

/// Objects are identified by their ids. Errors name the line that is being read. The last line of a whole
/// file, whose form is `last`, says how many lines are before it.
class EdgeListBuilder {
  public:
    using Edge = EdgeList::Edge;

    EdgeListBuilder(Lines const& lines, std::string_view last) : lines_(lines) {
        list_.file = lines.name();
        list_.no_end = last;
        strings_("");  // the first one
    }

    /// Counts a line.
    void line() {
        if (list_.no_end.empty()) lines_.fail("a line follows the end");
        ++count_;
    }
    /// The line that says how many lines are before it.
    void end(std::uint64_t count, IdLife ids_live = IdLife::process) {
        if (count != count_)
            lines_.fail("the end says that " + std::to_string(count) + " lines are before it, not " +
                        std::to_string(count_));
        list_.no_end = {};
        list_.ids_live = ids_live;
    }

    /// The node with this id; a new node if the id is new.
    Node node(std::string const& id) {
        if (id.empty()) lines_.fail("an id is empty");
        auto const [at, fresh] = nodes_.try_emplace(id, list_.node_count());
        if (fresh) {
            if (list_.node_count() == most) lines_.fail("more than 2^32 - 2 nodes");
            list_.ids.add(id);
            list_.node_type.push_back(type("(undeclared)"));
            list_.bytes.push_back(0);
            list_.node_name.push_back(0);
            declared_.push_back(0);
        }
        return at->second;
    }

    void declare(Node n, std::string const& type_name, std::uint64_t bytes, std::string const& name) {
        if (declared_[n] != 0)
            lines_.fail("node " + std::string(list_.ids[n]) + " is declared in line " +
                        std::to_string(declared_[n]));
        declared_[n] = lines_.number();
        list_.node_type[n] = type(type_name);
        if (bytes > std::numeric_limits<std::uint64_t>::max() - total_)
            lines_.fail("all sizes together are more than 2^64 - 1 bytes");
        total_ += bytes;
        list_.bytes[n] = bytes;
        list_.node_name[n] = strings_(name);
    }

    /// Records one origin of an object. Ignores an empty text.
    void origin(Node n, EdgeList::Origin which, std::string const& text) {
        if (text.empty()) return;
        auto& origins = list_.origins[static_cast<std::size_t>(which)];
        if (origins.size() <= n) origins.resize(n + std::size_t{1});
        origins[n] = strings_(text);
    }

    /// Records a value of a field; an empty name: of the object itself.
    void value(Node n, std::string const& field, ValueKind kind, std::string const& text) {
        list_.values.push_back({n, strings_(field), strings_(text), kind});
    }

    void root(Node n, std::string const& name) { list_.roots.push_back({n, strings_(name)}); }

    /// Adds `edge`, with this name.
    void edge(Edge edge, std::string const& name) {
        if (edges_.size() == most) lines_.fail("more than 2^32 - 2 edges");
        edge.name = strings_(name);
        edges_.push_back(edge);
    }

    EdgeList finish() {
        if (list_.node_count() == 0) throw Error(list_.file, "there is no node in it");
        for (auto& origins : list_.origins)
            if (!origins.empty()) origins.resize(list_.node_count());
        sort_edges();
        if (list_.roots.empty()) find_roots();
        name_roots();
        return std::move(list_);
    }

  private:
    using Numbers = std::unordered_map<std::string, std::uint32_t>;

    std::uint32_t type(std::string const& name) {
        if (name.empty()) lines_.fail("a type is empty");
        auto const [at, fresh] = types_.try_emplace(name, static_cast<std::uint32_t>(types_.size()));
        if (fresh) list_.type_names.push_back(name);
        return at->second;
    }

    // Sorts edges by source; the edges of one source stay in the order of the file.
    void sort_edges() {
        std::vector<std::uint32_t>& first = list_.first_edge;
        first.resize(list_.node_count() + std::size_t{1});
        for (EdgeList::Edge const& edge : edges_) ++first[edge.from + std::size_t{1}];
        for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
        std::vector<std::uint32_t> next = first;
        list_.edge_to.resize(edges_.size());
        list_.edge_name.resize(edges_.size());
        list_.edge_weak.resize(edges_.size());
        for (EdgeList::Edge const& edge : edges_) {
            std::uint32_t const e = next[edge.from]++;
            list_.edge_to[e] = edge.to;
            list_.edge_name[e] = edge.name;
            list_.edge_weak[e] = edge.weak;
            if (!edge.runtime) continue;
            list_.edge_runtime.resize(edges_.size());
            list_.edge_runtime[e] = true;
        }
    }

    // The roots are the nodes that no other node refers to.
    void find_roots() {
        std::vector<bool> referred(list_.node_count());
        for (EdgeList::Edge const& edge : edges_) {
            if (edge.from != edge.to) referred[edge.to] = true;
        }
        for (Node n = 0; n < list_.node_count(); ++n) {
            if (!referred[n]) list_.roots.push_back({n, 0});
        }
        if (list_.roots.empty())
            throw Error(list_.file, "there is no root in it, and no node that no other refers to");
    }

    // A root without a name has the name of its object, or else the id.
    void name_roots() {
        std::unordered_map<Node, std::uint32_t> ids;
        for (EdgeList::Root& root : list_.roots) {
            if (root.name == 0) root.name = list_.node_name[root.node];
            if (root.name != 0) continue;
            auto const [id, fresh] = ids.try_emplace(root.node, 0);
            if (fresh) id->second = strings_(list_.id(root.node));
            root.name = id->second;
        }
    }

    static constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max() - 1;

    Lines const& lines_;
    EdgeList list_;
    Interned strings_{list_.strings};
    Numbers nodes_, types_;
    std::vector<std::uint64_t> declared_;  // per node: the line; 0: none
    std::vector<Edge> edges_;              // in the order of the file
    std::uint64_t total_ = 0, count_ = 0;
};

}  // namespace trav::dump::detail
