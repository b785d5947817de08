// trav/dump/csr/dump.hpp: a graph in a .csr file as a dump. It is mapped, not read: opening it costs what its
// texts cost, and what is looked at is read then. POSIX only. doc/formats.md has the columns.
//
//     trav::dump::CsrDump const dump("heap.csr");
//
// A file without columns is a dump, too: objects of one type, (object), without roots. References are checked
// where they are followed: Error if they lead out of the file.
#pragma once

#include "../../graph/mapped.hpp"
#include "../dump.hpp"
#include "../error.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace trav::dump {

/// What a reference is: the items of the column "edge kind".
struct CsrEdgeKind {
    static constexpr std::uint8_t kind = 7;       ///< an EdgeKind
    static constexpr std::uint8_t machinery = 8;  ///< a link of the runtime
    static constexpr std::uint8_t released = 16;  ///< does not count for what is retained
};

/// A graph in a file: a Dump.
class CsrDump {
    using Csr = MappedCsr<Node>;

  public:
    /// What f() answers; what it says of the file, BadFile, is an Error.
    static auto checked(std::string const& file, auto f) {
        try {
            return f();
        } catch (BadFile const& error) {
            std::string const what = error.what(), begin = "trav: " + trav::detail::one_line(file) + ": ";
            throw Error(file, what.starts_with(begin) ? what.substr(begin.size()) : what);
        }
    }

    struct Edge {
        Node from, to;
        std::uint32_t name;  ///< of `strings`
        std::uint8_t kind;   ///< CsrEdgeKind
    };

    /// Throws Error.
    explicit CsrDump(std::string const& file)
        : graph_(checked(file, [&] { return Csr(file, Trust::arrays); })) {
        if (graph_.count() >= std::numeric_limits<Node>::max())
            throw Error(file, "has " + std::to_string(graph_.count()) + " objects: a dump numbers 2^32 - 1");
        checked(file, [&] { find_columns(graph_.columns()); });
    }

