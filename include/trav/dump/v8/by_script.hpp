// by_script, by_file, by_package: split the nodes of a snapshot by the script that they come from. This is
// known for functions, their code and scopes, and for objects with a constructor of the program.
//
//     script                                    file                   package
//     /srv/node_modules/@babel/types/index.js   @babel/types/index.js  @babel/types
//     /srv/shop/shop.js                         shop/shop.js           (program)
//     node:internal/errors                      node:internal/errors   node:internal
//     https://cdn.example/a/b.js                a/b.js                 https://cdn.example
#pragma once

#include "../grouping.hpp"
#include "places.hpp"
#include "snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trav::dump {

/// The package of a script with this name.
inline std::string_view script_package(std::string_view script) {
    constexpr std::string_view separators = "/\\";
    auto const first_part = [&](std::string_view path, std::size_t from) {
        return path.substr(0, path.find_first_of(separators, from));
    };
    for (std::string_view const folder : {"node_modules/", "node_modules\\"}) {
        auto const at = script.rfind(folder);
        if (at == script.npos) continue;
        std::string_view const path = script.substr(at + folder.size());
        auto const scope = path.starts_with('@') ? path.find_first_of(separators) : path.npos;
        return first_part(path, scope == path.npos ? 0 : scope + 1);
    }
    auto const colon = script.find(':');
    bool const scheme = colon != script.npos && colon > 1 && colon < script.find('/');  // not a drive: C:
    if (!scheme || script.starts_with("file:")) return "(program)";
    return first_part(script, script.substr(colon + 1).starts_with("//") ? colon + 3 : colon);
}

namespace detail {

/// text(the name of a script)
inline Grouping grouping_by_script(V8Snapshot const& snapshot, auto const& text) {
    V8Places const places(snapshot);
    constexpr std::uint32_t unknown = V8Snapshot::none;
    return grouping_by(
        snapshot,
        [&](Node n) {
            Node const script = places.script(n);
            return script == V8Snapshot::none ? unknown : snapshot.node_name[script];
        },
        [&](std::uint32_t name) {
            bool const known = name != unknown && !snapshot.strings[name].empty();
            return known ? std::string(text(snapshot.strings[name])) : "(no file)";
        });
}

}  // namespace detail

/// The breakdown "script" of V8Dump, by the whole name.
inline Grouping by_script(V8Snapshot const& snapshot) {
    return detail::grouping_by_script(snapshot, [](std::string_view name) { return name; });
}
/// The breakdown "file" of V8Dump, by the short name, as in V8Places.
inline Grouping by_file(V8Snapshot const& snapshot) {
    return detail::grouping_by_script(snapshot, short_script_name);
}
/// The breakdown "package" of V8Dump.
inline Grouping by_package(V8Snapshot const& snapshot) {
    return detail::grouping_by_script(snapshot, script_package);
}

}  // namespace trav::dump
