// CsrDumpColumns: the columns of a .csr file that a dump uses; doc/formats.md describes them.
//
// The constructor checks lists of texts and of objects. check() checks the columns with one item per object,
// and the sum of the sizes. The names and targets of references are checked when a reference is followed.
// Only two short lists are copied.
#pragma once

#include "../../../graph/mapped.hpp"
#include "../../dump.hpp"
#include "../../error.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trav::dump::detail {

/// Refers to the mapping. Missing columns are empty.
struct CsrDumpColumns {
    std::span<std::uint64_t const> bytes, retained_bytes, id;   ///< by node
    std::span<std::uint32_t const> type, group, node_name;      ///< by node: numbers of texts
    std::span<std::uint32_t const> edge_name;                   ///< by edge: numbers of texts
    std::span<std::uint8_t const> edge_kind;                    ///< by edge: CsrEdgeKind
    std::span<std::uint32_t const> roots, globals, more_roots;  ///< nodes
    std::vector<Node> runtime, root_lists;                      ///< nodes, sorted
    CsrTexts strings, type_names, group_names, id_texts, root_names, global_names;
    std::string_view note, rule;
    CsrTexts own_types;
    bool has_globals = false;
    IdLife id_life = IdLife::process;

    /// Throws BadFile and Error.
    explicit CsrDumpColumns(MappedCsr<Node> const& graph) {
        CsrColumns const columns = graph.columns();
        std::uint64_t const nodes = graph.count(), edges = graph.targets().size();
        if (nodes >= std::numeric_limits<Node>::max())
            throw Error(graph.name(), "has " + std::to_string(nodes) + " objects: a dump numbers 2^32 - 1");
        auto const nodes_of = [&](char const* name, std::uint64_t count = CsrColumns::any) {
            auto const column = columns.items<std::uint32_t>(name, count);
            check_below(graph.name(), name, column, nodes);
            return column;
        };
        auto const sorted = [&](char const* name) {
            auto const column = nodes_of(name);
            std::vector<Node> result(column.begin(), column.end());
            std::ranges::sort(result);
            return result;
        };
        auto const text = [&](char const* name) {
            CsrTexts const texts = columns.texts(name);
            return texts.size() == 0 ? std::string_view() : texts[0];
        };
        bytes = graph.sizes();
        strings = columns.texts("string");
        type_names = columns.texts("type name");
        type = columns.items<std::uint32_t>("type", nodes);
        group_names = columns.texts("group name");
        group = columns.items<std::uint32_t>("group", nodes);
        node_name = columns.items<std::uint32_t>("name", nodes);
        edge_name = columns.items<std::uint32_t>("edge name", edges);
        edge_kind = columns.items<std::uint8_t>("edge kind", edges);
        retained_bytes = columns.items<std::uint64_t>("retained size", nodes);
        id = columns.items<std::uint64_t>("id", nodes);
        id_texts = columns.texts("id text");
        if (id_texts.size() != 0 && id_texts.size() != nodes)
            throw Error(graph.name(), "there are " + std::to_string(id_texts.size()) + " ids for " +
                                          std::to_string(nodes) + " objects");
        if (columns.has("reused ids")) id_life = IdLife::object;
        if (columns.has("moving ids")) id_life = IdLife::dump;
        own_types = columns.texts("own type");
        root_names = columns.texts("root name");
        roots = nodes_of("root", root_names.size());
        has_globals = columns.has("global");
        globals = nodes_of("global");
        global_names = columns.texts("global name");
        runtime = sorted("runtime");
        root_lists = sorted("root list");
        more_roots = nodes_of("retained root");
        note = text("retained note");
        rule = text("retainer rule");
    }

    /// Checks the objects from `first` to before `last`: every text that their columns name must exist, and
    /// the sum of their sizes must fit into 64 bits. Throws Error.
    void check(std::string const& file, Node first, Node last) const {
        auto const below = [&](char const* name, std::span<std::uint32_t const> column, CsrTexts texts) {
            if (!column.empty())
                check_below(file, name, column.subspan(first, std::size_t{last} - first), texts.size());
        };
        below("type", type, type_names);
        below("group", group, group_names);
        below("name", node_name, strings);
        for (auto const sizes : {bytes, retained_bytes})
            if (!sizes.empty()) check_sum(file, sizes.subspan(first, std::size_t{last} - first));
    }
    [[noreturn]] static void refuse_sum(std::string const& file) {
        throw Error(file, "all sizes together are more than 2^64 - 1 bytes");
    }

  private:
    static void check_sum(std::string const& file, std::span<std::uint64_t const> sizes) {
        std::uint64_t sum = 0;
        for (std::uint64_t const each : sizes) {
            if (each > std::numeric_limits<std::uint64_t>::max() - sum) refuse_sum(file);
            sum += each;
        }
    }
    static void check_below(std::string const& file, char const* name, std::span<std::uint32_t const> items,
                            std::uint64_t limit) {
        for (std::uint32_t const each : items)
            if (each >= limit)
                throw Error(file, std::string("the column '") + name + "' has " + std::to_string(each) +
                                      ", but should be below " + std::to_string(limit));
    }
};

}  // namespace trav::dump::detail