    std::string const& source() const { return graph_.name(); }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(graph_.count()); }
    std::uint64_t edge_count() const { return graph_.targets().size(); }
    std::uint64_t size(Node n) const { return bytes_.empty() ? 0 : bytes_[n]; }
    std::uint32_t type(Node n) const { return type_.empty() ? 0 : type_[n]; }
    std::string_view type_name(std::uint32_t type) const {
        return type_.empty() ? std::string_view("(object)") : type_names_[type];
    }
    std::size_t group(Node n) const { return group_.empty() ? type(n) : group_[n]; }
    std::size_t group_count() const {
        return !group_.empty() ? group_names_.size() : type_.empty() ? 1 : type_names_.size();
    }
    std::string_view group_name(std::size_t group) const {
        return group_.empty() ? type_name(static_cast<std::uint32_t>(group)) : group_names_[group];
    }
    std::string_view name(Node n) const {
        return node_name_.empty() ? std::string_view() : strings_[node_name_[n]];
    }
    std::string_view name(Edge const& edge) const {
        return edge_name_.empty() ? std::string_view() : strings_[edge.name];
    }
    EdgeKind kind(Edge const& edge) const {
        if (edge_kind_.empty()) return name(edge).empty() ? EdgeKind::unnamed : EdgeKind::field;
        return static_cast<EdgeKind>(edge.kind & CsrEdgeKind::kind);
    }
    auto machinery() const {
        return [](Edge const& edge) { return (edge.kind & CsrEdgeKind::machinery) != 0; };
    }
    /// A number in digits, or the text that the file has.
    std::string id(Node n) const {
        if (id_texts_.size() != 0) return std::string(id_texts_[n]);
        return std::to_string(id_.empty() ? n : id_[n]);
    }
    /// The object with an id, if there is one.
    std::optional<Node> find_id(std::string_view text) const {
        for (Node n = 0; id_texts_.size() != 0 && n != node_count(); ++n)
            if (id_texts_[n] == text) return n;
        std::uint64_t number = 0;
        auto const [end, bad] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (id_texts_.size() != 0 || bad != std::errc{} || end != text.data() + text.size()) return {};
        if (!id_.empty()) number = static_cast<std::uint64_t>(std::ranges::find(id_, number) - id_.begin());
        if (number >= node_count()) return {};
        return static_cast<Node>(number);
    }
    void for_each_root(auto f) const {
        for (std::size_t i = 0; i != roots_.size(); ++i) f(Node{roots_[i]}, root_names_[i]);
    }
    bool has_globals() const { return has_globals_; }
    std::vector<Node> globals() const { return {globals_.begin(), globals_.end()}; }
    std::vector<std::string> global_names;
    bool is_runtime(Node n) const { return std::ranges::find(runtime_, n) != runtime_.end(); }
    bool lists_roots(Node n) const { return std::ranges::find(root_lists_, n) != root_lists_.end(); }
    std::string_view retainer_rule() const { return rule_; }

    void for_each_edge(Node n, auto f) const {
        auto const offsets = graph_.offsets();
        std::uint64_t const begin = offsets[n], end = offsets[std::size_t{n} + 1];
        if (begin > end || end > edge_count())
            throw Error(source(), "offset " + std::to_string(n + 1) + " is " + std::to_string(end) +
                                      ", but it should be from " + std::to_string(begin) + " to " +
                                      std::to_string(edge_count()));
        for (std::uint64_t e = begin; e != end; ++e) {
            Edge const edge{n, graph_.targets()[e], edge_name_.empty() ? 0 : edge_name_[e],
                            edge_kind_.empty() ? std::uint8_t{0} : edge_kind_[e]};
            if (edge.to >= node_count() || (!edge_name_.empty() && edge.name >= strings_.size()))
                throw Error(source(), "reference " + std::to_string(e) + " leads to object " +
                                          std::to_string(edge.to) + ", or has a name, that is not there");
            f(edge);
        }
    }
    std::span<Node const> targets(Node n) const { return graph_.children(n); }

    struct Retention {
        CsrDump const* dump;
        std::string_view note;
        bool holds(Edge const& edge) const {
            return (edge.kind & CsrEdgeKind::released) == 0 && strong(*dump, edge);
        }
        std::size_t size(Node n) const {
            auto const& bytes = dump->retained_bytes_;
            return static_cast<std::size_t>(bytes.empty() ? dump->size(n) : bytes[n]);
        }
        std::vector<Node> more_roots(auto const&) const {
            return {dump->more_roots_.begin(), dump->more_roots_.end()};
        }
    };
    Retention retention() const { return {this, note_}; }

    /// The file.
    Csr const& graph() const { return graph_; }
    /// Whether all references are strong and the program's own.
    bool plain() const { return edge_kind_.empty(); }

  private:
    void find_columns(CsrColumns const& columns) {
        std::uint64_t const nodes = graph_.count(), edges = edge_count();
        // a column of numbers that are less than a limit
        auto const below = [&](std::uint64_t limit, char const* name, std::uint64_t count = CsrColumns::any) {
            auto const column = columns.items<std::uint32_t>(name, count);
            for (std::uint32_t const each : column)
                if (each >= limit)
                    throw Error(source(), std::string("the column '") + name + "' has " +
                                              std::to_string(each) + ", but should be below " +
                                              std::to_string(limit));
            return column;
        };
        auto const text = [&](char const* name) {
            CsrTexts const texts = columns.texts(name);
            return texts.size() == 0 ? std::string_view() : texts[0];
        };
        bytes_ = graph_.sizes();
        strings_ = columns.texts("string");
        type_names_ = columns.texts("type name");
        type_ = below(type_names_.size(), "type", nodes);
        group_names_ = columns.texts("group name");
        group_ = below(group_names_.size(), "group", nodes);
        node_name_ = below(strings_.size(), "name", nodes);
        edge_name_ = columns.items<std::uint32_t>("edge name", edges);
        edge_kind_ = columns.items<std::uint8_t>("edge kind", edges);
        retained_bytes_ = columns.items<std::uint64_t>("retained size", nodes);
        id_ = columns.items<std::uint64_t>("id", nodes);
        id_texts_ = columns.texts("id text");
        if (id_texts_.size() != 0 && id_texts_.size() != nodes)
            throw Error(source(), "there are " + std::to_string(id_texts_.size()) + " ids for " +
                                      std::to_string(nodes) + " objects");
        root_names_ = columns.texts("root name");
        roots_ = below(nodes, "root", root_names_.size());
        has_globals_ = columns.has("global");
        globals_ = below(nodes, "global");
        runtime_ = below(nodes, "runtime");
        more_roots_ = below(nodes, "retained root");
        root_lists_ = below(nodes, "root list");
        CsrTexts const names = columns.texts("global name");
        for (std::size_t i = 0; i != names.size(); ++i) global_names.emplace_back(names[i]);
        note_ = text("retained note");
        rule_ = text("retainer rule");
    }

    Csr graph_;
    std::span<std::uint64_t const> bytes_, retained_bytes_, id_;
    std::span<std::uint32_t const> type_, group_, node_name_, edge_name_, roots_, globals_, runtime_,
        more_roots_, root_lists_;
    std::span<std::uint8_t const> edge_kind_;
    CsrTexts strings_, type_names_, group_names_, id_texts_, root_names_;
    std::string_view note_, rule_;
    bool has_globals_ = false;
};

/// Whether a file that begins so may be one.
inline bool looks_like_csr(std::string_view text) { return text.starts_with("trav.csr"); }

}  // namespace trav::dump
