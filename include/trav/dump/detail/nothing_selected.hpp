// The errors of a selector that matches nothing. They list similar names.
#pragma once

#include "../dump.hpp"
#include "../error.hpp"
#include "../map_entries.hpp"
#include "../named_path.hpp"
#include "../nearest.hpp"
#include "../selector_syntax.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trav::dump::detail {

/// Throws an Error with the reason.
template <Dump D>
[[noreturn]] void nothing_selected(D const& dump, SelectorSyntax const& selector, std::string const& why) {
    throw Error(dump.source(), "selector '" + selector.text() + "' matches nothing: " + why);
}

/// A list of the `most` most similar names, and the number of the others.
inline std::string alike(std::vector<std::string> const& names, std::string const& wanted,
                         std::size_t most = 12) {
    std::string list;
    for (std::string const& name : nearest(names, wanted, most)) list += (list.empty() ? "" : ", ") + name;
    if (names.size() > most) list += ", and " + std::to_string(names.size() - most) + " more";
    return list;
}

/// Throws an Error with the names of the roots.
template <Dump D>
[[noreturn]] void no_root(D const& dump, SelectorSyntax const& selector) {
    std::string const& wanted = selector.path[0].name;
    std::vector<std::string> names;
    dump.for_each_root([&](Node, std::string_view name) { names.emplace_back(name); });
    nothing_selected(dump, selector, "there is no root '" + wanted + "'; there is " + alike(names, wanted));
}

/// Throws an Error with the fields, elements and keys of the objects at `place`, which lack a step.
template <Dump D>
[[noreturn]] void no_step(D const& dump, SelectorSyntax const& selector, std::string const& place,
                          std::vector<Node> const& objects, NamedStep const& missing) {
    std::vector<std::string> names;
    std::uint64_t unnamed = 0;
    for (Node const each : objects) {
        dump.for_each_edge(each, [&](typename D::Edge const& edge) {
            NameKind const is = name_kind(dump, edge);
            if (!strong(dump, edge)) return;
            if (is == NameKind::field || is == NameKind::element)
                names.emplace_back(trav::dump::name(dump, edge));
            unnamed += is == NameKind::unnamed;
        });
        for_each_entry(dump, each, [&](Node key, Node) {
            if (is_text(dump, key)) names.emplace_back(trav::dump::name(dump, key));
        });
    }
    nothing_selected(dump, selector,
                     place + " has no '" + (missing.is_id ? "@" : "") + missing.name + "'; it has " +
                         (!names.empty() ? alike(names, missing.name)
                          : unnamed == 0 ? "no properties"
                                         : std::to_string(unnamed) + " references without a name: [@ID]"));
}

}  // namespace trav::dump::detail
