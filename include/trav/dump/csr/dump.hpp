// trav/dump/csr/dump.hpp: a graph in a .csr file as a dump. The file is mapped, not read. Opening it checks
// the texts, and the types, names and sizes of the objects, which takes no memory; everything else is read on
// demand. POSIX only. doc/formats.md describes the columns.
//
//     trav::dump::CsrDump const dump("heap.csr");
//
// A file without columns is a dump, too: its objects have one type, (object), and there are no roots.
// References are checked when they are followed: one that leads out of the file throws Error.
#pragma once

#include "../../graph/mapped.hpp"
#include "../dump.hpp"
#include "../error.hpp"
#include "../rows.hpp"
#include "detail/columns.hpp"
#include "edge_kind.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace trav::dump {

/// Returns f(). If f() throws a BadFile, throws an Error instead.
auto bad_file_as_error(auto f) {
    try {
        return f();
    } catch (BadFile const& error) {
        throw Error(std::string(error.what()).substr(std::string_view("trav: ").size()));
    }
}

/// A graph in a file: a Dump.
class CsrDump {
    using Csr = MappedCsr<Node>;

  public:
    struct Edge {
        Node from, to;
        std::uint32_t name;  ///< of `strings`
        CsrEdgeKind kind;    ///< as in the file
    };

    /// Throws Error.
    explicit CsrDump(std::string const& file) : CsrDump(file, Unchecked{}) { check(0, node_count()); }

    /// Skips the check. The caller must call check() for the objects that it uses. For programs that share
    /// the objects of a file among them and otherwise read only texts and lists of roots.
    struct Unchecked {};
    CsrDump(std::string const& file, Unchecked)
        : CsrDump(bad_file_as_error([&] { return CsrDump(Csr(file, Trust::arrays)); })) {}
    /// Checks the types, names and sizes of the objects from `first` to before `last`. Throws Error.
    void check(Node first, Node last) const { columns_.check(source(), first, last); }

    /// Throws Error because the sum of all sizes overflows. For programs that add up the sizes of parts.
    [[noreturn]] void refuse_sum() const { detail::CsrDumpColumns::refuse_sum(source()); }

