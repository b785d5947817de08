#include "program_places.hpp"

#include <trav/dump/map_entries.hpp>
#include <trav/dump/v8/dump.hpp>

#include <cstdint>
#include <optional>

namespace heapprof {

std::function<std::string(Node)> packages(AnyDump const& dump) {
    auto const* const v8 = dump.get_if<trav::dump::V8Dump>();
    if (v8 == nullptr) return [](Node) { return std::string(); };
    return [v8, places = v8->places()](Node n) {
        auto const script = places.script(n);
        return script == trav::dump::V8Snapshot::none
                   ? std::string()
                   : std::string(trav::dump::script_package(v8->name(script)));
    };
}

bool is_of_program(std::string const& package) {
    return package == "(program)" || package.starts_with("http");
}

std::unordered_map<Node, std::string> files_of_exports(AnyDump const& dump) {
    std::unordered_map<Node, std::string> files;
    if (dump.get_if<trav::dump::V8Dump>() == nullptr) return files;
    auto const add = [&](Node n, std::string const& file) {
        auto const [at, fresh] = files.try_emplace(n, file);
        if (!fresh && at->second != file) at->second.clear();
    };
    std::unordered_map<std::uint64_t, bool> is_module;  // by type
    for (Node n = 0; n != dump.node_count(); ++n) {
        auto const [known, fresh] = is_module.try_emplace(dump.type(n));
        if (fresh) known->second = type_name(dump, n) == "Module";
        if (!known->second) continue;
        std::optional<Node> exports;
        std::string file;
        dump.for_each_edge(n, [&](AnyDump::Edge const& edge) {
            if (edge.name_kind != trav::dump::NameKind::field) return;
            if (name(dump, edge) == "exports") exports = edge.to;
            if (name(dump, edge) == "filename" && trav::dump::is_text(dump, edge.to))
                file = trav::dump::short_script_name(name(dump, edge.to));
        });
        if (!exports || file.empty()) continue;
        add(*exports, file);
        dump.for_each_edge(*exports, [&](AnyDump::Edge const& edge) {
            if (edge.name_kind == trav::dump::NameKind::field) add(edge.to, file);
        });
    }
    std::erase_if(files, [](auto const& each) { return each.second.empty(); });
    return files;
}

}  // namespace heapprof