    std::string const& source() const { return graph_.name(); }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(graph_.count()); }
    std::uint64_t edge_count() const { return graph_.targets().size(); }
    std::uint64_t size(Node n) const { return columns_.bytes.empty() ? 0 : columns_.bytes[n]; }
    std::uint32_t type(Node n) const { return columns_.type.empty() ? 0 : columns_.type[n]; }
    std::string_view type_name(std::uint32_t type) const {
        return columns_.type.empty() ? std::string_view("(object)") : columns_.type_names[type];
    }
    std::size_t group(Node n) const { return columns_.group.empty() ? type(n) : columns_.group[n]; }
    std::size_t group_count() const {
        return !columns_.group.empty() ? columns_.group_names.size()
               : columns_.type.empty() ? 1
                                       : columns_.type_names.size();
    }
    std::string_view group_name(std::size_t group) const {
        return columns_.group.empty() ? type_name(static_cast<std::uint32_t>(group))
                                      : columns_.group_names[group];
    }
    std::string_view name(Node n) const {
        return columns_.node_name.empty() ? std::string_view() : columns_.strings[columns_.node_name[n]];
    }
    std::string_view name(Edge const& edge) const {
        return columns_.edge_name.empty() ? std::string_view() : columns_.strings[edge.name];
    }
    NameKind name_kind(Edge const& edge) const {
        bool const said = !columns_.edge_kind.empty() && edge.kind.strong();
        return said ? edge.kind.name_kind() : kind_of_name(name(edge));
    }
    bool strong(Edge const& edge) const { return edge.kind.strong(); }
    auto machinery() const {
        return [](Edge const& edge) { return edge.kind.machinery(); };
    }
    /// A number in digits, or the text in the file.
    std::string id(Node n) const {
        if (columns_.id_texts.size() != 0) return std::string(columns_.id_texts[n]);
        return std::to_string(columns_.id.empty() ? n : columns_.id[n]);
    }
    /// Searches the objects from `first` to before `last` for one with this id.
    std::optional<Node> find_id(std::string_view text, Node first, Node last) const {
        if (columns_.id_texts.size() != 0) {
            for (Node n = first; n != last; ++n)
                if (columns_.id_texts[n] == text) return n;
            return {};
        }
        std::uint64_t number = 0;
        auto const [end, bad] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (bad != std::errc{} || end != text.data() + text.size()) return {};
        if (columns_.id.empty())
            return number - first < last - first ? std::optional(static_cast<Node>(number)) : std::nullopt;
        for (Node n = first; n != last; ++n)
            if (columns_.id[n] == number) return n;
        return {};
    }
    void for_each_root(auto f) const {
        for (std::size_t i = 0; i != columns_.roots.size(); ++i)
            f(Node{columns_.roots[i]}, columns_.root_names[i]);
    }
    bool has_globals() const { return columns_.has_globals; }
    std::vector<Node> globals() const { return {columns_.globals.begin(), columns_.globals.end()}; }
    std::vector<std::string_view> global_names;
    bool is_runtime(Node n) const { return std::ranges::binary_search(columns_.runtime, n); }
    bool lists_roots(Node n) const { return std::ranges::binary_search(columns_.root_lists, n); }
    IdLife id_life() const { return columns_.id_life; }
    std::vector<std::string> own_types() const {
        std::vector<std::string> types;
        for (std::size_t i = 0; i != columns_.own_types.size(); ++i)
            types.emplace_back(columns_.own_types[i]);
        return types;
    }
    std::string_view retainer_rule() const { return columns_.rule; }

    void for_each_edge(Node n, auto f) const {
        auto const offsets = graph_.offsets();
        std::uint64_t const begin = offsets[n], end = offsets[std::size_t{n} + 1];
        if (begin > end || end > edge_count())
            refuse(&offsets[std::size_t{n} + 1], "offset " + std::to_string(std::uint64_t{n} + 1) + " is " +
                                                     std::to_string(end) +
                                                     ", less than the one before it or more than the " +
                                                     std::to_string(edge_count()) + " edges");
        for (std::uint64_t e = begin; e != end; ++e) {
            Edge const edge{n, graph_.targets()[e], columns_.edge_name.empty() ? 0 : columns_.edge_name[e],
                            columns_.edge_kind.empty() ? CsrEdgeKind() : columns_.edge_kind[e]};
            if (edge.to >= node_count())
                refuse(&graph_.targets()[e], "target " + std::to_string(e) + " is " +
                                                 std::to_string(edge.to) + ", but there are " +
                                                 std::to_string(node_count()) + " nodes");
            if (!columns_.edge_name.empty() && edge.name >= columns_.strings.size())
                refuse(&columns_.edge_name[e], "the column 'edge name' has " + std::to_string(edge.name) +
                                                   ", but should be below " +
                                                   std::to_string(columns_.strings.size()));
            f(edge);
        }
    }
    Rows rows() const { return {graph_.targets().data(), nullptr, graph_.offsets().data()}; }

    struct Retention {
        CsrDump const* dump;
        std::string_view note;
        bool holds(Edge const& edge) const { return edge.kind.strong() && !edge.kind.released(); }
        std::size_t size(Node n) const {
            auto const& bytes = dump->columns_.retained_bytes;
            return static_cast<std::size_t>(bytes.empty() ? dump->size(n) : bytes[n]);
        }
        std::vector<Node> more_roots(auto const&) const {
            return {dump->columns_.more_roots.begin(), dump->columns_.more_roots.end()};
        }
    };
    Retention retention() const { return {this, columns_.note}; }

    /// The file.
    Csr const& graph() const { return graph_; }
    /// Whether all references are strong and the program's own.
    bool plain() const { return columns_.edge_kind.empty(); }

  private:
    explicit CsrDump(Csr graph) : graph_(std::move(graph)), columns_(graph_) {
        CsrTexts const& names = columns_.global_names;
        for (std::size_t i = 0; i != names.size(); ++i) global_names.push_back(names[i]);
    }

    /// Throws an Error that names the byte that `at` points to.
    [[noreturn]] void refuse(void const* at, std::string const& what) const {
        auto const byte = static_cast<char const*>(at) - graph_.mapping().data();
        throw Error(source(), "byte " + std::to_string(byte) + ": " + what);
    }

    Csr graph_;
    detail::CsrDumpColumns columns_;
};

/// Whether a file that begins like this may be a .csr file.
inline bool looks_like_csr(std::string_view text) { return text.starts_with("trav.csr"); }

}  // namespace trav::dump
